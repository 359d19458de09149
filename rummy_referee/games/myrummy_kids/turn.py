"""The turn of myRummy Kids: steps, or a drawn tile instead."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.games.myrummy_kids.best import find_best
from rummy_referee.games.myrummy_kids.faults import (
    freed_joker_left,
    freed_joker_stuck,
    freed_jokers_exceeded,
    freed_without_step,
    no_step_yet,
    return_after_step,
    turn_begun,
)
from rummy_referee.games.myrummy_kids.freed_jokers import can_lay_freed
from rummy_referee.games.myrummy_kids.snapshot import MELDS, KidsOptions, KidsSnapshot
from rummy_referee.games.myrummy_kids.steps import STEPS, KidsPosition
from rummy_referee.rules.faults import must_play, pass_while_playable, pass_with_stock
from rummy_referee.rules.move_records import Draw, LayMeld, LayOff, Pass, Return, SwapJoker
from rummy_referee.rules.racks import PHASES, apply_draw, apply_return, check_available, check_rack, check_return
from rummy_referee.rules.turns import Move, MoveRule, TurnRules, check_stock, each_tile, end_turn
from rummy_referee.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """End the turn after at least one step."""

    type: ClassVar[Literal["end_turn"]] = "end_turn"


def check_snapshot(position: KidsPosition) -> Iterator[Violation]:
    """The rack has its size; freed jokers are in the hand and can be laid again."""
    snapshot = position.snapshot
    yield from check_rack(position)
    if snapshot.phase == "return" and snapshot.stepped:
        yield position.violation(return_after_step(), "/stepped")
    if snapshot.freed_jokers:
        yield from check_freed_count(position)


def check_freed_count(position: KidsPosition) -> Iterator[Violation]:
    """Freed jokers are in the hand, were freed by a step, and can be laid again."""
    snapshot, freed = position.snapshot, position.snapshot.freed_jokers
    if not snapshot.stepped:
        yield position.violation(freed_without_step(), "/freed_jokers")
    if freed > position.jokers:
        yield position.violation(freed_jokers_exceeded(maximum=position.jokers, actual=freed), "/freed_jokers")
    elif all(position.judge(meld).valid for meld in snapshot.table) and not can_lay_freed(snapshot):
        yield position.violation(freed_joker_stuck(), "/freed_jokers")


# --- the end of a turn, or a tile instead ---------------------------------------------------------------------------


def check_end_turn(position: KidsPosition, _move: EndTurn) -> Iterator[Violation]:
    """The turn has at least one step, and no freed joker is kept."""
    if not position.snapshot.stepped:
        yield position.violation(no_step_yet(), "/move/type")
    if position.snapshot.freed_jokers:
        yield position.violation(freed_joker_left(count=position.snapshot.freed_jokers), "/move/type")


def check_no_step(position: KidsPosition, move: str) -> Iterator[Violation]:
    """After a step the player neither draws nor passes."""
    if position.snapshot.stepped:
        yield position.violation(turn_begun(move=move), "/move/type")


def check_draw(position: KidsPosition, _move: Draw) -> Iterator[Violation]:
    """There is a tile face down; if ``must_play`` is set, the player cannot lay anything."""
    yield from check_stock(position)
    yield from check_no_step(position, "draw")
    if position.options.must_play and position.is_playable():
        yield position.violation(must_play(), "/move/type")


def check_pass(position: KidsPosition, _move: Pass) -> Iterator[Violation]:
    """No tile is face down, and the player cannot lay anything."""
    yield from check_no_step(position, "pass")
    if position.snapshot.stock:
        yield position.violation(pass_with_stock(), "/move/type")
    if position.is_playable():
        yield position.violation(pass_while_playable(), "/move/type")


KidsMove = LayMeld | LayOff | SwapJoker | EndTurn | Draw | Return | Pass

TURN = TurnRules[KidsOptions, KidsSnapshot, KidsMove](
    snapshot=KidsSnapshot,
    position_type=KidsPosition,
    phases=PHASES,
    check_snapshot=check_snapshot,
    check_available=check_available,
    rules=(
        *STEPS,
        MoveRule(EndTurn, check_end_turn, end_turn),
        MoveRule(Draw, check_draw, apply_draw),
        MoveRule(Return, check_return, apply_return, each_tile(Return, check_return)),
        MoveRule(Pass, check_pass, end_turn),
    ),
    find_best=find_best,
    melds_with=lambda _, tile: MELDS.find_shortest_with(tile),
)
