"""Continue from a weights file instead of stage 1.

python -m tools.photos.resume KIND WEIGHTS WORK

Writes WORK/detector-1.pt and WORK/classifier-1.pt. The file has no batch normalisation: it is restored from training
scenes, so that the networks answer as before.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from tools.photos import render
from tools.photos.editions import Array
from tools.photos.export import list_convolutions
from tools.photos.kinds import KINDS
from tools.photos.networks import CROP, Classifier, Detector
from tools.photos.samples import Crops, Patches


def unpack(weights: bytes) -> list[tuple[Array, Array]]:
    """Weights [row][column][input][output] and bias of each layer."""
    layers, settings = (int(v) for v in np.frombuffer(weights, "<u4", 2, 8))
    head = 16 + 4 * settings
    shapes = np.frombuffer(weights, "<u4", 4 * layers, head).reshape(layers, 4)
    values = np.frombuffer(weights, "<f2", offset=head + 16 * layers).astype(np.float32)
    unpacked = []
    for inputs, outputs, side, _ in shapes.tolist():
        count = side * side * inputs * outputs
        unpacked.append((values[:count].reshape(side, side, inputs, outputs), values[count : count + outputs]))
        values = values[count + outputs :]
    return unpacked


def _restore(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """At the next input, set what makes the normalisation add only the bias."""

    def measure(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), correction=0)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data, norm.bias.data = torch.sqrt(variance + norm.eps), bias + mean
        hook.remove()

    hook = norm.register_forward_pre_hook(measure)


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("weights", type=Path)
    parser.add_argument("work", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    detector, classifier = Detector().eval(), Classifier().eval()
    layers = zip(list_convolutions(detector, classifier), unpack(arguments.weights.read_bytes()), strict=True)
    for (layer, norm), (weights, bias) in layers:
        shaped = torch.from_numpy(weights.copy())
        if isinstance(layer, nn.Linear):
            side = CROP // 16 if layer is classifier.hidden else 1
            shaped = shaped.reshape(side, side, -1, layer.out_features)
            layer.weight.data = shaped.permute(3, 2, 0, 1).reshape(layer.out_features, -1)
        else:
            layer.weight.data = shaped.permute(3, 2, 0, 1).contiguous()
        if norm is None:
            layer.bias.data = torch.from_numpy(bias.copy())
        else:
            _restore(norm, torch.from_numpy(bias.copy()))
    scenes = render.load(arguments.work / "scenes-0.npz")
    for network, samples, name in ((detector, Patches, "detector"), (classifier, Crops, "classifier")):
        drawn = samples(1, KINDS[arguments.kind].view, scenes, [], 0)
        images = next(iter(DataLoader(drawn, batch_size=24 if name == "detector" else 256)))[0]
        network(images)
        torch.save(network.state_dict(), arguments.work / f"{name}-1.pt")


if __name__ == "__main__":
    main()
