"""The cards of Gin Rummy, its melds, its options and the limit of a knock."""

from dataclasses import dataclass

from rummy_referee.rules.knock_rummy.combinations import HAND, Combinations
from rummy_referee.rules.options import flag, whole_number
from rummy_referee.tiles.playing_cards import pack_of_cards
from rummy_referee.tiles.tile import Tile

BOX = pack_of_cards(copies=1)
COMBINATIONS = Combinations(BOX)
DEADWOOD = COMBINATIONS.deadwood

BIG_GIN = HAND + 1
"""The cards of a hand after taking one. A big gin melds them all."""
LAST_CARDS = 2
"""A discard without a knock voids the round if only these are left in the stock."""
DOUBLED_SUIT = "s"
MAX_BONUS = 1000


@dataclass(frozen=True, slots=True)
class GinRummyCardsOptions:
    """What a knock needs, what it scores, and when the game is over."""

    knock_limit: int = whole_number(10, minimum=0, maximum=10, scores=True)
    oklahoma: bool = flag(False, scores=True)
    oklahoma_spades_double: bool = flag(False, scores=True)
    big_gin: bool = flag(True, scores=True)
    gin_bonus: int = whole_number(25, minimum=0, maximum=MAX_BONUS, scores=True)
    big_gin_bonus: int = whole_number(31, minimum=0, maximum=MAX_BONUS, scores=True)
    undercut_bonus: int = whole_number(25, minimum=0, maximum=MAX_BONUS, scores=True)
    target: int = whole_number(100, minimum=1, maximum=100_000, scores=True)
    box_bonuses: bool = flag(True, scores=True)
    box_bonus: int = whole_number(25, minimum=0, maximum=MAX_BONUS, scores=True)


def find_limit(options: GinRummyCardsOptions, upcard: Tile | None) -> int:
    """The most deadwood with which a player may knock. In Oklahoma it is that of the upcard, and an ace means 0."""
    if not options.oklahoma or upcard is None:
        return options.knock_limit
    return upcard.points if upcard.points > 1 else 0


def is_doubled(options: GinRummyCardsOptions, upcard: Tile | None) -> bool:
    """Whether the round counts double: in Oklahoma after a spade, by an option."""
    is_spade = upcard is not None and upcard.colour == DOUBLED_SUIT
    return options.oklahoma and options.oklahoma_spades_double and is_spade
