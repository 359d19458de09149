"""A turn of Gin Rummy: take a card, then discard one or knock. It starts with an offer of the upcard."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.engine.deadwood.minimum import Melding, count_points
from rummy_referee.games.gin_rummy_cards.cards import BIG_GIN, BOX, DEADWOOD, LAST_CARDS, find_limit
from rummy_referee.games.gin_rummy_cards.ending import find_knock_faults
from rummy_referee.games.gin_rummy_cards.faults import big_gin_not_played, discard_just_taken, stock_during_offer
from rummy_referee.games.gin_rummy_cards.snapshot import (
    DISCARD,
    OFFER,
    TAKE,
    GinCardsPosition,
    find_upcard,
)
from rummy_referee.rules import records
from rummy_referee.rules.faults import stock_exhausted
from rummy_referee.rules.knock_rummy.declaring import check_given_melds
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile, check_take
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import (
    Meld,
    Move,
    Outcome,
    Table,
    check_tile_in_hand,
    each_tile_of_hand,
    in_order,
    pieces_of,
    pieces_on,
    without,
    without_one,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, codes_in
from rummy_referee.tiles.tile import Tile

# --- taking and passing ---------------------------------------------------------------------------------------------


def check_take_card(position: GinCardsPosition, move: TakeTile) -> Iterator[Violation]:
    """While the upcard is on offer, nothing else can be taken. The last two cards of the stock stay there."""
    if move.from_ == STOCK and position.snapshot.phase == OFFER:
        yield position.violation(stock_during_offer(), "/move/from")
    elif move.from_ == STOCK and position.snapshot.stock <= LAST_CARDS:
        yield position.violation(stock_exhausted(), "/move/from")
    yield from check_take(position, move)


def apply_take(position: GinCardsPosition, move: TakeTile) -> Outcome:
    """The player has 11 cards and must discard one. A discard that was not taken is covered."""
    snapshot = position.snapshot
    card = snapshot.discard_top if move.from_ == PILE else move.drawn
    if card is None:
        return Outcome(None, needs=("drawn",))
    after = replace(
        snapshot,
        hand=(*snapshot.hand, card),
        discard_top=None,
        stock=snapshot.stock - (move.from_ == STOCK),
        phase=DISCARD,
        taken=card if move.from_ == PILE else None,
        upcard=find_upcard(snapshot),
        passed=False,
    )
    return Outcome(after)


def generate_takes(position: GinCardsPosition) -> Iterator[TakeTile]:
    """From the stock, then from the discard pile."""
    moves = (TakeTile(STOCK), TakeTile(PILE))
    return (move for move in moves if not any(check_take_card(position, move)))


def check_pass(_position: GinCardsPosition, _move: Pass) -> Iterator[Violation]:
    """The upcard may always be refused."""
    return iter(())


def apply_pass(position: GinCardsPosition, _move: Pass) -> Outcome:
    """The other player may take the upcard; after the second pass it is covered, and the first player draws."""
    snapshot = replace(position.snapshot, upcard=find_upcard(position.snapshot))
    if snapshot.passed:
        return Outcome(replace(snapshot, phase=TAKE, passed=False, discard_top=None), ends_turn=True)
    return Outcome(replace(snapshot, passed=True), ends_turn=True)


# --- discarding -----------------------------------------------------------------------------------------------------


EACH_DISCARD = each_tile_of_hand(Discard)


def check_discard(position: GinCardsPosition, move: Discard) -> Iterator[Violation]:
    """Any card of the hand may be discarded, except the one just taken from the discard pile."""
    yield from check_discarded(position, move.tile, "/move/tile")


def check_discarded(position: GinCardsPosition, card: Tile, path: str) -> Iterator[Violation]:
    """The same for the discard of a knock."""
    yield from check_tile_in_hand(position, card, path)
    if card is position.snapshot.taken:
        yield position.violation(discard_just_taken(tile=card.piece), path)


def generate_discards(position: GinCardsPosition) -> Iterator[Discard]:
    """With each card of the hand, except the one just taken from the discard pile."""
    return (move for move in EACH_DISCARD(position) if move.tile is not position.snapshot.taken)


def apply_discard(position: GinCardsPosition, move: Discard) -> Outcome:
    """The card lies open for the other player. If only two cards are left in the stock, the round is over and void."""
    hand = without_one(position.snapshot.hand, move.tile.piece)
    after = replace(position.snapshot, hand=hand, discard_top=move.tile, phase=TAKE, taken=None)
    return Outcome(after, (move.tile,), ends_turn=True, ends_round=after.stock <= LAST_CARDS)


# --- knocking -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Knock(Move):
    """End the round."""

    type: ClassVar[Literal["knock"]] = "knock"
    discard: Tile | None = records.optional_tile("The card that is discarded. Only a big gin has none.")
    melds: Table | None = records.optional_melds(
        "The melds that are laid down. If left out, the service finds those with the minimum deadwood."
    )


GinCardsMove = TakeTile | Pass | Discard | Knock


def check_knock(position: GinCardsPosition, move: Knock) -> Iterator[Violation]:
    """After the discard the deadwood is within the limit; without a discard all eleven cards are melded."""
    if move.discard is not None:
        yield from check_discarded(position, move.discard, "/move/discard")
    elif not position.options.big_gin:
        yield position.violation(big_gin_not_played(), "/move/type")
        return
    cards = knocked_cards(position, move.discard)
    if move.melds is None:
        path, melding = "/move/type", DEADWOOD.meld(cards)
        melded, points = len(cards) - len(melding.left), melding.points
    else:
        path = "/move/melds"
        yield from check_given_melds(position, BOX, move.melds, cards)
        melded, points = pieces_on(move.melds).total(), count_points(without(cards, pieces_on(move.melds)))
    is_discarded = move.discard is None or len(cards) < BIG_GIN
    for fault in find_knock_faults(melded, points, len(cards), limit_of(position)) if is_discarded else ():
        yield position.violation(fault, path)


def apply_knock(position: GinCardsPosition, move: Knock) -> Outcome:
    """The melds are laid down and the round is over; scoring it is a separate request."""
    cards, melds = knocked_cards(position, move.discard), laid_melds(position, move)
    left = without(cards, pieces_on(melds))
    after = replace(position.snapshot, hand=left, discard_top=move.discard, phase=TAKE, taken=None)
    from_hand = in_order(without(position.snapshot.hand, pieces_of(left)))
    return Outcome(after, from_hand, ends_turn=True, ends_round=True)


def generate_knocks(position: GinCardsPosition) -> Iterator[Knock]:
    """The legal knocks: a big gin, then with each different discard."""
    snapshot, limit = position.snapshot, limit_of(position)
    least = DEADWOOD.find_points(snapshot.hand)
    if position.options.big_gin and not least:
        yield Knock()
    # A discard lowers the deadwood by its own points at most.
    discards = [card for card in in_order(snapshot.hand) if least - card.points <= limit and card is not snapshot.taken]
    for discard, points in zip(discards, DEADWOOD.find_points_after(snapshot.hand, discards), strict=True):
        if points <= limit:
            yield Knock(discard)


def find_knocks(position: GinCardsPosition) -> Iterator[tuple[Knock, Melding]]:
    """The same with the melds, which the move does not name."""
    return ((knock, DEADWOOD.meld(knocked_cards(position, knock.discard))) for knock in generate_knocks(position))


def describe_knock(position: GinCardsPosition, move: Knock) -> Wording:
    """A knock in words, with its melds."""
    melds = laid_melds(position, move)
    laid = [codes_in(meld) for meld in melds]
    if move.discard is None:
        return Wording("big_gin", {"melds": laid})
    is_gin = pieces_on(melds).total() == len(knocked_cards(position, move.discard))
    return Wording("gin" if is_gin else "knock", {"melds": laid, "tile": move.discard.code})


def laid_melds(position: GinCardsPosition, move: Knock) -> Table:
    """The melds of a legal knock: those of the move, or those with the minimum deadwood."""
    return DEADWOOD.meld(knocked_cards(position, move.discard)).melds if move.melds is None else move.melds


def knocked_cards(position: GinCardsPosition, discard: Tile | None) -> Meld:
    """The hand without the discard."""
    hand = position.snapshot.hand
    return hand if discard is None else without_one(hand, discard.piece)


def limit_of(position: GinCardsPosition) -> int:
    """The most deadwood of a knock."""
    return find_limit(position.options, find_upcard(position.snapshot))


# --- the turn -------------------------------------------------------------------------------------------------------

MOVES = {OFFER: (TakeTile.type, Pass.type), TAKE: (TakeTile.type,), DISCARD: (Discard.type, Knock.type)}
"""The types of move in each phase."""
