"""What is known of the scores of a round of Gin-Rummy while its unread tiles are being filled."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from service.rules.scores import LaidDown
from service.solver.fillings import Range
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.counting import AWARDS, Award, award_counts, award_declarer
from service.variants.gin_rummy.laying_down import Lying, grow

Left = Mapping[Tile, int]
"""How many copies of each tile are nowhere to be seen."""

Line = tuple[int, str | None]
"""A line of a player's score: the place in turn order, and the code. None: all lines together."""


class State(NamedTuple):
    """What the first players count, what the declarer has for it, what lies, and what is left to fill from."""

    counts: tuple[Range, ...]
    bonus: Award | None
    lying: Lying
    left: Left

    def after(self, down: LaidDown, fill: Fill, count: Range | None = None) -> "State":
        """The state after one player more, who took a fill and counts what is left, or what is told."""
        left = self.left
        if fill:
            left = Counter(left)
            left.subtract(fill)
        counts = (*self.counts, count or Range(down.count, down.count))
        bonus = self.bonus or award_declarer(sum(map(len, down.melds)))
        return State(counts, bonus, grow(self.lying, down), left)


class Outcomes:
    """The least and the most that was found of every line so far."""

    def __init__(self) -> None:
        self.ranges: dict[Line, Range] = {}
        self.changes = 0
        """How often something new was found."""
        self._edges: dict[object, tuple[int, int]] = {}
        """Remembered, with the changes until then: see ``_bisect``."""
        self._nothing_new: set[object] = set()
        """Of these it is known that they bring nothing new. That stays so, since what is found only grows."""
        self._had: dict[object, tuple[int, bool]] = {}
        """Remembered, with the changes until then: see ``_has``."""

    def add(self, bonus: Award, counts: Sequence[int]) -> None:
        """Widen the ranges by what a round gives."""
        for line, points in weigh(bonus, counts).items():
            low, high = self.ranges.get(line, (points + 1, points))
            if not low <= points <= high:
                self.changes += 1
                self.ranges[line] = Range(min(low, points), max(high, points))

    def have_all(self, bonuses: tuple[Award, ...], counts: tuple[Range, ...]) -> bool:
        """Whether nothing new can come of one of these bonuses and of counts in these ranges."""
        if not self.ranges:
            return False
        if (bonuses, counts) in self._nothing_new:
            return True
        extremes = list(find_extremes(counts))
        if not all(self._has(bonus, extreme) for bonus in bonuses for extreme in extremes):
            return False
        self._nothing_new.add((bonuses, counts))
        return True

    def _has(self, bonus: Award, counts: Sequence[int]) -> bool:
        """Whether a round gives nothing new. Of three or four counts it only matters whose is the lowest."""
        key = bonus, counts.index(min(counts)) if len(counts) > 2 else tuple(counts)
        at, has = self._had.get(key, (-1, False))
        if not has and at != self.changes:
            has = all(
                self.ranges[line].low <= points <= self.ranges[line].high
                for line, points in weigh(bonus, counts).items()
            )
            self._had[key] = self.changes, has
        return has

    def find_most_new(self, bonuses: tuple[Award, ...], counts: tuple[Range, ...]) -> int:
        """What the last player may count at most for anything new."""
        *others, (low, high) = counts
        return self._bisect(
            (bonuses, counts, "most"),
            range(low, high + 1),
            lambda count: count == high or self.have_all(bonuses, (*others, Range(count + 1, high))),
        )

    def find_least_new(self, bonuses: tuple[Award, ...], counts: tuple[Range, ...]) -> int:
        """What the last player must count at least for anything new."""
        *others, (low, high) = counts
        return self._bisect(
            (bonuses, counts, "least"),
            range(high, low - 1, -1),
            lambda count: count == low or self.have_all(bonuses, (*others, Range(low, count - 1))),
        )

    def _bisect(self, key: object, counts: range, is_edge: Callable[[int], bool]) -> int:
        """The first of these counts beyond which nothing is new."""
        at, edge = self._edges.get(key, (-1, 0))
        if at != self.changes:
            edge = counts[bisect_left(counts, True, key=is_edge)]
            self._edges[key] = self.changes, edge
        return edge


def find_extremes(ranges: Sequence[Range]) -> Iterator[Sequence[int]]:
    """Counts that lead to the least and to the most of each line, if each count can be all that is in its range."""
    if len(ranges) > 2:
        for lowest in range(len(ranges)):
            yield [counts.low if place == lowest else counts.high for place, counts in enumerate(ranges)]
        return
    first, second = ranges
    yield from ((own, other) for own in first for other in second)
    equal = max(first.low, second.low)
    if equal <= min(first.high, second.high):
        yield (equal, equal)


def weigh(bonus: Award, counts: Sequence[int]) -> dict[Line, int]:
    """What each line comes to, also those that come to nothing, and all lines of each player together."""
    lines: dict[Line, int] = {(seat, code): 0 for seat in range(len(counts)) for code in (*AWARDS, None)}
    for seat, code, points in (bonus, *award_counts(counts)):
        lines[seat, code] += points
        lines[seat, None] += points
    return lines
