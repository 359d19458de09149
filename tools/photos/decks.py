"""Decks of playing cards: random looks, and the faces of their cards as textures. The unit is the index in a corner."""

import ast
import io
import random
import re
import tarfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tools.photos.editions import JOKER, JOKERS, Array, Face, draw_joker, draw_symbol, draw_text, paint
from tools.photos.fonts import find_fonts

RATIO = 1.8  # height of an index, rank above suit, in widths of its quad
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LETTERS = ("JQK", "JQK", "JQK", "JQK", "BDK", "VDR")
SUITS = "\u2660\u2665\u2666\u2663"
JUMBO_DECKS = ("Vertical2", "Vertical4")
SHAPES = ("spade", "heart", "diamond", "club")
WIDTH = 200  # of a texture, in pixels
BLACKS = ((18, 18, 20), (35, 35, 40), (10, 10, 10), (40, 42, 60))
REDS = ((200, 20, 35), (225, 35, 30), (170, 15, 30), (230, 60, 80), (190, 30, 20))
FOUR = ((20, 130, 60), (10, 90, 40), (30, 80, 190), (20, 60, 160), (190, 140, 50), (170, 20, 170), (230, 120, 20))
GOLDS = ((200, 160, 80), (170, 130, 70), (220, 220, 225), (240, 200, 120), (190, 40, 40))
PIPS = {
    2: "bh", 3: "bdh", 4: "acgi", 5: "acdgi", 6: "acABgi", 7: "acABgiC", 8: "acABgiCD",
    9: "acefjkgid", 10: "acefjkgiEF",
}  # fmt: skip
PLACES = {
    "a": (-1, -1), "b": (0, -1), "c": (1, -1), "d": (0, 0), "g": (-1, 1), "h": (0, 1), "i": (1, 1),
    "A": (-1, 0), "B": (1, 0), "C": (0, -0.5), "D": (0, 0.5), "E": (0, -0.66), "F": (0, 0.66),
    "e": (-1, -0.33), "f": (1, -0.33), "j": (-1, 0.33), "k": (1, 0.33),
}  # fmt: skip


@cache
def suit_fonts() -> list[str]:
    """The fonts with the four suits."""
    sans, serif = find_fonts()

    def has_suits(font: str) -> bool:
        loaded = ImageFont.truetype(font, 40)
        drawn = {bytes(loaded.getmask(letter)) for letter in (*SUITS, "\uffff", "\u0378")}
        return len(drawn) > len(SUITS)

    return [font for font in sans + serif if has_suits(font)]


@dataclass(frozen=True)
class Print:
    """The printed faces of a free deck, as RGBA, and where their index is, in shares of a card's width and height."""

    faces: dict[tuple[int, int], Array]
    index: tuple[float, float, float, float]  # middle, top, height and width of what may be drawn over
    is_read: bool  # the printed index may stay


def read_prints(folder: Path) -> list[Print]:
    """The free decks of cards/assets."""
    assets = folder / "cards/assets"
    simple = _read_archive(assets / "vector-playing-cards.tar.xz", r"(\w+)_of_(\w+?)2?\.svg$", (2, 1))
    jumbo = [
        _read_archive(assets / "SVGCards.tar.xz", rf"{name}/svgs/([a-z]+)(\w+)\.svg$", (1, 2)) for name in JUMBO_DECKS
    ]
    letele = {}
    with tarfile.open(assets / "letele-playing-cards-0.1.0.tgz") as archive:
        file = archive.extractfile("package/dist/index.esm.js")
        for name, drawing in re.findall(
            r"const Svg(\w+) = .*?return (.*?);\n};", file.read().decode() if file else "", re.DOTALL
        ):
            card = _name_card(name[0], name[1:])
            if card:
                letele[card] = _rasterise(_write_element(_parse_element(drawing)))
    return [
        Print(letele, (0.09, 0.036, 0.19, 0.155), is_read=True),
        *(Print(deck, (0.115, 0.03, 0.265, 0.23), is_read=True) for deck in jumbo),
        Print(simple, (0.085, 0.02, 0.23, 0.19), is_read=False),
    ]


