"""The position as the player on turn sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.gin_rummy_cards.cards import BIG_GIN, BOX, LAST_CARDS, GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.faults import stock_not_full, upcard_differs, upcard_missing
from rummy_referee.rules import records
from rummy_referee.rules.faults import fact_not_of_phase, hand_size_not_of_phase, stock_exhausted, tile_not_in_hand
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.positions import Position
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

OFFER, TAKE, DISCARD = "offer", "take", "discard"
FULL_STOCK = BOX.size - 2 * HAND - 1
"""The stock after the deal."""


@dataclass(frozen=True, slots=True)
class GinCardsSnapshot:
    """What the player on turn sees."""

    hand: Meld = records.tiles("The hand of the player on turn: 10 cards before taking one, 11 after it.")
    discard_top: Tile | None = records.tile_or_none(
        "The last discard or, at first, the upcard; null if there is none to take: after a card is taken, and after "
        "both players have passed on the upcard."
    )
    stock: int = records.count("The number of cards in the stock.", maximum=FULL_STOCK)
    phase: str | None = records.phase()
    taken: Tile | None = records.mentioned_tile(
        "The card just taken from the discard pile, which must not be discarded, or null."
    )
    upcard: Tile | None = records.mentioned_tile(
        "The first card that was turned up. Needed with the option `oklahoma`; in phase `offer` it is `discard_top`."
    )
    passed: bool = records.flag("Whether the other player has passed on the upcard.", False)


GinCardsPosition = Position[GinRummyCardsOptions, GinCardsSnapshot, Any]


def find_upcard(snapshot: GinCardsSnapshot) -> Tile | None:
    """The first upcard, if it is known."""
    return snapshot.discard_top if snapshot.phase == OFFER else snapshot.upcard


def check_snapshot(position: GinCardsPosition) -> Iterator[Violation]:
    """The size of the hand and the other fields fit the phase, and the round is not over."""
    snapshot = position.snapshot
    phase, size = snapshot.phase or TAKE, len(snapshot.hand)
    expected = BIG_GIN if phase == DISCARD else HAND
    if size and size != expected:
        yield position.violation(hand_size_not_of_phase(phase=phase, expected=expected, actual=size), "/hand")
    is_void = snapshot.stock == LAST_CARDS and phase != DISCARD and snapshot.discard_top is not None
    if snapshot.stock < LAST_CARDS or is_void:
        yield position.violation(stock_exhausted(), "/stock")
    if phase == OFFER and snapshot.stock != FULL_STOCK:
        yield position.violation(stock_not_full(expected=FULL_STOCK, actual=snapshot.stock), "/stock")
    if snapshot.taken is not None and phase != DISCARD:
        yield position.violation(fact_not_of_phase(phase=phase), "/taken")
    elif snapshot.taken is not None and snapshot.taken not in snapshot.hand:
        yield position.violation(tile_not_in_hand(tile=snapshot.taken.piece), "/taken")
    if snapshot.passed and phase != OFFER:
        yield position.violation(fact_not_of_phase(phase=phase), "/passed")
    yield from _check_upcard(position)


def _check_upcard(position: GinCardsPosition) -> Iterator[Violation]:
    """In an offer the upcard is open; in Oklahoma it is known."""
    snapshot = position.snapshot
    upcard = find_upcard(snapshot)
    if upcard is None and (snapshot.phase == OFFER or position.options.oklahoma):
        path = "/discard_top" if snapshot.phase == OFFER else "/upcard"
        yield position.violation(upcard_missing(), path)
    elif snapshot.upcard is not None and upcard is not snapshot.upcard:
        yield position.violation(upcard_differs(tile=snapshot.upcard.piece), "/upcard")
