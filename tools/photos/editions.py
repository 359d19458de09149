"""Editions of tile games: random looks of tiles, and the faces of their tiles as textures."""

import math
import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tools.photos.fonts import find_fonts

Array: TypeAlias = np.ndarray
JOKER = 13  # numbers are 0 to 12 for 1 to 13
COLOURS = ("black", "red", "blue", "orange", "green")
INKS = (
    ((25, 25, 28), (45, 45, 52), (10, 10, 12), (60, 55, 60), (35, 35, 50)),
    ((205, 30, 45), (225, 45, 40), (170, 20, 30), (190, 30, 60), (230, 60, 70), (150, 15, 30), (220, 70, 90)),
    ((15, 90, 200), (40, 150, 190), (20, 60, 160), (30, 80, 150), (60, 170, 190), (85, 110, 200), (25, 50, 130)),
    ((250, 150, 30), (240, 120, 30), (250, 165, 70), (235, 175, 20), (225, 100, 25), (215, 130, 40), (240, 200, 30)),
    ((30, 140, 60), (20, 120, 50), (60, 160, 70), (10, 100, 60), (90, 170, 60), (30, 150, 100)),
)
TEAL = (20, 125, 140)  # printed as blue in some editions that have no green
BODIES = (
    (250, 248, 245), (245, 238, 222), (252, 252, 252), (238, 228, 205),
    (240, 240, 240), (235, 225, 190), (228, 222, 200), (222, 205, 160),
)  # fmt: skip
WIDTH = 96  # of a texture, in pixels


@dataclass(frozen=True)
class Face:
    """A tile seen from straight above: RGBA texture, and where the numeral is in it."""

    texture: Array
    x: float
    y: float
    height: float


@lru_cache(maxsize=4096)
def draw_text(font: str, text: str) -> Array:
    """The text as a mask of 72 rows, without margins."""
    loaded = ImageFont.truetype(font, 110)
    left, top, right, bottom = (int(v) for v in loaded.getbbox(text))
    image = Image.new("L", (right - left + 8, bottom - top + 8))
    ImageDraw.Draw(image).text((4 - left, 4 - top), text, font=loaded, fill=255)
    mask = np.array(image)
    rows, columns = np.nonzero(mask > 40)
    mask = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cv2.resize(mask, (max(8, round(mask.shape[1] * 72 / mask.shape[0])), 72), interpolation=cv2.INTER_AREA)


