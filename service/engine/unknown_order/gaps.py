"""The gaps that unread cards make in a hand, and the ways to fill one so that stretches stay short.

A gap lies between two read cards, or at an edge of the hand. What its completion does to the stretches is decided
by its first and its last card: do they lie above or below the read card beside them. All that lies between them can go
up and down card by card; at most one card of three or more does not turn, if the directions at the two ends ask for it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

UP, DOWN = 1, -1


class Way(NamedTuple):
    """A way to fill a gap: directions, and what the numbers must be. It stands for all that are no better than it."""

    first: int
    """The direction from the card on the left to the first unread one."""
    last: int
    """The direction from the last unread card to the one on the right."""
    wants: tuple[int, ...]
    """For each card that matters, the free numbers that it may have, as bits. The others may have any."""
    joins: int = 1
    """How many unread cards are in the stretch from the left."""
    leaves: int = 1
    """How many are in the stretch that goes on to the right."""
    through: bool = False
    """Whether those two are one stretch."""
    least: int = 2
    """How many cards the longest stretch among the unread ones has."""


class Free:
    """Sets of free numbers, as bits in ascending order."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._all = (1 << len(numbers)) - 1

    def below(self, number: int) -> int:
        """Those that are less."""
        return (1 << bisect_left(self._numbers, number)) - 1

    def above(self, number: int) -> int:
        """Those that are greater; the number itself is not free."""
        return self._all ^ self.below(number)

    def beyond(self, number: int, direction: int) -> int:
        """Those that lie in a direction from a number."""
        return self.above(number) if direction == UP else self.below(number)


def ways_to_fill(size: int, left: int | None, right: int | None, free: Free) -> Iterator[Way]:
    """The ways to fill a gap, but those that cannot be and those that are no better than others."""
    ways: Iterable[Way]
    if left is not None and right is not None:
        ways = {1: _fill_one, 2: _fill_two}.get(size, _fill_more)(size, left, right, free)
    elif left is not None:
        ways = (Way(way, way, (free.beyond(left, way),)) for way in (UP, DOWN))
    elif right is not None:
        ways = (Way(way, way, (free.beyond(right, -way),)) for way in (UP, DOWN))
    else:
        ways = (Way(UP, UP, ()),)
    return (way for way in ways if all(way.wants))


def _fill_one(_: int, left: int, right: int, free: Free) -> Iterator[Way]:
    """Below both neighbours, above both, or between them: then the stretch goes through."""
    low, high = sorted((left, right))
    along = UP if left < right else DOWN
    yield Way(DOWN, UP, (free.below(low),))
    yield Way(UP, DOWN, (free.above(high),))
    yield Way(along, along, (free.above(low) & free.below(high),), through=True)


def _fill_two(_: int, left: int, right: int, free: Free) -> Iterator[Way]:
    """Up, down, up or the reverse; else one of the two cards does not turn, and both lie on one side.

    Three times the same direction is never needed: swapped, the two cards turn. If for a way the numbers lie wrong
    round, they do it when swapped, too.
    """
    for way in (UP, DOWN):
        yield Way(way, way, (free.beyond(left, way), free.beyond(right, -way)))
        both = free.beyond(left, way) & free.beyond(right, way)
        yield Way(way, -way, (free.beyond(left, way), both), joins=2)
        yield Way(way, -way, (free.beyond(right, way), both), leaves=2)


def _fill_more(size: int, left: int, right: int, free: Free) -> Iterator[Way]:
    """Any direction at either end; a card that does not turn lies amid unread ones."""
    for first in (UP, DOWN):
        for last in (UP, DOWN):
            turns_throughout = (first == last) == (size % 2 == 0)
            wants = free.beyond(left, first), free.beyond(right, -last)
            yield Way(first, last, wants, least=2 if turns_throughout else 3)
