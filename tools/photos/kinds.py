"""The kinds of pieces that are read: tiles, and playing cards by the indices in their corners."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from tools.photos import decks, public_set, scenes, tables
from tools.photos.decks import Print
from tools.photos.editions import NOT_A_TILE, Array
from tools.photos.networks import View
from tools.photos.public_set import Photo
from tools.photos.reader import PACK, RUMMIKUB, Box
from tools.photos.scenes import Label, Setting

OTHERS = 8  # one in so many photographs of other things is used
Render: TypeAlias = Callable[[random.Random, str], tuple[Array, list[Label]]]


@dataclass(frozen=True)
class Kind:
    """What differs between the kinds."""

    view: View
    sizes: tuple[float, float]  # least and largest height of a numeral, in sizes of its labelled box
    read_photos: Callable[[Path, str], list[Photo]]
    box: Box  # of the games on the photographs
    scenes: int  # rendered for each part of the training set
    settings: dict[str, float]  # of the C program, where they differ from those in export.py
    make_renderers: Callable[[Path], tuple[Render, Render]]  # of training scenes and of larger ones for calibration


def _read_tile_photos(folder: Path, split: str) -> list[Photo]:
    """Photographs of tiles, and of playing cards, of which none is a tile."""
    others = public_set.read_card_photos(folder, split) if split == "train" else []
    return public_set.read_photos(folder, split) + [replace(photo, tiles=[]) for photo in others[::OTHERS]]


def _tiles(folder: Path) -> tuple[Render, Render]:
    photos = public_set.read_photos(folder, "train")
    setting = Setting(faces=(public_set.cut_faces(photos),), tables=public_set.empty_tables(photos))
    whole = Setting(width=960, height=720, smallest=14, largest=60)
    prints = decks.read_prints(folder)
    return _tile_renderer(setting, prints), _tile_renderer(whole, prints)


def _tile_renderer(setting: Setting, prints: list[Print]) -> Render:
    def render(rng: random.Random, layout: str) -> tuple[Array, list[Label]]:
        if layout == "empty" and rng.random() < 0.5:  # playing cards
            image, labels = tables.render_scene(rng, replace(setting, smallest=15, largest=50), prints)
            return image, [replace(label, number=NOT_A_TILE, colour=-1) for label in labels]
        return scenes.render_scene(rng, replace(setting, layout=layout))

    return render


def _cards(folder: Path) -> tuple[Render, Render]:
    photos = public_set.read_photos(folder, "train")
    setting = Setting(smallest=15, largest=50, tables=public_set.empty_tables(photos))
    whole = Setting(width=960, height=720, smallest=20, largest=60)
    return _card_renderer(setting, folder), _card_renderer(whole, folder)


def _card_renderer(setting: Setting, folder: Path) -> Render:
    prints = decks.read_prints(folder)
    return lambda rng, layout: tables.render_scene(rng, replace(setting, layout=layout), prints)


KINDS = {
    "tiles": Kind(View(2.6, 1.4), (0.14, 0.62), _read_tile_photos, RUMMIKUB, 400, {}, _tiles),
    "cards": Kind(
        View(1.5, decks.RATIO),
        (0.45, 1.35),
        public_set.read_card_photos,
        PACK,
        400,
        {"crop_weight": 0.85, "context": 1.5, "ratio": decks.RATIO, "row": 1.2, "neighbour": 0.0, "twofold": 1.0},
        _cards,
    ),
}
