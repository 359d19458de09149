"""The two networks: a detector of numerals on tiles and a classifier of upright crops.

The C program computes the same layers in the same order (see export.py); widths may change, the structure may not.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

# Channels of the detector's output, at a quarter of the picture's resolution.
HEAT, OFFSET, SIZE, ANGLE, QUAD, NUMBER, COLOUR = (
    0,
    slice(1, 3),
    3,
    slice(4, 6),
    slice(6, 12),
    slice(12, 26),
    slice(26, 31),
)
DETECTOR_OUTPUTS = 32  # a multiple of 8; the last one is unused
BASE_SIZE = 20.0  # the detector gives log(height of the numeral / BASE_SIZE)

# Outputs of the classifier: 1 to 13, joker, not a tile; colours; upside down.
CROP_NUMBER, CROP_COLOUR, CROP_FLIPPED = slice(0, 15), slice(15, 20), 20
CLASSIFIER_OUTPUTS = 24
CROP = 48  # pixels of a crop's side


@dataclass(frozen=True)
class View:
    """How a crop is cut: its side in heights of the numeral, and how high a usual tile is, in widths."""

    context: float
    ratio: float


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to their input."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


def enlarge(x: Tensor) -> Tensor:
    """Every pixel repeated twice in both directions."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Detector(nn.Module):
    """A picture (sides are multiples of 16) to DETECTOR_OUTPUTS maps of a quarter of its size, as CenterNet does."""

    def __init__(self, widths: tuple[int, ...] = (16, 24, 48, 80, 32)) -> None:
        super().__init__()
        stem, quarter, eighth, sixteenth, head = widths
        self.stem = convolution(3, stem, 2)
        self.quarter = nn.Sequential(convolution(stem, quarter, 2), convolution(quarter, quarter))
        self.eighth = nn.Sequential(convolution(quarter, eighth, 2), Residual(eighth))
        self.sixteenth = nn.Sequential(convolution(eighth, sixteenth, 2), Residual(sixteenth))
        self.from_sixteenth = nn.Conv2d(sixteenth, eighth, 1)
        self.merge_eighth = convolution(eighth, eighth)
        self.from_eighth = nn.Conv2d(eighth, head, 1)
        self.from_quarter = nn.Conv2d(quarter, head, 1)
        self.merge_quarter = convolution(head, head)
        self.output = nn.Conv2d(head, DETECTOR_OUTPUTS, 1)
        nn.init.constant_(self.output.bias[:1], -4.0)  # numerals are rare

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        eighth = self.merge_eighth(eighth + enlarge(self.from_sixteenth(sixteenth)))
        quarter = self.merge_quarter(self.from_quarter(quarter) + enlarge(self.from_eighth(eighth)))
        output: Tensor = self.output(quarter)
        return output


class Classifier(nn.Module):
    """Crops of CROP x CROP pixels to CLASSIFIER_OUTPUTS logits."""

    def __init__(self, widths: tuple[int, ...] = (24, 48, 80, 112), hidden: int = 96) -> None:
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            convolution(3, a), convolution(a, a, 2), convolution(a, b), convolution(b, b, 2),
            convolution(b, c), convolution(c, c, 2), convolution(c, d),
        )  # fmt: skip
        self.pool = nn.AvgPool2d(2)
        self.dropout = nn.Dropout(0.3)
        self.hidden = nn.Linear(d * (CROP // 16) ** 2, hidden)
        self.output = nn.Linear(hidden, CLASSIFIER_OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        pooled = self.dropout(torch.flatten(self.pool(self.features(x)), 1))
        output: Tensor = self.output(functional.relu(self.hidden(pooled)))
        return output
