"""What is looked for among the fillings of a round of Gin-Rummy with unread tiles: ends of ranges not found yet."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from service.solver.fillings import Range
from service.variants.gin_rummy.counting import DIFFERENCE, LOWEST, LOWEST_OF_MANY, SECOND_EQUAL, Award
from service.variants.gin_rummy.unread.outcomes import Line

FAULT = 20
"""So far is a filling from any aim for each fault in it: then the round cannot be."""

Miss = Callable[[Award, Sequence[int]], int]
"""Says of the declarer's bonus and of the counts how far they are from an aim; 0 or less is there."""

NOTHING = Range(0, 0)


def find_aims(
    found: Mapping[Line, Range], bonuses: Sequence[Award], ahead: Sequence[Range]
) -> Iterator[tuple[int, Miss]]:
    """Who should have a low count, and how far a filling is from it; ``ahead`` is what all can count.

    It is looked each time at what was found until then.
    """
    yield from _aim_at_difference(found, ahead) if len(ahead) == 2 else _aim_at_lowest(found, len(ahead))
    for bonus in bonuses:
        if not found.get((0, bonus.code), NOTHING).high:
            yield 0, _miss_bonus(bonus)
    highest = max(bonuses, key=lambda bonus: bonus.points)
    if len(ahead) > 2 and found.get((0, None), NOTHING).high < highest.points + LOWEST_OF_MANY:
        miss_bonus, miss_lowest = _miss_bonus(highest), _miss_lowest(0)
        yield 0, lambda *laid: miss_bonus(*laid) + miss_lowest(*laid)


def _aim_at_difference(found: Mapping[Line, Range], ahead: Sequence[Range]) -> Iterator[tuple[int, Miss]]:
    """One of two should have as much less than the other as can be; and both the same."""
    for place in (0, 1):
        most = ahead[1 - place].high - ahead[place].low
        if most > 0 and found.get((place, DIFFERENCE), NOTHING).high < most:
            yield place, _miss_difference(place, most)
    if not found.get((1, SECOND_EQUAL), NOTHING).high:
        yield 1, lambda _, counts: abs(counts[0] - counts[1])


def _aim_at_lowest(found: Mapping[Line, Range], players: int) -> Iterator[tuple[int, Miss]]:
    """Each of three or four should have the lowest count."""
    for place in range(players):
        if not found.get((place, LOWEST), NOTHING).high:
            yield place, _miss_lowest(place)


def _miss_lowest(place: int) -> Miss:
    """How far a player is from the lowest count: of equals the first has it."""

    def miss(_: Award, counts: Sequence[int]) -> int:
        own = counts[place]
        return sum(max(0, own - count + (other < place)) for other, count in enumerate(counts) if other != place)

    return miss


def _miss_difference(place: int, most: int) -> Miss:
    """How far the count of one of two is from being so much lower."""
    return lambda _, counts: most - (counts[1 - place] - counts[place])


def _miss_bonus(wanted: Award) -> Miss:
    """How far the declarer is from a bonus."""
    return lambda bonus, counts: FAULT + counts[0] if bonus.points < wanted.points else bonus.points - wanted.points
