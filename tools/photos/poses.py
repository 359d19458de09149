"""Find the poses of the labelled tiles in the photographs of the public set, with the networks of stage 1.

python -m tools.photos.poses KIND PHOTOS WORK

The labels of the set are numbers, colours and upright boxes; training needs where a numeral is, how large and how it is
turned. A pose of the detector is taken if it lies in a labelled box and the classifier reads the labelled number there,
in one of both orientations. What the detector finds outside of all boxes is kept as "not a tile".
Writes WORK/photos.npz.
"""

import argparse
import logging
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from tools.photos import networks
from tools.photos.editions import JOKER, NOT_A_TILE, Array
from tools.photos.kinds import KINDS, Kind
from tools.photos.networks import Classifier, Detector, View
from tools.photos.public_set import Photo
from tools.photos.render import save
from tools.photos.samples import cut, frame_of, place_quad, to_tensor
from tools.photos.scenes import Label

log = logging.getLogger(__name__)
LEVELS = (1280, 640, 320)
LEAST_HEAT = 0.1
LEAST_NUMBER = 0.25  # probability of the labelled number at a pose that is taken
LEAST_OF_CORNER = 0.6  # the same where the box is that of a whole card, which may have more than one
MOST_MISTAKES = 25  # kept of a photograph


def _detect_level(detector: Detector, image: Array, longest: int) -> list[tuple[float, Label]]:
    height, width = image.shape[:2]
    scale = min(longest / max(height, width), 2)
    resized = cv2.resize(
        image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    bottom, right = -resized.shape[0] % 16, -resized.shape[1] % 16
    resized = cv2.copyMakeBorder(resized, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
    with torch.autocast("cpu", torch.bfloat16):
        maps = detector(to_tensor(resized)[None].to(memory_format=torch.channels_last))[0].float()
    heat = torch.sigmoid(maps[networks.HEAT])
    peaks = (heat == functional.max_pool2d(heat[None], 3, 1, 1)[0]) & (heat > LEAST_HEAT)
    found = []
    for row, column in peaks.nonzero().tolist():
        values = maps[:, row, column].tolist()
        size = networks.BASE_SIZE * math.exp(values[networks.SIZE])
        x, y = (column + 0.5 + values[1]) * 4 / scale, (row + 0.5 + values[2]) * 4 / scale
        if 8.5 < size < 62 and 0 <= x < width and 0 <= y < height:  # as the C program
            angle = math.atan2(values[5], values[4])
            quad = place_quad(x, y, size / scale, angle, values[networks.QUAD])
            label = Label(NOT_A_TILE, -1, x, y, size / scale, angle, quad)
            found.append((float(heat[row, column]), label))
    return found


def detect(detector: Detector, image: Array) -> list[Label]:
    """Poses of everything that may be a numeral, apart from each other, most probable first."""
    found = [pose for longest in LEVELS for pose in _detect_level(detector, image, longest)]
    kept: list[Label] = []
    for _, pose in sorted(found, key=lambda item: -item[0]):
        if all(math.dist((pose.x, pose.y), (o.x, o.y)) > 0.55 * max(pose.size, o.size) for o in kept):
            kept.append(pose)
    return kept


def classify(classifier: Classifier, view: View, image: Array, poses: list[Label]) -> Array:
    """Per pose the probabilities of the numbers, joker and "not a tile"."""
    crops = torch.stack([to_tensor(cut(image, p.x, p.y, frame_of(p, view.ratio), view.context)) for p in poses])
    return torch.softmax(classifier(crops)[:, networks.CROP_NUMBER], 1).numpy()


def label_photo(detector: Detector, classifier: Classifier, kind: Kind, photo: Photo) -> list[Label]:
    """Labels with poses; a tile whose pose is not found is to be ignored."""
    poses = detect(detector, photo.image)
    turned = [replace(pose, angle=pose.angle + math.pi) for pose in poses]
    chances = classify(classifier, kind.view, photo.image, poses + turned) if poses else np.zeros((0, 15))
    labels = []
    free = set(range(len(poses)))
    for number, colour, (left, top, right, bottom) in photo.tiles:
        side, centre = max(right - left, bottom - top), ((left + right) / 2, (top + bottom) / 2)
        best, chance = None, LEAST_NUMBER
        for i, pose in enumerate(poses + turned):
            if not (left - 8 < pose.x < right + 8 and top - 8 < pose.y < bottom + 8):
                continue
            free.discard(i % len(poses))
            low, high = kind.sizes
            if photo.is_whole:
                fits = math.dist((pose.x, pose.y), centre) > 0.2 * side and 0.08 * side < pose.size < 0.35 * side
            else:
                fits = math.dist((pose.x, pose.y), centre) < 0.36 * side and low * side < pose.size < high * side
            if fits and chances[i, number] > chance:
                best, chance = pose, chances[i, number]
            if fits and photo.is_whole and chances[i, number] > LEAST_OF_CORNER:
                labels.append(replace(pose, number=number, colour=colour))
        if photo.is_whole:
            continue
        if best:
            labels.append(replace(best, number=number, colour=colour))
        else:
            labels.append(Label(number, colour, *centre, -0.55 * side, 0.0, ignore=True))
    mistakes = [poses[i] for i in sorted(free)[:MOST_MISTAKES]]
    if photo.is_complete:
        return labels + mistakes
    return labels + [replace(pose, number=JOKER, ignore=True) for pose in mistakes]  # they may be unlabelled tiles


@torch.no_grad()
def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("photos", type=Path)
    parser.add_argument("work", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    kind, detector, classifier = KINDS[arguments.kind], Detector(), Classifier()
    for network, name in ((detector, "detector"), (classifier, "classifier")):
        network.load_state_dict(torch.load(arguments.work / f"{name}-1.pt"))
        network.eval()
    scenes, tiles, posed, mistakes = [], 0, 0, 0
    for photo in kind.read_photos(arguments.photos, "train"):
        labels = label_photo(detector, classifier, kind, photo)
        _, encoded = cv2.imencode(".jpg", photo.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
        scenes.append((encoded.tobytes(), labels))
        tiles += len(photo.tiles)
        mistakes += sum(label.number == NOT_A_TILE for label in labels)
        posed += sum(label.number != NOT_A_TILE and not label.ignore for label in labels)
    save(arguments.work / "photos.npz", scenes)
    log.info("tiles %d, with pose %d, mistaken for tiles %d", tiles, posed, mistakes)


if __name__ == "__main__":
    main()
