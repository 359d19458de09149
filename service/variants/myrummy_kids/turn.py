"""The turn of myRummy Kids: steps, or a tile drawn instead."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from service.melds.judgement import Judge
from service.rules.move_records import Draw, Pass, Return
from service.rules.turns import (
    MoveRule,
    Outcome,
    Turn,
    add_to_hand,
    check_stock,
    check_tile_in_hand,
    different_tiles,
    needs,
    remove_from_hand,
)
from service.rules.violations import Citation, Violation
from service.variants.myrummy_kids.best_turn import find_best
from service.variants.myrummy_kids.freed_jokers import can_lay_freed
from service.variants.myrummy_kids.position import RACK, KidsOptions, KidsPosition, KidsSnapshot
from service.variants.myrummy_kids.steps import STEPS, SteppingPosition, end_turn


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Leave it at the steps made."""

    type: ClassVar[str] = "end_turn"


class KidsTurn(Turn[KidsSnapshot, KidsOptions]):
    """The rules of a turn of steps."""

    def position(
        self, options: KidsOptions, snapshot: KidsSnapshot, judge: Judge, cite: Callable[[str], Citation]
    ) -> SteppingPosition:
        """A snapshot, to be judged."""
        return SteppingPosition(self, options, snapshot, judge, cite)


def check_snapshot(position: KidsPosition) -> Iterator[Violation]:
    """A rack holds 15, and one more only while one goes back; what was freed is in the hand and can be laid again."""
    snapshot = position.snapshot
    returning = snapshot.phase == "return"
    size = len(snapshot.hand)
    if size > RACK + returning:
        yield position.refuse("rack_exceeded", "/hand", maximum=RACK + returning, actual=size)
    if returning and size <= RACK:
        yield position.refuse("return_not_due", "/phase", maximum=RACK, actual=size)
    if returning and snapshot.stepped:
        yield position.refuse("return_after_step", "/stepped")
    if snapshot.freed_jokers:
        yield from check_freed_jokers(position)


def check_freed_jokers(position: KidsPosition) -> Iterator[Violation]:
    """A freed joker is in the hand, was freed by a step, and was only freed because it can be laid again."""
    snapshot, freed = position.snapshot, position.snapshot.freed_jokers
    if not snapshot.stepped:
        yield position.refuse("freed_without_step", "/freed_jokers")
    if freed > position.jokers:
        yield position.refuse("freed_jokers_exceeded", "/freed_jokers", maximum=position.jokers, actual=freed)
    elif all(position.judge(meld).valid for meld in snapshot.table) and not can_lay_freed(snapshot):
        yield position.refuse("freed_joker_stuck", "/freed_jokers")


def check_available(position: KidsPosition, move: str) -> Iterator[Violation]:
    """With a tile too many on the rack, one goes back, and nothing else."""
    phase = position.snapshot.phase
    if (move == "return") != (phase == "return"):
        yield position.refuse("move_not_in_phase", "/move/type", move=move, phase=phase)


# --- the end of a turn, or a tile instead ---------------------------------------------------------------------------


def check_end_turn(position: KidsPosition, _move: EndTurn) -> Iterator[Violation]:
    """A turn has at least one step, and no freed joker is kept."""
    if not position.snapshot.stepped:
        yield position.refuse("no_step_yet", "/move/type")
    if position.snapshot.freed_jokers:
        yield position.refuse("freed_joker_left", "/move/type", count=position.snapshot.freed_jokers)


def apply_end_turn(position: KidsPosition, _move: EndTurn) -> Outcome:
    """It is the next player's turn."""
    return end_turn(position.snapshot)


def check_no_step(position: KidsPosition, move: str) -> Iterator[Violation]:
    """After a step nothing is drawn, and no turn is passed."""
    if position.snapshot.stepped:
        yield position.refuse("turn_begun", "/move/type", move=move)


def check_draw(position: SteppingPosition, _move: Draw) -> Iterator[Violation]:
    """There must be a tile face down; where the table has agreed on it, whoever can lay something must."""
    yield from check_stock(position)
    yield from check_no_step(position, "draw")
    if position.options.must_play and position.is_playable():
        yield position.refuse("must_play", "/move/type")


def apply_draw(position: KidsPosition, move: Draw) -> Outcome:
    """Drawing ends the turn, unless the rack was full: then a tile goes back first."""
    after = add_to_hand(position.snapshot, move.drawn)
    after = replace(after, stock=after.stock - 1)
    was_full = len(position.snapshot.hand) == RACK
    outcome = Outcome(replace(after, phase="return")) if was_full else end_turn(after)
    return outcome if move.drawn else needs(outcome, "drawn")


def check_return(position: KidsPosition, move: Return) -> Iterator[Violation]:
    """The drawn tile or another one of the rack goes back."""
    yield from check_tile_in_hand(position, move.tile)


def apply_return(position: KidsPosition, move: Return) -> Outcome:
    """It lies face down again."""
    after = remove_from_hand(position.snapshot, move.tile)
    return end_turn(replace(after, stock=after.stock + 1), (move.tile,))


def generate_returns(position: KidsPosition) -> Iterator[Return]:
    """Every tile of the rack."""
    return map(Return, different_tiles(position.snapshot.hand))


def check_pass(position: SteppingPosition, _move: Pass) -> Iterator[Violation]:
    """With no tile face down, a player who can lay nothing passes."""
    yield from check_no_step(position, "pass")
    if position.snapshot.stock:
        yield position.refuse("pass_with_stock", "/move/type")
    if position.is_playable():
        yield position.refuse("pass_while_playable", "/move/type")


def apply_pass(position: KidsPosition, _move: Pass) -> Outcome:
    """Nothing changes."""
    return end_turn(position.snapshot)


TURN = KidsTurn(
    snapshot=KidsSnapshot,
    phases=("play", "return"),
    check_snapshot=check_snapshot,
    check_available=check_available,
    rules=(
        *STEPS,
        MoveRule(EndTurn, check_end_turn, apply_end_turn),
        MoveRule(Draw, check_draw, apply_draw),
        MoveRule(Return, check_return, apply_return, generate_returns),
        MoveRule(Pass, check_pass, apply_pass),
    ),
    find_best=find_best,
)
