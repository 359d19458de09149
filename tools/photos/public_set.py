"""The photographs that are trained and calibrated with, credited in NOTICE."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tools.photos.editions import COLOURS, JOKER, WIDTH, Array, Face

CARD_SETS = {"train": ("teogopk", "roboflow-zk7wu", "edje"), "dev": ("bidly",)}
SUITS = "shdc"
MISPLACED = {(8, 3)}  # faces whose numeral is not found


@dataclass(frozen=True)
class Photo:
    """A labelled photograph; per tile its number, its colour (-1 unknown) and its box (left, top, right, bottom)."""

    name: str
    image: Array
    tiles: list[tuple[int, int, tuple[float, ...]]]
    is_complete: bool = True  # else there may be tiles that are not labelled
    is_whole: bool = False  # boxes are those of whole cards, not of indices


def read_photos(folder: Path, split: str) -> list[Photo]:
    """The photographs of a split (train or dev) in `folder`, which holds labels.json and public-set/."""
    photos = []
    for name, entry in json.loads((folder / "labels.json").read_text()).items():
        if not name.startswith("public-set/") or entry["split"] != split:
            continue
        tiles = [
            (
                JOKER if tile["number"] == "joker" else tile["number"] - 1,
                COLOURS.index(tile["colour"]) if tile["colour"] else -1,
                tuple(tile["box"]),
            )
            for tile in entry["tiles"]
        ]
        photos.append(Photo(name, np.array(Image.open(folder / name).convert("RGB")), tiles))
    return photos


def read_card_photos(folder: Path, split: str) -> list[Photo]:
    """The photographs of playing cards whose indices or cards are labelled (see CARD_SETS)."""
    photos = []
    for name in CARD_SETS[split]:
        part = folder / "cards" / name
        for file, entry in json.loads((part / "labels.json").read_text()).items():
            tiles = [
                (
                    JOKER if tile["number"] == "joker" else tile["number"] - 1,
                    SUITS.index(tile["suit"]) if tile.get("suit") else -1,
                    tuple(tile["box"]),
                )
                for tile in entry["tiles"]
                if tile["what"] in {"index", "card"}
            ]
            is_whole = any(tile["what"] == "card" for tile in entry["tiles"])
            image = np.array(Image.open(part / file).convert("RGB"))
            photos.append(Photo(f"{name}/{file}", image, tiles, entry["complete"], is_whole))
    return photos


def empty_tables(photos: list[Photo]) -> list[Array]:
    """The photographs without tiles."""
    return [photo.image for photo in photos if not photo.tiles]


def cut_faces(photos: list[Photo]) -> dict[tuple[int, int], Face]:
    """Faces of upright tiles, from the photographs of one tile."""
    faces: dict[tuple[int, int], Face] = {}
    for photo in photos:
        if len(photo.tiles) != 1:
            continue
        number, colour, (left, top, right, bottom) = photo.tiles[0]
        width, height = right - left, bottom - top
        if height < 120 or height / width < 1.15:  # small or lying
            continue
        x, y = 0.03 * width, 0.03 * height
        face = _cut(photo.image[int(top + y) : int(bottom - y), int(left + x) : int(right - x)])
        if face is None or (number, colour) in MISPLACED:
            continue
        for each in [colour] if colour >= 0 else [0, 1]:
            faces.setdefault((number, each), face)
    return faces


def _cut(crop: Array) -> Face | None:
    """The face in a crop of a tile: its numeral is the ink in the upper middle."""
    height = round(crop.shape[0] * WIDTH / crop.shape[1])
    crop = cv2.resize(crop, (WIDTH, height), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(crop, cv2.COLOR_RGB2LAB).astype(int)
    middle = np.zeros((height, WIDTH), bool)
    middle[int(0.12 * height) : int(0.75 * height), int(0.12 * WIDTH) : int(0.88 * WIDTH)] = True
    body = np.median(lab[middle], axis=0)
    rows, columns = np.nonzero((np.abs(lab - body).max(2) > 45) & middle)
    if len(rows) < 40:
        return None
    left, right = np.percentile(columns, [1, 99])
    top, bottom = np.percentile(rows, [1, 99])
    if not 0.12 * height < bottom - top < 0.6 * height:
        return None
    outline = Image.new("L", (WIDTH * 3, height * 3))
    ImageDraw.Draw(outline).rounded_rectangle((3, 3, WIDTH * 3 - 4, height * 3 - 4), radius=15, fill=255)
    texture = np.dstack([crop, np.array(outline.resize((WIDTH, height)))])
    return Face(texture, float(left + right) / 2, float(top + bottom) / 2, float(bottom - top))
