"""Plain rules of Gin Rummy with cards: every melding is tried. Nothing here is shared with the service."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "shdc"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]

Meld = frozenset[str]


def points(cards: Sequence[str] | frozenset[str]) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def all_melds() -> Iterator[Meld]:
    for rank in RANKS:
        for size in (3, 4):
            yield from (frozenset(rank + suit for suit in suits) for suits in combinations(SUITS, size))
    for suit in SUITS:
        for first in range(13):
            yield from (frozenset(r + suit for r in RANKS[first:last]) for last in range(first + 3, 14))


MELDS = list(all_melds())
IS_MELD = frozenset(MELDS)


@lru_cache(1 << 14)
def meldings(hand: frozenset[str]) -> tuple[tuple[frozenset[str], tuple[Meld, ...]], ...]:
    """Every choice of disjoint melds, with the cards left."""
    fitting = [meld for meld in MELDS if meld <= hand]

    def extend(left: frozenset[str], start: int) -> Iterator[tuple[frozenset[str], tuple[Meld, ...]]]:
        yield left, ()
        for place in range(start, len(fitting)):
            if fitting[place] <= left:
                for rest, melds in extend(left - fitting[place], place + 1):
                    yield rest, (fitting[place], *melds)

    return tuple(extend(hand, 0))


def minimum_deadwood(hand: frozenset[str]) -> int:
    return min(points(left) for left, _ in meldings(hand))


def lay_off(left: frozenset[str], table: Sequence[Meld]) -> int:
    """The least points after laying off in every possible order."""
    best = points(left)
    for card in left:
        for place, meld in enumerate(table):
            if meld | {card} in IS_MELD:
                grown = [*table[:place], meld | {card}, *table[place + 1 :]]
                best = min(best, lay_off(left - {card}, grown))
    return best


def least_after_lay_offs(hand: frozenset[str], table: Sequence[Meld]) -> int:
    return min(lay_off(left, table) for left, _ in meldings(hand))


def can_knock(hand: Sequence[str], discard: str, limit: int) -> bool:
    return minimum_deadwood(frozenset(hand) - {discard}) <= limit
