"""Stretches: neighbouring cards that all rise or all fall. Their order matters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rummy_referee.faults import Fault
from rummy_referee.melds import faults
from rummy_referee.melds.faults import stretch_not_ascending, stretch_not_descending
from rummy_referee.melds.judgement import ASCENDING, DESCENDING, Judgement, Reading
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True)
class Stretches:
    """Cards in ascending or descending order. Gaps between the numbers are allowed."""

    minimum: int = 2

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """The direction of the cards, or where they break it."""
        readings = tuple(self._read(tiles))
        return Judgement(readings=readings) if readings else Judgement(faults=tuple(self._find_faults(tiles)))

    def _read(self, tiles: Sequence[Tile]) -> Iterator[Reading]:
        if len(tiles) < self.minimum:
            return
        if all(left.number < right.number for left, right in pairwise(tiles)):
            yield Reading(ASCENDING, tuple(tiles), sum_symbols(tiles))
        if all(left.number > right.number for left, right in pairwise(tiles)):
            yield Reading(DESCENDING, tuple(tiles), sum_symbols(tiles))

    def _find_faults(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """The size, and for each direction the first two neighbours out of order; the nearer direction first."""
        yield from faults.check_meld_size(tiles, self.minimum)
        falls = [_named(pair) for pair in pairwise(tiles) if pair[0].number >= pair[1].number]
        rises = [_named(pair) for pair in pairwise(tiles) if pair[0].number <= pair[1].number]
        broken = [(len(falls), stretch_not_ascending(**falls[0]))] if falls else []
        broken += [(len(rises), stretch_not_descending(**rises[0]))] if rises else []
        yield from (fault for _, fault in sorted(broken, key=lambda item: item[0]))


def _named(pair: tuple[Tile, Tile]) -> dict[str, str]:
    return {"left": pair[0].code, "right": pair[1].code}


def sum_symbols(tiles: Sequence[Tile]) -> int | None:
    """The symbols of all cards; None where those of a card are unknown."""
    symbols = [tile.symbols for tile in tiles]
    return None if None in symbols else sum(count for count in symbols if count)


def find_stretches(cards: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The maximal stretches from left to right. A card where the direction changes is in two."""
    start = 0
    numbers = [card.number for card in cards]
    for place in range(1, len(cards) - 1):
        if (numbers[place - 1] < numbers[place]) != (numbers[place] < numbers[place + 1]):
            yield tuple(cards[start : place + 1])
            start = place
    yield tuple(cards[start:])


def count_symbols(cards: Sequence[Tile]) -> int:
    """The minimum number of symbols: one on a card whose symbols are unknown."""
    return sum([card.symbols or 1 for card in cards])
