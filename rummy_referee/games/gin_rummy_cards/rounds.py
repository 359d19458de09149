"""Whole rounds of Gin Rummy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.gin_rummy_cards.cards import BOX
from rummy_referee.games.gin_rummy_cards.ending import GinCardsRoundEnd
from rummy_referee.games.gin_rummy_cards.faults import upcard_in_stock
from rummy_referee.games.gin_rummy_cards.snapshot import OFFER, GinCardsSnapshot
from rummy_referee.games.gin_rummy_cards.turn import GinCardsMove, Knock
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.knock_rummy.laying_down import GinHand
from rummy_referee.rules.knock_rummy.taking import check_open_discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import RoundPlay, RoundRecord, own_turn, with_hand
from rummy_referee.rules.turns import Meld, Move, without_one
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class GinCardsRoundState(RoundRecord):
    """A whole round."""

    discard_top: Tile | None = records.tile_or_none("The open card, if it can be taken; null otherwise.")
    discards: Meld = records.tiles("The discards that cannot be taken any more.")
    upcard: Tile | None = records.mentioned_tile("The first card that was turned up.")
    phase: str | None = records.phase()
    taken: Tile | None = records.mentioned_tile(
        "The card that the player on turn has taken from the discard pile in this turn, or null."
    )
    passed: bool = records.flag("Whether the other player has passed on the upcard in phase `offer`.", False)


def start_round(_seats: object, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """The upcard is offered to the player who starts, who is not the dealer."""
    upcard = BOX.tiles[dealt.discard_top] if dealt.discard_top else None
    return {"discard_top": upcard, "discards": (), "upcard": upcard, "phase": OFFER}


def check_round(state: GinCardsRoundState, cite: Cite) -> Iterator[Violation]:
    """The upcard was turned up at the start. Once a card is taken, the last discard was taken or is covered."""
    yield from check_open_discard(state, cite)
    if state.upcard is not None and state.upcard in state.stock:
        yield make_violation(cite, upcard_in_stock(tile=state.upcard.piece), "/upcard")


def view(state: GinCardsRoundState, player: str) -> GinCardsSnapshot:
    """What a player sees."""
    return GinCardsSnapshot(
        hand=state.hands[player],
        discard_top=state.discard_top,
        stock=len(state.stock),
        upcard=state.upcard,
        **own_turn(state, player, "phase", "taken", "passed"),
    )


def apply_move(state: GinCardsRoundState, move: Move, after: GinCardsSnapshot) -> GinCardsRoundState:
    """A card that lay open is in a hand, still open or covered. A knocker keeps the melds in the hand."""
    top = state.discard_top
    covered = () if top is None or top in (after.discard_top, after.taken) else (top,)
    hand = after.hand
    if isinstance(move, Knock) and state.turn is not None:
        own = state.hands[state.turn]
        hand = without_one(own, move.discard.piece) if move.discard else own
    return replace(
        state,
        hands=with_hand(state, hand),
        stock=state.stock[1:] if getattr(move, "drawn", None) else state.stock,
        discard_top=after.discard_top,
        discards=(*state.discards, *covered),
        phase=after.phase,
        taken=after.taken,
        passed=after.passed,
    )


def finish_round(before: GinCardsRoundState, move: GinCardsMove, after: GinCardsRoundState) -> GinCardsRoundEnd:
    """The knocker with the given melds, and everybody's hand; a round that ends otherwise is void."""
    knocker = before.turn if isinstance(move, Knock) else None
    hands = (
        GinHand(player=player, hand=hand, melds=move.melds if isinstance(move, Knock) and player == knocker else None)
        for player, hand in after.hands.items()
    )
    return GinCardsRoundEnd(tuple(hands), knocker, before.upcard)


ROUND_PLAY = RoundPlay(
    record=GinCardsRoundState,
    start=start_round,
    check=check_round,
    view=view,
    open_fields=("upcard", "taken", "passed"),
    apply=apply_move,
    finish=finish_round,
)
