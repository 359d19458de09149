"""Decks of playing cards: random looks, and the faces of their cards as textures. The unit is the index in a corner."""

import io
import random
import re
import tarfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tools.photos.editions import JOKER, JOKERS, Array, Face, draw_joker, draw_symbol, draw_text, paint
from tools.photos.fonts import find_fonts

RATIO = 1.8  # height of an index, rank above suit, in widths of its quad
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LETTERS = ("JQK", "JQK", "JQK", "JQK", "BDK", "VDR")
SUITS = "\u2660\u2665\u2666\u2663"
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


def read_courts(folder: Path) -> list[Array]:
    """The middles of the court cards of a free deck (cards/assets/vector-playing-cards.tar.xz), as RGBA."""
    import resvg_py  # noqa: PLC0415 - only playing cards need it

    courts = []
    with tarfile.open(folder / "cards/assets/vector-playing-cards.tar.xz") as archive:
        for member in sorted(archive.getmembers(), key=lambda one: one.name):
            if not re.search(r"(jack|queen|king)_of_\w+2\.svg$", member.name):
                continue
            file = archive.extractfile(member)
            text = file.read().decode() if file else ""
            width, height = (re.search(rf'{side}="([\d.]+)', text) for side in ("width", "height"))
            if width and height:
                view = f'viewBox="0 0 {width[1]} {height[1]}" width="{WIDTH}" height="{WIDTH * 1.45:.0f}"'
                text = re.sub(r'(<svg[^>]*?)\swidth="[^"]*"', r"\1", text, count=1)
                text = re.sub(r'(<svg[^>]*?)\sheight="[^"]*"', r"\1", text, count=1)
                text = re.sub(r'(<svg[^>]*?)\sviewBox="[^"]*"', r"\1", text, count=1).replace("<svg", f"<svg {view}", 1)
            picture = np.array(Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA"))
            high, wide = picture.shape[:2]
            courts.append(picture[int(high * 0.12) : int(high * 0.88), int(wide * 0.17) : int(wide * 0.83)])
    return courts


@dataclass
class Deck:
    """A random look of all cards of a pack, as `Scene` needs an edition."""

    rng: random.Random
    courts: list[Array]
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
        if self.is_dark:
            gold = rng.choice(GOLDS)
            self.inks = [gold] * 4 if rng.random() < 0.6 else [gold, rng.choice(REDS), rng.choice(REDS), gold]
        elif rng.random() < 0.15:
            self.inks[3], self.inks[2] = rng.sample(FOUR, 2)
            if rng.random() < 0.2:
                self.inks[0] = rng.choice(FOUR)

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
        else:
            symbol = self._draw_middle(texture, number, colour)
            ink = tuple(float(v) for v in self.inks[colour])
            mask = self._draw_joker_index() if number == JOKER else self._draw_index(number, colour)
            for x in (self.x, WIDTH - self.x) if self.has_four_corners else (self.x,):
                paint(texture, mask, x, self.y, ink)
                paint(texture, mask[::-1, ::-1], WIDTH - x, self.height - self.y, ink)
        if self.outline:
            cv2.rectangle(texture, (0, 0), (WIDTH - 1, self.height - 1), (120.0, 120.0, 120.0), 2)
        outline = Image.new("L", (WIDTH, self.height))
        ImageDraw.Draw(outline).rounded_rectangle((0, 0, WIDTH - 1, self.height - 1), radius=WIDTH // 16, fill=255)
        rgba = cv2.merge([*cv2.split(np.clip(texture, 0, 255).astype(np.uint8)), np.array(outline)])
        half = self.index / RATIO / 2
        box = (self.x - half, self.y - self.index / 2, self.x + half, self.y + self.index / 2)
        return Face(rgba, self.x, self.y, self.index, symbol, box, has_four_corners=self.has_four_corners)

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
        most = self.index / RATIO * 1.15
        width = min(int(rank.shape[1] * tall / rank.shape[0] * self.stretch), int(most))
        rank = cv2.resize(rank, (max(4, width), tall), interpolation=cv2.INTER_AREA)
        if self.bold:
            rank = cv2.dilate(rank, np.ones((self.bold + 1, self.bold + 1), np.uint8))
        suit = self._draw_suit(colour, int(self.index * (1 - self.rank_share - self.gap)))
        suit = suit[:, : int(most * 1.3)]
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
            self._draw_court(texture, rng)
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

    def _draw_court(self, texture: Array, rng: random.Random) -> None:
        left = int(max(WIDTH * rng.uniform(0.15, 0.24), self.beside * rng.uniform(0.9, 1)))
        top = int(self.height * rng.uniform(0.1, 0.16))
        right, bottom = WIDTH - left, self.height - top
        part = texture[top:bottom, left:right]
        if self.courts and rng.random() < 0.7:
            court = cv2.resize(rng.choice(self.courts), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            alpha = court[..., 3:4].astype(np.float32) / 255
            part += alpha * (court[..., :3] - part)
        else:
            drawn = np.ascontiguousarray(part)
            for _ in range(rng.randrange(10, 40)):
                corners = [
                    [rng.gauss(0.5, 0.25) * part.shape[1], rng.uniform(0, 0.55) * part.shape[0]] for _ in range(4)
                ]
                colour = tuple(float(v) for v in rng.choice(BLACKS + REDS + FOUR + GOLDS))
                cv2.fillPoly(drawn, [np.array(corners, np.int32)], colour, cv2.LINE_AA)
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
