"""The score of a blocked round of Rummikub: the lowest rack takes the differences of the others to it.

Unknown tiles make it a range. The difference of two racks, and the sum of all differences to one rack, are bounded
exactly by a minimum-cost flow (``engine.completions``). A bound is reached if the racks of such a flow have that score.
Where some bound is not, every completion is scored, as far as the limit of steps allows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.rules.score import FinishedRound, Score, ScoreLine, points_counted, points_of_piece

MAX_STEPS = 300_000
"""The most sums of racks that are computed: less than a second."""
_ENGINE_STEPS = 60
"""A sum takes as long as this many steps of the compiled engine: see ``work.py``."""
_FIRST = 100_000
"""A factor that decides before all others: the tiles of a box count less together."""

Racks = Sequence[int]
"""The points of each player's rack."""


def share_differences(racks: Racks) -> list[int]:
    """The score of each rack: minus the difference to the lowest, which scores their sum; 0 if two are the lowest."""
    lowest = min(racks)
    if racks.count(lowest) > 1:
        return [0] * len(racks)
    total = sum(rack - lowest for rack in racks)
    return [total if rack == lowest else lowest - rack for rack in racks]


def score_blocked(finished: FinishedRound, completions: Completions, joker_points: int) -> Iterator[Score]:
    """The score of each player where nobody went out."""
    weight = points_of_piece(finished.box, joker_points)
    known = {
        entry.player: points_counted(entry) + sum(weight(tile.piece) for tile in entry.hand if not tile.is_unknown)
        for entry in finished.players
    }
    ranges, proven = BlockedRacks(completions, weight, known).find_ranges()
    for entry, points in zip(finished.players, ranges, strict=True):
        yield Score(entry.player, tuple(_find_lines(points)), points, proven=proven)


def _find_lines(points: Range) -> Iterator[ScoreLine]:
    if points.high > 0:
        yield ScoreLine("lowest_rack_takes_differences", Range(max(points.low, 0), points.high))
    if points.low < 0:
        yield ScoreLine("difference_to_lowest_rack", Range(points.low, min(points.high, 0)))


class BlockedRacks:
    """The racks of all players, some of whose tiles may be unknown."""

    def __init__(self, completions: Completions, weight: Callable[[str], int], known: Mapping[str, int]) -> None:
        self._completions = completions
        self._weight = weight
        self._players = list(known)
        self._known = list(known.values())
        self._found: list[Racks] = []
        """Possible racks: those of all flows."""

    def find_ranges(self) -> tuple[list[Range], bool]:
        """The range of each score, and whether all ranges are proven to be tight."""
        if not self._completions.count:
            return [Range(points, points) for points in share_differences(self._known)], True
        bounds = [self._bound_score(seat) for seat in range(len(self._players))]
        if bounds == _find_extremes(self._found):
            return bounds, True
        try:
            totals = self._completions.find_totals(self._weight, self._players, Steps(MAX_STEPS, _ENGINE_STEPS))
        except OutOfStepsError:
            return bounds, False
        return _find_extremes(map(self._add_known, totals)), True

    def _bound_score(self, seat: int) -> Range:
        """Bounds of a score.

        A rack that can be above another loses at most that difference. One that is never above another wins at least
        the lowest sum of differences, or 0. One that can be below each of the others wins at most the highest sum.
        """
        others = [other for other in range(len(self._players)) if other != seat]
        low = min(self._find_difference(other, seat, highest=False) for other in others)
        if low > 0:
            low = self._find_sum(seat, others, favoured=seat, highest=False)
        high = 0
        if min(self._find_difference(other, seat, highest=True) for other in others) > 0:
            high = max(0, *(self._find_sum(seat, others, favoured=other, highest=True) for other in others))
        return Range(low, high)

    def _find_difference(self, one: int, other: int, *, highest: bool) -> int:
        """The highest or the lowest difference of two racks; of equals one with high racks of the others."""
        sign = -_FIRST if highest else _FIRST
        factors = [-1] * len(self._players)
        factors[one], factors[other] = sign, -sign
        racks = self._find_racks(factors)
        return racks[one] - racks[other]

    def _find_sum(self, seat: int, others: Sequence[int], *, favoured: int, highest: bool) -> int:
        """The highest or the lowest sum of all differences to a rack; of equals one with a high favoured rack."""
        sign = -_FIRST if highest else _FIRST
        factors = [sign] * len(self._players)
        factors[seat] = -sign * len(others)
        factors[favoured] -= 1
        racks = self._find_racks(factors)
        return sum(racks[other] - racks[seat] for other in others)

    def _find_racks(self, factors: Sequence[int]) -> Racks:
        """Possible racks with the least sum of their points, each multiplied by its factor."""
        groups = [((player,), factor) for player, factor in zip(self._players, factors, strict=True)]
        totals = self._completions.minimise(self._weight, groups)
        if totals is None:
            raise ValueError("the box has not enough tiles left")
        self._found.append(self._add_known(totals))
        return self._found[-1]

    def _add_known(self, unknown: Sequence[int]) -> Racks:
        return [known + more for known, more in zip(self._known, unknown, strict=True)]


def _find_extremes(possible: Iterable[Racks]) -> list[Range]:
    """The lowest and the highest score of each rack over all these racks."""
    scores = zip(*map(share_differences, possible), strict=True)
    return [Range(min(points), max(points)) for points in scores]
