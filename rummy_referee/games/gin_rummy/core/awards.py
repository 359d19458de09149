"""The scoring table of Gin-Rummy: the declarer's bonus, and what the deadwood of all players gives."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rummy_referee.games.gin_rummy.core.combinations import BOX
from rummy_referee.games.gin_rummy.core.declarations import LITTLE_GIN, MAX_DEADWOOD
from rummy_referee.rules.knock_rummy.endings import Award
from rummy_referee.rules.score import LaidDown
from rummy_referee.rules.turns import Meld

LOWER_COUNT = 20
SECOND_PLAYER = 10
LOWEST_OF_MANY = 50


BIG, LITTLE, EIGHT_OR_NINE = "big_gin", "little_gin", "eight_or_nine_melded"
DECLARATIONS = {BIG: 50, LITTLE: 25, EIGHT_OR_NINE: 20}
"""The declarer's bonus for each kind of declaration."""
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


def is_round_possible(points: Sequence[int], _options: object) -> bool:
    """Whether some declaration and some deadwood give these points, or nobody declared."""
    return tuple(sorted(points)) in _find_possible_points(len(points))


@cache
def _find_possible_points(players: int) -> frozenset[tuple[int, ...]]:
    """The points of every possible round, sorted. Of more than two players it matters only who has the lowest count."""
    possible = {(0,) * players}
    highest = LITTLE_GIN * BOX.numbers[-1]
    for kind, bonus in DECLARATIONS.items():
        for own in range(1, MAX_DEADWOOD + 1) if kind == EIGHT_OR_NINE else (0,):
            for other in range(highest + 1):
                points = [bonus] + [0] * (players - 1)
                for award in award_counts([own] + [other] * (players - 1)):
                    points[award.seat] += award.points
                possible.add(tuple(sorted(points)))
    return frozenset(possible)
