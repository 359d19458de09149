"""The tiles of one colour in runs: the most that they can be worth."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from service.engine.deadwood.counted_tiles import BITS, LONGEST, SLOTS, CountedTiles
from service.melds.judgement import SHORTEST_MELD

REMEMBERED = 1 << 14
"""So many colours of hands are remembered, with what their runs are worth. Nothing remembered can change an answer."""


class Cover(NamedTuple):
    """Melds that can lie side by side: what their tiles are worth, and their ranks in order."""

    worth: int
    ranks: tuple[int, ...]

    def outdoes(self, other: "Cover") -> bool:
        """Worth more; or as much, and first in canonical order."""
        return self.worth > other.worth or (self.worth == other.worth and self.ranks < other.ranks)

    def beside(self, worth: int, rank: int) -> "Cover":
        """These melds and one more."""
        return Cover(self.worth + worth, tuple(sorted((rank, *self.ranks))))


NOTHING = Cover(0, ())


class RunCovers:
    """Finds the runs that tiles of one colour make, ranked as if it were the first colour."""

    def __init__(self, counted: CountedTiles) -> None:
        self._counted = counted
        self._runs = [
            [
                (row(place, length), sum(counted.worth(counted.numbers[p]) for p in range(place, place + length)))
                for length in range(SHORTEST_MELD, min(LONGEST, len(counted.numbers) - place) + 1)
            ]
            for place in range(len(counted.numbers))
        ]
        self.find_best = lru_cache(REMEMBERED)(self._find_best)
        self.find_by_size = lru_cache(REMEMBERED)(self._find_by_size)

    def _find_best(self, lane: int) -> Cover:
        """The runs worth the most, and the first of these in canonical order."""
        begins = self._counted.find_run_begins(lane)
        if not begins:
            return NOTHING
        first = begins & -begins
        lane &= -first  # what lies below begins no run, so it is in none
        best = self.find_best(lane - first)
        for bits, worth, rank in self.find_runs(lane):
            cover = self.find_best(lane - bits).beside(worth, rank)
            if cover.outdoes(best):
                best = cover
        return best

    def find_runs(self, lane: int) -> Iterator[tuple[int, int, int]]:
        """The runs that the lowest tile can begin: their tiles, worth and rank."""
        place = lowest_place(lane)
        for length, (bits, worth) in enumerate(self._runs[place], SHORTEST_MELD):
            if (lane | lane >> 1) & bits != bits:
                break
            yield bits, worth, place * SLOTS + length - SHORTEST_MELD

    def _find_by_size(self, lane: int) -> tuple[Cover, ...]:
        """For each number of tiles that can lie in runs at once: the runs of so many that are worth the most."""
        if not lane:
            return (NOTHING,)
        covers = list(self.find_by_size(lane - (1 << BITS * lowest_place(lane))))
        for bits, worth, rank in self.find_runs(lane):
            covers += [rest.beside(worth, rank) for rest in self.find_by_size(lane - bits)]
        best: dict[int, Cover] = {}
        for cover in covers:
            size = self._counted.tiles_of(cover.worth)
            if size not in best or cover.outdoes(best[size]):
                best[size] = cover
        return tuple(best.values())


def lowest_place(lane: int) -> int:
    """The place of the lowest number."""
    return ((lane & -lane).bit_length() - 1) // BITS


def row(place: int, length: int) -> int:
    """So many tiles in a row, from a place on."""
    return sum(1 << BITS * p for p in range(place, place + length))
