"""Gaps of unknown cards, and the completions of a gap that keep stretches short.

A gap lies between two known cards, or at an edge of the hand. The effect of a completion on the stretches around it
depends only on its first and last card: whether they are above or below the known card next to them. The cards between
them can go up and down in turn. If the directions at both ends do not match the parity, one card does not turn. So at
most six completions of a gap differ, and each is represented once.

Example: 40 ? 50 has three completions: below both (down, up), above both (up, down), or between (one stretch through).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

UP, DOWN = 1, -1


class GapCompletion(NamedTuple):
    """A class of completions of a gap. It represents all that are no better."""

    first: int
    """The direction from the known card on the left to the first unknown one."""
    last: int
    """The direction from the last unknown card to the known one on the right."""
    domains: tuple[int, ...]
    """For each constrained card, the free numbers that it can have, as bits. The other cards can have any."""
    prefix: int = 1
    """How many unknown cards are in the stretch that comes from the left."""
    suffix: int = 1
    """How many are in the stretch that goes on to the right."""
    is_through: bool = False
    """Whether these two are one stretch."""
    longest: int = 2
    """The length of the longest stretch of unknown cards alone."""


class FreeNumbers:
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
        """Those in one direction from a number."""
        return self.above(number) if direction == UP else self.below(number)


def find_completions(size: int, left: int | None, right: int | None, free: FreeNumbers) -> Iterator[GapCompletion]:
    """The completions of a gap between two known numbers; None at an edge of the hand."""
    found: Iterable[GapCompletion]
    if left is not None and right is not None:
        found = {1: _complete_one, 2: _complete_two}.get(size, _complete_more)(size, left, right, free)
    elif left is not None:
        found = (GapCompletion(side, side, (free.beyond(left, side),)) for side in (UP, DOWN))
    elif right is not None:
        found = (GapCompletion(side, side, (free.beyond(right, -side),)) for side in (UP, DOWN))
    else:
        found = (GapCompletion(UP, UP, ()),)
    return (completion for completion in found if all(completion.domains))


def _complete_one(_: int, left: int, right: int, free: FreeNumbers) -> Iterator[GapCompletion]:
    """Below both neighbours, above both, or between them: then the stretch goes through."""
    low, high = sorted((left, right))
    along = UP if left < right else DOWN
    yield GapCompletion(DOWN, UP, (free.below(low),))
    yield GapCompletion(UP, DOWN, (free.above(high),))
    yield GapCompletion(along, along, (free.above(low) & free.below(high),), is_through=True)


def _complete_two(_: int, left: int, right: int, free: FreeNumbers) -> Iterator[GapCompletion]:
    """Up, down, up or the reverse; else one of the two cards does not turn, and both lie on one side.

    Three steps in one direction are never needed: after exchanging the two cards they turn. For the same reason the
    order of the two numbers need not be constrained.
    """
    for side in (UP, DOWN):
        yield GapCompletion(side, side, (free.beyond(left, side), free.beyond(right, -side)))
        both = free.beyond(left, side) & free.beyond(right, side)
        yield GapCompletion(side, -side, (free.beyond(left, side), both), prefix=2)
        yield GapCompletion(side, -side, (free.beyond(right, side), both), suffix=2)


def _complete_more(size: int, left: int, right: int, free: FreeNumbers) -> Iterator[GapCompletion]:
    """Any direction at either end; a card that does not turn has unknown cards on both sides."""
    for first in (UP, DOWN):
        for last in (UP, DOWN):
            turns_throughout = (first == last) == (size % 2 == 0)
            domains = free.beyond(left, first), free.beyond(right, -last)
            yield GapCompletion(first, last, domains, longest=2 if turns_throughout else 3)
