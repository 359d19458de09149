"""Whether anything new can still come of a round of Gin-Rummy while its unread tiles are being filled."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.fillings import Range
from service.variants.gin_rummy.counting import LOWEST, Award
from service.variants.gin_rummy.unread.additions import can_take_told
from service.variants.gin_rummy.unread.outcomes import Outcomes, State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import Seat
from service.variants.gin_rummy.unread.ways import Standing


class Known(NamedTuple):
    """What is known of a round before it is explored."""

    sizes: Mapping[int, Range]
    """How many tiles the declarer may have melded, the most first, and what may then be left."""
    bonuses: tuple[Award, ...]
    melds: Sequence[Sequence[Meld]]
    """By player, the melds that may be, those first that take the most of the hands that follow."""
    ahead: Sequence[Range]
    """By player, what can be left."""


class Hopes:
    """Compares what is still wanted with what players may be left with."""

    def __init__(self, outcomes: Outcomes, prospects: Prospects, known: Known, *, is_any_enough: bool) -> None:
        """``is_any_enough`` is whether one filling with which the round can be will do."""
        self._outcomes = outcomes
        self._prospects = prospects
        self._known = known
        self._is_any_enough = is_any_enough

    def is_found(
        self, state: State, *counts: Range, bonus: Award | None = None, standing: Standing | None = None
    ) -> bool:
        """Whether nothing new can come, if the next players' counts are in these ranges."""
        if not can_take_told(self._prospects.seats[len(state.counts) :], state.lying):
            return True
        if self._is_any_enough:
            return bool(self._outcomes.ranges)
        ranges = (*state.counts, *counts)
        ranges += tuple(self._known.ahead[len(ranges) :])
        if any(low > high for low, high in ranges):
            return True
        known = bonus or state.bonus
        bonuses = (known,) if known else self._known.bonuses
        if self._outcomes.have_all(bonuses, ranges):
            return True
        if not self._outcomes.ranges:
            return False
        if standing is None:
            standing = stand(self._prospects.seats, state)
        turn = standing.turn + (len(state.counts) == standing.turn and bool(counts))
        return self._are_vain(bonuses, ranges, standing, turn)

    def _are_vain(self, bonuses: tuple[Award, ...], ranges: tuple[Range, ...], standing: Standing, first: int) -> bool:
        """Whether nothing new can come, as players from one on can be left neither with so little nor with so much."""
        if len(ranges) == 2 and first == 1:
            least = self._outcomes.find_least_new(bonuses, ranges)
            if least > ranges[1].low and not self._prospects.may_leave_more(1, least - 1, standing):
                ranges = (ranges[0], Range(ranges[1].low, least - 1))
        if len(ranges) > 2:
            ranges = self._bound_highs(ranges, standing)
        for place in range(max(first, 1), len(ranges)):
            wanted = self._find_wanted(bonuses, ranges, place)
            if wanted and not self._prospects.may_leave(place, *wanted, standing):
                ranges = (*ranges[:place], Range(wanted[0] + 1, ranges[place].high), *ranges[place + 1 :])
        return any(low > high for low, high in ranges) or self._outcomes.have_all(bonuses, ranges)

    def _bound_highs(self, ranges: tuple[Range, ...], standing: Standing) -> tuple[Range, ...]:
        """The same, but for those who cannot be left with enough for another to have the lowest."""
        for place in range(standing.turn or 1, len(ranges)):
            if place > standing.turn or not standing.chosen:
                ranges = self._bound_high(place, ranges, standing)
        return ranges

    def _bound_high(self, place: int, ranges: tuple[Range, ...], standing: Standing) -> tuple[Range, ...]:
        """The same, but for one player who cannot."""
        others = [other for other in range(len(ranges)) if other != place]
        wanted = [
            ranges[other].low + (place < other) for other in others if not self._outcomes.ranges[other, LOWEST].high
        ]
        low, high = ranges[place]
        if not wanted or not low < min(wanted) <= high:
            return ranges
        if self._prospects.may_leave_more(place, min(wanted) - 1, standing):
            return ranges
        return (*ranges[:place], Range(low, min(wanted) - 1), *ranges[place + 1 :])

    def _find_wanted(self, bonuses: tuple[Award, ...], ranges: tuple[Range, ...], place: int) -> tuple[int, int] | None:
        """What a player must be left with at most for anything new, and how much less than the declarer."""
        low, high = ranges[place]
        if len(ranges) == 2:
            most = self._outcomes.find_most_new(bonuses, ranges)
            return None if most == high else (most, ranges[0].high - most)
        most = min(own.high - (other < place) for other, own in enumerate(ranges) if other != place)
        if self._outcomes.ranges[place, LOWEST].high or not low <= most < high:
            return None
        return most, 1


def stand(seats: Sequence[Seat], state: State) -> Standing:
    """Where the next player has not begun to lay down."""
    turn = len(state.counts)
    lying = tuple(meld for melds in state.lying.values() for meld in melds)
    size = len(seats[turn].entry.hand) if turn < len(seats) else 0
    return Standing(lying, state.left, turn, (), size)
