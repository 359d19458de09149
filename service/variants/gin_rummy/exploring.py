"""All fillings of a round of Gin-Rummy with unread tiles, turn after turn, as far as they may bring anything new.

Players are filled in turn order, so that what lies is always known when the next hand is looked at. Of a hand only
those fills are tried that lie in melds or at ends of others; tiles that are filled and left count their points,
whatever they are, so that of these the lowest and the highest will do. Of the last hand only the least and the most
that can be left matter. Before anything is tried, what it could lead to is bounded; what brings nothing new is not
tried.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from service.rules.scores import FinishedRound, LaidDown
from service.rules.turns import Meld
from service.solver.fillings import Range
from service.solver.leftovers.counted_steps import OutOfStepsError
from service.solver.leftovers.filled_melds import DeclaredFills, IsHopeless, LeastSearch, Shape, UsefulFills, find_rows
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.additions import can_be_added, can_take_told, find_helped, find_told_to
from service.variants.gin_rummy.counting import (
    EIGHT_OR_NINE,
    Award,
    award_declarer,
)
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.hopes import Hopes
from service.variants.gin_rummy.laying_down import LAYING, lay_one
from service.variants.gin_rummy.outcomes import Outcomes, State
from service.variants.gin_rummy.prospects import Prospects
from service.variants.gin_rummy.seats import (
    LAYING_STEPS,
    Filling,
    Seat,
    find_least,
    find_more,
    find_most,
)
from service.variants.gin_rummy.ways import Standing

FEW_UNREAD, FEW_TILES = 2, 8
"""A hand with so few unread tiles, which may be just these tiles, is filled in every way."""
FIRST_LOOK = 50
"""So many declarations are tried first to which others can add little."""


class Known(NamedTuple):
    """What is known of a round before it is explored."""

    sizes: Sequence[int]
    """How many tiles the declarer may have melded, the most first."""
    bonuses: tuple[Award, ...]
    melds: Sequence[Sequence[Meld]]
    """By player, the melds that may be, those first that take the most of the hands that follow."""
    ahead: Sequence[Range]
    """By player, what can be left."""


class Exploring:
    """Tries all that may bring anything new, and notes what it gives."""

    def __init__(
        self, finished: FinishedRound, prospects: Prospects, known: Known, outcomes: Outcomes, *, is_any_enough: bool
    ) -> None:
        """``is_any_enough`` is whether one filling with which the round can be will do."""
        self._finished = finished
        self._prospects = prospects
        self._seats = prospects.seats
        self._steps = prospects.holdings.steps
        self._sizes, self._bonuses, self._melds, self._ahead = known
        self._outcomes = outcomes
        self._hopes = Hopes(outcomes, prospects)
        self._is_any_enough = is_any_enough
        self._names = prospects.names
        self._done: set[Hashable] = set()
        """After these states nothing new can come."""
        self.has_looked = False
        """Whether declarations to which others can add little were tried already."""

    def explore_within(self, start: State, most: int) -> bool:
        """Try all in so many steps at most. Whether that was enough."""
        held = self._steps.left - most
        self._steps.left = most
        try:
            self.explore(start)
        except OutOfStepsError:
            return False
        finally:
            self._steps.left = max(self._steps.left, 0) + held
        return True

    # --- what can still come ------------------------------------------------------------------------------------------

    def _is_found(
        self, state: State, *counts: Range, bonus: Award | None = None, standing: Standing | None = None
    ) -> bool:
        """Whether nothing new can come, if the next players' counts are in these ranges."""
        if not can_take_told(self._seats[len(state.counts) :], state.lying):
            return True
        if self._is_any_enough:
            return bool(self._outcomes.ranges)
        ranges = (*state.counts, *counts)
        ranges += tuple(self._ahead[len(ranges) :])
        if any(low > high for low, high in ranges):
            return True
        known = bonus or state.bonus
        bonuses = (known,) if known else self._bonuses
        if self._outcomes.have_all(bonuses, ranges):
            return True
        if not self._outcomes.ranges:
            return False
        if standing is None:
            standing = stand(self._seats, state)
        turn = standing.turn + (len(state.counts) == standing.turn and bool(counts))
        return self._hopes.are_vain(bonuses, ranges, standing, turn)

    # --- turn after turn ----------------------------------------------------------------------------------------------

    def explore(self, state: State) -> None:
        """Let the next player lay down in every way that matters."""
        place = len(state.counts)
        if place == len(self._seats):
            self._outcomes.add(state.bonus or EIGHT_OR_NINE, [count.low for count in state.counts])
        elif (name := self._names.name(state)) not in self._done and not self._is_found(state):
            self._explore_anew(self._seats[place], state)
            self._done.add(name)

    def _explore_anew(self, seat: Seat, state: State) -> None:
        if not seat.open_count:
            self._try(seat, state, ())
        elif seat is self._seats[-1]:
            self._finish(seat, state)
        else:
            self._fill(seat, state)

    def _try(self, seat: Seat, state: State, fill: Fill) -> LaidDown | None:
        """Lay down a whole hand, and go on; None if that cannot be."""
        self._steps.take(LAYING_STEPS)
        down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
        if faults:
            return None
        self.explore(state.after(down, fill))
        return down

    def _finish(self, seat: Seat, state: State) -> None:
        """Of the last hand only the least and the most count; and of two, whether it can count as much as the other."""
        hand, left_of = (
            seat.unread_hand(state.left, self._seats[len(state.counts) + 1 :]),
            seat.left_beside(state.lying),
        )
        bonuses, own = (state.bonus or EIGHT_OR_NINE,), Range(0, self._ahead[-1].high)
        most = self._outcomes.find_most_new(bonuses, (*state.counts, own))
        low = find_least(hand, left_of, self._steps, most + 1)
        if low is None or not self._try(seat, state, low.fill):
            return
        own = Range(low.points, own.high)
        if self._is_found(state, own):
            return
        if self._is_just_equal_new(state, own):
            self._try_equal(seat, state, hand)
            return
        least = self._outcomes.find_least_new(bonuses, (*state.counts, own))
        high = find_most(hand, left_of, self._steps, least - 1)
        if high is None:
            return
        self._try(seat, state, high.fill)
        if not self._is_found(state, Range(low.points, high.points)):
            self._try_equal(seat, state, hand)

    def _is_just_equal_new(self, state: State, own: Range) -> bool:
        """Whether nothing new can come of the last hand but a count as that of the other player, if there are two."""
        if len(self._seats) > 2:
            return False
        equal = state.counts[0].low
        return all(
            low > high or self._outcomes.have_all((state.bonus or EIGHT_OR_NINE,), (*state.counts, Range(low, high)))
            for low, high in ((own.low, equal - 1), (equal + 1, own.high))
        )

    def _try_equal(self, seat: Seat, state: State, hand: UnreadHand) -> None:
        """Let the second of two players count as much as the first."""
        left_of, other = seat.left_beside(state.lying), state.counts[0].low
        if isinstance(left_of, AllLeft):
            equal = next(hand.fills((), other - left_of(hand.counted), self._steps), None)
        else:
            equal = LeastSearch(LAYING, hand, left_of, self._steps).find_just(other)
        if equal is not None:
            self._try(seat, state, equal)

    # --- a hand before the last ---------------------------------------------------------------------------------------

    def _fill(self, seat: Seat, state: State) -> None:
        """Fill what lies in melds and at ends, then what is left. The least and the most of a hand are tried first."""
        hand, left_of = (
            seat.unread_hand(state.left, self._seats[len(state.counts) + 1 :]),
            seat.left_beside(state.lying),
        )
        few = self._find_few(hand)
        if few is not None:
            for fill in few:
                self._try(seat, state, fill)
            return
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

    def _find_few(self, hand: UnreadHand) -> Sequence[Fill] | None:
        """All fills of a hand, if there are just a few."""
        if len(hand.rising) > FEW_TILES or hand.count > FEW_UNREAD:
            return None
        return list(hand.fills((), None, self._steps))

    def _find_fillings(self, seat: Seat, state: State, hand: UnreadHand, own: Range) -> Iterator[Filling]:
        """The ways to fill what lies in melds and at ends, so far as they may bring anything new."""
        left_of = seat.left_beside(state.lying)
        if isinstance(left_of, AllLeft):
            fills: Iterator[Fill] = iter([()])
        elif not state.counts:
            fills = self._find_declared(seat, state, hand)
        else:
            fills = self._find_useful(state, hand, left_of, own)
        for fill in fills:
            self._steps.take(LAYING_STEPS)
            down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
            if not faults and set(fill).isdisjoint(down.left):
                yield Filling(seat, hand, fill, down, own.high)

    def _find_declared(self, seat: Seat, state: State, hand: UnreadHand) -> Iterator[Fill]:
        """The fills of a declarer: enough must lie in melds. First a few to which others can add little."""
        size = len(seat.entry.hand)
        melds = self._melds[len(state.counts)]
        looks = ((melds[::-1], FIRST_LOOK), (melds, None))
        for melds, most in looks[self.has_looked :]:
            shapes = [Shape(meld, None) for meld in melds]
            for melded in self._sizes:
                own = Range(size - melded, MOST_LEFT if melded < size else 0)
                bonus = award_declarer(melded)
                is_hopeless = self._make_hopeless(state, shapes, own, bonus)
                fills = DeclaredFills(shapes, hand, MOST_LEFT, is_hopeless, self._steps).find(melded)
                yield from islice(fills, most)

    def _find_useful(self, state: State, hand: UnreadHand, left_of: LeftBeside, own: Range) -> Iterator[Fill]:
        """The fills of which nothing need be left."""
        shapes = [
            *(Shape(meld, None) for meld in self._melds[len(state.counts)]),
            *find_rows(LAYING, left_of),
        ]
        return UsefulFills(shapes, hand, self._make_hopeless(state, shapes, own), self._steps).find()

    def _make_hopeless(
        self, state: State, shapes: Sequence[Shape], own: Range, bonus: Award | None = None
    ) -> IsHopeless:
        """Says of some shapes, and so many tiles beside, whether nothing new can come of them."""

        lying = tuple(meld for melds in state.lying.values() for meld in melds)
        seats = self._seats[len(state.counts) :]
        helped = find_helped(seats, state.lying)
        hand, told = seats[0].unread_hand(state.left, seats[1:]), find_told_to(seats, seats[0])

        def can_help(chosen: Sequence[int]) -> bool:
            own = Counter(helped)
            for shape in (shapes[place] for place in chosen):
                own.update(tile for tile in shape.tiles if not shape.end or tile not in helped)
            return hand.can_be(tuple((own - Counter(hand.read)).elements()))

        def is_hopeless(chosen: Sequence[int], missing: int) -> bool:
            self._steps.take()
            if helped and not can_help(chosen):
                return True
            melds = tuple(shapes[place].tiles for place in chosen if not shapes[place].end)
            if told and not can_be_added(told, melds, missing, seats[1:]):
                return True
            if not told:
                # Melds to which nobody can add make no difference: without them the same is asked more often.
                melds = self._names.find_open_melds(len(state.counts) + 1, melds)
            standing = Standing(lying, state.left, len(state.counts), melds, missing)
            return self._is_found(state, own, bonus=bonus, standing=standing)

        return is_hopeless

    # --- what is filled and left --------------------------------------------------------------------------------------

    def _leave(self, filling: Filling, state: State) -> None:
        """Fill what is left: first with the lowest and the highest tiles, then with all that may bring anything new."""
        seat, hand, fill = filling[:3]
        if len(fill) == hand.count:
            self.explore(state.after(filling.down, fill))
            return
        lowest, highest = hand.complete(fill, hand.rising), hand.complete(fill, hand.falling)
        if lowest is None or highest is None:
            return
        low, high = _sum(lowest[len(fill) :]), _sum(highest[len(fill) :])
        if self._brings_nothing(filling, state, low, high):
            return
        for whole in (lowest, highest):
            known = self._outcomes.changes
            self._try(seat, state, whole)
            if self._outcomes.changes > known and self._brings_nothing(filling, state, low, high):
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
            if self._is_found(state, filling.range_of(points, points)):
                return False
        return False

    def _has_open(self, place: int) -> bool:
        """Whether there are unread tiles from a player on."""
        return any(seat.open_count for seat in self._seats[place:])

    def _brings_nothing(self, filling: Filling, state: State, low: int, high: int) -> bool:
        """Whether nothing new can come, if what is filled and left has points in a range and is missing nowhere."""
        own = filling.range_of(low, high)
        bonus = award_declarer(sum(map(len, filling.down.melds)))
        after = state.after(filling.down, filling.fill, own)
        if own.low > own.high or not can_take_told(self._seats[len(after.counts) :], after.lying):
            return True
        if len(after.counts) < len(self._seats) and self._names.name(after) in self._done:
            return True
        if self._is_found(state, own, bonus=state.bonus or bonus, standing=stand(self._seats, after)):
            return True
        if state.counts and not self._has_open(len(state.counts) + 1):
            return False
        return not self._may_follow(state.after(filling.down, filling.fill, own))

    def _may_follow(self, state: State) -> bool:
        """Whether anything new can come after counts in these ranges."""
        if self._is_found(state):
            return False
        if len(state.counts) == len(self._seats):
            return True
        name = self._names.name(state)
        if name in self._done:
            return False
        if self._may_follow_anew(state):
            return True
        self._done.add(name)
        return False

    def _may_follow_anew(self, state: State) -> bool:
        place = len(state.counts)
        seat = self._seats[place]
        if not seat.open_count:
            return self._may_lay(seat, state, ())
        hand, left_of = (
            seat.unread_hand(state.left, self._seats[len(state.counts) + 1 :]),
            seat.left_beside(state.lying),
        )
        if place == len(self._seats) - 1:
            return self._may_finish(state, hand, left_of)
        few = self._find_few(hand)
        if few is not None:
            return any(self._may_lay(seat, state, fill) for fill in few)
        low = find_least(hand, left_of, self._steps)
        if low is None or self._is_found(state, Range(low.points, self._ahead[place].high)):
            return False
        high = find_most(hand, left_of, self._steps) or low
        own = Range(low.points, high.points)
        if self._is_found(state, own):
            return False
        return any(
            self._may_follow(state.after(filling.down, filling.fill, count))
            for filling in self._find_fillings(seat, state, hand, own)
            for count in [self._count_widely(filling)]
            if count is not None
        )

    def _may_lay(self, seat: Seat, state: State, fill: Fill) -> bool:
        """Whether anything new can come after a whole hand is laid down."""
        self._steps.take(LAYING_STEPS)
        down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
        return not faults and self._may_follow(state.after(down, fill))

    def _may_finish(self, state: State, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> bool:
        """Whether anything new can come of the last hand: it is asked for no more of it than that takes."""
        bonuses = (state.bonus,) if state.bonus else self._bonuses
        own = Range(0, self._ahead[-1].high)
        most = self._outcomes.find_most_new(bonuses, (*state.counts, own))
        low = find_least(hand, left_of, self._steps, most + 1)
        if low is None:
            return False
        own = Range(low.points, own.high)
        if self._is_found(state, own):
            return False
        least = self._outcomes.find_least_new(bonuses, (*state.counts, own))
        if least <= low.points or find_more(hand, left_of, self._steps, least - 1):
            return True
        return not self._is_found(state, Range(low.points, least - 1))

    def _count_widely(self, filling: Filling) -> Range | None:
        """What a player can count, whatever is filled and left."""
        hand, fill = filling.hand, filling.fill
        lowest, highest = hand.complete(fill, hand.rising), hand.complete(fill, hand.falling)
        if lowest is None or highest is None:
            return None
        return filling.range_of(_sum(lowest[len(fill) :]), _sum(highest[len(fill) :]))


def stand(seats: Sequence[Seat], state: State) -> Standing:
    """Where the next player has not begun to lay down."""
    turn = len(state.counts)
    lying = tuple(meld for melds in state.lying.values() for meld in melds)
    size = len(seats[turn].entry.hand) if turn < len(seats) else 0
    return Standing(lying, state.left, turn, (), size)


def _sum(tiles: Iterable[Tile]) -> int:
    return sum(tile.number for tile in tiles)
