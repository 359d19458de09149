"""The runs among the tiles of one colour that have the greatest weight.

Dynamic programming over the tiles, lowest first: the lowest tile is in no run, or it starts one. Results are cached.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rummy_referee.engine.deadwood.counted_tiles import BITS, MAX_RUN, SLOTS, CountedTiles
from rummy_referee.melds.judgement import SHORTEST_MELD

CACHE_SIZE = 1 << 14


class Cover(NamedTuple):
    """Disjoint melds: the weight of their tiles, and their sorted ranks."""

    weight: int
    ranks: tuple[int, ...]

    def is_better_than(self, other: "Cover") -> bool:
        """Whether this has the greater weight, or the same weight and comes first in canonical order."""
        return self.weight > other.weight or (self.weight == other.weight and self.ranks < other.ranks)

    def plus(self, weight: int, rank: int) -> "Cover":
        """These melds and one more."""
        return Cover(self.weight + weight, tuple(sorted((rank, *self.ranks))))


NOTHING = Cover(0, ())


class RunCovers:
    """Finds the runs of packed tiles of one colour. Ranks are those of the first colour."""

    def __init__(self, counted: CountedTiles) -> None:
        self._counted = counted
        self._runs = [
            [
                (sequence(place, length), sum(map(counted.weight, counted.numbers[place : place + length])))
                for length in range(SHORTEST_MELD, min(MAX_RUN, len(counted.numbers) - place) + 1)
            ]
            for place in range(len(counted.numbers))
        ]
        self.find_best = lru_cache(CACHE_SIZE)(self._find_best)
        self.find_by_size = lru_cache(CACHE_SIZE)(self._find_by_size)

    def _find_best(self, tiles: int) -> Cover:
        """The runs of the greatest weight; of equals the first in canonical order."""
        starts = self._counted.find_run_starts(tiles)
        if not starts:
            return NOTHING
        first = starts & -starts
        tiles &= -first  # no run contains the tiles below
        best = self.find_best(tiles - first)
        for run, weight, rank in self.find_runs(tiles):
            cover = self.find_best(tiles - run).plus(weight, rank)
            if cover.is_better_than(best):
                best = cover
        return best

    def find_runs(self, tiles: int) -> Iterator[tuple[int, int, int]]:
        """The runs that start with the lowest tile: their tiles, weight and rank."""
        place = lowest_place(tiles)
        for length, (run, weight) in enumerate(self._runs[place], SHORTEST_MELD):
            if (tiles | tiles >> 1) & run != run:
                break
            yield run, weight, place * SLOTS + length - SHORTEST_MELD

    def _find_by_size(self, tiles: int) -> tuple[Cover, ...]:
        """For each number of tiles that runs can have together, the best runs of that many tiles."""
        if not tiles:
            return (NOTHING,)
        covers = list(self.find_by_size(tiles - (1 << BITS * lowest_place(tiles))))
        for run, weight, rank in self.find_runs(tiles):
            covers += [rest.plus(weight, rank) for rest in self.find_by_size(tiles - run)]
        best: dict[int, Cover] = {}
        for cover in covers:
            size = self._counted.count_tiles(cover.weight)
            if size not in best or cover.is_better_than(best[size]):
                best[size] = cover
        return tuple(best.values())


def lowest_place(tiles: int) -> int:
    """The place of the lowest number."""
    return ((tiles & -tiles).bit_length() - 1) // BITS


def sequence(place: int, length: int) -> int:
    """Consecutive tiles of one colour, packed."""
    return sum(1 << BITS * p for p in range(place, place + length))
