"""What the player on turn sees in MyRummy 111."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.myrummy_111.cards import BOX, MyRummy111Options
from rummy_referee.games.myrummy_111.faults import hand_size_not_dealt, hand_too_small, slot_not_empty
from rummy_referee.rules import records
from rummy_referee.rules.faults import deal_too_large
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import TakenCard
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

MIN_HAND = 12
SLOTS = 3

Middle = tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class HandAndMiddle:
    """A position as the player on turn sees it."""

    hand: Meld = records.tiles("The hand of the player on turn from left to right. Its order never changes.")
    middle: Middle = records.open_or_hidden(
        "The three slots in the middle: a card that is face up, or null for one that is face down.", SLOTS
    )
    stock: int = records.count("The number of cards in the draw pile.")
    discard_count: int = records.count("The number of cards in the discard pile.", default=0)
    drawn: TakenCard | None = records.taken_card(
        "The card just taken and its slot, which is null in `middle`; null before the take.", SLOTS
    )


MyRummy111Position = Position[MyRummy111Options, HandAndMiddle, Any]


def check_snapshot(position: MyRummy111Position) -> Iterator[Violation]:
    """Hands have the sizes that were dealt, all hands fit the box, and the slot of a taken card is empty."""
    snapshot, sizes, size = position.snapshot, position.options.hand_sizes, len(position.snapshot.hand)
    if sizes is None and 0 < size < MIN_HAND:
        yield position.violation(hand_too_small(minimum=MIN_HAND, actual=size), "/hand")
    if sizes is not None:
        if size and size not in sizes:
            yield position.violation(hand_size_not_dealt(sizes=sorted(set(sizes)), actual=size), "/hand")
        left = max(BOX.size - SLOTS - snapshot.stock - snapshot.discard_count, 0)
        if sum(sizes) > left:
            yield position.violation(deal_too_large(maximum=left, actual=sum(sizes)), "/options/hand_sizes")
    if snapshot.drawn and (face_up := snapshot.middle[snapshot.drawn.slot]):
        yield position.violation(slot_not_empty(tile=face_up.code), "/drawn/slot")


def count_hidden(snapshot: HandAndMiddle) -> int:
    """The draw pile, the discard pile and the cards face down in the middle."""
    empty = snapshot.drawn.slot if snapshot.drawn else None
    face_down = [slot for slot, card in enumerate(snapshot.middle) if card is None and slot != empty]
    return snapshot.stock + snapshot.discard_count + len(face_down)
