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
NOT_A_TILE = 14
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
JOKERS = (
    "face", "face", "face", "crowned face", "star", "target", "hat", "mask",
    "two heads", "two heads", "two heads", "butterfly", "butterfly", "sun", "profile", "letters",
    "clover", "clover", "star",
)  # fmt: skip
WIDTH = 96  # of a texture, in pixels


@dataclass(frozen=True)
class Face:
    """A tile seen from straight above: RGBA texture, and where the numeral and a symbol under it are in it."""

    texture: Array
    x: float
    y: float
    height: float
    symbol: tuple[float, float, float] | None = None  # its middle and its height
    index: tuple[float, float, float, float] | None = None  # its outline on a card; it is there twice
    has_four_corners: bool = False


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


def _hat(draw: ImageDraw.ImageDraw, _rng: random.Random, c: float, r: float, w: int) -> None:
    """The face of a jester with a cap of three points."""
    cap = ((-0.8, 0.3), (-0.95, -0.6), (-0.35, -0.05), (0, -0.95), (0.35, -0.05), (0.95, -0.6), (0.8, 0.3))
    draw.polygon([(c + x * r, c + y * r) for x, y in cap], fill=255)
    draw.ellipse((c - r * 0.55, c + r * 0.1, c + r * 0.55, c + r), outline=255, width=w * 2)
    for side in (-1, 1):
        x = c + side * r * 0.22
        draw.ellipse((x - r * 0.07, c + r * 0.4, x + r * 0.07, c + r * 0.54), fill=255)


def _wings(draw: ImageDraw.ImageDraw, rng: random.Random, c: float, r: float, w: int) -> None:
    """A butterfly: four wings with spots, a body and two feelers."""
    filled = rng.random() < 0.5
    low, high = rng.uniform(0.25, 0.4), rng.uniform(0.4, 0.55)
    for side in (-1, 1):
        for x, y, wide, tall in ((0.5, -0.35, 0.45, high), (0.4, 0.45, 0.35, low)):
            middle, box = (c + side * x * r, c + y * r), (wide * r, tall * r)
            corners = (middle[0] - box[0], middle[1] - box[1], middle[0] + box[0], middle[1] + box[1])
            draw.ellipse(corners, fill=255 if filled else None, outline=255, width=w)
            spot = r * rng.uniform(0.08, 0.16)
            corners = (middle[0] - spot, middle[1] - spot, middle[0] + spot, middle[1] + spot)
            draw.ellipse(corners, fill=0 if filled else 255)
        draw.line((c, c - r * 0.5, c + side * r * 0.3, c - r * 0.95), fill=255, width=w)
    draw.ellipse((c - r * 0.1, c - r * 0.6, c + r * 0.1, c + r * 0.8), fill=255)


def _sun(draw: ImageDraw.ImageDraw, rng: random.Random, c: float, r: float, w: int) -> None:
    """A laughing face within rays."""
    rays = rng.choice([8, 12, 16])
    for i in range(rays):
        x, y = math.sin(i * 2 * math.pi / rays), math.cos(i * 2 * math.pi / rays)
        draw.line((c + x * r * 0.7, c + y * r * 0.7, c + x * r * 0.98, c + y * r * 0.98), fill=255, width=w * 2)
    draw.ellipse((c - r * 0.65, c - r * 0.65, c + r * 0.65, c + r * 0.65), outline=255, width=w)
    _smile(draw, rng, c, r * 0.62, w)


def _mask(draw: ImageDraw.ImageDraw, _rng: random.Random, c: float, r: float, w: int) -> None:
    """A filled disc with eyes and a mouth."""
    draw.ellipse((w, w, 2 * r - w, 2 * r - w), fill=255)
    for side in (-1, 1):
        x = c + side * r * 0.35
        draw.ellipse((x - r * 0.14, c - r * 0.35, x + r * 0.14, c - r * 0.05), fill=0)
    draw.arc((c - r * 0.5, c - r * 0.3, c + r * 0.5, c + r * 0.6), 20, 160, fill=0, width=w * 2)


