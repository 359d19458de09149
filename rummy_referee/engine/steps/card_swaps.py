"""Swaps of one card in a hand whose order is fixed: enumeration of all places for the best stretch of neighbours."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from rummy_referee.engine.work import count_steps
from rummy_referee.melds.stretches import find_stretches
from rummy_referee.tiles.tile import Tile

Hand = tuple[Tile, ...]
Side = Literal["left", "right", "opposite"]
Rank = tuple[float, ...]
"""How good a stretch is: the greater, the better."""
RankStretch = Callable[[Hand, int], Rank]
"""The rank of a stretch that begins at this place of the hand."""
_STEPS_PER_CARD = 12
"""The work of visiting a card, in steps of ``work.py``."""


class Place(NamedTuple):
    """How many cards are left of the new card, and which card goes: a neighbour, or the one at the opposite end."""

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
    """The average rank after a swap with an unknown card, and whether every such card orders the hand."""

    rank: Rank
    orders_the_hand: bool


@cache
def places_in(size: int) -> tuple[Place, ...]:
    """Every place in a hand of this size: by position, at each left, right, opposite."""
    between = [place for at in range(1, size) for place in (Place(at, "left"), Place(at, "right"))]
    return Place(0, "right"), Place(0, "opposite"), *between, Place(size, "left"), Place(size, "opposite")


def swap_card(hand: Hand, card: Tile, place: Place) -> tuple[Hand, Tile]:
    """The hand after the swap, and the discarded card."""
    at, discard = place
    held = [*hand[:at], card, *hand[at:]]
    goes = {"left": at - 1, "right": at + 1, "opposite": 0 if at else len(hand)}[discard]
    discarded = held.pop(goes)
    return tuple(held), discarded


def find_best_swap(hand: Hand, card: Tile, rank: RankStretch) -> Swap:
    """The swap with the best stretch; of equals the first place, then the leftmost stretch."""
    best: Swap | None = None
    places = places_in(len(hand))
    count_steps(_STEPS_PER_CARD * len(places) * len(hand))
    for place in places:
        if place.discard == "left":
            continue  # the same as one place further left with the card to the right of it
        after, discarded = swap_card(hand, card, place)
        start = 0
        for stretch in find_stretches(after):
            ranked = rank(stretch, start)
            if best is None or ranked > best.rank:
                best = Swap(ranked, place, after, discarded, stretch)
            start += len(stretch) - 1
    if best is None:
        raise ValueError("a hand has cards")
    return best


def average_swap(hand: Hand, cards: Sequence[Tile], rank: RankStretch) -> Expected:
    """The average rank of the best swap if each of these cards is equally likely.

    Cards between the same two numbers of the hand with equally many symbols make the same stretches: the one in the
    middle is tried for all.
    """
    numbers = sorted(card.number for card in hand)
    alike: dict[tuple[int, int | None], list[Tile]] = defaultdict(list)
    for card in sorted(cards, key=lambda card: card.number):
        alike[bisect(numbers, card.number), card.symbols].append(card)
    swaps = [(find_best_swap(hand, same[len(same) // 2], rank), len(same)) for same in alike.values()]
    sums = zip(*([part * count for part in swap.rank] for swap, count in swaps), strict=True)
    ranked = tuple(sum(parts) / len(cards) for parts in sums)
    return Expected(ranked, all(swap.orders_the_hand for swap, _ in swaps))
