"""Swapping one card of a hand whose order is never changed, for the best stretch of neighbouring cards."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from service.engine.work import count_steps
from service.melds.stretches import find_stretches
from service.tiles.tile import Tile

Hand = tuple[Tile, ...]
Side = Literal["left", "right", "opposite"]
Rank = tuple[float, ...]
"""How good a stretch is: the greater, the better."""
RankStretch = Callable[[Hand], Rank]
_STEPS_IN_C = 4
"""Looking at a card takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class Place(NamedTuple):
    """Where a card is put: so many cards are left of it. And which one goes: beside it, or at the far end."""

    position: int
    discard: Side


class Swap(NamedTuple):
    """A swap, the hand after it, and its best stretch."""

    rank: Rank
    place: Place
    hand: Hand
    discarded: Tile
    stretch: Hand

    @property
    def orders_the_hand(self) -> bool:
        """Whether the whole hand is one stretch."""
        return len(self.stretch) == len(self.hand)


class Expected(NamedTuple):
    """What a swap with a card that is not known yet makes on average, and whether it orders the hand for sure."""

    rank: Rank
    orders_the_hand: bool


@cache
def places_in(size: int) -> tuple[Place, ...]:
    """Every way to put a card into a hand of this size: by position, at each left, right, opposite."""
    between = [place for at in range(1, size) for place in (Place(at, "left"), Place(at, "right"))]
    return Place(0, "right"), Place(0, "opposite"), *between, Place(size, "left"), Place(size, "opposite")


def swap_card(hand: Hand, card: Tile, place: Place) -> tuple[Hand, Tile]:
    """The hand with the card put in, and the card that goes for it."""
    at, discard = place
    held = [*hand[:at], card, *hand[at:]]
    goes = {"left": at - 1, "right": at + 1, "opposite": 0 if at else len(hand)}[discard]
    discarded = held.pop(goes)
    return tuple(held), discarded


def find_best_swap(hand: Hand, card: Tile, rank: RankStretch) -> Swap:
    """The swap that makes the best stretch; of equals the first place, and in the hand the stretch furthest left."""
    best: Swap | None = None
    places = places_in(len(hand))
    count_steps(_STEPS_IN_C * len(places) * len(hand))
    for place in places:
        if place.discard == "left":
            continue  # the same as one place further left with the card to the right of it
        after, discarded = swap_card(hand, card, place)
        for stretch in find_stretches(after):
            ranked = rank(stretch)
            if best is None or ranked > best.rank:
                best = Swap(ranked, place, after, discarded, stretch)
    if best is None:
        raise ValueError("a hand has cards")
    return best


def average_swap(hand: Hand, cards: Sequence[Tile], rank: RankStretch) -> Expected:
    """What the best swap makes on average, if each of these cards is as likely as another.

    Cards that lie between the same two cards of the hand and have as many symbols make the same: one is tried for all.
    """
    numbers = sorted(card.number for card in hand)
    alike = Counter((bisect(numbers, card.number), card.symbols) for card in cards)
    trials = {(bisect(numbers, card.number), card.symbols): card for card in cards}
    swaps = [(find_best_swap(hand, trials[kind], rank), count) for kind, count in alike.items()]
    sums = zip(*([part * count for part in swap.rank] for swap, count in swaps), strict=True)
    ranked = tuple(sum(parts) / len(cards) for parts in sums)
    return Expected(ranked, all(swap.orders_the_hand for swap, _ in swaps))
