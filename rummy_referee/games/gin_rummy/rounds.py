"""Whole rounds of Gin-Rummy."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.gin_rummy.core.ending import GinRoundEnd
from rummy_referee.games.gin_rummy.turn.declaring import Declare, GinMove
from rummy_referee.games.gin_rummy.turn.snapshot import DISCARD, GinSnapshot
from rummy_referee.rules import records
from rummy_referee.rules.knock_rummy.laying_down import GinHand
from rummy_referee.rules.knock_rummy.taking import check_open_discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import RoundPlay, RoundRecord, Seats, in_turn_order, own_turn, put_back, set_hand
from rummy_referee.rules.turns import Meld, Move, without
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class GinRoundState(RoundRecord):
    """A whole round."""

    discard_top: Tile | None = records.tile_or_none("The last discard, if it can be taken; null otherwise.")
    discards: Meld = records.tiles("The discards that are out of the game: those that nobody took, with two players.")
    phase: str | None = records.phase()


def start_round(_seats: Seats, _dealt: object, _options: object) -> Mapping[str, Any]:
    """The player who starts has eleven tiles and discards one."""
    return {"discard_top": None, "discards": (), "phase": DISCARD}


def view(state: GinRoundState, player: str) -> GinSnapshot:
    """What a player sees."""
    return GinSnapshot(
        hand=state.hands[player],
        discard_top=state.discard_top,
        stock=len(state.stock),
        players=len(state.players),
        **own_turn(state, player, "phase"),
    )


def apply_move(state: GinRoundState, move: Move, after: GinSnapshot) -> GinRoundState:
    """A discard that was not taken is out of the game with two players, and returns to the stock with more."""
    if isinstance(move, Declare):
        return apply_declaration(state, move)
    drawn = getattr(move, "drawn", None)
    passed_by = state.discard_top if drawn else None
    state = replace(
        set_hand(state, after.hand),
        stock=state.stock[1:] if drawn else state.stock,
        discard_top=after.discard_top,
        phase=after.phase,
    )
    if passed_by is None:
        return state
    if len(state.players) > 2:
        return put_back(state, passed_by)
    return replace(state, discards=(*state.discards, passed_by))


def apply_declaration(state: GinRoundState, move: Declare) -> GinRoundState:
    """The declarer keeps the melds in the hand, so that the round can be scored."""
    if move.discard is None or state.turn is None:
        return state
    hand = without(state.hands[state.turn], Counter([move.discard.piece]))
    return replace(set_hand(state, hand), discard_top=move.discard)


def finish_round(before: GinRoundState, move: GinMove, after: GinRoundState) -> GinRoundEnd:
    """The declarer with the given melds, and everybody's hand; a round that ends otherwise is void."""
    declarer = before.turn if isinstance(move, Declare) else None
    hands = (
        GinHand(
            player=player, hand=hand, melds=move.melds if isinstance(move, Declare) and player == declarer else None
        )
        for player, hand in after.hands.items()
    )
    order = in_turn_order(before, declarer) if declarer else None
    return GinRoundEnd(tuple(hands), declarer, order, before.phase == DISCARD)


ROUND_PLAY = RoundPlay(
    record=GinRoundState,
    start=start_round,
    check=check_open_discard,
    view=view,
    apply=apply_move,
    finish=finish_round,
)
