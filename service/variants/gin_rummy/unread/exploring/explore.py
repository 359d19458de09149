"""All fillings of a round of Gin-Rummy with unread tiles, turn after turn, as far as they may bring anything new.

Players are filled in turn order, so that what lies is always known when the next hand is looked at. Of a hand only
those fills are tried that lie in melds or at ends of others; tiles that are filled and left count their points,
whatever they are, so that of these the lowest and the highest will do. Of the last hand only the least and the most
that can be left matter. Before anything is tried, what it could lead to is bounded; what brings nothing new is not
tried.
"""

from collections.abc import Iterable

from service.rules.scores import FinishedRound, LaidDown
from service.solver.counted_steps import OutOfStepsError
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import LeastSearch
from service.solver.leftovers.left_beside import AllLeft
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.counting import (
    EIGHT_OR_NINE,
)
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.exploring.following import Following
from service.variants.gin_rummy.unread.exploring.hand_fills import HandFills
from service.variants.gin_rummy.unread.hopes import Hopes, Known
from service.variants.gin_rummy.unread.outcomes import Outcomes, State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import (
    Filling,
    Seat,
    find_least,
    find_most,
)


class Exploring:
    """Tries all that may bring anything new, and notes what it gives."""

    def __init__(
        self, finished: FinishedRound, prospects: Prospects, known: Known, outcomes: Outcomes, *, is_any_enough: bool
    ) -> None:
        """``is_any_enough`` is whether one filling with which the round can be will do."""
        self._seats = prospects.seats
        self._steps = prospects.holdings.steps
        self._ahead = known.ahead
        self._outcomes = outcomes
        self._hopes = Hopes(outcomes, prospects, known, is_any_enough=is_any_enough)
        self._fills = HandFills(finished, prospects, known, self._hopes)
        self._following = Following(prospects, known, outcomes, self._hopes, self._fills)

    def has_looked(self) -> None:
        """From now on do not try first the declarations to which others can add little: that was done."""
        self._fills.has_looked = True

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

    # --- turn after turn ----------------------------------------------------------------------------------------------

    def explore(self, state: State) -> None:
        """Let the next player lay down in every way that matters."""
        place = len(state.counts)
        if place == len(self._seats):
            self._outcomes.add(state.bonus or EIGHT_OR_NINE, [count.low for count in state.counts])
        elif not self._following.is_done(state) and not self._hopes.is_found(state):
            self._explore_anew(self._seats[place], state)
            self._following.note_done(state)

    def _explore_anew(self, seat: Seat, state: State) -> None:
        if not seat.open_count:
            self._try(seat, state, ())
        elif seat is self._seats[-1]:
            self._finish(seat, state)
        else:
            self._fill(seat, state)

    def _try(self, seat: Seat, state: State, fill: Fill) -> LaidDown | None:
        """Lay down a whole hand, and go on; None if that cannot be."""
        down = self._fills.lay(seat, state, fill)
        if down:
            self.explore(state.after(down, fill))
        return down

    def _finish(self, seat: Seat, state: State) -> None:
        """Of the last hand only the least and the most count; and of two, whether it can count as much as the other."""
        hand, left_of = (
            seat.unread_hand(state.left, self._seats[len(state.counts) + 1 :]),
            seat.left_beside(state.lying),
        )
        if self._following.is_equal_in_vain(state, hand, left_of):
            return
        bonuses, own = (state.bonus or EIGHT_OR_NINE,), Range(0, self._ahead[-1].high)
        most = self._outcomes.find_most_new(bonuses, (*state.counts, own))
        low = find_least(hand, left_of, self._steps, most + 1)
        if low is None or not self._try(seat, state, low.fill):
            return
        own = Range(low.points, own.high)
        if self._hopes.is_found(state, own):
            return
        if self._following.is_just_equal_new(state, own):
            self._try_equal(seat, state, hand)
            return
        least = self._outcomes.find_least_new(bonuses, (*state.counts, own))
        high = find_most(hand, left_of, self._steps, least - 1)
        if high is None:
            return
        self._try(seat, state, high.fill)
        if not self._hopes.is_found(state, Range(low.points, high.points)):
            self._try_equal(seat, state, hand)

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
        few = self._fills.find_few(hand)
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
        for filling in self._fills.find(seat, state, hand, own):
            self._leave(filling, state)

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
        if self._following.brings_nothing(filling, state, low, high):
            return
        for whole in (lowest, highest):
            known = self._outcomes.changes
            self._try(seat, state, whole)
            if self._outcomes.changes > known and self._following.brings_nothing(filling, state, low, high):
                return
        follows = self._following.has_open(len(state.counts) + 1)
        # Where nothing unread follows, more or fewer points left change the winner once at most: both ends will do.
        ends_only = bool(state.counts) and not follows
        sums = range(low, min(high, filling.most - filling.down.count) + 1)
        for order in (sums[::-1], sums) if ends_only else (sums[::-1],):
            for points in order:
                if self._leave_alike(filling, state, points) and ends_only:
                    break

    def _leave_alike(self, filling: Filling, state: State, points: int) -> bool:
        """Try rests of just so many points: all, or until one is really left. Whether one was tried that is."""
        follows, down = self._following.has_open(len(state.counts) + 1), filling.down
        if self._following.brings_nothing(filling, state, points, points):
            return False
        for rest in filling.hand.fills(filling.fill, points, self._steps):
            laid = self._try(filling.seat, state, (*filling.fill, *rest))
            if laid and not follows and (laid.melds, laid.lay_offs) == (down.melds, down.lay_offs):
                return True
            if self._hopes.is_found(state, filling.range_of(points, points)):
                return False
        return False


def _sum(tiles: Iterable[Tile]) -> int:
    return sum(tile.number for tile in tiles)
