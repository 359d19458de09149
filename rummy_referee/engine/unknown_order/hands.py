"""A partially known hand: the greatest worth of its best stretch, and whether it can be in order."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rummy_referee.engine.completions import Range
from rummy_referee.engine.work import count_steps

_STEPS_PER_CARD = 3
"""The work of visiting a card, in steps of ``work.py``."""


class PartialHand(NamedTuple):
    """The cards from left to right, and the numbers that unknown ones can have."""

    numbers: tuple[int | None, ...]
    """None for an unknown number."""
    symbols: tuple[Range, ...]
    free: tuple[int, ...]
    """The numbers that are not shown, ascending: at least as many as are unknown."""

    @property
    def unknown(self) -> int:
        """How many numbers are unknown."""
        return self.numbers.count(None)

    def mirrored(self) -> "PartialHand":
        """The hand with all numbers negated: a rise becomes a fall."""
        numbers = tuple(None if number is None else -number for number in self.numbers)
        return self._replace(numbers=numbers, free=tuple(-number for number in reversed(self.free)))


class Stretch(NamedTuple):
    """The cards ``start`` to ``end - 1`` of a hand, and their worth."""

    points: int
    start: int
    end: int


def find_highest(hand: PartialHand) -> Stretch:
    """The stretch with the greatest worth over all completions; of equals the first.

    The unknown cards of one stretch never compete for a number, because they lie between different neighbours. So a
    stretch is possible if enough free numbers lie between each two of its known neighbours.
    """
    hands = hand, hand.mirrored()
    best = Stretch(-1, 0, 0)
    count_steps(_STEPS_PER_CARD * len(hand.numbers) ** 2)
    for start in range(len(hand.numbers)):
        end = max(_find_end_of_rise(one, start) for one in hands)
        points = sum(count.high for count in hand.symbols[start:end])
        if points > best.points:
            best = Stretch(points, start, end)
    return best


def can_be_in_order(hand: PartialHand) -> bool:
    """Whether some completion rises or falls throughout."""
    size = len(hand.numbers)
    return _find_end_of_rise(hand, 0) == size or _find_end_of_rise(hand.mirrored(), 0) == size


def can_be_out_of_order(hand: PartialHand) -> bool:
    """Whether some completion of a hand of four or more cards neither rises nor falls throughout.

    With two unknown cards there always is one: if a completion is in order, exchanging these two breaks it, because two
    other cards keep their direction.
    """
    if hand.unknown > 1:
        return True
    candidates = hand.free if hand.unknown else (0,)
    completed = [[candidate if number is None else number for number in hand.numbers] for candidate in candidates]
    return not all(_is_in_order(numbers) for numbers in completed)


def _is_in_order(numbers: Sequence[int]) -> bool:
    rises = [left < right for left, right in pairwise(numbers)]
    return all(rises) or not any(rises)


def _find_end_of_rise(hand: PartialHand, start: int) -> int:
    """The end of the longest stretch from ``start`` that can rise."""
    free = hand.free
    used = 0  # free numbers used so far, in ascending order: all below the last known number, then one per unknown card
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
