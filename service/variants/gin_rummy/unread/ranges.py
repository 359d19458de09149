"""Scores of a round of Gin-Rummy with unread tiles: the least and the most of every line, over all ways to fill them.

The round is put as clauses (``clauses/``), and a solver is asked for one in which the score is something new
(``questions/``). What is really laid with the hands of a solution (``following.py``) either gives that score, or shows
why it is not laid like that (``exchanges.py``), which is put as more clauses. Without a solution there is no such
round.
"""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from service.engine.completions import Range
from service.engine.work import OutOfStepsError, Steps
from service.rules.scores import FinishedRound
from service.variants.gin_rummy.unread.outcomes import Line, Outcomes
from service.variants.gin_rummy.unread.questions.asking import Asking
from service.variants.gin_rummy.unread.questions.differences import DifferenceQuestions
from service.variants.gin_rummy.unread.questions.lowest import LowestQuestions
from service.variants.gin_rummy.unread.seats import can_be_told, find_seats

MOST_STEPS = 100_000_000
"""A step is what the solver concludes from one literal, in a tenth of a microsecond or two."""


class Ranges:
    """The least and the most of every line of a round, and whether they are proven to be no wider than they must be."""

    def __init__(self, finished: FinishedRound) -> None:
        self._outcomes = Outcomes()
        self.is_proven = True
        seats = find_seats(finished)
        if can_be_told(seats):
            asking = Asking(finished, seats, Steps(MOST_STEPS), self._outcomes)
            self._ask(LowestQuestions(asking) if len(seats) > 2 else DifferenceQuestions(asking))

    @property
    def lines(self) -> Mapping[Line, Range]:
        """The ranges of all lines; nothing if there is no completion with which the round can be."""
        return self._outcomes.ranges

    def _ask(self, questions: LowestQuestions | DifferenceQuestions) -> None:
        """Find all that can be. At the bound on work all that may be is taken for possible."""
        try:
            questions.ask()
        except OutOfStepsError:
            widened = [self._outcomes.add(*may_be) for may_be in questions.find_open()]
            self.is_proven = not any(widened)


_FOUND: WeakKeyDictionary[FinishedRound, Ranges] = WeakKeyDictionary()
"""A round is first asked whether it can be, and then what it comes to."""


def find_ranges(finished: FinishedRound) -> Ranges:
    """The ranges of a round, searched for once."""
    if finished not in _FOUND:
        _FOUND[finished] = Ranges(finished)
    return _FOUND[finished]
