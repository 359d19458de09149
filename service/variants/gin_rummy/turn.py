"""A turn of Gin-Rummy: take a tile and discard one, or declare."""

from collections.abc import Iterator

from service.rules.move_records import Discard
from service.rules.turns import MoveRule, Turn
from service.rules.violations import Violation
from service.variants.gin_rummy.best import find_best
from service.variants.gin_rummy.combinations import GinRummyOptions
from service.variants.gin_rummy.declaring import Declare, check_declare, find_declares, follow_declare
from service.variants.gin_rummy.snapshot import DISCARD, TAKE, GinPosition, GinSnapshot, check_snapshot
from service.variants.gin_rummy.taking import (
    Take,
    check_discard,
    check_take,
    find_discards,
    find_takes,
    follow_discard,
    follow_take,
)


def check_available(position: GinPosition, move: str) -> Iterator[Violation]:
    """First a tile is taken, then one is discarded; declaring is possible before and after the take."""
    phase = position.snapshot.phase
    if move not in (phase, Declare.type):
        yield position.refuse("move_not_in_phase", "/move/type", move=move, phase=phase)


TURN = Turn[GinSnapshot, GinRummyOptions](
    snapshot=GinSnapshot,
    phases=(TAKE, DISCARD),
    rules=(
        MoveRule(Take, check_take, follow_take, find_takes),
        MoveRule(Discard, check_discard, follow_discard, find_discards),
        MoveRule(Declare, check_declare, follow_declare, find_declares),
    ),
    find_best=find_best,
    check_available=check_available,
    check_snapshot=check_snapshot,
)
