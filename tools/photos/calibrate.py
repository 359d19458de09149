"""Calibrate the probabilities of the reader and choose its thresholds.

python -m tools.photos.calibrate KIND PHOTOS WORK WEIGHTS

Uses the dev split of the photographs and rendered scenes that were not trained with. It fits temperatures for numbers
and colours and a logistic regression for "is a tile", then takes the lowest thresholds whose answers are right often
enough, and writes the settings into WEIGHTS. `mit/`, which the figures of the model card come from, is not used.
"""

import argparse
import logging
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from tools.photos import render
from tools.photos.editions import JOKER, NOT_A_TILE, Array
from tools.photos.export import read_settings, replace_settings
from tools.photos.kinds import KINDS, Kind
from tools.photos.reader import ANY_BOX, Box, Reader
from tools.photos.samples import decode

log = logging.getLogger(__name__)
KEPT = {"neighbour": 0.0, "twofold": 0.0}
NOT_COUNTED = -2  # instead of a number: neither a tile nor background
Truth: TypeAlias = tuple[int, int, float, float, float]  # number, colour, centre, reach
Picture: TypeAlias = tuple[Array, Box, list[Truth]]
ACCURACY = 0.985  # of answered numbers, and of answered colours where the number is answered too
LEAST_ACCURACY = 0.95  # of all answered colours


@dataclass(frozen=True)
class Reading:
    """A candidate, what the networks say and what it is: number -1 is no tile, -2 is not to be counted."""

    heat: float
    crop: float
    numbers: Array
    colours: Array
    number: int
    colour: int


def _pictures(kind: Kind, photos: Path, work: Path) -> Iterator[Picture]:
    """Pictures with box and tiles."""
    for photo in kind.read_photos(photos, "dev"):
        tiles = []
        for number, colour, (left, top, right, bottom) in photo.tiles:
            tiles.append(
                (number, colour, (left + right) / 2, (top + bottom) / 2, 0.4 * max(right - left, bottom - top))
            )
        yield photo.image, kind.box, tiles
    for encoded, labels in render.load(work / "scenes-held-out.npz"):
        yield decode(encoded), ANY_BOX, [
            (NOT_COUNTED if label.ignore else label.number, label.colour, *_centre(label.quad), label.size)
            for label in labels
            if label.number != NOT_A_TILE
        ]  # fmt: skip


def _centre(quad: tuple[float, ...]) -> tuple[float, float]:
    return sum(quad[0::2]) / 4, sum(quad[1::2]) / 4


def match(places: list[tuple[float, float]], tiles: list[Truth]) -> list[tuple[int, int]]:
    """Number and colour of the tile at each place: one to one, nearest first; -1 where there is none."""
    near = sorted(
        (math.dist(place, tile[2:4]) / tile[4], i, j) for i, place in enumerate(places) for j, tile in enumerate(tiles)
    )
    meanings, taken = {}, set()
    for distance, i, j in near:
        if distance < 1 and i not in meanings and (j not in taken or tiles[j][0] == NOT_COUNTED):
            meanings[i] = tiles[j][:2]
            taken.add(j)
    return [meanings.get(i, (-1, -1)) for i in range(len(places))]


def read_all(pictures: list[Picture], weights: bytes) -> list[Reading]:
    """Every candidate of every picture; only the settings that suppression needs are as in the file."""
    neutral = KEPT | {"number_temperature": 1.0, "colour_temperature": 1.0, "least_tile": 0.0, "least_number": 0.0}
    settings = read_settings(weights)
    reader = Reader(replace_settings(weights, settings | neutral))
    readings = []
    for picture, box, tiles in pictures:
        read = reader.read(picture, box)
        meanings = match([_centre(tuple(tile.quad)) for tile in read], tiles)
        known = {(number, colour) for number, colour, *_ in tiles}
        for tile, (number, colour) in zip(read, meanings, strict=True):
            numbers, colours = np.array(tile.number), np.array(tile.colour)
            if number < 0 and settings["twofold"] and (int(numbers.argmax()), int(colours.argmax())) in known:
                continue  # the other corner of a labelled card
            readings.append(Reading(tile.heat, tile.crop, numbers, colours, number, colour))
    return readings


