"""Choices at random on the way to a hand of Gin-Rummy that lies well, and when to give up and begin anew.

One after another, ways are much alike: the last choice changes first. So each is looked for from the beginning, which
brings a new first choice, too. Most that are found are found soon: what takes long is given up.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from service.solver.counted_steps import Steps

MOST_TURNS = 100
"""After so many turns it is given up."""
MOST_STEPS = 500
"""After so many steps it is given up, too, though these were few turns."""
LEANING = 2.0
"""What weighs so much more comes first always."""

_Choice = TypeVar("_Choice")


class GivenUpError(Exception):
    """It is better to begin anew."""


class Wandering:
    """Decides at random, and counts the turns."""

    def __init__(self, random: Random, steps: Steps) -> None:
        self._random = random
        self._steps = steps
        self._least_left = steps.left - MOST_STEPS
        self._turns = 0

    def turn(self) -> None:
        """One turn more. Raise an error if these, or the steps that they took, are too many."""
        self._turns += 1
        if self._turns > MOST_TURNS or self._steps.left < self._least_left:
            raise GivenUpError

    def mix(self, choices: Sequence[_Choice]) -> Sequence[_Choice]:
        """The same choices in any order."""
        return self._random.sample(choices, len(choices))

    def lean(self, choices: Sequence[_Choice], weigh: Callable[[_Choice], int]) -> Sequence[_Choice]:
        """The same choices in any order, but those sooner that weigh more."""
        return sorted(choices, key=lambda choice: -weigh(choice) - LEANING * self._random.random())

    def is_one_of(self, number: int) -> bool:
        """Yes, once in so many times."""
        return self._random.randrange(number) == 0
