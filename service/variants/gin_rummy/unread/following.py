"""What is really laid with the hands of a solution, and what is learned where that is something else."""

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from service.engine.sat import Number, Solution
from service.rules.scores import FinishedRound
from service.variants.gin_rummy.counting import Award, award_declarer
from service.variants.gin_rummy.laying_down import Lying, grow, lay_one
from service.variants.gin_rummy.unread.clauses.ends import End, find_ends
from service.variants.gin_rummy.unread.clauses.rounds import RoundClauses
from service.variants.gin_rummy.unread.exchanges import Way, find_exchanges, find_way


class RealRound(NamedTuple):
    """What a round comes to."""

    bonus: Award
    counts: tuple[int, ...]


class Following:
    """Follows solutions. In one of them a hand may lie in a way that is not the best: the clauses do not know all."""

    def __init__(self, finished: FinishedRound, clauses: RoundClauses) -> None:
        self._finished = finished
        self._clauses = clauses

    def follow(self, solution: Solution) -> RealRound | None:
        """The round with the hands of a solution; None if it cannot be. The first player who does not lay as in the
        solution does so in none that is alike."""
        lying: Lying = {}
        laid = []
        is_as_solved = True
        for place, hand in enumerate(self._clauses.hands):
            entry = hand.seat.hold(self._clauses.read_hand(solution, place))
            down, faults = lay_one(self._finished, hand.seat.index, entry, lying)
            if faults and not hand.seat.is_declarer:
                if is_as_solved:
                    self._forbid_table(solution, place)
                return None
            if is_as_solved:
                is_as_solved = self._learn(solution, place, find_way(down, lying))
            if faults:
                return None
            laid.append(down)
            lying = grow(lying, down)
        return RealRound(award_declarer(sum(map(len, laid[0].melds))), tuple(down.count for down in laid))

    def _learn(self, solution: Solution, place: int, best: Way) -> bool:
        """Whether a player lays the best way. If not, what of it could be better is forbidden."""
        way = self._clauses.read_way(solution, place)
        if way == best:
            return True
        exchanges = list(find_exchanges(way, best))
        for exchange in exchanges:
            self._clauses.forbid(exchange, solution, place)
        if not exchanges:
            self._forbid_places(solution, place, way, best)
        return False

    def _forbid_table(self, solution: Solution, place: int) -> None:
        """What a player is told to add does not fit where just this lies."""
        self._clauses.forbid_together(solution, self._find_table(place))

    def _find_table(self, place: int) -> Iterator[Number]:
        for hand in self._clauses.hands[:place]:
            yield from hand.melds.values()
            yield from hand.added.values()

    def _forbid_places(self, solution: Solution, place: int, way: Way, best: Way) -> None:
        """The same tiles are added elsewhere: that depends on the order of the melds that have such ends, or had them
        before others added to them."""
        differing = {*way.beyond(best).added, *best.beyond(way).added}
        near = {around for end in differing for around in self._look_around(solution, place, end)}
        self._clauses.forbid_together(solution, self._find_numbers(place, near))

    def _look_around(self, solution: Solution, place: int, end: End) -> Iterator[End]:
        """An end, and those before and beyond it as far as tiles were added there, up to a player."""
        yield end
        for move in (attrgetter("before"), attrgetter("next")):
            around = move(end)
            while around:
                yield around
                added = (hand.added.get(around, ()) for hand in self._clauses.hands[: place + 1])
                around = move(around) if any(map(solution.read, added)) else None

    def _find_numbers(self, place: int, ends: set[End]) -> Iterator[Number]:
        """The melds of those before a player that had such ends, and what was added there, by the player too."""
        for hand in self._clauses.hands[:place]:
            yield from (number for meld, number in hand.melds.items() if not ends.isdisjoint(find_ends(meld)))
        for hand in self._clauses.hands[: place + 1]:
            yield from (number for end, number in hand.added.items() if end in ends)
