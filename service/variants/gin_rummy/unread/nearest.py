"""Hands of Gin-Rummy filled so that they come near to what is told, where not all of that can be."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.rules.scores import FinishedRound
from service.rules.turns import Meld, pieces_of, pieces_on
from service.solver.clauses import Clauses, Literal, at_least
from service.solver.counted_steps import OutOfStepsError, Steps
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.clauses.hands import Hand, put_hands
from service.variants.gin_rummy.unread.clauses.lying import MOST_COUNT, LyingHand
from service.variants.gin_rummy.unread.seats import Seat, find_seats

MOST_STEPS = 2_000_000


def fill_as_told(seat: Seat) -> Meld:
    """The tiles of a hand that were read, and unread ones that are told to be laid, as far as they can be these."""
    told = _find_told(seat)
    if not told:
        return seat.read
    clauses = Clauses(Steps(MOST_STEPS, work=1))
    (hand,) = put_hands(clauses, [seat])
    return (*seat.read, *(tile for tile, _ in _hold_told(clauses, [], [(seat, hand)])))


def fill_nearly(finished: FinishedRound) -> FinishedRound:
    """A filling that comes near to a round that can be: as much as can be of what is told, and the best declaration."""
    seats = find_seats(finished)
    clauses = Clauses(Steps(MOST_STEPS, work=1))
    hands = put_hands(clauses, seats)
    assumed: list[Literal] = []
    _hold_told(clauses, assumed, zip(seats, hands, strict=True))
    if not is_told(seats[0].entry):
        _declare(clauses, assumed, seats[0], hands[0])
    solution = clauses.solve(*assumed)
    if solution is None:
        return finished
    entries = list(finished.players)
    for seat, hand in zip(seats, hands, strict=True):
        entries[seat.index] = seat.hold(tuple(tile for tile in hand for _ in range(solution.read(hand[tile]))))
    return replace(finished, end=replace(finished.end, players=tuple(entries)))


def _find_told(seat: Seat) -> Sequence[Tile]:
    """The tiles that are told to be laid and were not read."""
    laid = pieces_on(seat.entry.melds or ()) + pieces_on(tuple(told.tiles for told in seat.entry.lay_offs or ()))
    return [BOX.tiles[piece] for piece in (laid - pieces_of(seat.read)).elements()]


def _hold_told(
    clauses: Clauses, assumed: list[Literal], hands: Iterable[tuple[Seat, Hand]]
) -> list[tuple[Tile, Literal]]:
    """Assume of each tile that is told that its player has it, if that can be beside what is assumed before."""
    held: list[tuple[Tile, Literal]] = []
    for seat, hand in hands:
        own = list(seat.read)
        for tile in _find_told(seat):
            has_tile = at_least(hand[tile], own.count(tile) + 1)
            if clauses.solve(*assumed, has_tile):
                own.append(tile)
                assumed.append(has_tile)
                held.append((tile, has_tile))
    return held


def _declare(clauses: Clauses, assumed: list[Literal], declarer: Seat, hand: Hand) -> None:
    """Assume that a declarer is left with as little as can be."""
    count = LyingHand(clauses, declarer, hand, None, {}).count_left(MOST_COUNT)
    low, high = 0, MOST_COUNT
    try:
        while low < high:
            points = (low + high) // 2
            if clauses.solve(*assumed, -at_least(count, points + 1)):
                high = points
            else:
                low = points + 1
    except OutOfStepsError:
        low = high
    assumed.append(-at_least(count, low + 1))
