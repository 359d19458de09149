"""Everything in a rendered photograph that is not a tile: the table, objects on it, light and camera noise."""

import math
import random

import cv2
import numpy as np

from tools.photos.editions import INKS, Array, draw_text, paint
from tools.photos.fonts import find_fonts

WOODS = ((60, 40, 30), (110, 75, 50), (170, 125, 80), (200, 165, 120), (90, 85, 80), (140, 100, 60), (190, 150, 100))
CLOTHS = ((40, 90, 60), (150, 140, 120), (90, 95, 110), (180, 175, 165), (110, 40, 40), (60, 70, 120), (50, 110, 140))
MARBLES = ((232, 230, 226), (215, 210, 205), (40, 42, 48))


def _noise(shape: tuple[int, int], step_x: float, step_y: float, noise: np.random.Generator) -> Array:
    height, width = shape
    coarse = noise.normal(size=(max(2, int(height / step_y)), max(2, int(width / step_x)))).astype(np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def _wood(shape: tuple[int, int], rng: random.Random, noise: np.random.Generator) -> Array:
    grain = (
        0.5 * _noise(shape, 200, 4, noise) + 0.7 * _noise(shape, 400, 18, noise) + 0.25 * _noise(shape, 30, 2, noise)
    )
    image = np.array(rng.choice(WOODS), np.float32) * (1 + 0.16 * grain[..., None])
    if rng.random() < 0.5:
        for y in range(rng.randrange(200), shape[0], rng.randrange(60, 300)):
            image[y : y + 2] *= 0.6
    if rng.random() < 0.5:
        image = cv2.resize(np.rot90(image).copy(), (shape[1], shape[0]))
    return image


def _cloth(shape: tuple[int, int], rng: random.Random, noise: np.random.Generator) -> Array:
    weave = 0.3 * _noise(shape, 2, 2, noise) + 0.6 * _noise(shape, 200, 200, noise)
    if rng.random() < 0.5:
        weave += 1.2 * _noise(shape, 14, 5, noise)
    return np.array(rng.choice(CLOTHS), np.float32) * (1 + 0.15 * weave[..., None])


def _marble(shape: tuple[int, int], rng: random.Random, noise: np.random.Generator) -> Array:
    veins = np.exp(-np.abs(_noise(shape, 120, 90, noise) + 0.3 * _noise(shape, 30, 30, noise)) * 14)
    grain = 1 + 0.015 * _noise(shape, 2, 2, noise)
    return np.array(rng.choice(MARBLES), np.float32) * (1 - 0.25 * veins[..., None]) * grain[..., None]


def _checked(shape: tuple[int, int], rng: random.Random, _noise_source: np.random.Generator) -> Array:
    period, angle = rng.randrange(10, 60), rng.uniform(0, math.pi)
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]]
    along = columns * math.cos(angle) + rows * math.sin(angle)
    across = rows * math.cos(angle) - columns * math.sin(angle)
    mix = (((along // period) % 2 + (across // period) % 2) / 2)[..., None]
    light = np.full(3, rng.randrange(150, 250), np.float32)
    dark = np.array([rng.randrange(20, 120) for _ in range(3)], np.float32)
    return (light * (1 - mix) + dark * mix).astype(np.float32)


def _plain(shape: tuple[int, int], rng: random.Random, noise: np.random.Generator) -> Array:
    colour = rng.randrange(15, 235) + np.array([rng.uniform(-18, 18) for _ in range(3)], np.float32)
    grain = 1 + 0.03 * _noise(shape, 3, 3, noise) + 0.05 * _noise(shape, 300, 300, noise)
    return (colour * grain[..., None]).astype(np.float32)


def draw_table(shape: tuple[int, int], rng: random.Random, noise: np.random.Generator, photos: list[Array]) -> Array:
    """What lies under the tiles: part of a photograph of an empty table, or a drawn pattern."""
    if photos and rng.random() < 0.25:
        photo = rng.choice(photos)
        factor = max(shape[0] / photo.shape[0], shape[1] / photo.shape[1]) * rng.uniform(1, 1.6)
        photo = cv2.resize(photo, None, fx=factor, fy=factor)
        y = rng.randrange(max(1, photo.shape[0] - shape[0] + 1))
        x = rng.randrange(max(1, photo.shape[1] - shape[1] + 1))
        photo = photo[y : y + shape[0], x : x + shape[1]]
        if photo.shape[:2] == shape:
            return photo.astype(np.float32) * rng.uniform(0.7, 1.1)
    draw = rng.choice([_wood, _wood, _cloth, _cloth, _plain, _plain, _marble, _checked])
    return np.clip(draw(shape, rng, noise), 0, 255).astype(np.float32)


def _write(canvas: Array, rng: random.Random, x: int, y: int, colour: tuple[float, ...]) -> None:
    """A word, or rarely a number, on the table or on a slip of paper."""
    height, width = canvas.shape[:2]
    letters = "ABCDEFGHKLMNPRSTUVWXYZabcdefhkmnrstuvw&%#" if rng.random() < 0.85 else "0123456789"
    text = "".join(rng.choice(letters) for _ in range(rng.randrange(1 if letters[0] == "A" else 3, 8)))
    sans, _ = find_fonts()
    mask = draw_text(rng.choice(sans) if len(text) < 3 else sans[0], text)
    tall = rng.randrange(8, 46)
    mask = cv2.resize(mask, (max(3, int(mask.shape[1] * tall / 72)), tall)).astype(np.float32) / 255
    if rng.random() < 0.5:
        mask = np.rot90(mask).copy()
    bottom, right = min(height, y + mask.shape[0]), min(width, x + mask.shape[1])
    if rng.random() < 0.5:
        cv2.rectangle(canvas, (x - 8, y - 8), (right + 8, bottom + 8), (240.0, 238.0, 230.0), -1)
        colour = rng.choice(rng.choice(INKS))
    part = mask[: bottom - y, : right - x, None]
    canvas[y:bottom, x:right] = canvas[y:bottom, x:right] * (1 - part) + np.array(colour, np.float32) * part


def draw_objects(canvas: Array, rng: random.Random, most: int) -> None:
    """Discs, polygons, lines and writing: everything that must not be read as a tile."""
    height, width = canvas.shape[:2]
    for _ in range(rng.choice([0, 0, most // 8, most // 4, most // 2, most])):
        x, y = rng.randrange(width), rng.randrange(height)
        colour = tuple(float(rng.randrange(256)) for _ in range(3))
        kind = rng.random()
        if kind < 0.25:
            cv2.circle(canvas, (x, y), rng.randrange(4, 60), colour, rng.choice([-1, 1, 3]), cv2.LINE_AA)
        elif kind < 0.5:
            corners = [[x + rng.gauss(0, 60), y + rng.gauss(0, 60)] for _ in range(rng.randrange(3, 6))]
            cv2.fillPoly(canvas, [np.array(corners, np.int32)], colour, cv2.LINE_AA)
        elif kind < 0.65:
            end = (int(x + rng.gauss(0, 120)), int(y + rng.gauss(0, 120)))
            cv2.line(canvas, (x, y), end, colour, rng.randrange(1, 8), cv2.LINE_AA)
        else:
            _write(canvas, rng, x, y, colour)


def draw_panel(canvas: Array, rng: random.Random) -> list[tuple[float, float, float]]:
    """A keyboard, a calendar, or the buttons and lists of a screen: letters and numbers in boxes that are no tiles.

    Returns the middle and the height of each sign.
    """
    height, width = canvas.shape[:2]
    sans, _ = find_fonts()
    font, side = rng.choice(sans), rng.randrange(22, 70)
    panel = np.full((height, width, 3), rng.choice([12, 40, 90, 200, 235, 250]), np.float32)
    panel += np.array([rng.uniform(-10, 10) for _ in range(3)], np.float32)
    key = tuple(float(np.clip(panel[0, 0, 0] + rng.choice([-25, -12, 0, 12, 30]), 0, 255)) for _ in range(3))
    ink = tuple(float(v) for v in rng.choice(rng.choice(INKS))) if rng.random() < 0.4 else (20.0,) * 3
    if panel[0, 0, 0] < 128 and rng.random() < 0.8:
        ink = (235.0,) * 3
    signs = [*"QWERTZUIOPASDFGHJKLYXCVBNM", *(str(i) for i in range(14, 32)), "Esc", "F1", "Tab", "12:30", "Menu"]
    if panel[0, 0, 0] < 128:  # on light ones they look like tiles
        signs += [str(i) for i in range(14)]
    places = []
    wide, size = rng.uniform(0.9, 3.5) if rng.random() < 0.3 else rng.uniform(0.9, 1.15), rng.uniform(0.22, 0.6)
    y = 3
    while y + side < height:
        x = 3 + rng.randrange(side)
        while x + side * wide < width:
            corner = (int(x + side * wide) - 3, y + side - 3)
            cv2.rectangle(panel, (x, y), corner, key, -1, cv2.LINE_AA)
            if rng.random() < 0.9:
                mask = draw_text(font, rng.choice(signs))
                tall = max(5, int(side * size))
                across = min(max(3, mask.shape[1] * tall // mask.shape[0]), int(side * wide) - 6)
                mask = cv2.resize(mask, (across, tall), interpolation=cv2.INTER_AREA)
                place = (x + side * wide * (0.5 if size > 0.35 else 0.35), y + side * 0.45)
                paint(panel, mask, *place, ink)
                places.append((*place, tall))
            x += int(side * wide) + rng.choice([0, 1, 3])
        y += side + rng.choice([0, 0, 2])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + np.array(
        [[rng.gauss(0, 0.12) * width, rng.gauss(0, 0.12) * height] for _ in range(4)], np.float32
    )
    matrix = cv2.getPerspectiveTransform(corners, moved)
    mask = cv2.warpPerspective(np.ones((height, width), np.float32), matrix, (width, height))[..., None]
    canvas[:] = canvas * (1 - mask) + cv2.warpPerspective(panel, matrix, (width, height)) * mask
    ends = np.array([(x, y + half) for x, y, tall in places for half in (-tall / 2, tall / 2)], np.float32)
    if not places:
        return []
    tops, bottoms = cv2.perspectiveTransform(ends[None], matrix)[0].reshape(-1, 2, 2).swapaxes(0, 1)
    return [
        (*((top + bottom) / 2).tolist(), float(np.linalg.norm(bottom - top)))
        for top, bottom in zip(tops, bottoms, strict=True)
    ]


def expose(canvas: Array, rng: random.Random, noise: np.random.Generator) -> Array:
    """The scene as a camera sees it: uneven light, a glare, a shadow, white balance, blur and noise."""
    height, width = canvas.shape[:2]
    slope_x = np.linspace(-1, 1, width)[None, :] * rng.uniform(-0.25, 0.25)
    slope_y = np.linspace(-1, 1, height)[:, None] * rng.uniform(-0.25, 0.25)
    light = rng.uniform(0.5, 1.08) * (1 + slope_x + slope_y)
    if rng.random() < 0.35:
        x, y, radius = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(40, 200)
        rows, columns = np.mgrid[0:height, 0:width]
        light += rng.uniform(0.1, 0.4) * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius * radius))
    if rng.random() < 0.3:
        shadow = np.zeros((height, width), np.float32)
        x = rng.uniform(0, width)
        edge = [[x, 0], [width, 0], [width, height], [x + rng.uniform(-200, 200), height]]
        cv2.fillConvexPoly(shadow, np.array(edge).astype(np.int32), 1.0)
        light *= 1 - 0.4 * cv2.GaussianBlur(shadow, (0, 0), 8)
    balance = np.array([rng.uniform(0.88, 1.12), 1, rng.uniform(0.68, 1.12)])
    canvas = (canvas * light[..., None] * balance).astype(np.float32)
    if rng.random() < 0.2:
        side = rng.choice([3, 5])
        kernel = np.zeros((side, side), np.float32)
        kernel[side // 2] = 1 / side
        turn = cv2.getRotationMatrix2D((side // 2, side // 2), rng.uniform(0, 180), 1)
        canvas = cv2.filter2D(canvas, -1, cv2.warpAffine(kernel, turn, (side, side)))
    canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 1.2))
    canvas += noise.normal(0, rng.uniform(1, 7), canvas.shape).astype(np.float32)
    return np.clip(canvas, 0, 255).astype(np.uint8)
