"""Render the pictures that the tests read: tests/photos/scenes/*.jpg and labels.json, in the format of evaluate.py.

python -m tools.photos.examples OUT

Unlike training scenes, these hold given tiles, none of them covered or cut, and the seeds are such that every tile is
read with certainty: they test the program, not the networks.
"""

import argparse
import json
import math
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from tools.photos.decks import Deck
from tools.photos.editions import COLOURS, JOKER, NOT_A_TILE
from tools.photos.scenes import Scene, Setting, draw_board

LETTERS = "KRBOG"
RANKS, SUITS = "A23456789TJQK", "shdc"
TILE_WIDTH = 56
WIDTH, HEIGHT = 800, 600
BOXES = {
    "rummikub": [0b01111, 13, 2, 2],
    "myrummy-kids": [0b11110, 6, 2, 4],
    "gin-rummy-cards": [0b01111, 13, 1, 0],
    "machiavelli": [0b01111, 13, 2, 0],
}


@dataclass(frozen=True)
class Example:
    """Melds in rows: each meld is a list of tiles like R7 or J, with a gap between melds."""

    name: str
    seed: int
    rows: tuple[str, ...]
    layout: str = "table"
    colours: tuple[int, ...] = (0, 1, 2, 3)
    variant: str = "rummikub"
    tilt: float = 0.0


@dataclass(frozen=True)
class CardExample:
    """Rows of playing cards like Qh, each a fan or side by side."""

    name: str
    seed: int
    rows: tuple[str, ...]
    variant: str
    width: int = 110  # of a card
    step: float = 1.1  # from card to card, in widths
    turn: float = 0.0  # from card to card


EXAMPLES = (
    Example("rack", 5, ("R7 R8 R9   K2 B2", "O13 O1 B6   K11 K4 R3 B10"), layout="rack"),
    Example("table", 8, ("R1 R2 R3   K8 B8 O8 R8", "B9 B10 B11 B12   O4 O5 O6", "K13 R13 B13   K5 K6 K7"), tilt=0.35),
    Example("jokers", 9, ("J K3 R3   O7 J O9 O10", "B1 B2 B3 B4")),
    Example(
        "green", 3, ("G1 G2 G3   R4 B4 O4 G4", "B5 B6 J   R1 O1 G6 R6"), colours=(1, 2, 3, 4), variant="myrummy-kids"
    ),
    Example("empty", 5, (), layout="empty"),
)


CARD_EXAMPLES = (
    CardExample("fan", 8, ("4h 5h 6h 9h 9d 9c Qh Kd 2d Ad",), "gin-rummy-cards", 190, 0.32, 0.08),
    CardExample("packs", 8, ("7d 7d 8d Jh", "Tc Qc Kc Ah"), "machiavelli", 130),
)


def _tiles(row: str) -> list[tuple[int, int, float]]:
    """Number, colour and place (in widths of a tile, from the left) of the tiles of a row."""
    tiles, place = [], 0.0
    for code in row.split(" "):
        if not code:
            place += 0.4
            continue
        number = JOKER if code == "J" else int(code[1:]) - 1
        tiles.append((number, 1 if code == "J" else LETTERS.index(code[0]), place))
        place += 1.04
    return tiles


def _camera(tilt: float) -> np.ndarray:
    focus = 2.0 * WIDTH
    cos, sin = math.cos(tilt), math.sin(tilt)
    lens = np.array([[focus, 0, WIDTH / 2], [0, focus, HEIGHT / 2], [0, 0, 1]])
    return lens @ np.array([[1, 0, 0], [0, cos, 0], [0, sin, focus]])


def render(example: Example) -> tuple[np.ndarray, dict[str, Any]]:
    """The picture and its entry in labels.json."""
    rng = random.Random(example.seed)
    setting = Setting(WIDTH, HEIGHT, 11, 60, example.layout, colours=example.colours)
    scene = Scene(rng, setting)
    scene.tile_height *= TILE_WIDTH / scene.tile_width
    scene.thickness *= TILE_WIDTH / scene.tile_width
    scene.tile_width, scene.camera = TILE_WIDTH, _camera(example.tilt)
    if example.layout == "rack":
        draw_board(scene, 0.45 * WIDTH, -1.3 * scene.tile_height, 1.5 * scene.tile_height)
    places = []
    for i, row in enumerate(example.rows):
        tiles = _tiles(row)
        y = (i - (len(example.rows) - 1) / 2) * scene.tile_height * 1.25
        for position, (number, colour, place) in enumerate(tiles):
            scene.put(number, colour, (place - tiles[-1][2] / 2) * TILE_WIDTH, y, rng.gauss(0, 0.01))
            places.append((i, position))
    picture, labels = scene.finish()
    tiles_of_picture = [
        {
            "number": "joker" if label.number == JOKER else label.number + 1,
            "colour": None if label.number == JOKER else COLOURS[label.colour],
            "row": row,
            "position": position,
            "x": round(sum(label.quad[0::2]) / 4),
            "y": round(sum(label.quad[1::2]) / 4),
        }
        for label, (row, position) in zip((one for one in labels if one.number != NOT_A_TILE), places, strict=True)
    ]
    entry = {
        "variant": example.variant,
        "box": BOXES[example.variant],
        "size": [WIDTH, HEIGHT],
        "tiles": tiles_of_picture,
    }
    return picture, entry


def render_cards(example: CardExample) -> tuple[np.ndarray, dict[str, Any]]:
    """The picture and its entry in labels.json; a card has the places of its indices."""
    rng = random.Random(example.seed)
    scene = Scene(rng, Setting(WIDTH, HEIGHT, 11, 80, "table"), Deck(rng, []))
    scene.tile_height *= example.width / scene.tile_width
    scene.tile_width, scene.camera, scene.thickness = example.width, _camera(0), 0
    cards: list[dict[str, Any]] = []
    for row, codes in enumerate(example.rows):
        for position, code in enumerate(codes.split()):
            middle = position - (len(codes.split()) - 1) / 2
            x, y = middle * example.step * example.width, (row - (len(example.rows) - 1) / 2) * scene.tile_height * 1.1
            number, colour = RANKS.index(code[0]), SUITS.index(code[1])
            scene.put(number, colour, x, y + abs(middle) ** 2 * example.turn * 40, middle * example.turn)
            cards.append({"number": number + 1, "colour": code[1], "row": row, "position": position})
    corners = list(scene.labels)
    picture, _ = scene.finish()
    each = len(corners) // len(cards)
    for i, card in enumerate(cards):
        seen = corners[i * each : (i + 1) * each]
        card["indices"] = [[round(one.x), round(one.y)] for one in seen]
    box = BOXES[example.variant]
    return picture, {"variant": example.variant, "box": box, "size": [WIDTH, HEIGHT], "tiles": cards}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    entries = {}
    rendered = {example.name: render(example) for example in EXAMPLES}
    rendered |= {example.name: render_cards(example) for example in CARD_EXAMPLES}
    for stem, (picture, entry) in rendered.items():
        name = f"{stem}.jpg"
        Image.fromarray(picture).save(out / name, quality=80)
        entries[name] = entry
    (out / "labels.json").write_text(json.dumps(entries, indent=1) + "\n")


if __name__ == "__main__":
    main()