def _soften(chances: Array, temperature: float) -> Array:
    powers = np.exp(np.log(chances + 1e-9) / temperature)
    softened: Array = powers / powers.sum(1, keepdims=True)
    return softened


def fit_temperature(chances: Array, truth: Array) -> float:
    """The temperature with the highest likelihood."""
    rows = np.arange(len(truth))

    def loss(temperature: float) -> float:
        return -float(np.log(_soften(chances, temperature)[rows, truth] + 1e-9).mean())

    return float(min(np.arange(0.3, 4, 0.05), key=loss))


def fit_logistic(features: Array, truth: Array) -> Array:
    """Weights and constant of a logistic regression, by Newton's method with a little shrinkage."""
    inputs = np.column_stack([features, np.ones(len(features))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (chance - truth) + 1e-3 * weights
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def lowest_threshold(chances: Array, right: Array, least: float = ACCURACY) -> float:
    """The lowest threshold above which the share of right answers is at least `least`; never below a half."""
    order = np.argsort(-chances)
    accuracy = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(accuracy >= least)[0]
    return max(0.5, float(chances[order][enough[-1]])) if len(enough) else 1.0


def calibrate(readings: list[Reading], settings: dict[str, float]) -> dict[str, float]:
    """The settings for these readings."""
    settings = dict(settings)
    readings = [r for r in readings if r.number != NOT_COUNTED]
    tiles = [r for r in readings if r.number >= 0]
    coloured = [r for r in tiles if r.number != JOKER and r.colour >= 0]
    settings["number_temperature"] = fit_temperature(
        np.array([r.numbers for r in tiles]), np.array([r.number for r in tiles])
    )
    settings["colour_temperature"] = fit_temperature(
        np.array([r.colours for r in coloured]), np.array([r.colour for r in coloured])
    )
    features = np.array([(r.heat, r.crop) for r in readings])
    is_tile = np.array([r.number >= 0 for r in readings])
    weights = fit_logistic(features, is_tile)
    settings |= dict(zip(("tile_heat", "tile_crop", "tile_bias"), (float(w) for w in weights), strict=True))
    chance = 1 / (1 + np.exp(-(features @ weights[:2] + weights[2])))
    numbers = _soften(np.array([r.numbers for r in readings]), settings["number_temperature"])
    colours = _soften(np.array([r.colours for r in readings]), settings["colour_temperature"])
    right = numbers.argmax(1) == [r.number for r in readings]
    settings["least_number"] = lowest_threshold(chance * numbers.max(1), right)
    known = np.array([r.number != JOKER and (r.colour >= 0 or r.number < 0) for r in readings])
    both = known & (chance * numbers.max(1) >= settings["least_number"])
    right = (colours.argmax(1) == [r.colour for r in readings]) & is_tile
    coloured_chance = chance * colours.max(1)
    settings["least_colour"] = max(
        lowest_threshold(coloured_chance[both], right[both]),
        lowest_threshold(coloured_chance[known], right[known], LEAST_ACCURACY),
    )
    log.info("candidates %d, tiles %d, settings %s", len(readings), len(tiles), settings)
    return settings


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("photos", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("weights", type=Path)
    arguments = parser.parse_args()
    weights = arguments.weights.read_bytes()
    pictures = list(_pictures(KINDS[arguments.kind], arguments.photos, arguments.work))
    for _ in range(2):  # the settings decide what is suppressed
        weights = replace_settings(weights, calibrate(read_all(pictures, weights), read_settings(weights)))
    arguments.weights.write_bytes(weights)


if __name__ == "__main__":
    main()
