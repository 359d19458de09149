"""Whole rounds of MyRummy 111."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.myrummy_111.cards import BOX
from rummy_referee.games.myrummy_111.faults import slot_empty, slot_not_empty
from rummy_referee.games.myrummy_111.score import AnnouncedRoundEnd, HandInOrder
from rummy_referee.games.myrummy_111.snapshot import SLOTS, HandAndMiddle, Middle
from rummy_referee.games.myrummy_111.swapping import Refresh, TakeFromMiddle
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.records import TakenCard, replace
from rummy_referee.rules.round_play import RoundPlay, RoundRecord, Seats, own_turn, set_hand, shuffle
from rummy_referee.rules.turns import Meld, Move
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsAndSeats(Seats):
    """Who sits at the table, and the symbols of the cards."""

    symbols: Meld | None = records.optional_tiles(
        "The symbols printed on the cards, as codes with symbols: `85*3`. A card that is not listed has no known "
        "symbols, and the score of the round is then a range."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRummy111RoundState(RoundRecord):
    """A whole round."""

    middle: Middle = records.open_or_hidden("The three cards in the middle; null for the slot of a taken card.", SLOTS)
    face_up: tuple[bool, ...] = records.flags("Whether the card in each slot of the middle is face up.", SLOTS)
    discards: Meld = records.tiles("The discard pile.")
    drawn: TakenCard | None = records.taken_card(
        "The card that the player on turn has taken, and its slot; null before the take.", SLOTS
    )


def find_faces(seats: CardsAndSeats) -> Mapping[str, Tile]:
    """The cards with their symbols."""
    return {card.piece: card for card in seats.symbols or ()}


def start_round(seats: CardsAndSeats, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """Three cards are face down."""
    cards = {**BOX.tiles, **find_faces(seats)}
    middle = tuple(cards[code] for code in dealt.middle)
    return {"middle": middle, "face_up": (False,) * SLOTS, "discards": (), "drawn": None}


def check_round(state: MyRummy111RoundState, cite: Cite) -> Iterator[Violation]:
    """The slot of the taken card is empty, and no other."""
    taken = state.drawn.slot if state.drawn else None
    for slot, card in enumerate(state.middle):
        if card is not None and slot == taken:
            yield make_violation(cite, slot_not_empty(tile=card.code), "/drawn/slot")
        if card is None and slot != taken:
            yield make_violation(cite, slot_empty(), pointer("middle", slot))


def view(state: MyRummy111RoundState, player: str) -> HandAndMiddle:
    """What a player sees."""
    shown = zip(state.middle, state.face_up, strict=True)
    return HandAndMiddle(
        hand=state.hands[player],
        middle=tuple(card if is_open else None for card, is_open in shown),
        stock=len(state.stock),
        discard_count=len(state.discards),
        **own_turn(state, player, "drawn"),
    )


def prepare(state: MyRummy111RoundState, move: Move) -> MyRummy111RoundState:
    """New cards in the middle: the old ones are discarded, and the discard pile refills a stock of too few."""
    if not isinstance(move, Refresh):
        return state
    state = replace(state, discards=(*state.discards, *filter(None, state.middle)))
    if len(state.stock) < SLOTS:
        state = replace(shuffle(state, (*state.stock, *state.discards)), discards=())
    return replace(state, middle=state.stock[:SLOTS], stock=state.stock[SLOTS:], face_up=(False,) * SLOTS)


def reveal(state: MyRummy111RoundState, move: TakeFromMiddle) -> Tile | None:
    """The card in the slot."""
    return state.middle[move.slot]


def apply_move(state: MyRummy111RoundState, move: Move, after: HandAndMiddle) -> MyRummy111RoundState:
    """A card is taken from the middle, or another one is discarded to its slot."""
    if isinstance(move, Refresh):
        return state
    changed = after.drawn or state.drawn
    if changed is None:
        raise ValueError("neither taken nor inserted")
    slot, card = changed.slot, after.middle[changed.slot]
    return replace(
        set_hand(state, after.hand),
        middle=(*state.middle[:slot], card, *state.middle[slot + 1 :]),
        face_up=(*state.face_up[:slot], card is not None, *state.face_up[slot + 1 :]),
        drawn=after.drawn,
    )


def finish_round(before: MyRummy111RoundState, _move: Move, after: MyRummy111RoundState) -> AnnouncedRoundEnd:
    """The hands, and who announced."""
    hands = tuple(HandInOrder(player=player, hand=after.hands[player]) for player in after.players)
    return AnnouncedRoundEnd(players=hands, announcer=before.turn or "")


ROUND_PLAY = RoundPlay(
    record=MyRummy111RoundState,
    seats=CardsAndSeats,
    faces=find_faces,
    start=start_round,
    check=check_round,
    view=view,
    prepare=prepare,
    reveal=reveal,
    apply=apply_move,
    finish=finish_round,
)
