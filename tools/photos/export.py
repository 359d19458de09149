"""Write the weights file that the C program reads (its format is described in rummy_referee/photos/csrc/tile_reader.h).

python -m tools.photos.export KIND DETECTOR CLASSIFIER OUT [--settings settings.json]
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn

from tools.photos.editions import Array
from tools.photos.kinds import KINDS
from tools.photos.networks import CROP, Classifier, Detector, Residual

MAGIC, VERSION = b"TILE", 2
SETTINGS = {  # in the order of `enum setting`; calibrate.py finds better ones
    "least_heat": -2.0,
    "crop_weight": 0.65,
    "number_temperature": 1.0,
    "colour_temperature": 1.0,
    "tile_heat": 1.0,
    "tile_crop": 0.5,
    "tile_bias": 0.0,
    "least_tile": 0.65,
    "least_number": 0.8,
    "least_colour": 0.8,
    "neighbour": 0.5,
    "context": 2.6,
    "ratio": 1.4,
    "row": 0.45,
    "twofold": 0.0,
}


def _fused(block: nn.Sequential) -> tuple[Array, Array, int]:
    """Weights [row][column][input][output], bias and stride of a convolution with its batch normalisation."""
    convolution, norm = block[0], block[1]
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = convolution.weight * factor[:, None, None, None]
    bias = norm.bias - norm.running_mean * factor
    return weights.detach().permute(2, 3, 1, 0).numpy(), bias.detach().numpy(), convolution.stride[0]


def _plain(convolution: nn.Conv2d) -> tuple[Array, Array, int]:
    return convolution.weight.detach().permute(2, 3, 1, 0).numpy(), convolution.bias.detach().numpy(), 1


def _dense(layer: nn.Linear, side: int) -> tuple[Array, Array, int]:
    """A dense layer over side x side pixels as a 1 x 1 convolution; C flattens channels last, PyTorch first."""
    outputs = layer.weight.shape[0]
    weights = layer.weight.detach().reshape(outputs, -1, side, side).permute(2, 3, 1, 0)
    return weights.reshape(1, 1, -1, outputs).numpy(), layer.bias.detach().numpy(), 1


def _residual(block: Residual) -> list[tuple[Array, Array, int]]:
    return [_fused(block.first), _fused(block.second)]


def list_layers(detector: Detector, classifier: Classifier) -> list[tuple[Array, Array, int]]:
    """All layers in the order of the file."""
    return [
        _fused(detector.stem), _fused(detector.quarter[0]), _fused(detector.quarter[1]),
        _fused(detector.eighth[0]), *_residual(detector.eighth[1]),
        _fused(detector.sixteenth[0]), *_residual(detector.sixteenth[1]),
        _plain(detector.from_sixteenth), _fused(detector.merge_eighth), _plain(detector.from_eighth),
        _plain(detector.from_quarter), _fused(detector.merge_quarter), _plain(detector.output),
        *(_fused(block) for block in classifier.features),
        _dense(classifier.hidden, CROP // 16), _dense(classifier.output, 1),
    ]  # fmt: skip


def pack(layers: list[tuple[Array, Array, int]], settings: dict[str, float]) -> bytes:
    """The weights file."""
    head = MAGIC + struct.pack("<3I", VERSION, len(layers), len(settings))
    head += struct.pack(f"<{len(settings)}f", *settings.values())
    for weights, _, stride in layers:
        side, _, inputs, outputs = weights.shape
        head += struct.pack("<4I", inputs, outputs, side, stride)
    values = np.concatenate([part.ravel() for weights, bias, _ in layers for part in (weights, bias)])
    return head + values.astype("<f2").tobytes()


def replace_settings(weights: bytes, settings: dict[str, float]) -> bytes:
    """The same weights with other settings."""
    packed = struct.pack(f"<{len(settings)}f", *settings.values())
    return weights[:16] + packed + weights[16 + len(packed) :]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("detector", type=Path)
    parser.add_argument("classifier", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--settings", type=Path)
    arguments = parser.parse_args()
    detector, classifier = Detector(), Classifier()
    for network, path in ((detector, arguments.detector), (classifier, arguments.classifier)):
        state = torch.load(path)
        network.load_state_dict(state.get("network", state))
        network.eval()
    settings = SETTINGS | KINDS[arguments.kind].settings | (json.loads(arguments.settings.read_text()) if arguments.settings else {})
    arguments.out.write_bytes(pack(list_layers(detector, classifier), settings))


if __name__ == "__main__":
    main()
