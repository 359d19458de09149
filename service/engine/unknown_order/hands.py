"""A hand with unread cards: what its best stretch is worth at most, and whether it may be in order."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from service.engine.completions import Range
from service.engine.work import count_steps

_STEPS_IN_C = 1
"""Looking at a card takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class UnreadHand(NamedTuple):
    """The cards from left to right, and the numbers that unread ones may have."""

    numbers: tuple[int | None, ...]
    """None where the number could not be read."""
    symbols: tuple[Range, ...]
    free: tuple[int, ...]
    """The numbers that are nowhere to be seen, ascending: at least as many as are unread."""

    @property
    def unread(self) -> int:
        """How many numbers could not be read."""
        return self.numbers.count(None)

    def mirrored(self) -> "UnreadHand":
        """The same hand, with low for high: what rose now falls."""
        numbers = tuple(None if number is None else -number for number in self.numbers)
        return self._replace(numbers=numbers, free=tuple(-number for number in reversed(self.free)))


class Stretch(NamedTuple):
    """Neighbouring cards of a hand, from one place up to before another, and what they are worth."""

    points: int
    start: int
    end: int


def find_highest(hand: UnreadHand) -> Stretch:
    """The stretch that may be worth the most; of equals the first.

    The unread cards of one stretch do not get in each other's way: they lie between different neighbours. And whatever
    it leaves does for the other cards. So a stretch may be if between its neighbours enough numbers are free.
    """
    ways = hand, hand.mirrored()
    best = Stretch(-1, 0, 0)
    count_steps(_STEPS_IN_C * len(hand.numbers) ** 2)
    for start in range(len(hand.numbers)):
        end = max(_find_end_of_rise(way, start) for way in ways)
        points = sum(count.high for count in hand.symbols[start:end])
        if points > best.points:
            best = Stretch(points, start, end)
    return best


def can_be_in_order(hand: UnreadHand) -> bool:
    """Whether there is a way to fill the hand so that it rises or falls throughout."""
    size = len(hand.numbers)
    return _find_end_of_rise(hand, 0) == size or _find_end_of_rise(hand.mirrored(), 0) == size


def can_be_out_of_order(hand: UnreadHand) -> bool:
    """Whether there is a way to fill a hand of four or more so that it does neither.

    With two unread cards there always is. If such a hand is in order, it is not any more once those two are swapped:
    they go the other way then, and two more cards do not.
    """
    if hand.unread > 1:
        return True
    fillers = hand.free if hand.unread else (0,)
    filled = [[filler if number is None else number for number in hand.numbers] for filler in fillers]
    return not all(_is_in_order(numbers) for numbers in filled)


def _is_in_order(numbers: Sequence[int]) -> bool:
    rises = [left < right for left, right in pairwise(numbers)]
    return all(rises) or not any(rises)


def _find_end_of_rise(hand: UnreadHand, start: int) -> int:
    """Up to where the cards from a place on may rise."""
    free = hand.free
    used = 0  # of the free numbers in ascending order: those up to the last number, and one for each unread card since
    last: int | None = None
    for place in range(start, len(hand.numbers)):
        number = hand.numbers[place]
        if number is None:
            used += 1
            if used > len(free):
                return place
        else:
            below = bisect_left(free, number)
            if used > below or (last is not None and last > number):
                return place
            last, used = number, below
    return len(hand.numbers)
