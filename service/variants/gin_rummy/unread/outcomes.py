"""What the scores of a round of Gin-Rummy may be, while its unread tiles are being filled."""

from collections.abc import Mapping, Sequence

from service.engine.completions import Range
from service.variants.gin_rummy.counting import AWARDS, Award, award_counts

Line = tuple[int, str | None]
"""A line of a player's score: the place in turn order, and the code. None: all lines together."""


class Outcomes:
    """The least and the most that was found of every line so far."""

    def __init__(self) -> None:
        self._ranges: dict[Line, Range] = {}

    @property
    def ranges(self) -> Mapping[Line, Range]:
        """The ranges of all lines; nothing if no round was found that can be."""
        return self._ranges

    def add(self, bonus: Award, counts: Sequence[int]) -> bool:
        """Widen the ranges by what a round gives. Whether there was anything new in it."""
        before = dict(self._ranges)
        for line, points in _weigh(bonus, counts).items():
            low, high = self._ranges.get(line, (points, points))
            self._ranges[line] = Range(min(low, points), max(high, points))
        return self._ranges != before


def _weigh(bonus: Award, counts: Sequence[int]) -> dict[Line, int]:
    """What each line comes to, also those that come to nothing, and all lines of each player together."""
    lines: dict[Line, int] = {(seat, code): 0 for seat in range(len(counts)) for code in (*AWARDS, None)}
    for seat, code, points in (bonus, *award_counts(counts)):
        lines[seat, code] += points
        lines[seat, None] += points
    return lines
