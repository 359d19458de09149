"""The points that are left of a hand at least, beside melds that lie already: just the number, found quickly."""

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache

from service.solver.leftovers.counted_tiles import BITS, FIELD, TILES_BITS
from service.solver.leftovers.laying_off import LayingOff, LyingEnd
from service.solver.leftovers.least_leftover import in_order
from service.solver.leftovers.run_covers import lowest_place, row
from service.tiles.tile import Tile


class LeftBeside:
    """Counts the points left of small hands, where some melds lie. It agrees with ``LayingOff``, and says no more."""

    def __init__(self, laying: LayingOff, lying: Sequence[Collection[Tile]]) -> None:
        self._counted = laying.counted
        self._runs = laying.runs
        self._points = tuple(laying.counted.worth(number) >> TILES_BITS for number in laying.counted.numbers)
        self.ends: Sequence[Sequence[LyingEnd]] = laying.find_ends([tuple(in_order(meld)) for meld in lying])
        """The ends of the lying melds, colour by colour."""
        self._covers = [self._cover_beside(ends) if ends else self._cover_alone for ends in self.ends]

    def __call__(self, hand: int) -> int:
        """The points left at least of a hand, which is counted as ``CountedTiles`` does."""
        counted = self._counted
        ways = [(hand, 0)]
        for place in counted.find_group_places(hand):
            choices = counted.find_group_choices(hand, place)
            ways = [(rest - way.tiles, points + (way.worth >> TILES_BITS)) for rest, points in ways for way in choices]
        most = 0
        for rest, points in ways:
            covered = points
            for (lane, _), cover in zip(counted.find_lanes(rest), self._covers, strict=True):
                covered += cover(lane)
            most = max(most, covered)
        return sum(_sum_lane(lane, self._points) for lane, _ in counted.find_lanes(hand)) - most

    def _cover_alone(self, lane: int) -> int:
        """The points of the best runs of one colour."""
        return self._runs.find_best(lane).worth >> TILES_BITS

    def _cover_beside(self, ends: Sequence[LyingEnd]) -> Callable[[int], int]:
        """The same, where tiles can be added to some ends as well."""
        rows = [
            (place, row(place, length), sum(self._points[place : place + length]), number)
            for number, end in enumerate(ends)
            for place, length in end.rows
        ]
        reach = [end.reach for end in ends]

        @cache
        def cover(lane: int, taken: int = 0) -> int:
            """The lowest tile is left, or it is the first of an own run or of tiles added to an end not taken yet."""
            if not lane:
                return 0
            lowest = lowest_place(lane)
            taken &= sum(1 << number for number, highest in enumerate(reach) if highest >= lowest)
            best = cover(lane - (1 << BITS * lowest), taken)
            for tiles, worth, _ in self._runs.find_runs(lane):
                best = max(best, (worth >> TILES_BITS) + cover(lane - tiles, taken))
            for place, tiles, points, number in rows:
                if place == lowest and not taken >> number & 1 and (lane | lane >> 1) & tiles == tiles:
                    best = max(best, points + cover(lane - tiles, taken | 1 << number))
            return best

        return cover


class AllLeft:
    """Counts hands of which nothing is melded: all is left."""

    def __init__(self, laying: LayingOff) -> None:
        self._counted = laying.counted
        self._points = tuple(laying.counted.worth(number) >> TILES_BITS for number in laying.counted.numbers)

    def __call__(self, hand: int) -> int:
        """The points of all tiles."""
        return sum(_sum_lane(lane, self._points) for lane, _ in self._counted.find_lanes(hand))


@lru_cache(1 << 14)
def _sum_lane(lane: int, points: tuple[int, ...]) -> int:
    """The points of all tiles of one colour."""
    return sum((lane >> BITS * place & FIELD) * worth for place, worth in enumerate(points))
