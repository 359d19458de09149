"""Whole rounds of myRummy Kids."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.myrummy_kids.snapshot import KidsSnapshot
from rummy_referee.rules import records
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import (
    RoundPlay,
    Seats,
    TableRound,
    apply_on_table,
    check_laid,
    find_winner,
    own_turn,
    start_table,
)
from rummy_referee.rules.score import PlayerHand, RoundEnd
from rummy_referee.rules.turns import Move


@dataclass(frozen=True, slots=True, kw_only=True)
class KidsRoundState(TableRound):
    """A whole round."""

    stepped: bool = records.flag("Whether the player on turn has made a step in this turn.")
    freed_jokers: int = records.count(
        "The number of jokers that the player on turn has swapped out in this turn and must still lay in it."
    )


def start_round(seats: Seats, dealt: object, options: object) -> Mapping[str, Any]:
    """Nothing is on the table."""
    return {**start_table(seats, dealt, options), "stepped": False, "freed_jokers": 0, "phase": "play"}


def view(state: KidsRoundState, player: str) -> KidsSnapshot:
    """What a player sees."""
    return KidsSnapshot(
        table=state.table,
        hand=state.hands[player],
        opened=player in state.opened,
        stock=len(state.stock),
        **own_turn(state, player, "phase", "stepped", "freed_jokers"),
    )


def apply_move(state: KidsRoundState, move: Move, after: KidsSnapshot) -> KidsRoundState:
    """As on every table, with the steps of the turn."""
    changed: KidsRoundState = apply_on_table(state, move, after)
    return replace(changed, stepped=after.stepped, freed_jokers=after.freed_jokers)


def finish_round(_before: KidsRoundState, _move: Move, after: KidsRoundState) -> RoundEnd:
    """Every player with the tiles that are left, and who went out."""
    hands = tuple(PlayerHand(player=player, hand=hand) for player, hand in after.hands.items())
    return RoundEnd(players=hands, went_out=find_winner(after))


ROUND_PLAY = RoundPlay(
    record=KidsRoundState,
    start=start_round,
    check=check_laid,
    view=view,
    open_fields=("stepped", "freed_jokers"),
    apply=apply_move,
    finish=finish_round,
)