def _two_headed(size: int, rng: random.Random) -> Array:
    """Two heads side by side or one above the other, one the mirror image or the half turn of the other."""
    head = draw_joker(rng.choice(["face", "crowned face", "hat", "mask", "profile", "profile"]), size, rng)
    half, length = size // 2, int(size * rng.uniform(0.5, 0.9))
    picture = np.zeros((size, size), np.uint8)
    if rng.random() < 0.6:
        head = cv2.resize(head, (half, length), interpolation=cv2.INTER_AREA)
        other = head[:, ::-1] if rng.random() < 0.7 else head[::-1, ::-1]
        top = (size - length) // 2
        picture[top : top + length, :half], picture[top : top + length, half : 2 * half] = head, other
    else:
        head = cv2.resize(head, (length, half), interpolation=cv2.INTER_AREA)
        left = (size - length) // 2
        picture[:half, left : left + length], picture[half : 2 * half, left : left + length] = head, head[::-1, ::-1]
    return picture


def _clover(draw: ImageDraw.ImageDraw, rng: random.Random, c: float, r: float, w: int) -> None:
    """Leaves around a middle, as on the false jokers of Okey."""
    leaves, start = rng.choice([3, 4, 4, 5, 6]), rng.choice([0.0, math.pi / 4, math.pi])
    size, fill = r * rng.uniform(0.34, 0.46), 255 if rng.random() < 0.6 else None
    for i in range(leaves):
        angle = start + i * 2 * math.pi / leaves
        x, y = c + (r - size) * math.sin(angle), c - (r - size) * math.cos(angle)
        draw.ellipse((x - size, y - size, x + size, y + size), fill=fill, outline=255, width=w)
    if rng.random() < 0.5:
        draw.ellipse(
            (c - r * 0.2, c - r * 0.2, c + r * 0.2, c + r * 0.2), fill=0 if fill else 255, outline=255, width=w
        )
    elif leaves < 5:
        draw.line((c, c, c + r * rng.uniform(-0.3, 0.3), c + r), fill=255, width=2 * w)


def _profile(draw: ImageDraw.ImageDraw, rng: random.Random, c: float, r: float, w: int) -> None:
    """A jester's head from the side, looking to the left, with a cap and its bell."""
    nose, chin = rng.uniform(0.1, 0.3), rng.uniform(0.6, 0.9)
    outline = (
        (0.9, -0.1), (0.3, -0.3), (-0.35, -0.25), (-0.5, 0.05), (-0.55 - nose, 0.25), (-0.45, 0.35), (-0.5, 0.5),
        (-0.3 - nose, chin), (0.1, 0.75), (0.25, 0.95), (0.9, 0.95),
    )  # fmt: skip
    draw.polygon(
        [(c + x * r, c + y * r) for x, y in outline], fill=255 if rng.random() < 0.5 else None, outline=255, width=w
    )
    cap = ((0.9, -0.15), (-0.4, -0.3), (-0.3, -0.7), (-0.9, rng.uniform(-0.9, -0.5)), (0.1, -0.95), (0.9, -0.7))
    draw.polygon([(c + x * r, c + y * r) for x, y in cap], fill=255)
    draw.ellipse((c - r, c - r * 0.75, c - r * 0.75, c - r * 0.5), fill=255)
    draw.ellipse((c - r * 0.3, c, c - r * 0.15, c + r * 0.15), fill=0, outline=255, width=w)


