"""The pictures in scenes/, rendered by tools/photos/examples.py, are read exactly."""

import json
from pathlib import Path

import pytest
from PIL import Image

from rummy_referee.games import GAMES
from rummy_referee.photos.pictures import Pixels
from rummy_referee.photos.reader import read_tiles
from rummy_referee.tiles.playing_cards import RANKS, SUITS

SCENES = Path(__file__).parent / "scenes"
LABELS = json.loads((SCENES / "labels.json").read_text())


def code_of(tile, letters):
    if tile["number"] == "joker":
        return "J"
    if letters == SUITS:
        return f"{RANKS[tile['number'] - 1]}{tile['colour']}"
    names = {"black": "K", "red": "R", "blue": "B", "green": "G", "orange": "Y" if "Y" in letters else "O"}
    return f"{names[tile['colour']]}{tile['number']}"


@pytest.mark.parametrize("name", LABELS)
def test_a_rendered_scene_is_read_exactly(name):
    picture, box = Image.open(SCENES / name).convert("RGB"), GAMES[LABELS[name]["variant"]].box
    tiles = read_tiles(Pixels(picture.tobytes(), *picture.size), box)
    expected = [(tile["row"], tile["position"], code_of(tile, box.colours)) for tile in LABELS[name]["tiles"]]
    assert [(tile.row, tile.position, tile.code) for tile in tiles] == expected
    for tile, label in zip(tiles, LABELS[name]["tiles"], strict=True):
        xs, ys = zip(*tile.quad, strict=True)
        places = label.get("indices") or [(label["x"], label["y"])]
        assert any(min(xs) < x < max(xs) and min(ys) < y < max(ys) for x, y in places)
