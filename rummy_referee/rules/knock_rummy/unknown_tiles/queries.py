"""Queries for the score ranges of a round: each asks the refinement for real rounds with a score that is still open."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial

from rummy_referee.engine.completions import Range
from rummy_referee.engine.sat import Literal, at_least
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.knock_rummy.unknown_tiles.refinement import RealRound, Refinement
from rummy_referee.rules.knock_rummy.unknown_tiles.round_encoding import RoundEncoding

Line = tuple[int, str | None]
"""A line of a player's score: the seat in turn order, and the code; None for the sum of all lines."""
HIGHER, LOWER = 1, -1


class LineRanges:
    """The range of every line over the rounds found so far."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.ranges: dict[Line, Range] = {}

    def add(self, found: RealRound) -> bool:
        """Extend the ranges by the lines of a round; return whether any range has changed."""
        before = dict(self.ranges)
        for line, points in self._score_lines(found).items():
            low, high = self.ranges.get(line, (points, points))
            self.ranges[line] = Range(min(low, points), max(high, points))
        return self.ranges != before

    def _score_lines(self, found: RealRound) -> dict[Line, int]:
        """The points of every line, including those that are 0, and the sum of each player."""
        seats, codes = range(len(found.counts)), (*self.ending.codes, None)
        lines: dict[Line, int] = {(seat, code): 0 for seat in seats for code in codes}
        for seat, code, points in self.ending.award(*found):
            lines[seat, code] += points
            lines[seat, None] += points
        return lines


class ScoreQuery(ABC):
    """The base of the two queries: for two players, and for three or four."""

    def __init__(self, encoding: RoundEncoding, refinement: Refinement, found: LineRanges) -> None:
        self._encoding = encoding
        self._refinement = refinement
        self._found = found

    @abstractmethod
    def run(self) -> None:
        """Find rounds for all possible scores. Raises ``OutOfStepsError`` at the bound on work."""

    @abstractmethod
    def list_open(self) -> Iterator[RealRound]:
        """A round for each score that is neither found nor excluded."""

    def _find(self, is_wanted: Callable[[RealRound], bool], *assumptions: Literal) -> RealRound | None:
        """The first real round that is wanted; None if there is none.

        Every real round that satisfies the assumptions must be wanted, else the search does not end.
        """
        for real in self._refinement.find_rounds(*assumptions):
            self._found.add(real)
            if is_wanted(real):
                return real
        return None


class DifferenceQuery(ScoreQuery):
    """Two players: for each kind of declaration the extreme differences of the counts, and whether both can be equal.

    A difference is counted to one side: how much higher, or lower, the second player's count is than the declarer's.
    """

    def __init__(self, encoding: RoundEncoding, refinement: Refinement, found: LineRanges) -> None:
        super().__init__(encoding, refinement, found)
        self._first, self._second = encoding.counts
        bounds = {HIGHER: len(self._second), LOWER: found.ending.max_deadwood}
        self._bounds = {kind: dict(bounds) for kind, _ in encoding.kinds}
        """Upper bounds on the difference to each side, for each kind that is not excluded."""
        self._may_be_equal = True

    def run(self) -> None:
        for kind, is_kind in self._encoding.kinds:
            found = self._find(partial(_has_kind, kind), is_kind)
            if found is None:
                del self._bounds[kind]
            else:
                for side in (HIGHER, LOWER):
                    self._find_extreme(kind, is_kind, side, _difference(found, side))
        are_equal = (self._imply_difference(side, 0) for side in (HIGHER, LOWER))
        self._find(lambda real: len(set(real.counts)) == 1, *are_equal)
        self._may_be_equal = False

    def _find_extreme(self, kind: str, is_kind: Literal, side: int, found: int) -> None:
        """Binary search for the greatest difference to one side, from one that was found."""

        def is_wanted(real: RealRound) -> bool:
            return _has_kind(kind, real) and _difference(real, side) >= wanted

        bounds = self._bounds[kind]
        while found < bounds[side]:
            wanted = (found + bounds[side] + 1) // 2
            real = self._find(is_wanted, is_kind, self._imply_difference(side, wanted))
            if real is None:
                bounds[side] = wanted - 1
            else:
                found = _difference(real, side)

    def _imply_difference(self, side: int, least: int) -> Literal:
        """A literal that implies a difference of at least ``least`` to one side."""
        formula = self._encoding.formula
        implies = formula.new_variable()
        for count in range(len(self._first) + 1):
            if side == HIGHER:
                formula.add_clause(-implies, -at_least(self._first, count), at_least(self._second, count + least))
            else:
                is_above = at_least(self._second, count - least + 1)
                formula.add_clause(-implies, at_least(self._first, count + 1), -is_above)
        return implies

    def list_open(self) -> Iterator[RealRound]:
        for kind, bounds in self._bounds.items():
            extremes = [side * most for side, most in bounds.items()]
            for difference in (*extremes, *([0] if self._may_be_equal else [])):
                yield RealRound(kind, (max(0, -difference), max(0, difference)))


def _has_kind(kind: str, real: RealRound) -> bool:
    return real.kind == kind


def _difference(real: RealRound, side: int) -> int:
    first, second = real.counts
    return side * (second - first)


class LowestQuery(ScoreQuery):
    """Three or four players: for each kind of declaration, which players can have the lowest count."""

    def __init__(self, encoding: RoundEncoding, refinement: Refinement, found: LineRanges) -> None:
        super().__init__(encoding, refinement, found)
        self._open = {
            (kind, seat): is_kind
            for kind, is_kind in encoding.kinds
            for seat in range(len(encoding.counts) if kind == encoding.case.knock else 1)  # a gin is the lowest count
        }
        """The pairs of a kind and a player that are neither found nor excluded."""

    def run(self) -> None:
        for wanted, is_kind in [*self._open.items()]:
            if wanted in self._open:
                self._find(partial(self._resolve, wanted), is_kind, self._imply_lowest(wanted[1]))
                self._open.pop(wanted, None)

    def _resolve(self, wanted: tuple[str, int], real: RealRound) -> bool:
        """Whether a round has the wanted kind and lowest player. Those that it has are not open any more."""
        found = real.kind, real.counts.index(min(real.counts))
        self._open.pop(found, None)
        return found == wanted

    def _imply_lowest(self, lowest: int) -> Literal:
        """A literal that implies that a player has the lowest count, and is the first of equals."""
        formula = self._encoding.formula
        implies = formula.new_variable()
        own = self._encoding.counts[lowest]
        for seat, count in enumerate(self._encoding.counts):
            more = seat < lowest
            for least in range(1 - more, self._found.ending.max_deadwood + 1) if seat != lowest else ():
                formula.add_clause(-implies, -at_least(own, least), at_least(count, least + more))
        return implies

    def list_open(self) -> Iterator[RealRound]:
        for kind, lowest in self._open:
            yield RealRound(kind, tuple(int(seat != lowest) for seat in range(len(self._encoding.counts))))
