"""Training samples: patches of scenes with target maps for the detector, upright crops for the classifier."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from tools.photos.editions import JOKER, NOT_A_TILE, Array
from tools.photos.networks import BASE_SIZE, CROP, View
from tools.photos.scenes import Label

cv2.setNumThreads(1)
Scenes = list[tuple[bytes, list[Label]]]
PATCH = 320
SMALLEST, LARGEST = 10, 52  # heights of numerals in a patch that the detector answers for
TARGETS = 2 + 1 + 2 + 6  # offset, size, angle, quad
CROPS_OF_SCENE = 8
LEAST_SHAPE = 0.2  # a quad that is narrower or more sheared than this says nothing


def decode(encoded: bytes) -> Array:
    """The pixels (RGB) of a JPEG file."""
    return cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)[..., ::-1]


def to_tensor(image: Array) -> Tensor:
    """Channels first, values from -1 to 1."""
    scaled = np.clip(image, 0, 255).transpose(2, 0, 1) / 127.5 - 1
    return torch.from_numpy(np.ascontiguousarray(scaled, np.float32))


def frame_of(label: Label, ratio: float) -> Array:
    """What is one height of the numeral to the right and one down, as columns, in pixels of the picture.

    The quad of the tile says how it is foreshortened and sheared; a usual tile is `ratio` times as high as wide.
    Without a usable quad, the numeral is only turned. The C program computes the same.
    """
    cos, sin = math.cos(label.angle), math.sin(label.angle)
    upright = label.size * np.array([[cos, -sin], [sin, cos]])
    if not label.quad:
        return upright
    values = describe_quad(label)
    across, down = np.array(values[2:4]), np.array(values[4:6])
    area = across[0] * down[1] - across[1] * down[0]
    lengths = across @ across * ratio, down @ down / ratio
    if area < LEAST_SHAPE * max(lengths) or across[0] <= 0 or down[1] <= 0:
        return upright
    scale = 1 / math.sqrt(area)
    frame: Array = upright @ np.column_stack([across * ratio**0.5, down / ratio**0.5]) * scale
    return frame


def place_quad(x: float, y: float, size: float, angle: float, values: Sequence[float]) -> tuple[float, ...]:
    """The corners of a tile that describe_quad described."""
    cos, sin = math.cos(angle), math.sin(angle)
    centre, across, down = np.array(values).reshape(3, 2) @ np.array([[cos, sin], [-sin, cos]]) * size
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(float(v) for i, j in signs for v in (x, y) + centre + i * across + j * down)


def cut(image: Array, x: float, y: float, frame: Array, context: float) -> Array:
    """The crop around a numeral: `frame` maps heights of the numeral, from its middle, to pixels."""
    step = context / CROP * frame
    reach = int(context * np.abs(frame).sum(1).max() / 2) + 6
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    image = image[top : max(top + 1, int(y) + reach), left : max(left + 1, int(x) + reach)]
    fine = math.sqrt(abs(float(np.linalg.det(step))))
    side = max(1, round(0.8 * fine)) if fine > 1 / 0.6 else 1  # avoid aliasing
    if side > 1:
        image = cv2.blur(image, (side, side))
    matrix = np.column_stack([step, (x - left, y - top) - step @ np.array([CROP / 2 - 0.5, CROP / 2 - 0.5])])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, matrix, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)


@dataclass
class Targets:
    """What the detector should answer for a patch."""

    heat: Array = field(default_factory=lambda: np.zeros((PATCH // 4, PATCH // 4), np.float32))
    counted: Array = field(default_factory=lambda: np.ones((PATCH // 4, PATCH // 4), np.float32))
    values: Array = field(default_factory=lambda: np.zeros((TARGETS, PATCH // 4, PATCH // 4), np.float32))
    inside: Array = field(default_factory=lambda: np.zeros((2, PATCH // 4, PATCH // 4), np.float32))  # tile; with quad
    classes: Array = field(default_factory=lambda: np.full((2, PATCH // 4, PATCH // 4), -1, np.int64))

    def exclude(self, x: float, y: float, size: float) -> None:
        """Count no background where a tile lies that is not to be found."""
        radius = max(3, int(0.9 * size / 4))
        x0, y0 = max(0, int(x / 4) - radius), max(0, int(y / 4) - radius)
        self.counted[y0 : max(0, int(y / 4) + radius + 1), x0 : max(0, int(x / 4) + radius + 1)] = 0

    def add(self, label: Label) -> None:
        """Add a tile of the patch."""
        x, y, size, cells = label.x, label.y, abs(label.size), PATCH // 4
        if not (-40 < x < PATCH + 40 and -40 < y < PATCH + 40):
            return
        if label.ignore or not SMALLEST <= size <= LARGEST:
            self.exclude(x, y, size)
            return
        u, v = x / 4 - 0.5, y / 4 - 0.5
        column, row = round(u), round(v)
        if not (0 <= column < cells and 0 <= row < cells):
            return
        spread = max(0.7, 0.056 * size)
        reach = int(3 * spread) + 1
        rows = slice(max(0, row - reach), min(cells, row + reach + 1))
        columns = slice(max(0, column - reach), min(cells, column + reach + 1))
        ys, xs = np.mgrid[rows, columns]
        bump = np.exp(-((xs - u) ** 2 + (ys - v) ** 2) / (2 * spread * spread))
        self.heat[rows, columns] = np.maximum(self.heat[rows, columns], bump)
        self.heat[row, column] = 1
        near = (bump > 0.55) | ((xs == column) & (ys == row))
        self.counted[rows, columns][near] = 1
        self.inside[0, rows, columns][near] = 1
        self.inside[1, rows, columns][near] = float(bool(label.quad))
        angle = label.angle
        for i, target in enumerate((u - xs, v - ys)):
            self.values[i, rows, columns][near] = target[near]
        fixed = (math.log(size / BASE_SIZE), math.cos(angle), math.sin(angle), *describe_quad(label))
        for i, value in enumerate(fixed, 2):
            self.values[i, rows, columns][near] = value
        self.classes[0, rows, columns][near] = label.number
        self.classes[1, rows, columns][near] = -1 if label.number == JOKER else label.colour


def map_label(label: Label, matrix: Array) -> Label:
    """The label in a picture that the affine matrix makes of its own."""
    cos, sin = math.cos(label.angle), math.sin(label.angle)
    right, up = (matrix[:, :2] @ np.array([[cos, sin], [sin, -cos]]) * abs(label.size)).T
    size = math.copysign(math.sqrt(np.linalg.norm(up) * np.linalg.norm(right)), label.size)
    x, y = matrix @ np.array([label.x, label.y, 1])
    corners = np.array(label.quad).reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    quad = tuple(float(v) for v in corners.ravel())
    return replace(label, x=float(x), y=float(y), size=size, angle=math.atan2(up[0], -up[1]), quad=quad)


def describe_quad(label: Label) -> list[float]:
    """Centre, half of the width and half of the height of the tile as vectors, upright, in heights of the numeral."""
    if not label.quad:
        return [0.0] * 6
    corners = np.array(label.quad).reshape(4, 2)
    centre = corners.mean(0) - (label.x, label.y)
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    cos, sin = math.cos(label.angle), math.sin(label.angle)
    upright = np.array([[cos, sin], [-sin, cos]]) / label.size
    return [float(v) for vector in (centre, across, down) for v in upright @ vector]


class Samples(IterableDataset):
    """An endless random sequence of samples from rendered scenes and, for a share of them, from photographs."""

    def __init__(self, seed: int, view: View, rendered: Scenes, photos: Scenes, share: float) -> None:
        self.seed, self.view, self.rendered, self.photos, self.share = seed, view, rendered, photos, share

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        rng = random.Random(self.seed)
        noise = np.random.default_rng(self.seed)
        while True:
            real = bool(self.photos) and rng.random() < self.share
            encoded, labels = rng.choice(self.photos if real else self.rendered)
            yield from self.sample(rng, noise, decode(encoded), labels, real=real)

    def sample(
        self, rng: random.Random, noise: np.random.Generator, image: Array, labels: list[Label], *, real: bool
    ) -> Iterator[tuple[Tensor, ...]]:
        """The samples that one scene gives."""
        raise NotImplementedError


def _recolour(image: Array, rng: random.Random, noise: np.random.Generator, *, noisy: float) -> Array:
    gains = rng.uniform(0.65, 1.25) * noise.uniform(0.87, 1.13, 3).astype(np.float32)
    image = image.astype(np.float32) * gains + rng.uniform(-15, 15)
    if rng.random() < noisy:
        image += noise.normal(0, rng.uniform(2, 8), image.shape).astype(np.float32)
    return image


def _stretch(rng: random.Random) -> Array:
    """A picture that is pressed in one direction, as if seen from the side."""
    factor, angle = math.sqrt(rng.uniform(1, 2.4)), rng.choice([0, math.pi / 2, rng.uniform(0, math.pi)])
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    pressed: Array = turn @ np.diag([factor, 1 / factor]) @ turn.T
    return pressed


class Patches(Samples):
    """Patches of PATCH x PATCH pixels with heat, masks, values and classes."""

    def sample(
        self, rng: random.Random, noise: np.random.Generator, image: Array, labels: list[Label], *, real: bool
    ) -> Iterator[tuple[Tensor, ...]]:
        height, width = image.shape[:2]
        tiles = [label for label in labels if label.number != NOT_A_TILE]
        if real:  # the quads are estimates
            tiles = [replace(label, quad=()) for label in tiles]
        zoom = rng.uniform(0.8, 1.25)
        if real:
            sizes = [label.size for label in tiles if label.size > 0]
            zoom = math.exp(rng.uniform(math.log(12), math.log(42))) / (float(np.median(sizes)) if sizes else 25)
        turn = rng.gauss(0, 0.05) if rng.random() < 0.6 else rng.randrange(4) * math.pi / 2 + rng.gauss(0, 0.1)
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if labels and rng.random() < 0.9:
            label, reach = rng.choice(labels), 0.45 * PATCH / zoom
            x, y = label.x + rng.uniform(-reach, reach), label.y + rng.uniform(-reach, reach)
        if not real:  # stay inside of the small scene
            low = PATCH / 2 / zoom - 20
            x, y = min(max(x, low), max(width - low, low)), min(max(y, low), max(height - low, low))
        cos, sin = zoom * math.cos(turn), zoom * math.sin(turn)
        matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
        if real and rng.random() < 0.5:
            matrix[:, :2] = matrix[:, :2] @ _stretch(rng)
        matrix[:, 2] = np.array([PATCH / 2, PATCH / 2]) - matrix[:, :2] @ np.array([x, y])
        side = round(1 / zoom)
        image = cv2.blur(image, (side, side)) if zoom < 0.6 and side > 1 else image
        image = cv2.warpAffine(image, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        image = _recolour(image, rng, noise, noisy=0.3)
        if rng.random() < 0.25:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.3))
        targets = Targets()
        for label in tiles:
            targets.add(map_label(label, matrix))
        maps = np.concatenate([targets.heat[None], targets.counted[None], targets.inside])
        truth = (maps, targets.values, targets.classes)
        yield to_tensor(image), *(torch.from_numpy(array) for array in truth)


class Crops(Samples):
    """Upright crops with number, colour (-1 unknown) and whether the crop is upside down (-1 unknown)."""

    def sample(
        self, rng: random.Random, noise: np.random.Generator, image: Array, labels: list[Label], *, real: bool
    ) -> Iterator[tuple[Tensor, ...]]:
        known = [label for label in labels if not label.ignore and label.size > 0]
        tiles = [label for label in known if label.number != NOT_A_TILE]
        mistaken = [label for label in known if label.number == NOT_A_TILE]
        rng.shuffle(tiles)
        if real:  # jokers are rare in photographs
            tiles.sort(key=lambda label: label.number != JOKER)
        for label in tiles[: CROPS_OF_SCENE - 2] + rng.sample(
            mistaken, min(2 if tiles else CROPS_OF_SCENE - 2, len(mistaken))
        ):
            yield self._crop(rng, noise, image, label)
        for _ in range(2):
            background = self._background(rng, image, labels)
            if background:
                yield self._crop(rng, noise, image, background)

    def _background(self, rng: random.Random, image: Array, labels: list[Label]) -> Label | None:
        """A place that is not the middle of a numeral, often beside one."""
        height, width = image.shape[:2]
        if labels and rng.random() < 0.5:
            label = rng.choice(labels)
            size, angle = abs(label.size), rng.uniform(0, 2 * math.pi)
            reach = rng.uniform(0.45, 1.6) * size
            x, y = label.x + reach * math.cos(angle), label.y + reach * math.sin(angle)
            size, angle = size * rng.uniform(0.6, 1.4), label.angle + rng.gauss(0, 0.3)
        else:
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            size, angle = rng.uniform(8, 45), rng.uniform(0, 2 * math.pi)
        clear = all(math.dist((x, y), (o.x, o.y)) > 0.4 * max(abs(o.size), size) for o in labels)
        inside = 0 < x < width and 0 < y < height
        return Label(NOT_A_TILE, -1, x, y, size, angle) if clear and inside else None

    def _crop(self, rng: random.Random, noise: np.random.Generator, image: Array, label: Label) -> tuple[Tensor, ...]:
        flipped = rng.random() < 0.12
        size = label.size * math.exp(rng.gauss(0, 0.15))
        x, y = (v + rng.gauss(0, 0.07) * label.size for v in (label.x, label.y))
        angle = label.angle + rng.gauss(0, 0.14) + (math.pi if flipped else 0)
        shape = np.array([[1, rng.gauss(0, 0.09)], [rng.gauss(0, 0.05), 1]]) * (1, rng.uniform(0.85, 1.15))
        cos, sin = math.cos(angle - label.angle), math.sin(angle - label.angle)
        frame = frame_of(label, self.view.ratio) @ np.array([[cos, -sin], [sin, cos]]) @ shape * (size / label.size)
        crop = cut(image, x, y, frame, self.view.context)
        if rng.random() < 0.35:
            crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.5))
        if rng.random() < 0.25:
            small = [max(12, int(CROP * rng.uniform(0.3, 1.0))) for _ in range(2)]
            crop = cv2.resize(cv2.resize(crop, small, interpolation=cv2.INTER_AREA), (CROP, CROP))
        crop = _recolour(crop, rng, noise, noisy=0.3)
        if rng.random() < 0.15:  # something lies on the tile
            y0, x0 = rng.randrange(40), rng.randrange(40)
            crop[y0 : y0 + rng.randrange(3, 10), x0 : x0 + rng.randrange(3, 10)] = noise.uniform(0, 255, 3)
        colour = -1 if label.number >= JOKER else label.colour
        known = label.number < JOKER
        return (
            to_tensor(crop), torch.tensor(label.number), torch.tensor(colour),
            torch.tensor(float(flipped) if known else -1.0),
        )  # fmt: skip
