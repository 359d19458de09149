"""Ways in which the hand of a player of Gin-Rummy may come to lie: in own melds, and at melds that others may have."""

from collections.abc import Collection, Iterable, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.outcomes import Left

Melds = tuple[Meld, ...]


class Standing(NamedTuple):
    """How far the hands are filled: what lies and is left, and of the player whose turn it is the melds chosen so far.

    ``missing`` is how many tiles that player may meld beside, and ``refused`` are melds that are not among those laid.
    """

    lying: Melds
    left: Left
    turn: int
    chosen: Melds
    missing: int
    refused: Set[Meld] = frozenset()


class Way(NamedTuple):
    """Where the search stands: the tiles to be covered, what is filled, what others must hold, and what lies."""

    undecided: Fill
    fill: Fill
    held: tuple[tuple[Meld, ...], ...]
    """By player from the one on whose turn it is: melds, and single tiles that are added to others'."""
    table: tuple["End", ...]
    points: int


class End(NamedTuple):
    """Where tiles can be added to a meld: the first player who can, the tile that comes next, and how it goes on.

    ``step`` is from one tile to the next: down or up at an end of a run, and 0 where a group lacks a colour.
    """

    helper: int
    colour: str
    number: int
    step: int

    def is_reached_by(self, tile: Tile) -> bool:
        """Whether a tile can come to lie there, if all between do."""
        return tile.colour == self.colour and (tile.number - self.number) * self.step >= abs(tile.number - self.number)

    def find_between(self, tile: Tile) -> Sequence[Tile]:
        """What must be added there before a tile, in this order."""
        return [BOX.tiles[f"{self.colour}{number}"] for number in range(self.number, tile.number, self.step or 1)]


@lru_cache(1 << 12)
def find_ends(helper: int, meld: Meld) -> Sequence[End]:
    """Where tiles can be added to a meld: at both ends of a row, or where a group lacks a colour."""
    numbers = [tile.number for tile in meld]
    low, high = min(numbers), max(numbers)
    if low < high:
        ends = (End(helper, meld[0].colour, low - 1, -1), End(helper, meld[0].colour, high + 1, 1))
        return tuple(end for end in ends if end.number in BOX.numbers)
    colours = {tile.colour for tile in meld}
    return tuple(End(helper, colour, low, 0) for colour in BOX.colours if colour not in colours)


def can_reach(meld: Meld, tile: Tile) -> bool:
    """Whether a tile can come to lie at a meld, if all between do."""
    return any(end.is_reached_by(tile) for end in find_ends(0, meld))


def without_end(table: tuple[End, ...], end: End) -> tuple[End, ...]:
    place = table.index(end)
    return (*table[:place], *table[place + 1 :])


def sorted_melds(melds: Sequence[Meld]) -> Melds:
    """The melds in canonical order."""
    return tuple(sorted(melds, key=_find_order))


@lru_cache(1 << 12)
def _find_order(meld: Meld) -> tuple[int, ...]:
    return tuple(tile.order for tile in meld)


def find_hosted(melds: Iterable[Meld], known: Collection[int]) -> set[int]:
    """The numbers of tiles that may lie at melds, if all between are of numbers that players have."""
    hosted: set[int] = set()
    for meld in melds:
        numbers = [tile.number for tile in meld]
        low, high = min(numbers), max(numbers)
        if low == high:
            hosted.update(numbers[: len(numbers) < len(BOX.colours)])
            continue
        for way in (range(low - 1, 0, -1), range(high + 1, BOX.numbers[-1] + 1)):
            for number in way:
                hosted.add(number)
                if number not in known:
                    break
    return hosted
