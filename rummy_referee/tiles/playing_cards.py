"""Packs of 52 playing cards, written as card software writes them: ``As``, ``Td``, ``Qh``."""

from rummy_referee.tiles.box import Box

SUITS = "shdc"
RANKS = "A23456789TJQK"
VALUES = (*range(1, 11), 10, 10, 10)
"""An ace counts 1, a court card 10, any other card its number."""
ACES_COUNT_TEN = (10, *VALUES[1:])


def pack_of_cards(
    copies: int, *, jokers: int = 0, values: tuple[int, ...] = VALUES, wild_by_round: bool = False
) -> Box:
    """As many packs of 52 cards, with printed jokers if there are any."""
    numbers = range(1, 14)
    return Box(SUITS, numbers, copies, jokers, values=values, ranks=RANKS, wild_by_round=wild_by_round)
