"""What can come of a round of Gin-Rummy with three or four players: it only counts who is left with the least."""

from collections.abc import Iterator
from functools import partial

from service.engine.sat import Literal, at_least
from service.variants.gin_rummy.counting import EIGHT_OR_NINE, Award
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.unread.following import RealRound
from service.variants.gin_rummy.unread.questions.asking import Asking


class LowestQuestions:
    """For each bonus of the declarer: who can be left with the least."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._open = {
            (bonus, lowest): is_bonus
            for bonus, is_bonus in asking.bonuses
            for lowest in range(len(asking.counts) if bonus == EIGHT_OR_NINE else 1)  # with nothing left it is first
        }
        """What is not answered yet."""

    def ask(self) -> None:
        """Find all that can be."""
        for outcome, is_bonus in [*self._open.items()]:
            if outcome in self._open:
                self._asking.find(partial(self._is_found, outcome), is_bonus, self._be(outcome[1]))
                self._open.pop(outcome, None)

    def _is_found(self, outcome: tuple[Award, int], real: RealRound) -> bool:
        """Whether a round has an outcome. It has one in any case, which then is answered."""
        found = real.bonus, real.counts.index(min(real.counts))
        self._open.pop(found, None)
        return found == outcome

    def _be(self, lowest: int) -> Literal:
        """What is only true if a player has the lowest count, of equals as the first. A declarer's is never high."""
        is_lowest = self._asking.make_literal()
        own = self._asking.counts[lowest]
        for place, count in enumerate(self._asking.counts):
            more = place < lowest
            for least in range(1 - more, MOST_LEFT + 1) if place != lowest else ():
                self._asking.put(-is_lowest, -at_least(own, least), at_least(count, least + more))
        return is_lowest

    def find_open(self) -> Iterator[tuple[Award, tuple[int, ...]]]:
        """A round for all that may be, as far as is known."""
        for bonus, lowest in self._open:
            yield bonus, tuple(int(place != lowest) for place in range(len(self._asking.counts)))
