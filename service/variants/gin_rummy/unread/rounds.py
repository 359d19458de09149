"""Rounds of Gin-Rummy with unread tiles: their scores as ranges."""

from collections.abc import Iterator, Sequence

from service.rules.scores import FinishedRound, LaidDown, PlayerScore, ScoreLine
from service.variants.gin_rummy.counting import AWARDS, find_tiles
from service.variants.gin_rummy.laying_down import Lying, grow, lay_one
from service.variants.gin_rummy.unread.nearest import fill_as_told
from service.variants.gin_rummy.unread.ranges import find_ranges
from service.variants.gin_rummy.unread.seats import Seat, find_seats


def has_unread(finished: FinishedRound) -> bool:
    """Whether any tile could not be read."""
    return any(tile.is_unknown for entry in finished.players for tile in entry.hand)


def score_ranges(finished: FinishedRound) -> Iterator[PlayerScore]:
    """The least and the most of every line that may count anything. What is laid down is said where it is certain."""
    ranges = find_ranges(finished)
    seats = find_seats(finished)
    certain = dict(enumerate(_find_certain(finished, seats)))
    for entry in finished.players:
        place = next(place for place, seat in enumerate(seats) if seat.entry is entry)
        lines = tuple(
            ScoreLine(code, ranges.lines[place, code], find_tiles(code, place, certain))
            for code in AWARDS
            if ranges.lines[place, code].high
        )
        yield PlayerScore(entry.player, lines, ranges.lines[place, None], certain.get(place), ranges.is_proven)


def _find_certain(finished: FinishedRound, seats: Sequence[Seat]) -> Iterator[LaidDown]:
    """What the players lay down who come before the first of whom it is not known."""
    lying: Lying = {}
    for seat in seats:
        hand = fill_as_told(seat)
        if len(hand) < len(seat.entry.hand):
            return
        down, _ = lay_one(finished, seat.index, seat.hold(hand), lying)
        yield down
        lying = grow(lying, down)
