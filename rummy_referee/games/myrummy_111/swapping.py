"""Taking a card in MyRummy 111, and swapping it for one of the hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import gt, lt
from typing import ClassVar, Literal

from rummy_referee.engine.steps.card_swaps import Place, Side, places_in, swap_card
from rummy_referee.games.myrummy_111.faults import (
    card_already_taken,
    card_not_taken,
    middle_not_open,
    no_neighbour,
    opposite_not_at_edge,
    position_outside_hand,
)
from rummy_referee.games.myrummy_111.snapshot import SLOTS, Middle, MyRummy111Position
from rummy_referee.rules import records
from rummy_referee.rules.faults import drawn_not_hidden
from rummy_referee.rules.records import TakenCard, replace
from rummy_referee.rules.turns import Meld, Move, Outcome, needs
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class TakeFromMiddle(Move):
    """Take a card from the middle."""

    type: ClassVar[Literal["take"]] = "take"
    slot: int = records.count("The index of the slot in the middle, counted from 0.", maximum=SLOTS - 1)
    drawn: Tile | None = records.optional_tile(
        "The card, if it was face down and is known. Without it there is no `next`."
    )


@dataclass(frozen=True, slots=True)
class Refresh(Move):
    """Lay three new cards face down."""

    type: ClassVar[Literal["refresh"]] = "refresh"


@dataclass(frozen=True, slots=True)
class Insert(Move):
    """Put the taken card into the hand, and discard another one."""

    type: ClassVar[Literal["insert"]] = "insert"
    position: int = records.count("The position of the card: the number of cards of the hand to the left of it.")
    discard: Side = records.choice(
        "Which card is discarded: the one directly left or right of the new one or, if that is put at the edge, the "
        "outermost card of the other side.",
        "left",
        "right",
        "opposite",
    )
    announce: bool = records.flag(
        "Whether the player announces that the hand is in order. That ends the round, even if it is wrong.", False
    )


MyRummy111Move = TakeFromMiddle | Refresh | Insert


def check_available(position: MyRummy111Position, move: str) -> Iterator[Violation]:
    """First a card is taken, then it is put into the hand."""
    taken = position.snapshot.drawn
    if taken and move != "insert":
        yield position.violation(card_already_taken(tile=taken.card.code), "/move/type")
    if not taken and move == "insert":
        yield position.violation(card_not_taken(), "/move/type")


def check_take(position: MyRummy111Position, move: TakeFromMiddle) -> Iterator[Violation]:
    """Any of the three cards may be taken; ``drawn`` is only for a card that is face down."""
    face_up = position.snapshot.middle[move.slot]
    if face_up and move.drawn:
        yield position.violation(drawn_not_hidden(tile=face_up.code), "/move/drawn")


def apply_take(position: MyRummy111Position, move: TakeFromMiddle) -> Outcome:
    """The player sees the card; its slot stays empty until a card is discarded."""
    snapshot = position.snapshot
    card = snapshot.middle[move.slot] or move.drawn
    if card is None:
        return needs(Outcome(None), "drawn")
    middle = replace_slot(snapshot.middle, move.slot, None)
    return Outcome(replace(snapshot, middle=middle, drawn=TakenCard(card, move.slot)))


def describe_take(position: MyRummy111Position, move: TakeFromMiddle) -> Wording:
    """A take in words."""
    face_up = position.snapshot.middle[move.slot]
    if face_up:
        return Wording("take_face_up", {"tile": face_up.code})
    return Wording("take_face_down", {"slot": move.slot + 1})


TAKES = tuple(TakeFromMiddle(slot) for slot in range(SLOTS))


def check_refresh(position: MyRummy111Position, _move: Refresh) -> Iterator[Violation]:
    """New cards are laid only if all three are face up."""
    hidden = position.snapshot.middle.count(None)
    if hidden and not position.snapshot.drawn:
        yield position.violation(middle_not_open(hidden=hidden), "/move/type")


def apply_refresh(position: MyRummy111Position, _move: Refresh) -> Outcome:
    """The three cards go to the discard pile, which first refills a draw pile of fewer than three cards."""
    snapshot = position.snapshot
    stock, discarded = snapshot.stock, snapshot.discard_count + SLOTS
    if stock < SLOTS:
        stock, discarded = stock + discarded, 0
    middle = (None,) * SLOTS
    return Outcome(replace(snapshot, middle=middle, stock=stock - SLOTS, discard_count=discarded))


def check_insert(position: MyRummy111Position, move: Insert) -> Iterator[Violation]:
    """A card goes anywhere into the hand; a neighbour leaves it, or from the edge the outermost of the other side."""
    edge = len(position.snapshot.hand)
    if move.position > edge:
        yield position.violation(position_outside_hand(maximum=edge, actual=move.position), "/move/position")
    elif move.discard == "opposite" and 0 < move.position < edge:
        yield position.violation(opposite_not_at_edge(maximum=edge, actual=move.position), "/move/discard")
    elif (move.discard, move.position) in (("left", 0), ("right", edge)):
        yield position.violation(no_neighbour(side=move.discard, position=move.position), "/move/discard")


def apply_insert(position: MyRummy111Position, move: Insert) -> Outcome:
    """The discarded card is face up in the slot of the new one. Any announcement ends the round."""
    snapshot, taken = position.snapshot, expect_taken_card(position)
    hand, discarded = swap_card(snapshot.hand, taken.card, Place(move.position, move.discard))
    after = replace(snapshot, hand=hand, middle=replace_slot(snapshot.middle, taken.slot, discarded), drawn=None)
    return Outcome(after, (discarded,), ends_turn=True, ends_round=move.announce)


def describe_insert(position: MyRummy111Position, move: Insert) -> Wording:
    """A swap in words: between which cards the new one goes. Other players see neither these nor the new one."""
    hand, card = position.snapshot.hand, expect_taken_card(position).card
    _, discarded = swap_card(hand, card, Place(move.position, move.discard))
    params = {"card": card.code, "tile": discarded.code}
    if 0 < move.position < len(hand):
        place = "between"
        params |= {"left": hand[move.position - 1].code, "right": hand[move.position].code}
    else:
        place = "right" if move.position else "left"
    announced = "_and_announce" if move.announce else ""
    return Wording(f"insert_{place}{announced}", params, f"insert{announced}")


def generate_inserts(position: MyRummy111Position) -> Iterator[Insert]:
    """By position, then left, right, opposite; followed by the same one announced, where that is right."""
    hand, card = position.snapshot.hand, expect_taken_card(position).card
    is_nearly_there = can_be_one_card_short_of_order(hand)
    for place in places_in(len(hand)):
        yield Insert(*place)
        if is_nearly_there and is_in_order(swap_card(hand, card, place)[0]):
            yield Insert(*place, announce=True)


def can_be_one_card_short_of_order(hand: Meld) -> bool:
    """Whether removing one card can bring the hand into order: at most one fall or one rise.

    Most hands have more of both, and then no swap needs to be tried.
    """
    numbers = [card.number for card in hand]
    falls = sum(one > other for one, other in pairwise(numbers))
    return falls <= 1 or falls >= len(hand) - 2


def is_in_order(hand: Meld) -> bool:
    """Whether the whole hand rises or falls."""
    numbers = [card.number for card in hand]
    compare = lt if numbers[0] < numbers[-1] else gt
    return all(map(compare, numbers, numbers[1:]))


def expect_taken_card(position: MyRummy111Position) -> TakenCard:
    """The card taken in this turn."""
    if position.snapshot.drawn is None:
        raise ValueError("no card was taken")
    return position.snapshot.drawn


def replace_slot(middle: Middle, slot: int, card: Tile | None) -> Middle:
    """The middle with something else in one slot."""
    return (*middle[:slot], card, *middle[slot + 1 :])
