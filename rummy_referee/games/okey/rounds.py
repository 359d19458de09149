"""Whole rounds of Okey."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.okey.hand import find_finished, melds_in
from rummy_referee.games.okey.score import OkeyRoundEnd
from rummy_referee.games.okey.snapshot import DISCARD, OkeySnapshot
from rummy_referee.games.okey.turn import Declare, OkeyMove
from rummy_referee.melds.pairs import is_pair
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.indicator import BOX, INDICATOR, find_wild
from rummy_referee.rules.knock_rummy.taking import PILE, TakeTile
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import RoundPlay, RoundRecord, own_turn, set_hand, top_of_discards
from rummy_referee.rules.score import PlayerHand
from rummy_referee.rules.turns import Meld, without_one
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class OkeyRoundState(RoundRecord):
    """A whole round."""

    indicator: Tile = records.tile(INDICATOR)
    discards: Meld = records.tiles("The discards, the last one last.")
    discard_open: bool = records.flag(
        "Whether the last discard can be taken, or could be before a take from the stock."
    )
    phase: str | None = records.phase()


def start_round(_seats: object, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """The player who starts has a tile more, and does not take one."""
    return {
        "indicator": BOX.tiles[dealt.turned_up or ""],
        "discards": (),
        "discard_open": False,
        "phase": DISCARD,
    }


def view(state: OkeyRoundState, player: str) -> OkeySnapshot:
    """What a player sees."""
    return OkeySnapshot(
        indicator=state.indicator,
        hand=state.hands[player],
        discard_top=state.discards[-1] if state.discards and state.discard_open else None,
        stock=len(state.stock),
        **own_turn(state, player, "phase"),
    )


def has_no_turn(state: OkeyRoundState, player: str) -> bool:
    """With an empty stock, only the player who drew the last tile goes on."""
    return not state.stock and player != state.turn


def apply_move(state: OkeyRoundState, move: OkeyMove, after: OkeySnapshot) -> OkeyRoundState:
    """A tile is taken or discarded. Who declares keeps the other tiles in the hand."""
    hand, discards, stock = after.hand, state.discards, state.stock
    if isinstance(move, TakeTile):
        discards, stock = (discards[:-1], stock) if move.from_ == PILE else (discards, stock[1:])
    else:
        tile = move.discard if isinstance(move, Declare) else move.tile
        discards = (*discards, tile)
        hand = without_one(state.hands[state.turn or ""], tile.piece)
    return replace(
        set_hand(state, hand),
        discards=discards,
        stock=stock,
        discard_open=after.discard_top is not None,
        phase=after.phase,
    )


def finish_round(before: OkeyRoundState, move: OkeyMove, after: OkeyRoundState) -> OkeyRoundEnd:
    """Everybody's hand, and the declaration if there was one. Nobody has shown the indicator's twin."""
    players = tuple(PlayerHand(player=player, hand=after.hands[player]) for player in after.players)
    if not isinstance(move, Declare):
        return OkeyRoundEnd(indicator=after.indicator, players=players, declarer=None)
    wild = find_wild(after.indicator)
    melds = move.melds or find_finished(after.hands[before.turn or ""], wild) or ()
    return OkeyRoundEnd(
        indicator=after.indicator,
        players=players,
        declarer=before.turn,
        discard=move.discard,
        pairs=is_pair(melds_in(wild).judge, melds[0]),
    )


ROUND_PLAY = RoundPlay(
    record=OkeyRoundState,
    start=start_round,
    view=view,
    is_out=has_no_turn,
    apply=apply_move,
    finish=finish_round,
    discard_top=top_of_discards,
    open_fields=("indicator", "discard_open"),
)
