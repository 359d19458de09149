"""Hands of Gin-Rummy filled so that they come near to what is told, where not all of that can be."""

from collections.abc import Sequence
from dataclasses import replace

from service.engine.sat import TRUE, Clauses, Literal, Solution, at_least
from service.engine.work import OutOfStepsError, Steps
from service.rules.scores import FinishedRound
from service.rules.turns import Meld, pieces_of
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.clauses.hands import Hand, put_hands
from service.variants.gin_rummy.unread.clauses.lying import MOST_COUNT, LyingHand
from service.variants.gin_rummy.unread.seats import Seat, find_seats

MOST_STEPS = 2_000_000
"""Most wishes are granted or refused by a few hundred."""


class Wishes:
    """Wishes for hands, of which each is granted if it can be beside those before."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.clauses = Clauses(Steps(MOST_STEPS))
        self.hands = put_hands(self.clauses, seats)
        self._granted: list[Literal] = []
        self.solution: Solution | None = None
        """Hands with all that was granted."""

    def grant(self, wish: Literal) -> bool:
        """Whether it can be. At the bound on work nothing more is granted."""
        try:
            solution = self.clauses.solve(*self._granted, wish)
        except OutOfStepsError:
            return False
        if solution:
            self._granted.append(wish)
            self.solution = solution
        return bool(solution)

    def grant_told(self, seat: Seat, hand: Hand) -> Meld:
        """The unread tiles of a player that are told to be laid, as far as they can be these."""
        granted: list[Tile] = []
        for tile in _find_told(seat):
            if self.grant(at_least(hand[tile], (*seat.read, *granted).count(tile) + 1)):
                granted.append(tile)
        return tuple(granted)

    def grant_least(self, declarer: Seat, hand: Hand) -> None:
        """A declarer is left with as little as can be."""
        count = LyingHand(self.clauses, declarer, hand, None, {}).count_left(MOST_COUNT)
        low, high = 0, MOST_COUNT
        while low < high:
            points = (low + high) // 2
            if self.grant(-at_least(count, points + 1)):
                high = points
            else:
                low = points + 1


def fill_as_told(seat: Seat) -> Meld:
    """The tiles of a hand that were read, and unread ones that are told to be laid, as far as they can be these."""
    if not _find_told(seat):
        return seat.read
    wishes = Wishes([seat])
    return (*seat.read, *wishes.grant_told(seat, wishes.hands[0]))


def fill_nearly(finished: FinishedRound) -> FinishedRound | None:
    """A completion near to a possible round: what is given as far as possible, and the best declaration."""
    seats = find_seats(finished)
    wishes = Wishes(seats)
    wishes.grant(TRUE)
    for seat, hand in zip(seats, wishes.hands, strict=True):
        wishes.grant_told(seat, hand)
    if not is_told(seats[0].entry):
        wishes.grant_least(seats[0], wishes.hands[0])
    if wishes.solution is None:
        return None
    entries = list(finished.players)
    for seat, hand in zip(seats, wishes.hands, strict=True):
        tiles = (tile for tile, held in hand.items() for _ in range(wishes.solution.read(held)))
        entries[seat.index] = seat.hold(tuple(tiles))
    return replace(finished, end=replace(finished.end, players=tuple(entries)))


def _find_told(seat: Seat) -> Sequence[Tile]:
    """The tiles that are told to be laid and were not read."""
    return [BOX.tiles[piece] for piece in (pieces_of(seat.told) - pieces_of(seat.read)).elements()]
