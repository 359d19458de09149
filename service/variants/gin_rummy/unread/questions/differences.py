"""What can come of a round of Gin-Rummy with two players: it counts how far their counts are apart."""

from collections.abc import Iterator
from functools import partial

from service.engine.sat import Literal, at_least
from service.variants.gin_rummy.counting import Award
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.unread.following import RealRound
from service.variants.gin_rummy.unread.questions.asking import Asking

HIGHER, LOWER = 1, -1


class DifferenceQuestions:
    """For each bonus of the declarer: how much higher and how much lower the second player's count can be than the
    declarer's; and whether both can be equal."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._first, self._second = asking.counts
        farthest = {HIGHER: len(self._second), LOWER: MOST_LEFT}
        self._open = {bonus: dict(farthest) for bonus, _ in asking.bonuses}
        """The bonuses that are not known to be impossible, and how far the counts may be apart to either side."""
        self._may_be_equal = True

    def ask(self) -> None:
        """Find all that can be."""
        for bonus, is_bonus in self._asking.bonuses:
            found = self._asking.find(partial(_has_bonus, bonus), is_bonus)
            if found is None:
                del self._open[bonus]
            else:
                for side in (HIGHER, LOWER):
                    self._find_farthest(bonus, side, _compare(found, side), is_bonus)
        are_equal = (self._be_apart(side, 0) for side in (HIGHER, LOWER))
        self._asking.find(lambda real: len(set(real.counts)) == 1, *are_equal)
        self._may_be_equal = False

    def _find_farthest(self, bonus: Award, side: int, found: int, is_bonus: Literal) -> None:
        """How far the counts can be apart to one side, if they can be so far as was found."""
        farthest = self._open[bonus]
        while found < farthest[side]:
            wanted = (found + farthest[side] + 1) // 2
            real = self._asking.find(partial(_is_apart, bonus, side, wanted), is_bonus, self._be_apart(side, wanted))
            if real is None:
                farthest[side] = wanted - 1
            else:
                found = _compare(real, side)

    def _be_apart(self, side: int, least: int) -> Literal:
        """What is only true if the counts are so far apart or farther, to one side."""
        are_apart = self._asking.make_literal()
        for count in range(len(self._first) + 1):
            if side == HIGHER:
                self._asking.put(-are_apart, -at_least(self._first, count), at_least(self._second, count + least))
            else:
                is_above = at_least(self._second, count - least + 1)
                self._asking.put(-are_apart, at_least(self._first, count + 1), -is_above)
        return are_apart

    def find_open(self) -> Iterator[tuple[Award, tuple[int, ...]]]:
        """A round for all that may be, as far as is known."""
        for bonus, farthest in self._open.items():
            apart = [side * most for side, most in farthest.items()]
            for difference in (*apart, *([0] if self._may_be_equal else [])):
                yield bonus, (max(0, -difference), max(0, difference))


def _compare(real: RealRound, side: int) -> int:
    """How far the counts are apart, to one side."""
    first, second = real.counts
    return side * (second - first)


def _has_bonus(bonus: Award, real: RealRound) -> bool:
    return real.bonus == bonus


def _is_apart(bonus: Award, side: int, least: int, real: RealRound) -> bool:
    return _has_bonus(bonus, real) and _compare(real, side) >= least
