"""What the hands of a round of Gin-Rummy can count at least and at most, known before any unread tile is filled."""

from collections.abc import Mapping, Sequence

from service.rules.scores import FinishedRound
from service.solver.counted_steps import OutOfStepsError, Steps
from service.solver.fillings import Range
from service.solver.leftovers.left_beside import AllLeft
from service.solver.leftovers.most_left import MostSearch
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import lay_one
from service.variants.gin_rummy.unread.outcomes import Left, State
from service.variants.gin_rummy.unread.seats import ALL, ALONE, Seat, find_least, find_most, find_sizes

BOUND_STEPS = 5_000
"""So many steps are spent on what can be left of one hand at most, wherever it lies."""
RANGE_STEPS = 100_000
"""So many steps are spent on what can be left of the first hand with unread tiles, when nothing else can be said."""


def bound_count(place: int, seats: Sequence[Seat], left: Left) -> Range:
    """What can be left of a player's hand, whatever is laid before."""
    seat = seats[place]
    hand = seat.unread_hand(left)
    if isinstance(seat.left_beside({}), AllLeft):
        fills = [hand.complete((), order) or () for order in (hand.rising, hand.falling)]
        low, high = (sum(tile.number for tile in fill) for fill in fills)
        sums = seat.unread_hand(left, (other for other in seats if other is not seat)).bound_sums()
        return Range(ALL(hand.counted) + max(low, sums[0]), ALL(hand.counted) + min(high, sums[1]))
    if not place:
        return Range(0, MOST_LEFT)
    steps = Steps(BOUND_STEPS)
    try:
        most = find_most(hand, ALONE, steps)
    except OutOfStepsError:
        most = None
    return Range(0, most.points if most else MostSearch(hand, ALONE, steps).bound())


def find_left_by_size(finished: FinishedRound, seats: Sequence[Seat], left: Left) -> Mapping[int, Range]:
    """What may be left, by how many tiles may be melded for a declaration, the most first."""
    declarer = seats[0]
    size = len(declarer.entry.hand)
    hand = declarer.unread_hand(left, seats[1:])
    found: dict[int, Range] = {}
    for melded in find_sizes(finished, declarer):
        sums = hand.find_sums_of_few(size - melded) if declarer.entry.melds is None else -1
        most = MOST_LEFT if melded < size else 0
        possible = [points for points in range(size - melded, most + 1) if sums >> points & 1]
        if possible:
            found[melded] = Range(possible[0], possible[-1])
    return found


def lay_read(finished: FinishedRound, seats: Sequence[Seat], left: Left) -> State | None:
    """The state before the first hand that is to be filled; None if those before cannot be."""
    state = State((), None, {}, left)
    for seat in seats:
        if seat.open_count:
            break
        down, faults = lay_one(finished, seat.index, seat.hold(()), state.lying)
        if faults:
            return None
        state = state.after(down, ())
    return state


def bound_all(seats: Sequence[Seat], state: State, ahead: Sequence[Range]) -> Sequence[Range]:
    """What all can count, after the state before the first hand that is to be filled."""
    place = len(state.counts)
    if not place:
        return ahead
    return [*state.counts, _find_range(seats[place], state, ahead[place]), *ahead[place + 1 :]]


def _find_range(seat: Seat, state: State, ahead: Range) -> Range:
    """What can be left of a hand, if that can be said soon."""
    hand, left_of = seat.unread_hand(state.left), seat.left_beside(state.lying)
    steps = Steps(RANGE_STEPS)
    try:
        low, high = find_least(hand, left_of, steps), find_most(hand, left_of, steps)
    except OutOfStepsError:
        return ahead
    return Range(low.points, high.points) if low and high else ahead
