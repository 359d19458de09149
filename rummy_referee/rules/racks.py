"""Games with racks: a player with a full rack who draws a tile puts one back."""

from collections.abc import Iterator
from typing import Any

from rummy_referee.rules.faults import move_not_in_phase, rack_exceeded, return_not_due
from rummy_referee.rules.move_records import Draw, Return
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.records import replace
from rummy_referee.rules.score import FinishedRound, check_winner
from rummy_referee.rules.turns import Outcome, add_to_hand, check_tile_in_hand, needs, remove_from_hand
from rummy_referee.rules.violations import Violation, pointer

RACK = 15
PHASES = ("play", "return")
"""``return``: there is one tile too many on the rack."""


def check_rack(position: AnyPosition) -> Iterator[Violation]:
    """A rack holds 15 tiles, and one more only while one of them has to go back."""
    returning = position.snapshot.phase == "return"
    size = len(position.snapshot.hand)
    if size > RACK + returning:
        yield position.violation(rack_exceeded(maximum=RACK + returning, actual=size), "/hand")
    if returning and size <= RACK:
        yield position.violation(return_not_due(maximum=RACK, actual=size), "/phase")


def check_available(position: AnyPosition, move: str) -> Iterator[Violation]:
    """With one tile too many on the rack, the only move is to put one back."""
    phase = position.snapshot.phase
    if (move == "return") != (phase == "return"):
        yield position.violation(move_not_in_phase(move=move, phase=phase), "/move/type")


def apply_draw(position: Any, move: Draw) -> Outcome:
    """Drawing ends the turn, unless the rack was full: then a tile goes back first."""
    after = add_to_hand(position.snapshot, move.drawn)
    after = replace(after, stock=after.stock - 1)
    was_full = len(position.snapshot.hand) == RACK
    outcome = Outcome(replace(after, phase="return")) if was_full else position.end_turn(after)
    return outcome if move.drawn else needs(outcome, "drawn")


def check_return(position: AnyPosition, move: Return) -> Iterator[Violation]:
    """The drawn tile or another tile of the rack goes back."""
    yield from check_tile_in_hand(position, move.tile)


def apply_return(position: Any, move: Return) -> Outcome:
    """The tile is face down again."""
    after = remove_from_hand(position.snapshot, move.tile)
    outcome: Outcome = position.end_turn(replace(after, stock=after.stock + 1), (move.tile,))
    return outcome


def check_round_end(finished: FinishedRound) -> Iterator[Violation]:
    """The player who went out holds nothing, everybody else something, and nobody more than a rack."""
    yield from check_winner(finished)
    for index, entry in enumerate(finished.players):
        if len(entry.hand) > RACK:
            path = pointer("players", index, "hand")
            yield finished.violation(rack_exceeded(maximum=RACK, actual=len(entry.hand)), path)
