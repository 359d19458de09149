"""A turn of Gin-Rummy: take a tile and discard one, or declare."""

from collections.abc import Iterator

from rummy_referee.games.gin_rummy.core.combinations import GinRummyOptions
from rummy_referee.games.gin_rummy.turn.best import find_best
from rummy_referee.games.gin_rummy.turn.declaring import (
    Declare,
    GinMove,
    apply_declare,
    check_declare,
    describe_declare,
    generate_declares,
)
from rummy_referee.games.gin_rummy.turn.snapshot import DISCARD, TAKE, GinPosition, GinSnapshot, check_snapshot
from rummy_referee.games.gin_rummy.turn.taking import apply_discard, apply_take, check_discard, generate_takes
from rummy_referee.rules.faults import move_not_in_phase
from rummy_referee.rules.knock_rummy.taking import TakeTile, check_take, describe_take
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import MoveRule, Turn, each_tile
from rummy_referee.rules.violations import Violation


def check_phase(position: GinPosition, move: str) -> Iterator[Violation]:
    """A player takes a tile, then discards one; a declaration is allowed in both phases."""
    phase = position.snapshot.phase
    if move not in (phase, Declare.type):
        yield position.violation(move_not_in_phase(move=move, phase=phase), "/move/type")


TURN = Turn[GinRummyOptions, GinSnapshot, GinMove](
    snapshot=GinSnapshot,
    phases=(TAKE, DISCARD),
    rules=(
        MoveRule(TakeTile, check_take, apply_take, generate_takes, describe_take),
        MoveRule(Discard, check_discard, apply_discard, each_tile(Discard, check_discard)),
        MoveRule(Declare, check_declare, apply_declare, generate_declares, describe_declare),
    ),
    find_best=find_best,
    check_available=check_phase,
    check_snapshot=check_snapshot,
)
