"""Scores of a round of Gin-Rummy with unread tiles: the least and the most of every line, over all ways to fill them.

Players are filled in turn order, so that what lies is always known when the next hand is looked at. Of a hand only
those fills are tried that lie in melds or at ends of others; tiles that are filled and left count their points,
whatever they are, so that of these the lowest and the highest will do. Of the last hand only the least and the most
that can be left matter. Before anything is tried, what it could lead to is bounded; what brings nothing new is not
tried.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from service.rules.scores import FinishedRound, LaidDown
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import DeclaredFills, IsHopeless, Shape, UsefulFills, find_rows
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import Fill, OutOfStepsError, Steps, UnreadHand
from service.tiles.tile import Tile
from service.variants.gin_rummy.bounds import bound_all, bound_count
from service.variants.gin_rummy.counting import (
    BIG,
    EIGHT_OR_NINE,
    LITTLE,
    SECOND_EQUAL,
    SECOND_PLAYER,
    Award,
    award_declarer,
)
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MOST_LEFT
from service.variants.gin_rummy.hosts import Hosts, Reaches
from service.variants.gin_rummy.laying_down import LAYING, in_turn, lay_one
from service.variants.gin_rummy.outcomes import Line, Outcomes, State, find_extremes
from service.variants.gin_rummy.seats import (
    LAYING_STEPS,
    WHOLE_BOX,
    Filling,
    Seat,
    can_be_told,
    find_least,
    find_most,
    read_seat,
)
from service.variants.gin_rummy.witnesses import Witnesses

MOST_STEPS = 100_000
"""A step is a look at one hand, and takes some twenty microseconds."""
FIRST_STEPS = 5_000
"""So many steps are spent before it is looked for what can be in another way."""
EQUAL_STEPS = 20_000
"""So many steps are spent on whether a hand can be left with just so many points."""
FIRST_LOOK = 50
"""So many declarations are tried first to which others can add little."""


class RangeSearch:
    """Searches all fillings of a round for the least and the most of every line and every score."""

    def __init__(self, finished: FinishedRound) -> None:
        self._finished = finished
        self._steps = Steps(MOST_STEPS)
        self._seats = [read_seat(index, entry, self._steps) for index, entry in in_turn(finished)]
        left = Counter(WHOLE_BOX)
        for seat in self._seats:
            left.subtract((*seat.read, *seat.told))
        self._left = left
        self._first_only = False
        self._has_looked = False
        """Whether declarations to which others can add little were tried already."""
        self._reaches: Reaches = {}
        self.outcomes = Outcomes()
        self._bonuses = (BIG,) if len(self._seats[0].entry.hand) == BIG_GIN else (LITTLE, EIGHT_OR_NINE)
        self.is_proven = self._is_complete = True

    def run(self) -> None:
        """Try all that may bring anything new."""
        if any(copies < 0 for copies in self._left.values()):
            return
        if not all(seat.unread.fits(seat.told) for seat in self._seats) or not can_be_told(self._seats):
            return
        self._ahead = [bound_count(place, seat, self._left) for place, seat in enumerate(self._seats)]
        start = State((), None, {}, self._left)
        try:
            self._ahead[1:] = Hosts(self._seats, 0, {}, self._ahead, self._reaches).bound((), BIG_GIN)
            if not self._first_only and self._steps.left > FIRST_STEPS:
                if self._explore_within(start, FIRST_STEPS):
                    return
                self._has_looked = True
                Witnesses(self._finished, self._seats, start, self.outcomes).find(self._steps)
            self._explore(start)
        except OutOfStepsError:
            self.is_proven = self._is_complete = False

    def _explore_within(self, start: State, most: int) -> bool:
        """Try all in so many steps at most. Whether that was enough."""
        held = self._steps.left - most
        self._steps.left = most
        try:
            self._explore(start)
        except OutOfStepsError:
            return False
        finally:
            self._steps.left = max(self._steps.left, 0) + held
        return True

    def is_possible(self) -> bool:
        """Whether there is any filling with which the round can be."""
        self._first_only = True
        self.run()
        return bool(self.outcomes.ranges)

    def find_ranges(self) -> Mapping[Line, Range]:
        """The least and the most of every line. Where it is not proven that there is no more, as far as may be."""
        if not self._is_complete:
            state, counts = bound_all(self._finished, self._seats, self._left, self._ahead)
            for bonus in (state.bonus,) if state.bonus else self._bonuses:
                for extreme in find_extremes(counts):
                    self.outcomes.add(bonus, extreme)
        return self.outcomes.ranges

    # --- what can still come ------------------------------------------------------------------------------------------

    def _is_found(self, state: State, *counts: Range, bonus: Award | None = None) -> bool:
        """Whether nothing new can come, if the next players' counts are in these ranges."""
        if self._first_only:
            return bool(self.outcomes.ranges)
        ranges = (*state.counts, *counts)
        ranges += tuple(self._ahead[len(ranges) :])
        if any(low > high for low, high in ranges):
            return True
        known = bonus or state.bonus
        return self.outcomes.have_all((known,) if known else self._bonuses, ranges)

    # --- turn after turn ----------------------------------------------------------------------------------------------

    def _explore(self, state: State) -> None:
        """Let the next player lay down in every way that matters."""
        place = len(state.counts)
        if place == len(self._seats):
            self.outcomes.add(state.bonus or EIGHT_OR_NINE, [count.low for count in state.counts])
        elif self._is_found(state):
            pass
        elif not self._seats[place].open_count:
            self._try(self._seats[place], state, ())
        elif place == len(self._seats) - 1:
            self._finish(self._seats[place], state)
        else:
            self._fill(self._seats[place], state)

    def _try(self, seat: Seat, state: State, fill: Fill) -> LaidDown | None:
        """Lay down a whole hand, and go on; None if that cannot be."""
        self._steps.take(LAYING_STEPS)
        down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
        if faults:
            return None
        self._explore(state.after(down, fill))
        return down

    def _finish(self, seat: Seat, state: State) -> None:
        """Of the last hand only the least and the most count; and of two, whether it can count as much as the other."""
        hand, left_of = seat.unread_hand(state.left), seat.left_beside(state.lying)
        low = find_least(hand, left_of, self._steps)
        if low is None or not self._try(seat, state, low.fill):
            return
        if self._is_found(state, Range(low.points, self._ahead[-1].high)):
            return
        high = find_most(hand, left_of, self._steps) or low
        self._try(seat, state, high.fill)
        if self._is_found(state, Range(low.points, high.points)):
            return
        self._try_equal(seat, state, hand, low.fill, high.fill)

    def _try_equal(self, seat: Seat, state: State, hand: UnreadHand, low: Fill, high: Fill) -> None:
        """Let the second of two players count as much as the first. Where that is too hard to say, it may be."""
        left_of, other = seat.left_beside(state.lying), state.counts[0].low
        given = min(EQUAL_STEPS, max(self._steps.left, 0))
        steps = Steps(given)
        equal = None
        try:
            if isinstance(left_of, AllLeft):
                equal = next(hand.fills((), other - left_of(hand.counted), steps), None)
            else:
                equal = hand.find_just(other, low, high, left_of, steps)
        except OutOfStepsError:
            if given < EQUAL_STEPS:
                raise
            # Both less and more than the other can be left, so that no score is in question, but only this line.
            self.outcomes.widen((1, SECOND_EQUAL), SECOND_PLAYER)
            self.is_proven = False
        self._steps.take_counted(given - max(steps.left, 0))
        if equal is not None:
            self._try(seat, state, equal)

    # --- a hand before the last ---------------------------------------------------------------------------------------

    def _fill(self, seat: Seat, state: State) -> None:
        """Fill what lies in melds and at ends, then what is left. The least and the most of a hand are tried first."""
        hand, left_of = seat.unread_hand(state.left), seat.left_beside(state.lying)
        own = Range(0, MOST_LEFT)
        if state.counts:
            low, high = find_least(hand, left_of, self._steps), find_most(hand, left_of, self._steps)
            if low is None or high is None:
                return
            own = Range(low.points, high.points)
            for extreme in (low, high):
                self._try(seat, state, extreme.fill)
        for filling in self._find_fillings(seat, state, hand, own):
            self._leave(filling, state)

    def _find_fillings(self, seat: Seat, state: State, hand: UnreadHand, own: Range) -> Iterator[Filling]:
        """The ways to fill what lies in melds and at ends, so far as they may bring anything new."""
        hosts = Hosts(self._seats, len(state.counts), state.lying, self._ahead, self._reaches)
        left_of = seat.left_beside(state.lying)
        if isinstance(left_of, AllLeft):
            fills: Iterator[Fill] = iter([()])
        elif not state.counts:
            fills = self._find_declared(seat, state, hand, hosts)
        else:
            fills = self._find_useful(state, hand, left_of, own, hosts)
        for fill in fills:
            self._steps.take(LAYING_STEPS)
            down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
            if not faults and set(fill).isdisjoint(down.left):
                yield Filling(seat, hand, fill, down, own.high, hosts.bound(down.melds, 0))

    def _find_declared(self, seat: Seat, state: State, hand: UnreadHand, hosts: Hosts) -> Iterator[Fill]:
        """The fills of a declarer: enough must lie in melds. First a few to which others can add little."""
        size = len(seat.entry.hand)
        looks = ((hosts.melds[::-1], FIRST_LOOK), (hosts.melds, None))
        for melds, most in looks[self._has_looked :]:
            shapes = [Shape(meld, None) for meld in melds]
            for melded in (BIG_GIN,) if size == BIG_GIN else range(LITTLE_GIN, FEWEST_MELDED - 1, -1):
                own, bonus = Range(0, MOST_LEFT if melded < size else 0), award_declarer(melded)
                is_hopeless = self._make_hopeless(state, shapes, own, hosts, bonus)
                fills = DeclaredFills(shapes, hand, MOST_LEFT, is_hopeless, self._steps).find(melded)
                yield from islice(fills, most)

    def _find_useful(
        self, state: State, hand: UnreadHand, left_of: LeftBeside, own: Range, hosts: Hosts
    ) -> Iterator[Fill]:
        """The fills of which nothing need be left."""
        shapes = [*(Shape(meld, None) for meld in hosts.melds), *find_rows(LAYING, left_of)]
        return UsefulFills(shapes, hand, self._make_hopeless(state, shapes, own, hosts), self._steps).find()

    def _make_hopeless(
        self, state: State, shapes: Sequence[Shape], own: Range, hosts: Hosts, bonus: Award | None = None
    ) -> IsHopeless:
        """Says of some shapes, and so many tiles beside, whether nothing new can come of them."""

        further = hosts.rank([shape.tiles for shape in shapes])

        def is_hopeless(chosen: Sequence[int], missing: int, first: int) -> bool:
            melds = [shapes[place].tiles for place in chosen if not shapes[place].end]
            return self._is_found(state, own, *hosts.bound(melds, missing, further[first]), bonus=bonus)

        return is_hopeless

    # --- what is filled and left --------------------------------------------------------------------------------------

    def _leave(self, filling: Filling, state: State) -> None:
        """Fill what is left: first with the lowest and the highest tiles, then with all that may bring anything new."""
        seat, hand, fill = filling[:3]
        if len(fill) == hand.count:
            self._explore(state.after(filling.down, fill))
            return
        lowest, highest = hand.complete(fill, hand.rising), hand.complete(fill, hand.falling)
        if lowest is None or highest is None:
            return
        low, high = _sum(lowest[len(fill) :]), _sum(highest[len(fill) :])
        if self._brings_nothing(filling, state, low, high):
            return
        for whole in (lowest, highest):
            known = self.outcomes.changes
            self._try(seat, state, whole)
            if self.outcomes.changes > known and self._brings_nothing(filling, state, low, high):
                return
        follows = self._has_open(len(state.counts) + 1)
        # Where nothing unread follows, more or fewer points left change the winner once at most: both ends will do.
        ends_only = bool(state.counts) and not follows
        sums = range(low, min(high, filling.most - filling.down.count) + 1)
        for order in (sums[::-1], sums) if ends_only else (sums[::-1],):
            for points in order:
                if self._leave_alike(filling, state, points) and ends_only:
                    break

    def _leave_alike(self, filling: Filling, state: State, points: int) -> bool:
        """Try rests of just so many points: all, or until one is really left. Whether one was tried that is."""
        follows, down = self._has_open(len(state.counts) + 1), filling.down
        if self._brings_nothing(filling, state, points, points):
            return False
        for rest in filling.hand.fills(filling.fill, points, self._steps):
            laid = self._try(filling.seat, state, (*filling.fill, *rest))
            if laid and not follows and (laid.melds, laid.lay_offs) == (down.melds, down.lay_offs):
                return True
            if self._is_found(state, filling.range_of(points, points), *filling.ahead):
                return False
        return False

    def _has_open(self, place: int) -> bool:
        """Whether there are unread tiles from a player on."""
        return any(seat.open_count for seat in self._seats[place:])

    def _brings_nothing(self, filling: Filling, state: State, low: int, high: int) -> bool:
        """Whether nothing new can come, if what is filled and left has points in a range and is missing nowhere."""
        own = filling.range_of(low, high)
        bonus = award_declarer(sum(map(len, filling.down.melds)))
        if own.low > own.high or self._is_found(state, own, *filling.ahead, bonus=state.bonus or bonus):
            return True
        if state.counts and not self._has_open(len(state.counts) + 1):
            return False
        return not self._may_follow(state.after(filling.down, filling.fill, own))

    def _may_follow(self, state: State) -> bool:
        """Whether anything new can come after counts in these ranges."""
        place = len(state.counts)
        if self._is_found(state):
            return False
        if place == len(self._seats):
            return True
        seat = self._seats[place]
        if not seat.open_count:
            self._steps.take(LAYING_STEPS)
            down, faults = lay_one(self._finished, seat.index, seat.hold(()), state.lying)
            return not faults and self._may_follow(state.after(down, ()))
        hand, left_of = seat.unread_hand(state.left), seat.left_beside(state.lying)
        low = find_least(hand, left_of, self._steps)
        if low is None or self._is_found(state, Range(low.points, self._ahead[place].high)):
            return False
        high = find_most(hand, left_of, self._steps) or low
        own = Range(low.points, high.points)
        if self._is_found(state, own):
            return False
        if place == len(self._seats) - 1:
            return True
        return any(
            self._may_follow(state.after(filling.down, filling.fill, count))
            for filling in self._find_fillings(seat, state, hand, own)
            for count in [self._count_widely(filling)]
            if count is not None
        )

    def _count_widely(self, filling: Filling) -> Range | None:
        """What a player can count, whatever is filled and left."""
        hand, fill = filling.hand, filling.fill
        lowest, highest = hand.complete(fill, hand.rising), hand.complete(fill, hand.falling)
        if lowest is None or highest is None:
            return None
        return filling.range_of(_sum(lowest[len(fill) :]), _sum(highest[len(fill) :]))


def _sum(tiles: Iterable[Tile]) -> int:
    return sum(tile.number for tile in tiles)
