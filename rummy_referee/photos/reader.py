"""Reads the tiles or playing cards of a game from the pixels of a picture."""

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
SUITS = ("s", "h", "d", "c", "")
"""The same for playing cards."""
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
    """A tile or a card on a picture. Its code leaves open what is not certain: ``R7``, ``?7``, ``?R`` or ``?``."""

    code: str
    confidence: float
    quad: tuple[tuple[float, float], ...]
    row: int
    position: int
    candidates: tuple[Candidate, ...]


def can_read(box: Box) -> bool:
    """Whether the reader knows the pieces of a box: numbers from 1 in its colours or playing cards, and jokers."""
    is_plain = not (box.symbols or box.doubled or box.wild_colour)
    numbers = box.numbers[0] == 1 and box.numbers[-1] <= HIGHEST
    known = all(any(letter in ink for ink in _inks_of(box)) for letter in box.colours)
    return is_plain and numbers and bool(box.colours) and known


def read_tiles(pixels: "Pixels", box: Box) -> list[ReadTile]:
    """The tiles on a picture in reading order, at most as many as the box has."""
    library, letters = load_reader(), _letters_of(box)
    weights = load_weights("cards" if box.ranks else "tiles")
    described = ReaderBox(
        sum(1 << bit for bit, letter in enumerate(letters) if letter),
        box.numbers[-1],
        box.copies,
        box.holds.get(_joker_of(box), 0),
    )
    size = library.tile_reader_memory(pixels.width, pixels.height)
    arena = (ctypes.c_char * size)()
    tiles = (ReaderTile * box.size)()
    count = library.read_tiles(
        pixels.rgb, pixels.width, pixels.height, described, weights, len(weights), arena, size, tiles, len(tiles)
    )
    if count < 0:
        raise RuntimeError("the weights of the reader are invalid")
    return [_describe(tile, box, letters) for tile in tiles[:count]]


def _inks_of(box: Box) -> tuple[str, ...]:
    return SUITS if box.ranks else INKS


def _letters_of(box: Box) -> tuple[str, ...]:
    """The letter of the box for each colour of the reader; empty if the box does not have the colour."""
    return tuple(next((letter for letter in box.colours if letter in ink), "") for ink in _inks_of(box))


def _joker_of(box: Box) -> str:
    """The piece that the reader's joker is. Where no joker is printed, it is the false joker."""
    return boxes.JOKER if box.jokers else boxes.FALSE_JOKER


def _describe(tile: ReaderTile, box: Box, letters: tuple[str, ...]) -> ReadTile:
    candidates = sorted(_candidates(tile, box, letters), key=lambda one: -one.probability)
    corners = list(tile.quad)
    return ReadTile(
        _code_of(tile, box, letters),
        tile.confidence,
        tuple(zip(corners[::2], corners[1::2], strict=True)),
        tile.row,
        tile.position,
        tuple(candidates[:CANDIDATES]),
    )


def _code_of(tile: ReaderTile, box: Box, letters: tuple[str, ...]) -> str:
    if tile.number_answer == JOKER:
        return _joker_of(box)
    colour = letters[tile.colour_answer] if tile.colour_answer >= 0 else ""
    if colour and tile.number_answer:
        return box.faces[colour, tile.number_answer].code
    return f"{boxes.UNKNOWN}{colour}{box.symbol_of(tile.number_answer) if tile.number_answer else ''}"


def _candidates(tile: ReaderTile, box: Box, letters: tuple[str, ...]) -> Iterator[Candidate]:
    """Every code that is probable enough: number and colour are read independently of one another."""
    *numbers, joker = tile.number
    if joker >= LEAST_PROBABILITY:
        yield Candidate(_joker_of(box), joker)
    for number, of_number in enumerate(numbers, start=1):
        for letter, of_colour in zip(letters, tile.colour, strict=True):
            if letter and of_number * of_colour >= LEAST_PROBABILITY:
                yield Candidate(box.faces[letter, number].code, of_number * of_colour)