def draw_symbol(kind: str, size: int) -> Array:
    """A small symbol under the numeral, as a square mask."""
    s = size * 4
    image = Image.new("L", (s, s))
    draw = ImageDraw.Draw(image)
    if kind == "heart":
        draw.ellipse((0, 0, s * 0.55, s * 0.55), fill=255)
        draw.ellipse((s * 0.45, 0, s, s * 0.55), fill=255)
        draw.polygon([(s * 0.04, s * 0.4), (s * 0.96, s * 0.4), (s * 0.5, s)], fill=255)
    elif kind == "spade":
        draw.polygon([(s * 0.5, 0), (s * 0.96, s * 0.55), (s * 0.04, s * 0.55)], fill=255)
        draw.ellipse((0, s * 0.35, s * 0.5, s * 0.8), fill=255)
        draw.ellipse((s * 0.5, s * 0.35, s, s * 0.8), fill=255)
        draw.polygon([(s * 0.5, s * 0.5), (s * 0.7, s), (s * 0.3, s)], fill=255)
    elif kind == "club":
        for x, y in ((0.5, 0.25), (0.26, 0.6), (0.74, 0.6)):
            draw.ellipse(((x - 0.24) * s, (y - 0.24) * s, (x + 0.24) * s, (y + 0.24) * s), fill=255)
        draw.polygon([(s * 0.5, s * 0.4), (s * 0.7, s), (s * 0.3, s)], fill=255)
    elif kind == "diamond":
        draw.polygon([(s * 0.5, 0), (s * 0.9, s * 0.5), (s * 0.5, s), (s * 0.1, s * 0.5)], fill=255)
    elif kind == "ring":
        draw.ellipse((s * 0.05, s * 0.05, s * 0.95, s * 0.95), outline=255, width=s // 6)
    else:
        draw.ellipse((s * 0.1, s * 0.1, s * 0.9, s * 0.9), fill=255)
    return np.array(image.resize((size, size), Image.Resampling.LANCZOS))


def _star(draw: ImageDraw.ImageDraw, centre: float, radius: float, points: int = 5) -> None:
    corners = [
        (centre + r * math.sin(i * math.pi / points), centre - r * math.cos(i * math.pi / points))
        for i in range(2 * points)
        for r in [radius if i % 2 == 0 else radius * 0.42]
    ]
    draw.polygon(corners, fill=255)


def _smile(draw: ImageDraw.ImageDraw, rng: random.Random, c: float, r: float, w: int) -> None:
    """Eyes, brows, nose, cheeks and mouth of a laughing face with centre c and radius r, in lines of width w."""
    spread = rng.uniform(0.3, 0.42) * r
    dots, cheeks = rng.random() < 0.5, rng.random() < 0.6
    for side in (-1, 1):
        x, y = c + side * spread, c - r * 0.18
        if dots:
            draw.ellipse((x - r * 0.12, y - r * 0.12, x + r * 0.12, y + r * 0.12), fill=255)
        else:
            draw.arc((x - r * 0.2, y - r * 0.14, x + r * 0.2, y + r * 0.18), 200, 340, fill=255, width=w)
            draw.ellipse((x - r * 0.07, y - r * 0.05, x + r * 0.07, y + r * 0.09), fill=255)
        draw.arc((x - r * 0.25, y - r * 0.38, x + r * 0.25, y + r * 0.05), 200, 340, fill=255, width=w)
        if cheeks:
            x = c + side * r * 0.62
            draw.arc((x - r * 0.12, c + r * 0.15, x + r * 0.12, c + r * 0.4), 0, 360, fill=255, width=w)
    if rng.random() < 0.8:
        draw.line((c - r * 0.02, c - r * 0.1, c - r * 0.1, c + r * 0.18, c + r * 0.08, c + r * 0.18), fill=255, width=w)
    draw.arc((c - r * 0.5, c - r * 0.15, c + r * 0.5, c + r * 0.68), 15, 165, fill=255, width=int(w * 1.4))
    if rng.random() < 0.5:
        draw.arc((c - r * 0.3, c + r * 0.1, c + r * 0.3, c + r * 0.75), 30, 150, fill=255, width=w)


def _hat(draw: ImageDraw.ImageDraw, c: float, r: float, w: int) -> None:
    """The face of a jester with a cap of three points."""
    cap = ((-0.8, 0.3), (-0.95, -0.6), (-0.35, -0.05), (0, -0.95), (0.35, -0.05), (0.95, -0.6), (0.8, 0.3))
    draw.polygon([(c + x * r, c + y * r) for x, y in cap], fill=255)
    draw.ellipse((c - r * 0.55, c + r * 0.1, c + r * 0.55, c + r), outline=255, width=w * 2)
    for side in (-1, 1):
        x = c + side * r * 0.22
        draw.ellipse((x - r * 0.07, c + r * 0.4, x + r * 0.07, c + r * 0.54), fill=255)


def draw_joker(kind: str, size: int, rng: random.Random) -> Array:
    """The picture on a joker, as a square mask."""
    s = size * 3
    image = Image.new("L", (s, s))
    draw = ImageDraw.Draw(image)
    c = r = s / 2
    w = max(3, int(s * rng.uniform(0.025, 0.06)))
    if kind in ("face", "crowned face"):
        if kind == "face":
            draw.ellipse((w, w, s - w, s - w), outline=255, width=w)
        _smile(draw, rng, c, r, w)
        if kind == "crowned face" or rng.random() < 0.3:
            for i in range(-2, 3):
                draw.line((c + i * r * 0.25, c - r * 0.95, c + i * r * 0.18, c - r * 0.6), fill=255, width=w)
    elif kind == "star":
        _star(draw, c, r, rng.choice([5, 5, 6, 8]))
        if rng.random() < 0.4:
            draw.ellipse((w, w, s - w, s - w), outline=255, width=w)
    elif kind == "target":
        for share in (1, 0.72):
            box = (c - r * share + 2, c - r * share + 2, c + r * share - 2, c + r * share - 2)
            draw.ellipse(box, outline=255, width=w * 2)
        _star(draw, c, r * 0.4)
    elif kind == "hat":
        _hat(draw, c, r, w)
    else:
        draw.ellipse((w, w, s - w, s - w), fill=255)
        for side in (-1, 1):
            x = c + side * r * 0.35
            draw.ellipse((x - r * 0.14, c - r * 0.35, x + r * 0.14, c - r * 0.05), fill=0)
        draw.arc((c - r * 0.5, c - r * 0.3, c + r * 0.5, c + r * 0.6), 20, 160, fill=0, width=w * 2)
    return np.array(image.resize((size, size), Image.Resampling.LANCZOS))


def _paint(texture: Array, mask: Array, x: float, y: float, colour: tuple[float, ...]) -> None:
    """Draw the mask in a colour around (x, y), cut at the border."""
    height, width = texture.shape[:2]
    left, top = round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + mask.shape[1]), min(height, top + mask.shape[0])
    if x1 > x0 and y1 > y0:
        alpha = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        texture[y0:y1, x0:x1] += alpha * (np.array(colour, np.float32) - texture[y0:y1, x0:x1])


