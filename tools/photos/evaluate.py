"""How well are the tiles of labelled photographs read?

python -m tools.photos.evaluate FOLDER [--cards] [--split dev] [--weights FILE] [--photos PREFIX] [--verbose]

FOLDER holds labels.json and the photographs. Of playing cards, every labelled index is one, and a second corner of a
labelled card is not counted.
"""

import argparse
import itertools
import json
import logging
import math
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from tools.photos.editions import COLOURS
from tools.photos.export import read_settings, replace_settings
from tools.photos.reader import PACK, RUMMIKUB, Box, Reader, Tile

log = logging.getLogger(__name__)
WEIGHTS = Path(__file__).parents[2] / "rummy_referee/photos"
LONGEST = 1280  # side of a picture in the service
SUIT_COLOURS = dict(zip("shdc", COLOURS, strict=False))  # places in the answer of the reader
Label = dict[str, Any]


def open_photo(path: Path) -> tuple[np.ndarray, float]:
    """The pixels as the service sees them, and the factor back to the original size."""
    image = Image.open(path).convert("RGB")
    factor = max(1.0, max(image.size) / LONGEST)
    if factor > 1:
        size = (round(image.width / factor), round(image.height / factor))
        image = image.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    return np.array(image), factor


def _distance(tile: Tile, factor: float, label: Label) -> float | None:
    """How far the tile is from the label, None if it cannot belong to it."""
    xs, ys = [v * factor for v in tile.quad[0::2]], [v * factor for v in tile.quad[1::2]]
    x, y, size = sum(xs) / 4, sum(ys) / 4, max(max(xs) - min(xs), max(ys) - min(ys), 1)
    if "box" in label:
        left, top, right, bottom = label["box"]
        if not (left - 6 <= x <= right + 6 and top - 6 <= y <= bottom + 6):
            return None
        return math.dist((x, y), ((left + right) / 2, (top + bottom) / 2)) / max(right - left, bottom - top)
    distance = math.dist((x, y), (label["x"], label["y"])) / size
    return distance if distance < 0.75 else None


def match(tiles: list[Tile], factor: float, labels: list[Label]) -> dict[int, int]:
    """Which label each tile belongs to: one to one, nearest first."""
    near = sorted(
        (distance, i, j)
        for i, tile in enumerate(tiles)
        for j, label in enumerate(labels)
        if (distance := _distance(tile, factor, label)) is not None
    )
    pairs: dict[int, int] = {}
    for _, i, j in near:
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def name_number(index: int) -> int | str:
    """1 to 13 or joker."""
    return "joker" if index == 13 else index + 1


def without_second_corners(tiles: list[Tile], factor: float, labels: list[Label]) -> list[Tile]:
    """The tiles but those of a labelled card at a place that has no label."""
    pairs, known = match(tiles, factor, labels), {(label["number"], label["colour"]) for label in labels}
    return [tile for i, tile in enumerate(tiles) if i in pairs or guess(tile) not in known]


def guess(tile: Tile) -> tuple[int | str, str]:
    """The most probable number and colour."""
    number = name_number(max(range(14), key=lambda k: tile.number[k]))
    return number, COLOURS[max(range(5), key=lambda k: tile.colour[k])]


def count_photo(tiles: list[Tile], factor: float, labels: list[Label]) -> tuple[Counter[str], list[str]]:
    """The counts that the figures are made of, and a description of each wrong answer."""
    pairs, n, wrong = match(tiles, factor, labels), Counter[str](), []
    counted = [label for label in labels if not label.get("ignore")]
    n["tiles"], n["jokers"] = len(counted), sum(label["number"] == "joker" for label in counted)
    for i, tile in enumerate(tiles):
        label = labels[pairs[i]] if i in pairs else None
        if label is not None and label.get("ignore"):
            continue
        number, _ = guess(tile)
        answer = name_number(tile.number_answer - 1) if tile.number_answer else None
        colour = COLOURS[tile.colour_answer] if tile.colour_answer >= 0 else None
        right = label is not None and answer == label["number"]
        n["found"] += label is not None
        n["phantoms"] += label is None
        n["guesses"] += 1
        n["guesses right"] += label is not None and number == label["number"]
        if answer is None:
            continue
        n["given"] += 1
        n["answered"] += label is not None
        n["right"] += right
        n["jokers given"] += answer == "joker"
        n["jokers right"] += answer == "joker" and right
        if colour is not None or answer == "joker":
            n["codes"] += 1
            code_right = label is not None and right and (answer == "joker" or label["colour"] in (None, colour))
            n["codes right"] += code_right
        else:
            code_right = right
        if not code_right:
            truth = f"{label['number']} {label['colour']}" if label else "nothing"
            wrong.append(f"{answer} {colour} for {truth} ({tile.confidence:.2f})")
    return n, wrong


