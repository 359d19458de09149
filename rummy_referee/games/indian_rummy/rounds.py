"""Whole deals of Indian rummy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.indian_rummy.cards import BOX, OUT, WILD
from rummy_referee.games.indian_rummy.ending import IndianRummyHand, IndianRummyRoundEnd
from rummy_referee.games.indian_rummy.snapshot import TAKE, IndianRummySnapshot
from rummy_referee.games.indian_rummy.turn import Declare, IndianRummyMove
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.discard_pile import piles_after, prepare, reveal
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.records import ByPlayer, replace
from rummy_referee.rules.round_play import RoundPlay, RoundRecord, own_turn, top_of_discards, with_hand
from rummy_referee.rules.turns import Meld, without_one
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class IndianRummyRoundState(RoundRecord):
    """A whole deal. Players who are out keep their cards."""

    wild: Tile = records.tile(WILD)
    discards: Meld = records.tiles("The discard pile, its top card last.")
    turned_up: bool = records.flag("Whether the top of the discard pile is the card turned up at the deal.")
    phase: str | None = records.phase()
    taken_once: tuple[str, ...] = records.some_names("The players who have taken a card in this deal.")
    out: Mapping[str, str] = records.choices_by_player("How players have left the deal, by name.", *OUT)


def start_round(_seats: object, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """A card is turned up as the wild card, and the next one starts the discard pile."""
    return {
        "wild": BOX.tiles[dealt.turned_up or ""],
        "discards": (BOX.tiles[dealt.discard_top or ""],),
        "turned_up": True,
        "phase": TAKE,
        "taken_once": (),
        "out": ByPlayer({}),
    }


def check_round(state: IndianRummyRoundState, cite: Cite) -> Iterator[Violation]:
    """Everybody named is a player."""
    for player in state.out:
        if player not in state.players:
            yield make_violation(cite, player_unknown(player=player), pointer("out", player))
    for place, player in enumerate(state.taken_once):
        if player not in state.players:
            yield make_violation(cite, player_unknown(player=player), pointer("taken_once", place))


def view(state: IndianRummyRoundState, player: str) -> IndianRummySnapshot:
    """What a player sees."""
    return IndianRummySnapshot(
        wild=state.wild,
        hand=state.hands[player],
        discard_top=state.discards[-1] if state.discards else None,
        discard_count=len(state.discards),
        stock=len(state.stock),
        players=max(sum(name not in state.out for name in state.players), 1),
        first_turn=player not in state.taken_once,
        turned_up=state.turned_up,
        out=state.out.get(player),
        **own_turn(state, player, "phase"),
    )


def apply_move(
    state: IndianRummyRoundState, move: IndianRummyMove, after: IndianRummySnapshot
) -> IndianRummyRoundState:
    """Cards are taken or put down, or the player leaves the deal. Who declares keeps the cards in the hand."""
    player = state.turn or ""
    card = getattr(move, "discard", None) or getattr(move, "tile", None)
    piles = piles_after(state, move)
    if card is not None:
        piles["discards"] = (*state.discards, card)
    hand = without_one(state.hands[player], card.piece) if isinstance(move, Declare) and card else after.hand
    is_take = move.type == "take"
    return replace(
        state,
        hands=with_hand(state, hand),
        **piles,
        turned_up=after.turned_up,
        phase=after.phase,
        taken_once=(*state.taken_once, player) if is_take and player not in state.taken_once else state.taken_once,
        out=ByPlayer({**state.out, player: after.out}) if after.out else state.out,
    )


def finish_round(
    before: IndianRummyRoundState, move: IndianRummyMove, after: IndianRummyRoundState
) -> IndianRummyRoundEnd:
    """Everybody's hand, and the declaration if there was one."""
    declarer = before.turn if isinstance(move, Declare) else None
    players = (
        IndianRummyHand(
            player=player,
            hand=after.hands[player],
            melds=move.melds if isinstance(move, Declare) and player == declarer else None,
            out=after.out.get(player),
        )
        for player in after.players
    )
    return IndianRummyRoundEnd(wild=after.wild, players=tuple(players), declarer=declarer)


ROUND_PLAY = RoundPlay(
    record=IndianRummyRoundState,
    start=start_round,
    check=check_round,
    view=view,
    is_out=lambda state, player: player in state.out,
    prepare=prepare,
    reveal=reveal,
    apply=apply_move,
    finish=finish_round,
    discard_top=top_of_discards,
    open_fields=("wild", "turned_up", "taken_once", "out"),
)
