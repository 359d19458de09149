"""What is wrong with a round of Gin-Rummy that cannot be, where not all tiles, or not the turn order, are known."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from service.rules.scores import FinishedRound
from service.rules.violations import Violation
from service.variants.gin_rummy.laying_down import (
    Lying,
    check_apart,
    grow,
    in_turn,
    lay_any,
    lay_down,
)
from service.variants.gin_rummy.unread.nearest import fill_as_told, fill_nearly
from service.variants.gin_rummy.unread.ranges import find_ranges
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, read_seat


def check_fillings(finished: FinishedRound) -> Iterator[Violation]:
    """With some completion the round can be. If with none, the faults are those of a completion that comes near."""
    read = Counter(tile for entry in finished.players for tile in entry.hand if not tile.is_unknown)
    completions = finished.completions()
    if any(copies > WHOLE_BOX[tile] for tile, copies in read.items()) or not completions.are_possible():
        yield from check_known(finished, is_order_known=True)  # beside the tiles, which are a fault of their own
        return
    if find_ranges(finished).lines:
        return
    filled = fill_nearly(finished)
    faults = [fault for _, found in lay_down(filled) for fault in found] if filled else []
    yield from faults or [finished.refuse("unread_unfillable", "/players", count=completions.count)]


# --- whatever the unread tiles are ----------------------------------------------------------------------------------


def check_known(finished: FinishedRound, *, is_order_known: bool) -> Iterator[Violation]:
    """What is wrong whatever the unread tiles are, and where it is not known, the turn order.

    Who lays down first is judged as ever, and who follows, up to a player with tiles that nobody knows, or whose turn
    nobody knows. Of the others it is looked at what is told of each.
    """
    turns = in_turn(finished) if is_order_known else _put_declarer_first(finished)
    lying: Lying = {}
    are_certain = True
    for place, (index, entry) in enumerate(turns):
        seat = read_seat(finished, index, entry)
        known = seat.hold(fill_as_told(seat))
        is_turn_known = is_order_known or _is_sole_declarer(finished, entry)
        are_certain = are_certain and is_turn_known and len(known.hand) == len(entry.hand)
        if are_certain:
            laid, faults = lay_any(finished, index, known, lying)
            lying = grow(lying, laid)
            yield from faults
        else:
            before = turns[:place] if is_order_known else [turn for turn in turns if turn[1] is not entry]
            hosts = {other.player: lying.get(other.player, other.melds) for _, other in before}
            yield from check_apart(finished, index, known, hosts)
    yield from _check_told_tiles(finished)


def _put_declarer_first(finished: FinishedRound) -> list[tuple[int, Any]]:
    """The players, each with the place in the request: a declarer lays down first in any order."""
    return sorted(enumerate(finished.players), key=lambda placed: not _is_sole_declarer(finished, placed[1]))


def _is_sole_declarer(finished: FinishedRound, entry: Any) -> bool:
    """Whether this player declared, and no other has the same name."""
    names = [other.player for other in finished.players]
    return bool(entry.player == finished.end.declarer and names.count(entry.player) == 1)


def _check_told_tiles(finished: FinishedRound) -> Iterator[Violation]:
    """What is told to be laid and what was read are no more than the box has. Where unread tiles fit in no way at all
    it was said before, and so it was of tiles that were read too often."""
    completions = finished.completions()
    seats = [read_seat(finished, *placed) for placed in enumerate(finished.players)]
    known = Counter(tile for seat in seats for tile in fill_as_told(seat))
    read = Counter(tile for entry in finished.players for tile in entry.hand if not tile.is_unknown)
    if completions.are_possible() and any(known[tile] > max(WHOLE_BOX[tile], read[tile]) for tile in known):
        yield finished.refuse("unread_unfillable", "/players", count=completions.count)