def count_confidences(tiles: list[Tile], factor: float, labels: list[Label]) -> list[tuple[float, bool]]:
    """Per tile its confidence, and whether its most probable number and colour are right."""
    pairs, counted = match(tiles, factor, labels), []
    for i, tile in enumerate(tiles):
        label = labels[pairs[i]] if i in pairs else None
        if label is not None and label.get("ignore"):
            continue
        number, colour = guess(tile)
        right = label is not None and number == label["number"]
        if right and label is not None and number != "joker":
            right = label["colour"] in (None, colour)
        counted.append((tile.confidence, right))
    return counted


def describe_reliability(confidences: list[tuple[float, bool]]) -> list[str]:
    """A line for each range of confidence: tiles, mean confidence, share that is right."""
    lines = ["confidence   tiles  mean   right"]
    for low, high in itertools.pairwise((0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)):
        inside = [(c, right) for c, right in confidences if low <= c < high]
        if inside:
            mean, share = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            lines.append(f"{low:.2f}-{min(high, 1):.2f}  {len(inside):6d}  {mean:.3f}  {share:.3f}")
    return lines


def describe(n: Counter[str], photos: int) -> list[str]:
    """The figures, one a line."""

    def share(part: str, whole: str) -> str:
        return f"{n[part] / n[whole]:.3f} ({n[part]}/{n[whole]})" if n[whole] else "-"

    return [
        f"found             {share('found', 'tiles')}",
        f"number answered   {share('answered', 'tiles')}",
        f"number right      {share('right', 'given')}",
        f"code right        {share('codes right', 'codes')}",
        f"best guess P / R  {share('guesses right', 'guesses')} / {share('guesses right', 'tiles')}",
        f"joker P / R       {share('jokers right', 'jokers given')} / {share('jokers right', 'jokers')}",
        f"phantoms a photo  {n['phantoms'] / max(1, photos):.2f}",
    ]


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--photos", default="", help="only photographs whose name starts so")
    parser.add_argument("--cards", action="store_true")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    weights = arguments.weights or WEIGHTS / ("cards.weights" if arguments.cards else "tiles.weights")
    settings = read_settings(weights.read_bytes()) | {"twofold": 0.0}
    reader = Reader(replace_settings(weights.read_bytes(), settings))
    total, seconds = Counter[str](), []
    confidences: list[tuple[float, bool]] = []
    labelled = json.loads((arguments.folder / "labels.json").read_text())
    for name, entry in labelled.items():
        if entry.get("split", arguments.split) != arguments.split or not name.startswith(arguments.photos):
            continue
        picture, factor = open_photo(arguments.folder / name)
        default = PACK if arguments.cards else RUMMIKUB
        started = time.process_time()
        tiles = reader.read(picture, Box(*entry["box"]) if "box" in entry else default)
        seconds.append(time.process_time() - started)
        if arguments.cards:
            entry["tiles"] = [{"colour": SUIT_COLOURS[one["suit"]], **one} for one in entry["tiles"] if one["suit"]]
            tiles = without_second_corners(tiles, factor, entry["tiles"])
        confidences += count_confidences(tiles, factor, entry["tiles"])
        counts, wrong = count_photo(tiles, factor, entry["tiles"])
        total += counts
        if arguments.verbose:
            log.info("%s: %d read, %d there, wrong %s", name, len(tiles), counts["tiles"], wrong)
    log.info(
        "photographs %d, tiles %d, median %.2f s", len(seconds), total["tiles"], sorted(seconds)[len(seconds) // 2]
    )
    for line in describe(total, len(seconds)) + describe_reliability(confidences):
        log.info("%s", line)


if __name__ == "__main__":
    main()
