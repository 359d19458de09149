"""The scoring table of Gin-Rummy: the declarer's bonus, and what the deadwood of all players gives."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from service.rules.scores import LaidDown
from service.rules.turns import Meld
from service.variants.gin_rummy.core.declarations import BIG_GIN, LITTLE_GIN

LOWER_COUNT = 20
SECOND_PLAYER = 10
LOWEST_OF_MANY = 50


class Award(NamedTuple):
    """Points for a player, given by the seat in turn order; the declarer has seat 0."""

    seat: int
    code: str
    points: int


BIG, LITTLE = Award(0, "big_gin", 50), Award(0, "little_gin", 25)
EIGHT_OR_NINE = Award(0, "eight_or_nine_melded", 20)
DECLARATIONS = (BIG.code, LITTLE.code, EIGHT_OR_NINE.code)
SECOND_EQUAL = "second_player_has_equal_count"
DIFFERENCE = "lower_count_takes_difference"
LOWEST = "lowest_count_of_three_or_four"
AWARDS = (
    *DECLARATIONS,
    DIFFERENCE,
    "lower_count_bonus",
    "second_player_has_lower_count",
    SECOND_EQUAL,
    LOWEST,
)
"""The codes of all awards, in the order of the scoring table."""


def award_declarer(melded: int) -> Award:
    """The declarer's bonus for this number of melded tiles."""
    return {BIG_GIN: BIG, LITTLE_GIN: LITTLE}.get(melded, EIGHT_OR_NINE)


def award_counts(counts: Sequence[int]) -> Iterator[Award]:
    """What the deadwood points give; they are in turn order, the declarer's first."""
    if len(counts) > 2:
        yield Award(counts.index(min(counts)), LOWEST, LOWEST_OF_MANY)
        return
    first, second = counts
    if first == second:
        yield Award(1, SECOND_EQUAL, SECOND_PLAYER)
        return
    lower = 0 if first < second else 1
    yield Award(lower, DIFFERENCE, abs(first - second))
    yield Award(lower, "lower_count_bonus", LOWER_COUNT)
    if lower == 1:
        yield Award(1, "second_player_has_lower_count", SECOND_PLAYER)


def find_award_tiles(code: str, seat: int, laid: Mapping[int, LaidDown]) -> Meld:
    """The tiles that an award is about, as far as they are known: the declared ones, or the other's deadwood."""
    if code == DIFFERENCE:
        return laid[1 - seat].left if 1 - seat in laid else ()
    if code in DECLARATIONS and 0 in laid:
        return tuple(tile for meld in laid[0].melds for tile in meld)
    return ()
