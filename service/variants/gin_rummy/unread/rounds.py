"""Rounds of Gin-Rummy with unread tiles: their scores as ranges."""

from collections.abc import Iterator, Sequence

from service.rules.scores import FinishedRound, LaidDown, PlayerScore, ScoreLine
from service.variants.gin_rummy.counting import AWARDS, find_tiles
from service.variants.gin_rummy.laying_down import Lying, grow, in_turn, lay_one
from service.variants.gin_rummy.unread.ranges import RangeSearch
from service.variants.gin_rummy.unread.seats import Seat, read_seat


def has_unread(finished: FinishedRound) -> bool:
    """Whether any tile could not be read."""
    return any(tile.unread for entry in finished.players for tile in entry.hand)


def score_ranges(finished: FinishedRound) -> Iterator[PlayerScore]:
    """The least and the most of every line that may count anything. What is laid down is said where it is certain."""
    search = RangeSearch(finished)
    search.run()
    seats = [read_seat(index, entry) for index, entry in in_turn(finished)]
    certain = dict(enumerate(_find_certain(finished, seats)))
    ranges = search.find_ranges()
    for entry in finished.players:
        place = next(place for place, seat in enumerate(seats) if seat.entry is entry)
        lines = tuple(
            ScoreLine(code, ranges[place, code], find_tiles(code, place, certain))
            for code in AWARDS
            if ranges[place, code].high
        )
        yield PlayerScore(entry.player, lines, ranges[place, None], certain.get(place), search.is_proven)


def _find_certain(finished: FinishedRound, seats: Sequence[Seat]) -> Iterator[LaidDown]:
    """What the players lay down who come before the first of whom it is not known."""
    lying: Lying = {}
    for seat in seats:
        if seat.open_count:
            return
        down, _ = lay_one(finished, seat.index, seat.hold(()), lying)
        yield down
        lying = grow(lying, down)
