"""Violations of a round with unknown tiles or an unknown turn order.

If no completion gives a possible round, the violations are those of a completion that comes close: given tiles are
assigned to unknown ones greedily, each by a SAT query, and then the declarer's deadwood is minimised by binary search.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rummy_referee.engine.sat import ENGINE_STEPS, TRUE, Formula, Literal, Model, at_least
from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.rules.faults import unread_unfillable
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.knock_rummy.laying_down import (
    LaidMelds,
    apply_lay_down,
    check_hand_alone,
    is_given,
    lay_down,
    lay_down_any_hand,
)
from rummy_referee.rules.knock_rummy.unknown_tiles.hand_encoding import Hand, encode_hands
from rummy_referee.rules.knock_rummy.unknown_tiles.player_encoding import PlayerEncoding
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat, find_seats, make_seat
from rummy_referee.rules.turns import Meld, pieces_of
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

MAX_STEPS = 2_000_000
"""Most queries take a few hundred."""


# --- completions ----------------------------------------------------------------------------------------------------


class _GreedyCompletion:
    """A completion of hands by requirements, each of which is kept if it is consistent with those before."""

    def __init__(self, combinations: Combinations, seats: Sequence[Seat]) -> None:
        self._combinations = combinations
        self.formula = Formula(Steps(MAX_STEPS, ENGINE_STEPS))
        self.hands = encode_hands(self.formula, combinations, seats)
        self._kept: list[Literal] = []
        self.model: Model | None = None
        """The hands with all requirements that are kept."""

    def require(self, literal: Literal) -> bool:
        """Whether the requirement is kept. At the bound on work no more are."""
        try:
            model = self.formula.solve(*self._kept, literal)
        except OutOfStepsError:
            return False
        if model:
            self._kept.append(literal)
            self.model = model
        return bool(model)

    def require_given(self, seat: Seat, hand: Hand) -> Meld:
        """The given tiles of a player that unknown ones are, as far as they can be."""
        kept: list[Tile] = []
        for tile in _find_given_unknown(self._combinations, seat):
            if self.require(at_least(hand[tile], (*seat.known, *kept).count(tile) + 1)):
                kept.append(tile)
        return tuple(kept)

    def minimise_deadwood(self, declarer: Seat, hand: Hand) -> None:
        """Require the declarer's minimum deadwood."""
        low, high = 0, self._combinations.max_points
        points = PlayerEncoding(self.formula, self._combinations, declarer, hand).count_points(high)
        while low < high:
            middle = (low + high) // 2
            if self.require(-at_least(points, middle + 1)):
                high = middle
            else:
                low = middle + 1


def _find_given_unknown(combinations: Combinations, seat: Seat) -> Sequence[Tile]:
    """The given tiles that are not among the known ones."""
    return [combinations.box.tiles[piece] for piece in (pieces_of(seat.given_tiles) - pieces_of(seat.known)).elements()]


def complete_as_given(combinations: Combinations, seat: Seat) -> Meld:
    """The known tiles of a hand, and the given ones that unknown tiles can be."""
    if not _find_given_unknown(combinations, seat):
        return seat.known
    completion = _GreedyCompletion(combinations, [seat])
    return (*seat.known, *completion.require_given(seat, completion.hands[0]))


def _complete_closely(ending: Ending) -> Ending | None:
    """A completion close to a possible round: what is given as far as possible, then the best declaration."""
    seats = find_seats(ending)
    completion = _GreedyCompletion(ending.combinations, seats)
    completion.require(TRUE)
    for seat, hand in zip(seats, completion.hands, strict=True):
        completion.require_given(seat, hand)
    if not is_given(seats[0].entry):
        completion.minimise_deadwood(seats[0], completion.hands[0])
    if completion.model is None:
        return None
    finished = ending.finished
    entries = list(finished.players)
    for seat, hand in zip(seats, completion.hands, strict=True):
        tiles = (tile for tile, held in hand.items() for _ in range(completion.model.value(held)))
        entries[seat.index] = seat.with_hand(tuple(tiles))
    return type(ending)(replace(finished, end=replace(finished.end, players=tuple(entries))))


# --- violations -----------------------------------------------------------------------------------------------------


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
        seat = make_seat(ending, index, entry)
        completed = seat.with_hand(complete_as_given(ending.combinations, seat))
        is_turn_known = is_order_known or _is_sole_declarer(ending, entry)
        is_certain = is_certain and is_turn_known and len(completed.hand) == len(entry.hand)
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
    seats = [make_seat(ending, *placed) for placed in enumerate(ending.finished.players)]
    completed = Counter(tile for seat in seats for tile in complete_as_given(ending.combinations, seat))
    known, tiles = _count_known(ending), ending.combinations.tiles
    if ending.finished.completions().are_possible() and any(
        copies > max(tiles[tile], known[tile]) for tile, copies in completed.items()
    ):
        yield _completion_violation(ending)


def _count_known(ending: Ending) -> Counter[Tile]:
    return Counter(tile for entry in ending.finished.players for tile in entry.hand if not tile.is_unknown)


def _completion_violation(ending: Ending) -> Violation:
    return ending.finished.violation(unread_unfillable(count=ending.finished.completions().count), "/players")
