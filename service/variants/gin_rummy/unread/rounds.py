"""Rounds of Gin-Rummy with unread tiles: whether they can be, and their scores as ranges."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.rules.scores import FinishedRound, LaidDown, PlayerScore, ScoreLine
from service.rules.violations import Violation
from service.solver.leftovers.counted_steps import OutOfStepsError, Steps
from service.solver.leftovers.filled_melds import LeastSearch
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.counting import AWARDS, find_tiles
from service.variants.gin_rummy.laying_down import (
    LAYING,
    Lying,
    check_told,
    grow,
    in_turn,
    is_told,
    lay_down,
    lay_one,
)
from service.variants.gin_rummy.unread.ranges import MOST_STEPS, RangeSearch
from service.variants.gin_rummy.unread.seats import ALONE, WHOLE_BOX, Seat, read_seat


def has_unread(finished: FinishedRound) -> bool:
    """Whether any tile could not be read."""
    return any(tile.unread for entry in finished.players for tile in entry.hand)


def check_fillings(finished: FinishedRound) -> Iterator[Violation]:
    """With some filling the round can be. If with none, the faults are those of a filling that comes near."""
    read = Counter(tile for entry in finished.players for tile in entry.hand if not tile.unread)
    fillings = finished.fillings()
    if any(copies > WHOLE_BOX[tile] for tile, copies in read.items()) or not fillings.are_possible():
        yield from check_told(finished)  # beside the tiles, which are a fault of their own
        return
    search = RangeSearch(finished)
    if search.is_possible() or not search.is_proven:
        return
    faults = [fault for _, found in lay_down(_fill_nearly(finished)) for fault in found]
    yield from faults or [finished.refuse("unread_unfillable", "/players", count=fillings.count)]


def _fill_nearly(finished: FinishedRound) -> FinishedRound:
    """A filling that comes near to a round that can be: as much as can be of what is told, and the best declaration."""
    entries = list(finished.players)
    for place, (index, entry) in enumerate(in_turn(finished)):
        seat = read_seat(index, entry)
        others = Counter(tile for other in finished.players if other is not entry for tile in other.hand)
        left = {tile: copies - seat.read.count(tile) for tile, copies in WHOLE_BOX.items()}
        hand = UnreadHand(LAYING, seat.read, seat.unread, left)
        told: Fill = ()
        for tile in seat.told:
            told = (*told, tile) if hand.can_be((*told, tile)) else told
        fill = hand.complete(told, hand.rising) or ()
        if not place and not is_told(entry):
            free = {tile: copies - others[tile] for tile, copies in left.items()}
            fill = _find_best(UnreadHand(LAYING, seat.read, seat.unread, free)) or fill
        entries[index] = replace(entry, hand=(*seat.read, *fill))
    return replace(finished, end=replace(finished.end, players=tuple(entries)))


def _find_best(hand: UnreadHand) -> Fill | None:
    """The fill of a declarer that leaves the least."""
    try:
        found = LeastSearch(LAYING, hand, ALONE, Steps(MOST_STEPS)).find()
    except OutOfStepsError:
        return None
    return found.fill if found else None


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
