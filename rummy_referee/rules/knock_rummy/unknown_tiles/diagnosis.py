"""Violations of a round with unknown tiles or an unknown turn order.

If no completion gives a possible round, the violations are those of a completion that comes close: unknown tiles are
given ones where they can be, and then the declarer has the least deadwood.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rummy_referee.engine.completions import Completions
from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.rules.faults import unread_unfillable
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.knock_rummy.laying_down import (
    LaidMelds,
    apply_lay_down,
    check_hand_alone,
    lay_down,
    lay_down_any_hand,
)
from rummy_referee.rules.knock_rummy.unknown_tiles.hands import (
    Seat,
    assign,
    complete,
    count_free,
    find_seats,
    make_seat,
)
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import ENGINE_STEPS, LayoutSearch
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

MAX_STEPS = 300_000
"""The most parts of layouts that are tried."""


# --- completions ------------------------------------------------------------------------------------------------------


def complete_as_given(combinations: Combinations, seat: Seat) -> Seat:
    """The hand, in which given tiles are known as far as unknown ones can be these."""
    return _fix_given(combinations, [seat], 0)[0]


def _fix_given(combinations: Combinations, seats: Sequence[Seat], place: int) -> Sequence[Seat]:
    """The same for one of several hands. Each tile is kept if all hands can be completed with it."""
    kept: Meld = ()
    fixed = seats
    for tile in seats[place].given_unknown:
        more = _fix(combinations, seats, place, (*kept, tile))
        if more:
            kept, fixed = (*kept, tile), more
    return fixed


def _fix(combinations: Combinations, seats: Sequence[Seat], place: int, tiles: Meld) -> Sequence[Seat] | None:
    """The hands, in one of which these tiles are known; None if they cannot be completed so."""
    box, free = combinations.box, count_free(combinations, seats)
    left = {tile.piece: copies for tile, copies in (free - Counter(tiles)).items()}
    for codes in assign(box, seats[place].unknown, tiles, free):
        known = replace(seats[place], known=(*seats[place].known, *tiles), unknown=codes)
        fixed = [*seats[:place], known, *seats[place + 1 :]]
        unknown = {str(index): [box.unknown_tiles[code] for code in seat.unknown] for index, seat in enumerate(fixed)}
        if Completions(box, left, unknown).are_possible():
            return fixed
    return None


def _fix_best(combinations: Combinations, seats: Sequence[Seat], place: int, hands: Iterable[Meld]) -> Sequence[Seat]:
    """The hands, one of which is completed by the first of these choices with which the others can be, too."""
    found = (_fix(combinations, seats, place, extra) for extra in hands)
    return next(filter(None, found), seats)


def _find_declarations(combinations: Combinations, seats: Sequence[Seat]) -> Iterator[Meld]:
    """The unknown tiles of the declarer with the least deadwood."""
    search = LayoutSearch(combinations, seats[0], count_free(combinations, seats), Steps(MAX_STEPS, ENGINE_STEPS))
    best: Meld | None = None
    try:
        for layout, extra in search.find_hands():
            if _fix(combinations, seats, 0, extra):
                search.most, best = layout.points - 1, extra
    except OutOfStepsError:
        pass
    if best is not None:
        yield best


def _complete_closely(ending: Ending) -> Ending | None:
    """A completion close to a possible round: what is given as far as possible, then the best declaration."""
    combinations, seats = ending.combinations, find_seats(ending)
    for place in range(len(seats)):
        seats = _fix_given(combinations, seats, place)
    if seats[0].entry.melds is None:
        seats = _fix_best(combinations, seats, 0, _find_declarations(combinations, seats))
    for place, seat in enumerate(seats):
        free = count_free(combinations, seats)
        seats = _fix_best(combinations, seats, place, complete(combinations.box, seat.unknown, free))
    if any(seat.unknown for seat in seats):
        return None
    finished = ending.finished
    entries = list(finished.players)
    for seat in seats:
        entries[seat.index] = seat.completed()
    return type(ending)(replace(finished, end=replace(finished.end, players=tuple(entries))))


# --- violations -------------------------------------------------------------------------------------------------------


def explain_impossible(ending: Ending) -> Iterator[Violation]:
    """Why no completion gives a possible round: the violations of one that comes close."""
    completed = _complete_closely(ending)
    faults = [fault for _, found in lay_down(completed) for fault in found] if completed else []
    yield from faults or [_completion_violation(ending)]


def has_completion(ending: Ending) -> bool:
    """Whether the box has the known tiles, and tiles for the unknown ones."""
    known, tiles = _count_known(ending), ending.combinations.tiles
    has_known = all(copies <= tiles[tile] for tile, copies in known.items())
    return has_known and ending.finished.completions().are_possible()


def check_certain(ending: Ending, *, is_order_known: bool) -> Iterator[Violation]:
    """The violations that hold whatever the unknown tiles are, and the turn order if that is unknown.

    Players are checked in turn up to the first with an unknown tile or an unknown turn. Of later players only what is
    given for each is checked.
    """
    turns = ending.in_turn_order() if is_order_known else _put_declarer_first(ending)
    table: LaidMelds = {}
    is_certain = True
    for place, (index, entry) in enumerate(turns):
        seat = complete_as_given(ending.combinations, make_seat(index, entry))
        completed = seat.completed()
        is_turn_known = is_order_known or _is_sole_declarer(ending, entry)
        is_certain = is_certain and is_turn_known and not seat.unknown
        if is_certain:
            laid, faults = lay_down_any_hand(ending, index, completed, table)
            table = apply_lay_down(ending, table, laid)
            yield from faults
        else:
            before = turns[:place] if is_order_known else [turn for turn in turns if turn[1] is not entry]
            melds_of = {other.player: table.get(other.player, other.melds) for _, other in before}
            yield from check_hand_alone(ending, index, completed, melds_of)
    yield from _check_given_tiles(ending)


def _put_declarer_first(ending: Ending) -> list[tuple[int, Any]]:
    """The players with their indices in the request; a declarer lays down first in any order."""
    return sorted(enumerate(ending.finished.players), key=lambda placed: not _is_sole_declarer(ending, placed[1]))


def _is_sole_declarer(ending: Ending, entry: Any) -> bool:
    """Whether this player declared, and no other has the same name."""
    names = [other.player for other in ending.finished.players]
    return bool(entry.player == ending.declarer and names.count(entry.player) == 1)


def _check_given_tiles(ending: Ending) -> Iterator[Violation]:
    """The box has all known and given tiles. Known tiles beyond the box are a violation of their own."""
    seats = [make_seat(*placed) for placed in enumerate(ending.finished.players)]
    completed = Counter(tile for seat in seats for tile in complete_as_given(ending.combinations, seat).known)
    known, tiles = _count_known(ending), ending.combinations.tiles
    if ending.finished.completions().are_possible() and any(
        copies > max(tiles[tile], known[tile]) for tile, copies in completed.items()
    ):
        yield _completion_violation(ending)


def _count_known(ending: Ending) -> Counter[Tile]:
    return Counter(tile for entry in ending.finished.players for tile in entry.hand if not tile.is_unknown)


def _completion_violation(ending: Ending) -> Violation:
    return ending.finished.violation(unread_unfillable(count=ending.finished.completions().count), "/players")