@dataclass
class Edition:
    """A random look of all tiles of a box; `photographed` replaces faces by those cut from photographs."""

    rng: random.Random
    photographed: dict[tuple[int, int], Face] | None = None
    colours: tuple[int, ...] = ()
    cache: dict[tuple[int, int], Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rng = self.rng
        sans, serif = find_fonts()
        if self.photographed:
            self.colours = (0, 1, 2, 3)
        elif not self.colours:
            self.colours = rng.choice([(0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 4), (0, 1, 2, 4), (0, 1, 3, 4)])
        self.body = rng.choice(BODIES)
        self.height = int(WIDTH * rng.uniform(1.25, 1.62))
        self.radius = rng.uniform(3, 14)
        self.bevel = rng.choice([0, 2, 3, 5])
        self.font = rng.choice(sans if rng.random() < 0.88 else serif)
        self.label_font = rng.choice(sans)
        self.inks = {c: self._ink(c) for c in self.colours}
        self.symbol = None
        if rng.random() < 0.35:
            self.symbol = rng.choice(["heart", "heart", "spade", "club", "diamond", "dot", "ring"])
        self._place_numeral()
        self.stretch = rng.uniform(0.82, 1.2)
        self.bold = rng.choice([0, 0, 0, 1, 2, -1])
        self.label = rng.choice(["", "", "Rummi", "Original", "Rummikub", "Okey"])
        self.dimple = rng.random() < 0.4
        self.circle = rng.random() < 0.08  # the numeral stands in a printed circle
        self.mark = rng.choice(["", "", "", "dot", "bar"])  # under 6 and 9
        self.engraved = rng.random() < 0.6
        self.joker = rng.choice(["face", "face", "face", "face", "crowned face", "star", "target", "hat", "mask"])
        self.joker_seed = rng.randrange(1 << 30)
        self.joker_size = rng.uniform(1.15, 1.6)

    def _ink(self, colour: int) -> tuple[int, ...]:
        choices = INKS[colour] + ((TEAL,) if colour == 2 and 4 not in self.colours else ())
        return tuple(int(np.clip(v + self.rng.gauss(0, 12), 0, 255)) for v in self.rng.choice(choices))

    def _place_numeral(self) -> None:
        rng = self.rng
        if self.symbol:
            size, self.middle = rng.uniform(0.26, 0.46), rng.uniform(0.28, 0.36)
        elif rng.random() < 0.35:
            size, self.middle = rng.uniform(0.44, 0.66), rng.uniform(0.4, 0.52)
        else:
            size, self.middle = rng.uniform(0.26, 0.46), rng.uniform(0.28, 0.42) if rng.random() < 0.8 else 0.5
        self.size = min(size, 2 * self.middle - 0.08, 1.9 * (0.96 - self.middle))

    def face(self, number: int, colour: int) -> Face:
        """The face of a tile; number -1 is a blank tile."""
        key = (number, colour)
        if key not in self.cache:
            photographed = (self.photographed or {}).get(key)
            self.cache[key] = photographed or self._draw(number, colour)
        return self.cache[key]

    def _draw(self, number: int, colour: int) -> Face:
        texture = self._draw_body(printed=number >= 0)
        x, y, height = WIDTH / 2, self.height * self.middle, int(self.height * self.size)
        if number >= 0:
            ink = self.inks[colour]
            if number == JOKER:
                side = max(20, int(min(WIDTH * 0.86, height * self.joker_size)))
                mask = draw_joker(self.joker, side, random.Random(self.joker_seed))
                height = int(side * 0.85)
            else:
                mask = self._draw_numeral(number, height)
            if self.engraved:
                _paint(texture, mask, x + 1, y + 1, tuple(min(255, v * 1.03) for v in self.body))
                _paint(texture, mask, x - 1, y - 1.5, tuple(v * 0.55 for v in ink))
            _paint(texture, mask, x, y, ink)
            self._draw_marks(texture, number, ink, y, height)
        outline = Image.new("L", (WIDTH * 3, self.height * 3))
        box = (0, 0, WIDTH * 3 - 1, self.height * 3 - 1)
        ImageDraw.Draw(outline).rounded_rectangle(box, radius=int(self.radius * 3), fill=255)
        alpha = np.array(outline.resize((WIDTH, self.height), Image.Resampling.LANCZOS))
        return Face(np.dstack([np.clip(texture, 0, 255).astype(np.uint8), alpha]), x, y, height)

    def _draw_body(self, *, printed: bool) -> Array:
        rng, height, bevel = self.rng, self.height, self.bevel
        texture = np.zeros((height, WIDTH, 3), np.float32)
        texture[:] = np.array(self.body) * (0.86 if bevel else 1)
        if bevel:
            texture[bevel : height - bevel, bevel : WIDTH - bevel] = self.body
            texture = cv2.GaussianBlur(texture, (0, 0), 1.0)
        texture += np.linspace(rng.uniform(-8, 8), rng.uniform(-8, 8), height)[:, None, None]
        if self.dimple and printed:
            rows, columns = np.mgrid[0:height, 0:WIDTH]
            y = height * (0.76 if self.symbol else self.middle)
            distance = np.hypot(columns - WIDTH / 2, rows - y)
            ring = np.exp(-(((distance - WIDTH * 0.37) / 2.0) ** 2))
            texture *= (1 - 0.10 * ring * np.sign(rows - y + 1e-3))[..., None]
        if self.label and printed:
            text = draw_text(self.label_font, self.label)
            text = cv2.resize(text, (int(text.shape[1] * 0.07 * height / 72), max(7, int(height * 0.07))))
            shade = tuple(v * 0.88 for v in self.body)
            _paint(texture, text, WIDTH / 2, height * rng.uniform(0.8, 0.88), shade)
        return texture

    def _draw_numeral(self, number: int, height: int) -> Array:
        mask = draw_text(self.font, str(number + 1))
        width = min(int(mask.shape[1] * height / mask.shape[0] * self.stretch), int(WIDTH * 0.86))
        mask = cv2.resize(mask, (max(4, width), height), interpolation=cv2.INTER_AREA)
        if self.bold:
            side = 2 if abs(self.bold) == 1 else 3
            mask = (cv2.dilate if self.bold > 0 else cv2.erode)(mask, np.ones((side, side), np.uint8))
        return mask

    def _draw_marks(self, texture: Array, number: int, ink: tuple[int, ...], y: float, height: int) -> None:
        """The mark under 6 and 9, the circle around the numeral and the symbol of the suit."""
        rng = self.rng
        if number in (5, 8) and self.mark == "dot":
            _paint(texture, draw_symbol("dot", max(4, int(height * 0.16))), WIDTH / 2, y + height * 0.64, ink)
        elif number in (5, 8) and self.mark == "bar":
            bar = np.full((max(2, height // 14), int(height * 0.4)), 255, np.uint8)
            _paint(texture, bar, WIDTH / 2, y + height * 0.62, ink)
        if self.circle and number < JOKER:
            radius = int(min(WIDTH * 0.46, height * 0.8))
            cv2.circle(texture, (WIDTH // 2, int(y)), radius, tuple(float(v) for v in ink), 2, cv2.LINE_AA)
        if self.symbol:
            if rng.random() < 0.6:
                shade = tuple(float(v * 0.93) for v in self.body)
                cv2.circle(texture, (WIDTH // 2, int(self.height * 0.77)), int(WIDTH * 0.2), shade, 1, cv2.LINE_AA)
            symbol = draw_symbol(self.symbol, int(WIDTH * rng.uniform(0.17, 0.26)))
            _paint(texture, symbol, WIDTH / 2, self.height * 0.77, ink)
