"""Stretches: neighbouring cards that rise or fall all the way. Here the order is everything."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from service.melds import faults
from service.melds.judgement import ASCENDING, DESCENDING, Judgement, MeldFault, Reading
from service.tiles.tile import Tile


@dataclass(frozen=True)
class Stretches:
    """Cards in ascending or descending order; gaps between the numbers do not matter. Two cards give a direction."""

    minimum: int = 2

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """Say whether the cards rise or fall, or where they do neither."""
        readings = tuple(self._read(tiles))
        return Judgement(readings=readings) if readings else Judgement(faults=tuple(self._find_faults(tiles)))

    def _read(self, tiles: Sequence[Tile]) -> Iterator[Reading]:
        if len(tiles) < self.minimum:
            return
        if all(left.number < right.number for left, right in pairwise(tiles)):
            yield Reading(ASCENDING, tuple(tiles), sum_symbols(tiles))
        if all(left.number > right.number for left, right in pairwise(tiles)):
            yield Reading(DESCENDING, tuple(tiles), sum_symbols(tiles))

    def _find_faults(self, tiles: Sequence[Tile]) -> Iterator[MeldFault]:
        yield from faults.check_meld_size(tiles, self.minimum)
        for kind, left, right in self._breaks(tiles):
            yield MeldFault("stretch_broken", {"kind": kind, "left": left.code, "right": right.code})

    def _breaks(self, tiles: Sequence[Tile]) -> Iterator[tuple[str, Tile, Tile]]:
        """The first two neighbours out of order, for either direction."""
        pairs = list(pairwise(tiles))
        falls = [(left, right) for left, right in pairs if left.number >= right.number]
        rises = [(left, right) for left, right in pairs if left.number <= right.number]
        broken = [(ASCENDING, falls), (DESCENDING, rises)]
        for kind, places in sorted(broken, key=lambda item: len(item[1])):
            if places:
                yield (kind, *places[0])


def sum_symbols(tiles: Sequence[Tile]) -> int | None:
    """The symbols on all cards; nothing can be said where one is not given."""
    symbols = [tile.symbols for tile in tiles]
    return None if None in symbols else sum(count for count in symbols if count)
