"""Hands with unknown tiles, and their completions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.turns import Meld, in_order
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

Codes = tuple[str, ...]
"""The codes of unknown tiles, sorted: ``?``, ``?7``, ``?R``."""


@dataclass(frozen=True)
class Seat:
    """A player in turn order, with the known and the unknown tiles of the hand."""

    index: int
    """The index in the request."""
    entry: Any
    known: Meld
    unknown: Codes

    @property
    def given(self) -> Meld:
        """The tiles that are given as melded or laid off."""
        melds = (*(self.entry.melds or ()), *(given.tiles for given in self.entry.lay_offs or ()))
        return tuple(tile for meld in melds for tile in meld)

    @property
    def given_unknown(self) -> Meld:
        """The given tiles that are not among the known ones."""
        return tuple((Counter(self.given) - Counter(self.known)).elements())

    def completed(self, extra: Meld = ()) -> Any:
        """The player's entry with the known tiles and these."""
        return replace(self.entry, hand=(*self.known, *extra))


def make_seat(index: int, entry: Any) -> Seat:
    """The seat of a player."""
    known = tuple(tile for tile in entry.hand if not tile.is_unknown)
    return Seat(index, entry, known, tuple(sorted(tile.code for tile in entry.hand if tile.is_unknown)))


def find_seats(ending: Ending) -> Sequence[Seat]:
    """The players in turn order."""
    return [make_seat(index, entry) for index, entry in ending.in_turn_order()]


def count_free(combinations: Combinations, seats: Sequence[Seat]) -> Counter[Tile]:
    """The tiles of the box that are not known."""
    return Counter(combinations.tiles) - Counter(tile for seat in seats for tile in seat.known)


def assign(box: Box, codes: Codes, tiles: Meld, free: Mapping[Tile, int]) -> set[Codes]:
    """The codes that are left if these tiles are among the unknown ones, in every way.

    There is none if the tiles are not free, or one cannot be unknown.
    """
    ways = {codes} if all(tiles.count(tile) <= free[tile] for tile in tiles) else set()
    for tile in tiles:
        ways = {
            (*left[: left.index(code)], *left[left.index(code) + 1 :])
            for left in ways
            for code in set(left)
            if box.can_be(box.unknown_tiles[code], tile.piece)
        }
    return ways


def complete(
    box: Box, codes: Codes, free: Mapping[Tile, int], find_most: Callable[[], int] | None = None
) -> Iterator[Meld]:
    """Every choice of free tiles for these codes, low points first; with at most as many points as are found then."""
    tiles = sorted((tile for tile, copies in free.items() if copies > 0), key=lambda tile: (tile.points, tile.order))
    fitting = {code: [tile for tile in tiles if box.can_be(box.unknown_tiles[code], tile.piece)] for code in codes}

    def choose(place: int, chosen: Meld, points: int) -> Iterator[Meld]:
        if place == len(codes):
            yield chosen
            return
        code = codes[place]
        start = fitting[code].index(chosen[-1]) if place and codes[place - 1] == code else 0
        for tile in fitting[code][start:]:
            if find_most and points + tile.points > find_most():
                return
            if chosen.count(tile) < free[tile]:
                yield from choose(place + 1, (*chosen, tile), points + tile.points)

    if len(set(codes)) < 2:  # no choice comes twice
        yield from choose(0, (), 0)
        return
    seen: set[Meld] = set()
    for chosen in choose(0, (), 0):
        if in_order(chosen) not in seen:
            seen.add(in_order(chosen))
            yield chosen