def _name_card(suit: str, rank: str) -> tuple[int, int] | None:
    ranks = {"ace": 0, "jack": 10, "queen": 11, "king": 12} | {rank.lower(): i for i, rank in enumerate(RANKS)}
    suits = [i for i, shape in enumerate(SHAPES) if suit.lower() in {shape, shape + "s", shape[0]}]
    return (ranks[rank.lower()], suits[0]) if suits and rank.lower() in ranks else None


def _read_archive(path: Path, pattern: str, groups: tuple[int, int]) -> dict[tuple[int, int], Array]:
    """The cards of an archive; the groups of the pattern are suit and rank. Of two, the later name counts."""
    faces = {}
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda one: one.name):
            found = re.search(pattern, member.name)
            card = _name_card(found[groups[0]], found[groups[1]]) if found else None
            file = archive.extractfile(member) if card and "simple" not in member.name else None
            if card and file:
                faces[card] = _rasterise(file.read().decode())
    return faces


def _parse_element(drawing: str) -> tuple[Any, ...]:
    """A React element as a tuple of its name, a dictionary of its attributes and its children."""
    for pattern, replacement in (
        (r"/\*#__PURE__\*/", ""), (r"title \? React\.createElement\(.*?\) : null", "None"),
        (r"React\.createElement\(", "("),
        (r"_extends\((\{.*?\}), props\)", r"\1"), (r'"aria-labelledby": titleId', ""), (r"\bnull\b", "None"),
        (r"([{,]\s*)(\w+):", r'\1"\2":'),
    ):  # fmt: skip
        drawing = re.sub(pattern, replacement, drawing, flags=re.DOTALL)
    element: tuple[Any, ...] = ast.literal_eval(drawing)
    return element


def _write_element(element: tuple[Any, ...] | str) -> str:
    if isinstance(element, str):
        return escape(element)
    name, attributes, *children = element
    names = {"xlinkHref": "xlink:href", "xmlnsXlink": "xmlns:xlink", "viewBox": "viewBox"}
    written = "".join(
        f" {names.get(key) or re.sub('[A-Z]', lambda letter: '-' + letter[0].lower(), key)}={quoteattr(str(value))}"
        for key, value in (attributes or {}).items()
        if key != "preserveAspectRatio" and not isinstance(value, dict)
    )
    return f"<{name}{written}>{''.join(_write_element(child) for child in children if child)}</{name}>"


