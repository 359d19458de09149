"""Whether anything new can follow in a round of Gin-Rummy once the first players have laid down, of whose counts just
the ranges need be known."""

from collections.abc import Hashable

from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import LeastSearch
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.counting import award_declarer
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.additions import can_take_told
from service.variants.gin_rummy.unread.exploring.hand_fills import HandFills
from service.variants.gin_rummy.unread.hopes import Hopes, Known, stand
from service.variants.gin_rummy.unread.outcomes import Outcomes, State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import Filling, Seat, bound_most, find_least, find_more

LOOKING_STEPS = 2
"""Comparing what a player lays with what was found takes as long as so many steps."""


class Following:
    """Looks ahead, player by player, and remembers after which states nothing new can come."""

    def __init__(self, prospects: Prospects, known: Known, outcomes: Outcomes, hopes: Hopes, fills: HandFills) -> None:
        self._seats = prospects.seats
        self._steps = prospects.holdings.steps
        self._names = prospects.names
        self._bonuses, self._ahead = known.bonuses, known.ahead
        self._outcomes = outcomes
        self._hopes = hopes
        self._fills = fills
        self._done: set[Hashable] = set()

    def is_done(self, state: State) -> bool:
        """Whether it is known that nothing new can come after a state, or one with the same name."""
        return self._names.name(state) in self._done

    def note_done(self, state: State) -> None:
        """Nothing new can come after a state. That stays so, since what is found only grows."""
        self._done.add(self._names.name(state))

    def has_open(self, place: int) -> bool:
        """Whether there are unread tiles from a player on."""
        return any(seat.open_count for seat in self._seats[place:])

    def brings_nothing(self, filling: Filling, state: State, low: int, high: int) -> bool:
        """Whether nothing new can come, if what is filled and left has points in a range and is missing nowhere."""
        self._steps.take(LOOKING_STEPS)
        own = filling.range_of(low, high)
        bonus = award_declarer(sum(map(len, filling.down.melds)))
        after = state.after(filling.down, filling.fill, own)
        if own.low > own.high or not can_take_told(self._seats[len(after.counts) :], after.lying):
            return True
        if len(after.counts) < len(self._seats) and self.is_done(after):
            return True
        if self._hopes.is_found(state, own, bonus=state.bonus or bonus, standing=stand(self._seats, after)):
            return True
        if state.counts and not self.has_open(len(state.counts) + 1):
            return False
        return not self._may_follow(state.after(filling.down, filling.fill, own))

    def _may_follow(self, state: State) -> bool:
        """Whether anything new can come after counts in these ranges."""
        if self._hopes.is_found(state):
            return False
        if len(state.counts) == len(self._seats):
            return True
        if self.is_done(state):
            return False
        if self._may_follow_anew(state):
            return True
        self.note_done(state)
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
        few = self._fills.find_few(hand)
        if few is not None:
            return any(self._may_lay(seat, state, fill) for fill in few)
        low = find_least(hand, left_of, self._steps)
        if low is None or self._hopes.is_found(state, Range(low.points, self._ahead[place].high)):
            return False
        own = Range(low.points, min(self._ahead[place].high, bound_most(hand, left_of, self._steps)))
        if self._hopes.is_found(state, own):
            return False
        return any(
            self._may_follow(state.after(filling.down, filling.fill, count))
            for filling in self._fills.find(seat, state, hand, own)
            for count in [self._count_widely(filling)]
            if count is not None
        )

    def _may_lay(self, seat: Seat, state: State, fill: Fill) -> bool:
        """Whether anything new can come after a whole hand is laid down."""
        down = self._fills.lay(seat, state, fill)
        return down is not None and self._may_follow(state.after(down, fill))

    def _may_finish(self, state: State, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> bool:
        """Whether anything new can come of the last hand: it is asked for no more of it than that takes."""
        if self.is_equal_in_vain(state, hand, left_of):
            return False
        bonuses = (state.bonus,) if state.bonus else self._bonuses
        own = Range(0, self._ahead[-1].high)
        most = self._outcomes.find_most_new(bonuses, (*state.counts, own))
        low = find_least(hand, left_of, self._steps, most + 1)
        if low is None:
            return False
        own = Range(low.points, own.high)
        if self._hopes.is_found(state, own):
            return False
        least = self._outcomes.find_least_new(bonuses, (*state.counts, own))
        if least <= low.points or find_more(hand, left_of, self._steps, least - 1):
            return True
        return not self._hopes.is_found(state, Range(low.points, least - 1))

    def is_just_equal_new(self, state: State, own: Range) -> bool:
        """Whether nothing new can come of the last hand but a count as that of the other player, if there are two."""
        equal = state.counts[0].low
        if len(self._seats) > 2 or equal < state.counts[0].high:
            return False
        bonuses = (state.bonus,) if state.bonus else self._bonuses
        return all(
            low > high or self._outcomes.have_all(bonuses, (*state.counts, Range(low, high)))
            for low, high in ((own.low, equal - 1), (equal + 1, own.high))
        )

    def is_equal_in_vain(self, state: State, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> bool:
        """Whether just an equal count of the second player were new, and by the numbers there is none."""
        if isinstance(left_of, AllLeft) or not self.is_just_equal_new(state, self._ahead[-1]):
            return False
        self._steps.take()
        return not LeastSearch(LAYING, hand, left_of, self._steps).may_leave(state.counts[0].low)

    def _count_widely(self, filling: Filling) -> Range | None:
        """What a player can count, whatever is filled and left."""
        hand, fill = filling.hand, filling.fill
        lowest, highest = hand.complete(fill, hand.rising), hand.complete(fill, hand.falling)
        if lowest is None or highest is None:
            return None
        low, high = (sum(tile.number for tile in whole[len(fill) :]) for whole in (lowest, highest))
        return filling.range_of(low, high)
