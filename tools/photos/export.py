"""Write the weights file that the C program reads (its format is described in rummy_referee/photos/csrc/tile_reader.h).

python -m tools.photos.export KIND DETECTOR CLASSIFIER OUT [--settings settings.json]
"""

import argparse
import json
import struct
from pathlib import Path
from typing import TypeAlias

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
    "least_tile": 0.75,
    "least_number": 0.8,
    "least_colour": 0.8,
    "neighbour": 0.5,
    "context": 2.6,
    "ratio": 1.4,
    "row": 0.45,
    "twofold": 0.0,
}


Convolution: TypeAlias = nn.Conv2d | nn.Linear


def list_convolutions(detector: Detector, classifier: Classifier) -> list[tuple[Convolution, nn.BatchNorm2d | None]]:
    """All layers in the order of the file, with their batch normalisation."""

    def normalised(*blocks: nn.Sequential) -> list[tuple[Convolution, nn.BatchNorm2d | None]]:
        return [(block[0], block[1]) for block in blocks]

    def residual(block: Residual) -> list[tuple[Convolution, nn.BatchNorm2d | None]]:
        return normalised(block.first, block.second)

    return [
        *normalised(detector.stem, *detector.quarter),
        *normalised(detector.eighth[0]), *residual(detector.eighth[1]),
        *normalised(detector.sixteenth[0]), *residual(detector.sixteenth[1]),
        (detector.from_sixteenth, None), *normalised(detector.merge_eighth), (detector.from_eighth, None),
        (detector.from_quarter, None), *normalised(detector.merge_quarter), (detector.output, None),
        *normalised(*classifier.features), (classifier.hidden, None), (classifier.output, None),
    ]  # fmt: skip


def list_layers(detector: Detector, classifier: Classifier) -> list[tuple[Array, Array, int]]:
    """Weights [row][column][input][output], bias and stride of all layers; a dense layer is a 1 x 1 convolution."""
    layers = []
    for layer, norm in list_convolutions(detector, classifier):
        weights, bias = layer.weight.detach(), layer.bias
        if norm is not None:
            factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights, bias = weights * factor[:, None, None, None], norm.bias - norm.running_mean * factor
        stride = 1
        if isinstance(layer, nn.Linear):  # C flattens channels last, PyTorch first
            side = CROP // 16 if layer is classifier.hidden else 1
            weights = weights.reshape(len(weights), -1, side, side).permute(2, 3, 1, 0).reshape(1, 1, -1, len(weights))
        else:
            weights, stride = weights.permute(2, 3, 1, 0), layer.stride[0]
        layers.append((weights.detach().numpy(), bias.detach().numpy(), stride))
    return layers


def pack(layers: list[tuple[Array, Array, int]], settings: dict[str, float]) -> bytes:
    """The weights file."""
    head = MAGIC + struct.pack("<3I", VERSION, len(layers), len(settings))
    head += struct.pack(f"<{len(settings)}f", *settings.values())
    for weights, _, stride in layers:
        side, _, inputs, outputs = weights.shape
        head += struct.pack("<4I", inputs, outputs, side, stride)
    values = np.concatenate([part.ravel() for weights, bias, _ in layers for part in (weights, bias)])
    return head + values.astype("<f2").tobytes()


def read_settings(weights: bytes) -> dict[str, float]:
    """The settings of a weights file."""
    return dict(zip(SETTINGS, struct.unpack_from(f"<{len(SETTINGS)}f", weights, 16), strict=True))


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
    settings = (
        SETTINGS
        | KINDS[arguments.kind].settings
        | (json.loads(arguments.settings.read_text()) if arguments.settings else {})
    )
    arguments.out.write_bytes(pack(list_layers(detector, classifier), settings))


if __name__ == "__main__":
    main()
