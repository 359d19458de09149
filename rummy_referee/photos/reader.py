"""Reads the tiles of a game from the pixels of a picture."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_referee.photos.library import JOKER, ReaderBox, ReaderTile, load_reader, load_weights
from rummy_referee.tiles import box as boxes
from rummy_referee.tiles.box import Box

if TYPE_CHECKING:
    from rummy_referee.photos.pictures import Pixels

INKS = ("K", "R", "B", "YO", "G")
"""The colours that the reader distinguishes, in its order, with their letters: yellow and orange are one."""
HIGHEST = 13
CANDIDATES = 5
LEAST_PROBABILITY = 0.01
"""How many candidates a tile has at most, and how probable each is at least."""


@dataclass(frozen=True)
class Candidate:
    """A code that a tile may have."""

    code: str
    probability: float


@dataclass(frozen=True)
class ReadTile:
    """A tile on a picture. Its code leaves open what is not certain enough: ``R7``, ``?7``, ``?R`` or ``?``."""

    code: str
    confidence: float
    quad: tuple[tuple[float, float], ...]
    row: int
    position: int
    candidates: tuple[Candidate, ...]


def can_read(box: Box) -> bool:
    """Whether the pieces of a box are tiles that the reader knows: numbers from 1 in its colours, and jokers."""
    is_plain = not (box.ranks or box.symbols or box.doubled or box.wild_colour)
    numbers = box.numbers[0] == 1 and box.numbers[-1] <= HIGHEST
    return (
        is_plain and numbers and bool(box.colours) and all(any(letter in ink for ink in INKS) for letter in box.colours)
    )


def read_tiles(pixels: "Pixels", box: Box) -> list[ReadTile]:
    """The tiles on a picture in reading order, at most as many as the box has."""
    library, weights, letters = load_reader(), load_weights(), _letters_of(box)
    described = ReaderBox(
        sum(1 << bit for bit, letter in enumerate(letters) if letter), box.numbers[-1], box.copies, box.jokers
    )
    size = library.tile_reader_memory(pixels.width, pixels.height)
    arena = (ctypes.c_char * size)()
    tiles = (ReaderTile * box.size)()
    count = library.read_tiles(
        pixels.rgb, pixels.width, pixels.height, described, weights, len(weights), arena, size, tiles, len(tiles)
    )
    if count < 0:
        raise RuntimeError("the weights of the reader are invalid")
    return [_describe(tile, letters) for tile in tiles[:count]]


def _letters_of(box: Box) -> tuple[str, ...]:
    """The letter of the box for each colour of the reader; empty if the box does not have the colour."""
    return tuple(next((letter for letter in box.colours if letter in ink), "") for ink in INKS)


def _describe(tile: ReaderTile, letters: tuple[str, ...]) -> ReadTile:
    candidates = sorted(_candidates(tile, letters), key=lambda one: -one.probability)
    corners = list(tile.quad)
    return ReadTile(
        _code_of(tile, letters),
        tile.confidence,
        tuple(zip(corners[::2], corners[1::2], strict=True)),
        tile.row,
        tile.position,
        tuple(candidates[:CANDIDATES]),
    )


def _code_of(tile: ReaderTile, letters: tuple[str, ...]) -> str:
    if tile.number_answer == JOKER:
        return boxes.JOKER
    number = str(tile.number_answer or "")
    colour = letters[tile.colour_answer] if tile.colour_answer >= 0 else ""
    return f"{colour}{number}" if colour and number else f"{boxes.UNKNOWN}{colour}{number}"


def _candidates(tile: ReaderTile, letters: tuple[str, ...]) -> Iterator[Candidate]:
    """Every code that is probable enough: number and colour are read independently of one another."""
    *numbers, joker = tile.number
    if joker >= LEAST_PROBABILITY:
        yield Candidate(boxes.JOKER, joker)
    for number, of_number in enumerate(numbers, start=1):
        for letter, of_colour in zip(letters, tile.colour, strict=True):
            if letter and of_number * of_colour >= LEAST_PROBABILITY:
                yield Candidate(f"{letter}{number}", of_number * of_colour)
