"""A turn of Indian rummy: drop, or take a card, then discard one or declare."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rummy_referee.engine.subset_melds import Counted
from rummy_referee.faults import Fault
from rummy_referee.games.indian_rummy.cards import (
    BOX,
    FEWEST_SEQUENCES,
    FIRST_DROP,
    FULL_COUNT,
    MIDDLE_DROP,
    WRONG_DECLARATION,
    count,
    is_joker,
)
from rummy_referee.games.indian_rummy.faults import (
    declaration_right,
    drop_between_two,
    joker_not_taken,
    pure_sequence_missing,
    sequences_missing,
)
from rummy_referee.games.indian_rummy.snapshot import DISCARD, TAKE, IndianRummyPosition
from rummy_referee.melds.judgement import RUN, Judge
from rummy_referee.rules import discard_pile, records
from rummy_referee.rules.discard_pile import PILE, STOCK, TakeCard, take_from_pile, take_from_stock
from rummy_referee.rules.faults import cards_not_melded
from rummy_referee.rules.knock_rummy.declaring import check_shown, find_wrong_declaration
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import (
    Meld,
    Move,
    Outcome,
    Table,
    check_tile_in_hand,
    codes_of,
    in_order,
    pieces_of,
    pieces_on,
    without_one,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, codes_in
from rummy_referee.tiles.tile import Tile

DISCARDED = "The card that is put down."
TWO = 2

# --- taking and dropping --------------------------------------------------------------------------------------------


def check_take(position: IndianRummyPosition, move: TakeCard) -> Iterator[Violation]:
    """A joker on the discard pile stays there, unless it is the card turned up at the deal."""
    snapshot = position.snapshot
    top = snapshot.discard_top
    may_take = position.options.take_jokers or snapshot.turned_up
    if move.from_ == PILE and top is not None and is_joker(top, snapshot.wild) and not may_take:
        yield position.violation(joker_not_taken(tile=top.piece), "/move/from")
    yield from discard_pile.check_take(position, move)


def apply_take(position: IndianRummyPosition, move: TakeCard) -> Outcome:
    """The player has 14 cards and must discard one."""
    snapshot, changes = position.snapshot, {"phase": DISCARD, "first_turn": False}
    if move.from_ == PILE:
        return take_from_pile(snapshot, move, turned_up=False, **changes)
    return take_from_stock(snapshot, move, **changes)


def generate_takes(position: IndianRummyPosition) -> Iterator[TakeCard]:
    """From the stock, then from the discard pile."""
    moves = (TakeCard(STOCK), TakeCard(PILE))
    return (move for move in moves if not any(check_take(position, move)))


@dataclass(frozen=True, slots=True)
class Drop(Move):
    """Leave the deal instead of taking a card."""

    type: ClassVar[Literal["drop"]] = "drop"


def check_drop(position: IndianRummyPosition, _move: Drop) -> Iterator[Violation]:
    """In deals play, nobody drops while only two players are in."""
    if position.options.play == "deals" and position.snapshot.players == TWO:
        yield position.violation(drop_between_two(), "/move/type")


def apply_drop(position: IndianRummyPosition, _move: Drop) -> Outcome:
    """The player is out. If one player is left, the deal is over."""
    snapshot = position.snapshot
    return leave(replace(snapshot, out=FIRST_DROP if snapshot.first_turn else MIDDLE_DROP))


def leave(snapshot: Any, from_hand: Meld = ()) -> Outcome:
    """The outcome of a move with which a player leaves the deal."""
    after = replace(snapshot, players=snapshot.players - 1)
    return Outcome(after, from_hand, ends_turn=True, ends_round=after.players < TWO)


# --- discarding and declaring ---------------------------------------------------------------------------------------


def check_discard(position: IndianRummyPosition, move: Discard) -> Iterator[Violation]:
    """Any card of the hand, also the one just taken."""
    yield from check_tile_in_hand(position, move.tile)


def put_down(position: IndianRummyPosition, card: Tile) -> Any:
    """The position with a card of the hand on the discard pile."""
    snapshot = position.snapshot
    return replace(
        snapshot,
        hand=without_one(snapshot.hand, card.piece),
        discard_top=card,
        discard_count=snapshot.discard_count + 1,
        phase=TAKE,
        turned_up=False,
    )


def apply_discard(position: IndianRummyPosition, move: Discard) -> Outcome:
    """The card is on top of the pile."""
    return Outcome(put_down(position, move.tile), (move.tile,), ends_turn=True)


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """Put down a card and show thirteen cards in melds."""

    type: ClassVar[Literal["declare"]] = "declare"
    discard: Tile = records.tile(DISCARDED)
    melds: Table | None = records.optional_melds("The melds of the other cards. If left out, the service finds them.")


@dataclass(frozen=True, slots=True)
class WrongDeclare(Move):
    """A declaration that the players let stand although it is wrong."""

    type: ClassVar[Literal["wrong_declare"]] = "wrong_declare"
    discard: Tile = records.tile(DISCARDED)
    melds: Table | None = records.optional_melds("The melds as they were declared.")


def count_after(position: IndianRummyPosition, card: Tile) -> Counted:
    """The best melds of the hand without a card."""
    counted = count(position.snapshot.hand, position.snapshot.wild, position.options)
    return counted.without([one.piece for one in counted.cards].index(card.piece))


def find_declaration_faults(judge: Judge, hand: Meld, melds: Table) -> Iterator[Fault]:
    """Every card lies in a meld, and two melds are sequences, one of them pure."""
    left = pieces_of(hand) - pieces_on(melds)
    if left:
        yield cards_not_melded(tiles=codes_of(BOX, left))
    sequences = [readings[0] for readings in (judge(meld).readings for meld in melds) if readings]
    sequences = [reading for reading in sequences if reading.kind == RUN]
    if len(sequences) < FEWEST_SEQUENCES:
        yield sequences_missing(minimum=FEWEST_SEQUENCES, actual=len(sequences))
    if not any(reading.pure for reading in sequences):
        yield pure_sequence_missing()


def find_wrong(position: IndianRummyPosition, move: Declare | WrongDeclare) -> list[Violation]:
    """Why a declaration is wrong; nothing if it is right."""
    hand = without_one(position.snapshot.hand, move.discard.piece)
    return find_wrong_declaration(
        position,
        hand,
        move.melds,
        lambda: count_after(position, move.discard).melds,
        find_declaration_faults,
        FULL_COUNT,
    )


def check_declare(position: IndianRummyPosition, move: Declare) -> Iterator[Violation]:
    """The melds are a valid declaration; a wrong one is refused, and its price at a table named."""
    impossible = list(check_shown(position, move))
    yield from impossible or find_wrong(position, move)


def apply_declare(position: IndianRummyPosition, move: Declare) -> Outcome:
    """The melds are shown, and the deal is over."""
    after = replace(put_down(position, move.discard), hand=())
    return Outcome(after, in_order(position.snapshot.hand), ends_turn=True, ends_round=True)


def generate_declares(position: IndianRummyPosition) -> Iterable[Declare]:
    """With each card without which the others are a declaration."""
    snapshot = position.snapshot
    counted = count(snapshot.hand, snapshot.wild, position.options)
    found = {}
    for place, card in enumerate(counted.cards):
        _, left, is_protected = counted.count_without(place)
        if is_protected and not left:
            found[card.piece] = Declare(card)
    return found.values()


def check_wrong(position: IndianRummyPosition, move: WrongDeclare) -> Iterator[Violation]:
    """The declaration is wrong indeed."""
    impossible = list(check_shown(position, move))
    yield from impossible
    if not impossible and not find_wrong(position, move):
        yield position.violation(declaration_right(), "/move/type")


def apply_wrong(position: IndianRummyPosition, move: WrongDeclare) -> Outcome:
    """The player is out with the full count, and the others go on."""
    after = replace(put_down(position, move.discard), out=WRONG_DECLARATION)
    return leave(after, (move.discard,))


def describe_declare(position: IndianRummyPosition, move: Declare) -> Wording:
    """A declaration in words, with its melds."""
    melds = laid_melds(position, move)
    return Wording("declare", {"melds": [codes_in(meld) for meld in melds], "tile": move.discard.code})


def laid_melds(position: IndianRummyPosition, move: Declare) -> Table:
    """The melds of a declaration: those of the move, or those that are found."""
    if move.melds is not None:
        return move.melds
    return tuple(in_reading_order(position.judge, meld) for meld in count_after(position, move.discard).melds)


def in_reading_order(judge: Judge, meld: Meld) -> Meld:
    """The cards of a meld in the order of its best reading, without pins."""
    return tuple([BOX.tiles[tile.piece] for tile in judge(meld).readings[0].tiles])


IndianRummyMove = TakeCard | Drop | Discard | Declare | WrongDeclare

MOVES = {
    TAKE: (TakeCard.type, Drop.type),
    DISCARD: (Discard.type, Declare.type, WrongDeclare.type),
}
"""The types of move in each phase."""
