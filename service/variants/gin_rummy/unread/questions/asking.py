"""Asking for real rounds of Gin-Rummy with something that the solver can be told."""

from collections.abc import Callable, Sequence

from service.engine.sat import TRUE, Literal, Number
from service.engine.work import Steps
from service.rules.scores import FinishedRound
from service.variants.gin_rummy.counting import BIG, EIGHT_OR_NINE, LITTLE, Award
from service.variants.gin_rummy.unread.clauses.rounds import RoundClauses
from service.variants.gin_rummy.unread.following import Following, RealRound
from service.variants.gin_rummy.unread.outcomes import Outcomes
from service.variants.gin_rummy.unread.seats import Seat

FOLLOWING_STEPS = 10_000
"""Laying the hands of a solution takes as long as so many steps."""


class Asking:
    """Asks for real rounds, one after the other, and notes what they come to."""

    def __init__(self, finished: FinishedRound, seats: Sequence[Seat], steps: Steps, outcomes: Outcomes) -> None:
        self._round = RoundClauses(finished, seats, steps)
        self._following = Following(finished, self._round)
        self._steps = steps
        self._outcomes = outcomes

    @property
    def counts(self) -> Sequence[Number]:
        """What each player is left with."""
        return self._round.counts

    @property
    def bonuses(self) -> Sequence[tuple[Award, Literal]]:
        """The bonuses that a declarer can have, each with what is true if so."""
        if self._round.is_big:
            return [(BIG, TRUE)]
        return [(EIGHT_OR_NINE, -self._round.is_gin), (LITTLE, self._round.is_gin)]

    def make_literal(self) -> Literal:
        """Something new that may be assumed."""
        return self._round.clauses.make_variable()

    def put(self, *literals: Literal) -> None:
        """At least one of these is true."""
        self._round.clauses.put(*literals)

    def find(self, is_wanted: Callable[[RealRound], bool], *assumed: Literal) -> RealRound | None:
        """A real round that is wanted, which it is if all that is assumed is true of it; None if there is none."""
        while solution := self._round.clauses.solve(*assumed):
            self._steps.take(FOLLOWING_STEPS)
            real = self._following.follow(solution)
            if real:
                self._outcomes.add(*real)
                if is_wanted(real):
                    return real
        return None
