"""Rounds of gin with one pack of cards, played out from sampled worlds: the client of ``csrc/gin_playouts.c``."""

from array import array
from collections.abc import Sequence
from ctypes import byref, c_int64
from dataclasses import dataclass
from enum import IntEnum
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Knocking:
    """The rules of knocks and what they score."""

    big_gin: bool
    gin_bonus: int
    big_gin_bonus: int
    undercut_bonus: int
    factor: int
    """What every score is multiplied by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRound:
    """What a player knows of a round. A card is its index in the pack, a set of cards the sum of their bits."""

    hand: int
    known: int
    """The cards that the other player is known to hold."""
    unseen: int
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
    values: Sequence[int],
    *,
    seed: int,
    worlds: int,
) -> PlayedOut:
    """The results of each candidate, the default first. ``values`` has one for all points from ``-MOST_POINTS`` on."""
    question = array(
        "q",
        [
            known.hand,
            known.known,
            known.unseen,
            known.hidden,
            known.stock,
            known.phase,
            known.top,
            known.taken,
            known.passed,
            known.draws,
            known.own_limit,
            known.other_limit,
            knocking.big_gin,
            knocking.gin_bonus,
            knocking.big_gin_bonus,
            knocking.undercut_bonus,
            knocking.factor,
            seed,
            worlds,
        ],
    )
    moves = array("i", [part for candidate in candidates for part in candidate])
    worth = array("i", values)
    sums = (c_int64 * (PAIR_INTEGERS * len(candidates) ** 2))()
    play = load_library().gin_play_out
    count_steps(play(_address(question), len(candidates), _address(moves), _address(worth), byref(sums)))
    return PlayedOut(len(candidates), tuple(sums))


def _address(numbers: "array[int]") -> int:
    return numbers.buffer_info()[0]
