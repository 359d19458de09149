"""Render the scenes that the networks are trained and calibrated with.

python -m tools.photos.render KIND PHOTOS OUT

Writes OUT/scenes-*.npz: JPEG files and labels. A scene depends only on its seed.
"""

import argparse
import random
from dataclasses import astuple
from pathlib import Path

import cv2
import numpy as np

from tools.photos.kinds import KINDS, Render
from tools.photos.scenes import Label

PARTS = 12
HELD_OUT_SEED, HELD_OUT = 1_000_000, 100  # for calibration: larger pictures, no photographed faces
EMPTY = 6  # one scene of so many has no tiles


def _render(seed: int, render: Render) -> tuple[bytes, list[Label]]:
    rng = random.Random(seed)
    image, labels = render(rng, "empty" if seed % EMPTY == EMPTY - 1 else "")
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
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("photos", type=Path, help="the folder with labels.json and public-set/")
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    kind = KINDS[arguments.kind]
    render, render_whole = kind.make_renderers(arguments.photos)
    for part in range(PARTS):
        path = arguments.out / f"scenes-{part}.npz"
        if not path.exists():
            save(path, [_render(part * kind.scenes + i, render) for i in range(kind.scenes)])
    path = arguments.out / "scenes-held-out.npz"
    if not path.exists():
        save(path, [_render(HELD_OUT_SEED + i, render_whole) for i in range(HELD_OUT)])


if __name__ == "__main__":
    main()