def _rasterise(text: str) -> Array:
    """An SVG picture as wide as a texture, as RGBA."""
    import resvg_py  # noqa: PLC0415 - only playing cards need it

    sides = [re.search(rf'<svg[^>]*?\s{side}="([\d.]+)', text) for side in ("width", "height")]
    box = re.search(r'<svg[^>]*?\sviewBox="([^"]*)"', text)
    view = box[1] if box else "0 0 " + " ".join(side[1] if side else "1" for side in sides)
    _, _, width, height = (float(value) for value in view.split())
    for name in ("width", "height", "viewBox"):
        text = re.sub(rf'(<svg[^>]*?)\s{name}="[^"]*"', r"\1", text, count=1)
    text = text.replace("<svg", f'<svg viewBox="{view}" width="{WIDTH}" height="{WIDTH * height / width:.0f}"', 1)
    return np.array(Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA"))


@dataclass
class Deck:
    """A random look of all cards of a pack, as `Scene` needs an edition."""

    rng: random.Random
    prints: list[Print]
    cache: dict[tuple[int, int], Face] = field(default_factory=dict)
    colours: tuple[int, ...] = (0, 1, 2, 3)

    def __post_init__(self) -> None:
        rng = self.rng
        sans, serif = find_fonts()
        self.is_dark = rng.random() < 0.12
        white = rng.choice([(252, 252, 252), (246, 244, 238), (240, 240, 244), (255, 253, 240), (235, 232, 225)])
        self.body: tuple[int, ...] = rng.choice([(22, 22, 24), (45, 42, 48), (15, 20, 40)]) if self.is_dark else white
        self.height = int(WIDTH * rng.uniform(1.38, 1.58))
        self.font = rng.choice([font for font in (sans if rng.random() < 0.6 else serif) if "Title" not in font])
        self.suit_font = rng.choice([*suit_fonts(), "", ""])
        self.letters = rng.choice(LETTERS)
        share = rng.uniform(0.24, 0.34) if rng.random() < 0.35 else rng.uniform(0.145, 0.23)
        self.index = int(self.height * share)
        self.rank_share, self.gap = rng.uniform(0.46, 0.66), rng.uniform(0.02, 0.1)
        self.stretch, self.bold = rng.uniform(0.68, 1.1), rng.choice([0, 0, 0, 1, 2])
        self.suit_stretch = rng.uniform(0.8, 1.1)
        self.x = self.index / RATIO * rng.uniform(0.42, 0.62) + WIDTH * rng.uniform(0.01, 0.045)
        self.y = self.index / 2 + self.height * rng.uniform(0.02, 0.06)
        self.has_four_corners = rng.random() < 0.12
        self.beside = self.x + 0.6 * self.index / RATIO  # where pips and figures may begin
        self.pip = int(WIDTH * rng.uniform(0.15, 0.24) * (0.7 if self.beside > 0.3 * WIDTH else 1))
        self.frame = rng.random() < 0.5
        self.outline = rng.random() < 0.25  # of the card
        self.back = rng.choice([(170, 30, 40), (30, 60, 140), (20, 20, 25), (40, 110, 70)])
        self.seed = rng.randrange(1 << 30)
        black, red = rng.choice(BLACKS), rng.choice(REDS)
        self.inks = [black, red, red, black]
        self.print = rng.choice(self.prints) if self.prints and not self.is_dark and rng.random() < 0.45 else None
        self.has_printed_index = self.print is not None and self.print.is_read and rng.random() < 0.4
        self.widest = self.index / RATIO * 1.15
        if self.print:
            self._place_on_print(self.print)
        elif self.is_dark:
            gold = rng.choice(GOLDS)
            self.inks = [gold] * 4 if rng.random() < 0.6 else [gold, rng.choice(REDS), rng.choice(REDS), gold]
        elif rng.random() < 0.15:
            self.inks[3], self.inks[2] = rng.sample(FOUR, 2)
            if rng.random() < 0.2:
                self.inks[0] = rng.choice(FOUR)

    def _place_on_print(self, printed: Print) -> None:
        """The index where the printed one is, or a little smaller."""
        high, wide = printed.faces[0, 0].shape[:2]
        middle, top, height, width = printed.index
        share = 1 if self.has_printed_index else self.rng.uniform(0.78, 1)
        self.height, self.index = high, int(high * height * share)
        self.x, self.y = wide * middle, high * top + self.index / 2
        self.widest, self.has_four_corners = wide * width * 0.92, False

    def face(self, number: int, colour: int) -> Face:
        """The face of a card; number -1 is its back."""
        key = (number, colour)
        if key not in self.cache:
            self.cache[key] = self._draw(number, colour)
        return self.cache[key]

    def _draw(self, number: int, colour: int) -> Face:
        texture = np.zeros((self.height, WIDTH, 3), np.float32)
        texture[:] = self.body
        symbol = None
        if number < 0:
            self._draw_back(texture)
        elif self.print and number != JOKER:
            self._draw_print(self.print, texture, number, colour)
        else:
            symbol = self._draw_middle(texture, number, colour)
            mask = self._draw_joker_index() if number == JOKER else self._draw_index(number, colour)
            self._paint_indices(texture, mask, colour)
        if self.outline:
            cv2.rectangle(texture, (0, 0), (WIDTH - 1, self.height - 1), (120.0, 120.0, 120.0), 2)
        outline = Image.new("L", (WIDTH, self.height))
        ImageDraw.Draw(outline).rounded_rectangle((0, 0, WIDTH - 1, self.height - 1), radius=WIDTH // 16, fill=255)
        rgba = cv2.merge([*cv2.split(np.clip(texture, 0, 255).astype(np.uint8)), np.array(outline)])
        half = self.index / RATIO / 2
        box = (self.x - half, self.y - self.index / 2, self.x + half, self.y + self.index / 2)
        return Face(rgba, self.x, self.y, self.index, symbol, box, has_four_corners=self.has_four_corners)

    def _paint_indices(self, texture: Array, mask: Array, colour: int) -> None:
        ink = tuple(float(v) for v in self.inks[colour])
        for x in (self.x, WIDTH - self.x) if self.has_four_corners else (self.x,):
            paint(texture, mask, x, self.y, ink)
            paint(texture, mask[::-1, ::-1], WIDTH - x, self.height - self.y, ink)

    def _draw_print(self, printed: Print, texture: Array, number: int, colour: int) -> None:
        """A printed face on the card's own paper, with the printed index or another one."""
        face = printed.faces[number, colour].astype(np.float32)
        texture *= 1 - face[..., 3:] / 255 * (1 - face[..., :3] / 255)
        if self.has_printed_index:
            return
        middle, top, height, width = printed.index
        left, right = int(WIDTH * (middle - width / 2)), int(WIDTH * (middle + width / 2))
        above, below = int(self.height * top), int(self.height * (top + height)) + 1
        texture[above:below, max(2, left) : right] = self.body
        texture[-below:-above, -right : -max(2, left)] = self.body
        self._paint_indices(texture, self._draw_index(number, colour), colour)

    def _draw_suit(self, colour: int, height: int) -> Array:
        if self.suit_font:
            mask = draw_text(self.suit_font, SUITS[colour])
        else:
            mask = draw_symbol(SHAPES[colour], max(16, height))
            rows, columns = np.nonzero(mask > 40)
            mask = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        width = max(3, int(mask.shape[1] * height / mask.shape[0] * self.suit_stretch))
        return cv2.resize(mask, (width, max(3, height)), interpolation=cv2.INTER_AREA)

    def _draw_index(self, number: int, colour: int) -> Array:
        text = RANKS[number] if number < 10 else self.letters[number - 10]
        tall = int(self.index * self.rank_share)
        rank = draw_text(self.font, text)
        width = min(int(rank.shape[1] * tall / rank.shape[0] * self.stretch), int(self.widest))
        rank = cv2.resize(rank, (max(4, width), tall), interpolation=cv2.INTER_AREA)
        if self.bold:
            rank = cv2.dilate(rank, np.ones((self.bold + 1, self.bold + 1), np.uint8))
        suit = self._draw_suit(colour, int(self.index * (1 - self.rank_share - self.gap)))
        suit = cv2.resize(
            suit, (min(suit.shape[1], int(self.widest * 1.1)), suit.shape[0]), interpolation=cv2.INTER_AREA
        )
        mask = np.zeros((self.index, max(rank.shape[1], suit.shape[1])), np.uint8)
        left = (mask.shape[1] - rank.shape[1]) // 2
        mask[: rank.shape[0], left : left + rank.shape[1]] = rank
        left = (mask.shape[1] - suit.shape[1]) // 2
        mask[-suit.shape[0] :, left : left + suit.shape[1]] = suit
        return mask

    def _draw_joker_index(self) -> Array:
        """The word downwards, or a star and a word."""
        rng = random.Random(self.seed)
        width = int(self.index / RATIO)
        mask = np.zeros((self.index, width), np.uint8)
        if rng.random() < 0.3:
            star = draw_joker("star", width, rng)
            mask[:width] = star
        word = rng.choice(["JOKER", "JOKER", "Joker", "JOLLY"])
        step = self.index // len(word)
        for i, letter in enumerate(word) if not mask.any() else ():
            drawn = draw_text(self.font, letter)
            wide = min(width, max(3, int(drawn.shape[1] * (step - 1) / drawn.shape[0])))
            left = (width - wide) // 2
            mask[i * step : i * step + step - 1, left : left + wide] = cv2.resize(drawn, (wide, step - 1))
        return mask

    def _draw_middle(self, texture: Array, number: int, colour: int) -> tuple[float, float, float]:
        """Pips, a court figure or a jester; the middle and the height of a pip."""
        rng = random.Random(self.seed + 31 * number + colour)
        ink = tuple(float(v) for v in self.inks[colour])
        x, y = WIDTH / 2, self.height / 2
        if number == JOKER:
            side = int(WIDTH * 0.6)
            paint(texture, draw_joker(rng.choice(JOKERS), side, rng), x, y, ink)
            return x, y, side
        if number >= 10:
            self._draw_court(texture, number, colour, rng)
            pip = int(self.pip * rng.uniform(0.8, 1.2))
            px, py = max(WIDTH * 0.33, self.beside + pip * 0.4), self.height * 0.24
            suit = self._draw_suit(colour, pip)
            paint(texture, suit, px, py, ink)
            paint(texture, suit[::-1, ::-1], WIDTH - px, self.height - py, ink)
            return px, py, pip
        if number == 0:
            pip = int(WIDTH * rng.uniform(0.2, 0.55))
            paint(texture, self._draw_suit(colour, pip), x, y, ink)
            return x, y, pip
        reach_x, reach_y = min(WIDTH * 0.19, max(x - self.beside - self.pip * 0.4, 0.3 * self.pip)), self.height * 0.31
        first = (x, y)
        for place in PIPS[number + 1]:
            i, j = PLACES[place]
            mask = self._draw_suit(colour, self.pip)
            paint(texture, mask if j <= 0 else mask[::-1], x + i * reach_x, y + j * reach_y, ink)
            if j < 0 and first == (x, y):
                first = (x + i * reach_x, y + j * reach_y)
        return *first, self.pip

    def _draw_court(self, texture: Array, number: int, colour: int, rng: random.Random) -> None:
        left = int(max(WIDTH * rng.uniform(0.15, 0.24), self.beside * rng.uniform(0.9, 1)))
        top = int(self.height * rng.uniform(0.1, 0.16))
        right, bottom = WIDTH - left, self.height - top
        part = texture[top:bottom, left:right]
        if self.prints and rng.random() < 0.7:
            face = rng.choice(self.prints).faces[number, colour]
            high, wide = face.shape[:2]
            court = face[int(high * 0.12) : int(high * 0.88), int(wide * 0.17) : int(wide * 0.83)]
            court = cv2.resize(court, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            alpha = court[..., 3:4].astype(np.float32) / 255
            part += alpha * (court[..., :3] - part)
        else:
            drawn = np.ascontiguousarray(part)
            for _ in range(rng.randrange(10, 40)):
                corners = [
                    [rng.gauss(0.5, 0.25) * part.shape[1], rng.uniform(0, 0.55) * part.shape[0]] for _ in range(4)
                ]
                dress = tuple(float(v) for v in rng.choice(BLACKS + REDS + FOUR + GOLDS))
                cv2.fillPoly(drawn, [np.array(corners, np.int32)], dress, cv2.LINE_AA)
            part[:] = drawn
            half = part.shape[0] // 2
            part[-half:] = part[:half][::-1, ::-1]
        if self.frame:
            cv2.rectangle(texture, (left, top), (right, bottom), (30.0, 30.0, 60.0), 1, cv2.LINE_AA)

    def _draw_back(self, texture: Array) -> None:
        rng = random.Random(self.seed)
        margin, step = rng.randrange(4, 16), rng.randrange(6, 20)
        rows, columns = np.mgrid[0 : self.height, 0:WIDTH]
        lines = ((rows + columns) % step < 3) | ((rows - columns) % step < 3)
        inside = (rows > margin) & (rows < self.height - margin) & (columns > margin) & (columns < WIDTH - margin)
        texture[inside] = self.back
        texture[inside & lines] = rng.choice([(255, 255, 255), (230, 220, 200), (10, 10, 10)])