def _letters(size: int, rng: random.Random) -> Array:
    """The word or its first letter, across, downwards or along the side."""
    sans, serif = find_fonts()
    font, word = rng.choice(sans + serif), rng.choice(["JOKER", "Joker", "JOLLY", "joker", "OKEY", "Okey"])
    picture = np.zeros((size, size), np.uint8)
    if rng.random() < 0.4:  # downwards, letter by letter
        step = size // len(word)
        for i, letter in enumerate(word):
            mask = draw_text(font, letter)
            width = min(size, max(4, mask.shape[1] * (step - 2) // mask.shape[0]))
            mask = cv2.resize(mask, (width, step - 2), interpolation=cv2.INTER_AREA)
            left = (size - width) // 2
            picture[i * step : i * step + step - 2, left : left + width] = mask
        return picture
    mask = draw_text(font, word if rng.random() < 0.7 else "J")
    wide = min(size, mask.shape[1] * size // mask.shape[0])
    tall = max(4, mask.shape[0] * wide // mask.shape[1])
    top, left = (size - tall) // 2, (size - wide) // 2
    picture[top : top + tall, left : left + wide] = cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA)
    return np.rot90(picture, rng.choice([0, 0, 1, 3])).copy()


def draw_joker(kind: str, size: int, rng: random.Random) -> Array:
    """The picture on a joker, as a square mask."""
    if kind == "two heads":
        return _two_headed(size, rng)
    if kind == "letters":
        return _letters(size, rng)
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
    else:
        figures = {"hat": _hat, "butterfly": _wings, "sun": _sun, "clover": _clover, "profile": _profile, "mask": _mask}
        figures[kind](draw, rng, c, r, w)
    return np.array(image.resize((size, size), Image.Resampling.LANCZOS))


def paint(texture: Array, mask: Array, x: float, y: float, colour: tuple[float, ...]) -> None:
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
        if rng.random() < 0.45:
            self.symbol = rng.choice(["heart", "heart", "heart", "spade", "spade", "club", "diamond", "dot", "ring"])
        self.symbol_size = int(WIDTH * rng.uniform(0.17, 0.4))
        self.hollow = rng.random() < 0.25  # only the outline of the symbol is printed
        self.dish = rng.choice([0.0, 0.0, 1.0, 1.0, rng.uniform(0.5, 2)])  # depth of the dish around the symbol
        self._place_numeral()
        self.stretch = rng.uniform(0.82, 1.2)
        self.bold = rng.choice([0, 0, 0, 1, 2, -1])
        self.label = rng.choice(["", "", "Rummi", "Original", "Rummikub", "Okey"])
        self.dimple = rng.random() < 0.4
        self.circle = rng.random() < 0.08  # the numeral stands in a printed circle
        self.mark = rng.choice(["", "", "", "dot", "bar"])  # under 6 and 9
        self.engraved = rng.random() < 0.6
        self.joker = rng.choice(JOKERS)
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
                paint(texture, mask, x + 1, y + 1, tuple(min(255, v * 1.03) for v in self.body))
                paint(texture, mask, x - 1, y - 1.5, tuple(v * 0.55 for v in ink))
            paint(texture, mask, x, y, ink)
            self._draw_marks(texture, number, ink, y, height)
        outline = Image.new("L", (WIDTH * 3, self.height * 3))
        box = (0, 0, WIDTH * 3 - 1, self.height * 3 - 1)
        ImageDraw.Draw(outline).rounded_rectangle(box, radius=int(self.radius * 3), fill=255)
        alpha = np.array(outline.resize((WIDTH, self.height), Image.Resampling.LANCZOS))
        symbol = (WIDTH / 2, self.height * 0.77, float(self.symbol_size)) if self.symbol and number >= 0 else None
        return Face(np.dstack([np.clip(texture, 0, 255).astype(np.uint8), alpha]), x, y, height, symbol)

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
            paint(texture, text, WIDTH / 2, height * rng.uniform(0.8, 0.88), shade)
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
            paint(texture, draw_symbol("dot", max(4, int(height * 0.16))), WIDTH / 2, y + height * 0.64, ink)
        elif number in (5, 8) and self.mark == "bar":
            bar = np.full((max(2, height // 14), int(height * 0.4)), 255, np.uint8)
            paint(texture, bar, WIDTH / 2, y + height * 0.62, ink)
        if self.circle and number < JOKER:
            radius = int(min(WIDTH * 0.46, height * 0.8))
            cv2.circle(texture, (WIDTH // 2, int(y)), radius, tuple(float(v) for v in ink), 2, cv2.LINE_AA)
        if self.symbol:
            middle = (WIDTH // 2, int(self.height * 0.77))
            if self.dish:
                self._draw_dish(texture, *middle)
            elif rng.random() < 0.5:
                shade = tuple(float(v * 0.93) for v in self.body)
                cv2.circle(texture, middle, int(WIDTH * 0.2), shade, 1, cv2.LINE_AA)
            symbol = draw_symbol(self.symbol, self.symbol_size)
            if self.hollow:
                side = max(2, self.symbol_size // 9)
                symbol = symbol - cv2.erode(symbol, np.ones((side, side), np.uint8))
            paint(texture, symbol, *middle, ink)

    def _draw_dish(self, texture: Array, x: int, y: int) -> None:
        """A concave dish: dark above and bright below, with a bright rim, and sometimes a second outline within."""
        rows, columns = np.mgrid[0 : self.height, 0:WIDTH]
        radius = max(WIDTH * 0.22, self.symbol_size * 0.72)
        distance = np.hypot(columns - x, rows - y) / radius
        inside = 1 / (1 + np.exp((distance - 1) * 14))
        slope = np.clip((rows - y) / radius, -1, 1) * np.clip(distance, 0, 1)
        shade = 1 + self.dish * (0.10 * slope - 0.05) * inside
        for at in (1.0, 0.72) if self.bevel else (1.0,):
            shade -= 0.07 * self.dish * np.exp(-(((distance - at) * radius / 1.4) ** 2)) * np.sign(y - rows + 1e-3)
        texture *= shade[..., None]
