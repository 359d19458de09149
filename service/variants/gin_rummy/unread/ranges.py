"""Scores of a round of Gin-Rummy with unread tiles: the least and the most of every line, over all ways to fill them.

First a little is tried (``exploring/``), then it is looked for whole fillings that reach the ends of the ranges
(``witnesses/``), then all is tried that may still bring anything new. At the bound on work the ranges are as wide as
they may be.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from service.rules.scores import FinishedRound
from service.solver.counted_steps import OutOfStepsError, Steps
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import Shape
from service.solver.leftovers.melded_fills import DeclaredFills
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.counting import award_declarer
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import in_turn, lay_one
from service.variants.gin_rummy.unread.bounds import bound_all, bound_count, find_left_by_size, lay_read
from service.variants.gin_rummy.unread.exploring.explore import Exploring
from service.variants.gin_rummy.unread.hopes import Known, stand
from service.variants.gin_rummy.unread.hosts import rank_melds
from service.variants.gin_rummy.unread.outcomes import Line, Outcomes, State, find_extremes
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import LAYING_STEPS, WHOLE_BOX, can_be_told, read_seat
from service.variants.gin_rummy.unread.witnesses.seek import Witnesses

MOST_STEPS = 225_000
"""A step is a look at one hand, and takes some fifteen to twenty microseconds."""
FIRST_STEPS = 5_000
"""So many steps are spent before it is looked for what can be in another way."""
MORE_STEPS = 140_000
"""So many steps are spent before it is looked for that again."""
DECLARING_STEPS = 3_000
"""So many steps are spent on whether so many tiles can be melded at all."""


class RangeSearch:
    """Searches all fillings of a round for the least and the most of every line and every score."""

    def __init__(self, finished: FinishedRound) -> None:
        self._finished = finished
        self._steps = Steps(MOST_STEPS)
        self._seats = [read_seat(index, entry) for index, entry in in_turn(finished)]
        left = Counter(WHOLE_BOX)
        for seat in self._seats:
            left.subtract((*seat.read, *seat.told))
        self._left = left
        self._prospects = Prospects(self._seats, self._steps)
        self.outcomes = Outcomes()
        self.is_proven = True

    def is_possible(self) -> bool:
        """Whether there is any filling with which the round can be."""
        self._search(is_any_enough=True)
        return bool(self.outcomes.ranges)

    def run(self) -> None:
        """Try all that may bring anything new."""
        self._search(is_any_enough=False)

    def find_ranges(self) -> Mapping[Line, Range]:
        """The least and the most of every line. Where it is not proven that there is no more, as far as may be."""
        if not self.is_proven:
            counts = bound_all(self._seats, self._start, self._known.ahead)
            before = self.outcomes.changes
            for bonus in self._known.bonuses:
                for extreme in find_extremes(counts):
                    self.outcomes.add(bonus, extreme)
            self.is_proven = self.outcomes.changes == before
        return self.outcomes.ranges

    def _search(self, *, is_any_enough: bool) -> None:
        """Try all that may bring anything new, or until there is any filling with which the round can be."""
        if any(copies < 0 for copies in self._left.values()):
            return
        if not all(seat.unread.fits(seat.told) for seat in self._seats) or not can_be_told(self._seats):
            return
        start = lay_read(self._finished, self._seats, self._left)
        if start is None:
            return
        self._start = start
        self._known = known = self._find_known(start)
        if not known.bonuses:
            return
        try:
            if not is_any_enough:
                self._known = known = known._replace(ahead=self._bound(start, known.ahead))
            self._explore(start, known, is_any_enough=is_any_enough)
        except OutOfStepsError:
            self.is_proven = False

    def _explore(self, start: State, known: Known, *, is_any_enough: bool) -> None:
        """Try a little, look for whole fillings, and try the rest."""
        exploring = Exploring(self._finished, self._prospects, known, self.outcomes, is_any_enough=is_any_enough)
        if exploring.explore_within(start, min(FIRST_STEPS, self._steps.left)):
            return
        witnesses = Witnesses(self._finished, self._prospects, start, self.outcomes)
        if not self.outcomes.ranges:
            witnesses.find_any(self._steps)
        if not self.outcomes.ranges:
            Exploring(self._finished, self._prospects, known, self.outcomes, is_any_enough=True).explore(start)
        if is_any_enough:
            return
        exploring.has_looked()
        for most in (MORE_STEPS, self._steps.left):
            witnesses.find(known.bonuses, known.ahead, self._steps)
            if exploring.explore_within(start, min(most, self._steps.left)):
                return
        raise OutOfStepsError

    def _find_known(self, start: State) -> Known:
        """What is known before any tile is filled."""
        seats = self._seats
        melds = [rank_melds(seats[place:]) for place in range(len(seats))]
        shapes = [Shape(meld, None) for meld in melds[0]]
        sizes = {
            size: left
            for size, left in find_left_by_size(self._finished, seats, self._left).items()
            if self._may_declare(shapes, size)
        }
        bonuses = tuple(dict.fromkeys(map(award_declarer, sizes)))
        ahead = [bound_count(place, seats, self._left) for place in range(len(seats))]
        if seats[0].entry.melds is None and sizes:
            ahead[0] = Range(min(left.low for left in sizes.values()), max(left.high for left in sizes.values()))
        ahead[: len(start.counts)] = start.counts
        return Known(sizes, (start.bonus,) if start.bonus else bonuses, melds, ahead)

    def _may_declare(self, shapes: Sequence[Shape], melded: int) -> bool:
        """Whether so many tiles may be melded for a declaration."""
        seat = self._seats[0]
        if seat.entry.melds is not None:
            return melded == sum(map(len, seat.entry.melds))
        hand = seat.unread_hand(self._left, self._seats[1:])
        steps = Steps(DECLARING_STEPS)
        declared = DeclaredFills(shapes, hand, MOST_LEFT, lambda *_: False, steps)
        try:
            return any(self._is_laid(hand, fill, melded, steps) for fill in declared.find(melded))
        except OutOfStepsError:
            return True

    def _is_laid(self, hand: UnreadHand, fill: Fill, melded: int, steps: Steps) -> bool:
        """Whether the declarer may really meld just so many tiles, with a fill that all lies in melds.

        Whoever has a fourth four, or has to have one, does not lay three.
        """
        rests = hand.fills(fill, None, steps)
        return self._is_melded(fill, (), melded, steps) and any(
            self._is_melded(fill, rest, melded, steps) for rest in rests
        )

    def _is_melded(self, fill: Fill, rest: Fill, melded: int, steps: Steps) -> bool:
        """Whether the declarer melds just so many tiles, beside a rest that is left."""
        steps.take(LAYING_STEPS)
        seat = self._seats[0]
        down, faults = lay_one(self._finished, seat.index, seat.hold((*fill, *rest)), {})
        return not faults and sum(map(len, down.melds)) == melded

    def _bound(self, start: State, ahead: Sequence[Range]) -> Sequence[Range]:
        """What can be left of the hands of all, by their numbers, and of the declarer who can declare."""
        bounded = self._prospects.bound(ahead, stand(self._seats, start))
        return bounded if all(low <= high for low, high in bounded) else ahead
