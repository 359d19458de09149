"""Rendered photographs of playing cards: fans, melds, racks and heaps, with the pose and the meaning of every index."""

import math
import random
from dataclasses import replace

import cv2

from tools.photos.decks import Deck, Print
from tools.photos.editions import JOKER, Array
from tools.photos.scenes import Label, Scene, Setting

LAYOUTS = ("fan", "fan", "fan", "meld", "meld", "rack", "scatter", "heap", "single")
SKINS = ((224, 172, 140), (198, 134, 100), (141, 85, 60), (240, 200, 175), (90, 56, 40))


def _deal(scene: Scene) -> tuple[int, int]:
    number = JOKER if scene.rng.random() < 0.03 else scene.rng.randrange(13)
    return (-1 if scene.rng.random() < 0.03 else number), scene.rng.randrange(4)


def _fan(scene: Scene, x: float, y: float) -> None:
    """A hand: each card is turned a little further than the one under it; sometimes fingers hold it."""
    rng = scene.rng
    cards = rng.randrange(3, 14)
    step = math.radians(rng.uniform(3, 16) if cards < 9 else rng.uniform(3, 9))
    base = rng.choice([0.0, 0.0, rng.gauss(0, 0.4), rng.uniform(0, 2 * math.pi)])
    radius = scene.tile_height * rng.uniform(0.8, 1.9)
    x, y = x - radius * math.sin(base), y + radius * math.cos(base)
    for i in range(cards):
        angle = base + (i - (cards - 1) / 2) * step + rng.gauss(0, 0.02)
        away = radius * rng.uniform(0.97, 1.03)
        scene.put(*_deal(scene), x + away * math.sin(angle), y - away * math.cos(angle), angle)
    if rng.random() < 0.25:
        away = radius - scene.tile_height * rng.uniform(0.3, 0.5)
        place = scene.project(x + away * math.sin(base), y - away * math.cos(base))
        if place is not None:
            axes = (int(scene.tile_width * rng.uniform(0.1, 0.2)), int(scene.tile_width * rng.uniform(0.25, 0.5)))
            colour = tuple(float(v) for v in rng.choice(SKINS))
            turn = math.degrees(base) + rng.uniform(-50, 50)
            cv2.ellipse(scene.canvas, place, axes, turn, 0, 360, colour, -1, cv2.LINE_AA)


def _meld(scene: Scene, x: float, y: float, angle: float) -> None:
    """Cards in a row that partly cover each other, or beside each other."""
    rng = scene.rng
    cards = rng.randrange(1, 9)
    step = scene.tile_width * rng.choice([rng.uniform(0.2, 0.5), rng.uniform(0.2, 0.5), 1.04])
    along = angle if rng.random() < 0.8 else angle + math.pi / 2
    if along != angle:
        step = scene.tile_height * rng.uniform(0.2, 0.45)
    for i in range(cards):
        away = (i - cards / 2) * step
        place = x + away * math.cos(along), y + away * math.sin(along)
        scene.put(*_deal(scene), *place, angle + rng.gauss(0, 0.03))


def render_scene(rng: random.Random, setting: Setting, prints: list[Print]) -> tuple[Array, list[Label]]:
    """A photograph (RGB) of cards and the labels of its indices."""
    layout = setting.layout or rng.choice(LAYOUTS)
    scene = Scene(rng, replace(setting, layout=layout, faces=()), Deck(rng, prints))
    scene.thickness = rng.uniform(0, 0.012) * scene.tile_width
    reach = 0.75 * max(setting.width, setting.height)
    if layout == "fan":
        for _ in range(rng.randrange(1, 6)):
            _fan(scene, rng.uniform(-reach, reach) * 0.7, rng.uniform(-reach, reach) * 0.7)
    elif layout in ("meld", "rack"):
        angle = rng.gauss(0, 0.06) + (rng.choice([0, 0, math.pi / 2, math.pi]) if layout == "meld" else 0)
        y = -reach
        while y < reach:
            x = -reach + rng.uniform(0, 2) * scene.tile_width
            while x < reach:
                turn = angle + rng.gauss(0, 0.1 if layout == "meld" else 0.01)
                _meld(scene, x, y, turn)
                x += scene.tile_width * rng.uniform(1.8, 4)
            y += scene.tile_height * rng.uniform(0.9, 1.7)
    elif layout == "single":
        scene.put(*_deal(scene), rng.gauss(0, 30), rng.gauss(0, 30), rng.gauss(0, 0.5))
    else:
        for _ in range(rng.randrange(4, 40)):
            place = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
            if layout == "empty":
                scene.put(-1, 0, *place, rng.uniform(0, 2 * math.pi))
            else:
                scene.put(*_deal(scene), *place, rng.uniform(0, 2 * math.pi))
    return scene.finish()
