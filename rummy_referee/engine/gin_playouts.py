"""Rounds of gin for two, played out from sampled worlds: the client of ``csrc/gin_playouts.c``."""

from array import array
from collections.abc import Sequence
from ctypes import byref, c_int64
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain
from math import sqrt
from typing import NamedTuple

from rummy_referee.engine.library import load_library
from rummy_referee.engine.work import count_steps

MOST_POINTS = 255
"""Results beyond this many points count as these."""
PAIR_INTEGERS = 3
NONE = -1
"""No card."""


class Phase(IntEnum):
    """The phase of the turn in which the candidates are played."""

    OFFER = 0
    TAKE = 1
    DISCARD = 2


class Action(IntEnum):
    """What a candidate does."""

    TAKE_PILE = 0
    TAKE_STOCK = 1
    PASS = 2
    DISCARD = 3
    KNOCK = 4
    BIG_GIN = 5


class Candidate(NamedTuple):
    """A move: the action, and the card that is discarded if there is one."""

    action: Action
    card: int = NONE


Cards = tuple[int, int]
"""A set of cards as bits, and the set of those that are there twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knocking:
    """What ends a round and what it scores: a bonus for the knock, and the difference for the lower deadwood."""

    counts_numbers: bool
    """Whether every card counts its number, or court cards 10."""
    big_gin: bool
    most_left: int
    """The most cards that a knock may leave outside of melds."""
    last_cards: int
    """A discard voids the round if so many cards are left in the stock; -1: taking from an empty one does."""
    knocks_first: bool
    """Whether a player may knock before taking a card."""
    gin_is_safe: bool
    """Whether nobody lays off on a gin or undercuts it."""
    knock_bonus: int
    gin_bonus: int
    big_gin_bonus: int
    lower_bonus: int
    """For the lower deadwood of the player who knocked."""
    undercut_bonus: int
    """For the lower deadwood of the other player."""
    equal_bonus: int
    """What the other player scores for equal deadwood."""
    factor: int
    """What every score is multiplied by."""

    @property
    def bonuses(self) -> Sequence[int]:
        """What a player with fewer points may score in a round."""
        knocks = {self.knock_bonus} if self.gin_is_safe else {self.knock_bonus, self.gin_bonus, self.big_gin_bonus}
        return sorted({0, *(self.factor * bonus for bonus in knocks)})


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRound:
    """What a player knows of a round. A card is its index among the different ones."""

    hand: Cards
    known: Cards
    """The cards that the other player is known to hold."""
    unseen: Cards
    """The cards that may be anywhere."""
    hidden: int
    """How many of them the other player holds."""
    stock: int
    phase: Phase
    top: int
    """The open card."""
    taken: int
    """The card that must not be discarded."""
    passed: bool
    draws: int
    """The other player's hand is the best of this many random ones."""
    own_limit: int
    other_limit: int
    """The most deadwood with which each player knocks while the round is played out."""


class Difference(NamedTuple):
    """The mean of a difference over worlds, and its standard error; the error is None if there are too few worlds."""

    mean: float
    error: float | None

    @property
    def is_clear(self) -> bool:
        """Whether the mean is above 0 by more than two standard errors."""
        return self.error is not None and self.mean > 2 * self.error


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The results of candidates in the same worlds; a candidate that did clearly worse than the first has fewer."""

    candidates: int
    sums: Sequence[int]

    def _pair(self, one: int, other: int) -> Sequence[int]:
        at = PAIR_INTEGERS * (one * self.candidates + other)
        return self.sums[at : at + PAIR_INTEGERS]

    def worlds(self, candidate: int) -> int:
        """The number of worlds in which a candidate was played."""
        return self._pair(candidate, candidate)[0]

    def value(self, candidate: int) -> float:
        """The mean value of a candidate."""
        worlds, value, _ = self._pair(candidate, candidate)
        return value / worlds

    def points(self, candidate: int) -> float:
        """The mean points of a candidate."""
        worlds, _, points = self._pair(candidate, candidate)
        return points / worlds

    def compare(self, one: int, other: int) -> Difference:
        """How much more one candidate is worth than another, in the worlds in which both were played."""
        worlds, total, squares = self._pair(max(one, other), min(one, other))
        if one == other or worlds < 2:
            return Difference(0.0 if one == other else total / worlds, None)
        mean = total / worlds
        error = sqrt(max(squares / worlds - mean * mean, 0) / worlds)
        return Difference(mean if one > other else -mean, error)

    def find_best(self) -> int:
        """The candidate that is clearly better than the first by the most, else the first."""
        better = [at for at in range(1, self.candidates) if self.compare(at, 0).is_clear]
        return max(better, key=lambda at: self.compare(at, 0).mean, default=0)


def play_out(
    known: KnownRound,
    knocking: Knocking,
    candidates: Sequence[Candidate],
    values: Sequence[Sequence[int]],
    *,
    seed: int,
    worlds: int,
) -> PlayedOut:
    """The results of each candidate, the default first.

    ``values`` has a row for each of the bonuses that the player with fewer points may have, and in a row one for all
    points from ``-MOST_POINTS`` on.
    """
    question = array(
        "q",
        [
            *known.hand,
            *known.known,
            *known.unseen,
            known.hidden,
            known.stock,
            known.phase,
            known.top,
            known.taken,
            known.passed,
            known.draws,
            known.own_limit,
            known.other_limit,
            seed,
            worlds,
            knocking.counts_numbers,
            knocking.big_gin,
            knocking.most_left,
            knocking.last_cards,
            knocking.knocks_first,
            knocking.gin_is_safe,
            knocking.knock_bonus,
            knocking.gin_bonus,
            knocking.big_gin_bonus,
            knocking.lower_bonus,
            knocking.undercut_bonus,
            knocking.equal_bonus,
            knocking.factor,
            *knocking.bonuses,
        ],
    )
    moves = array("i", [part for candidate in candidates for part in candidate])
    worth = array("i", chain.from_iterable(values))
    sums = (c_int64 * (PAIR_INTEGERS * len(candidates) ** 2))()
    play = load_library().gin_play_out
    count_steps(play(_address(question), len(candidates), _address(moves), _address(worth), byref(sums)))
    return PlayedOut(len(candidates), tuple(sums))


def _address(numbers: "array[int]") -> int:
    return numbers.buffer_info()[0]
