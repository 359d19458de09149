"""Packs of 52 playing cards, written as card software writes them: ``As``, ``Td``, ``Qh``."""

from rummy_referee.tiles.box import Box

SUITS = "shdc"
RANKS = "A23456789TJQK"
VALUES = (*range(1, 11), 10, 10, 10)
"""An ace counts 1, a court card 10, any other card its number."""


def pack_of_cards(copies: int) -> Box:
    """As many packs of 52 cards without jokers."""
    return Box(colours=SUITS, numbers=range(1, 14), copies=copies, values=VALUES, ranks=RANKS)
