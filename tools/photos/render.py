"""Render the scenes that the networks are trained and calibrated with.

python -m tools.photos.render PHOTOS OUT

Writes OUT/scenes-*.npz: JPEG files and labels. A scene depends only on its seed.
"""

import argparse
import random
from dataclasses import astuple
from pathlib import Path

import cv2
import numpy as np

from tools.photos.public_set import cut_faces, empty_tables, read_photos
from tools.photos.scenes import Label, Setting, render_scene

PARTS, SCENES = 12, 400  # training scenes: parts of SCENES
HELD_OUT_SEED, HELD_OUT = 1_000_000, 100  # for calibration: larger pictures, no photographed faces
EMPTY = 10  # one scene of so many has no tiles


def render_part(part: int, setting: Setting) -> list[tuple[bytes, list[Label]]]:
    """The training scenes of a part."""
    return [_render(part * SCENES + i, setting) for i in range(SCENES)]


def _render(seed: int, setting: Setting) -> tuple[bytes, list[Label]]:
    rng = random.Random(seed)
    layout = "empty" if seed % EMPTY == EMPTY - 1 else ""
    settings = {**setting.__dict__, "layout": layout}
    image, labels = render_scene(rng, Setting(**settings))
    _, encoded = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(60, 96)])
    return encoded.tobytes(), labels


def save(path: Path, scenes: list[tuple[bytes, list[Label]]]) -> None:
    """Write the scenes into one file."""
    images = np.array([np.frombuffer(image, np.uint8) for image, _ in scenes] + [None], object)[:-1]
    rows = [
        (i, *astuple(label)[:6], float(label.ignore), *(label.quad or [0.0] * 8))
        for i, (_, labels) in enumerate(scenes)
        for label in labels
    ]
    sizes = np.array([len(image) for image in images])
    np.savez(path, bytes=np.concatenate(list(images)), sizes=sizes, labels=np.array(rows, np.float32).reshape(-1, 16))


def load(path: Path) -> list[tuple[bytes, list[Label]]]:
    """The scenes of a file."""
    data = np.load(path)
    ends = np.cumsum(data["sizes"])
    scenes: list[tuple[bytes, list[Label]]] = [
        (data["bytes"][end - size : end].tobytes(), []) for end, size in zip(ends, data["sizes"], strict=True)
    ]
    for row in data["labels"]:
        i, number, colour, x, y, size, angle, ignore = (float(v) for v in row[:8])
        quad = tuple(float(v) for v in row[8:]) if row[8:].any() else ()
        scenes[int(i)][1].append(Label(int(number), int(colour), x, y, size, angle, quad, ignore > 0))
    return scenes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="the folder with labels.json and public-set/")
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    photos = read_photos(arguments.photos, "train")
    setting = Setting(faces=(cut_faces(photos),), tables=empty_tables(photos))
    for part in range(PARTS):
        path = arguments.out / f"scenes-{part}.npz"
        if not path.exists():
            save(path, render_part(part, setting))
    path = arguments.out / "scenes-held-out.npz"
    if not path.exists():
        whole = Setting(width=960, height=720, smallest=14, largest=60)
        save(path, [_render(HELD_OUT_SEED + i, whole) for i in range(HELD_OUT)])


if __name__ == "__main__":
    main()
