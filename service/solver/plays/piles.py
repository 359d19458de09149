"""Tiles to lay, and how they are shared out between groups and runs."""

from dataclasses import dataclass
from typing import NamedTuple

from service.solver.plays.problem import SHORTEST, Problem


class OldTile(NamedTuple):
    """In a meld on the table: the cell of a face, whether a joker lies for it, and whether that is bound to it."""

    cell: int
    is_joker: bool = False
    is_bound: bool = False


OldMeld = tuple[OldTile, ...]
"""Runs by number, groups in any order."""


@dataclass(slots=True)
class Pile:
    """Tiles to lay, all of them: how many of each face are real and how many are jokers bound to it; free jokers."""

    reals: list[int]
    bound: list[int]
    jokers: int
    joker_worth: int = 0
    """What the jokers must count at least."""

    @property
    def strict(self) -> bool:
        """Whether there are jokers enough for a meld of nothing else."""
        return sum(self.bound) + self.jokers >= SHORTEST

    def without(self, meld: OldMeld) -> "Pile | None":
        """The pile less a meld, if all its tiles are there."""
        less = Pile(self.reals.copy(), self.bound.copy(), self.jokers, self.joker_worth)
        for cell, is_joker, is_bound in meld:
            if is_bound:
                less.bound[cell] -= 1
            elif is_joker:
                less.jokers -= 1
            else:
                less.reals[cell] -= 1
        return less if min(*less.reals, *less.bound, less.jokers) >= 0 else None


@dataclass(slots=True)
class Shares:
    """What lies in groups, by face; the free jokers in groups, by number, and in runs, by lane and layer; the rest."""

    group_reals: list[int]
    group_bound: list[int]
    group_jokers: list[int]
    run_jokers: list[list[int]]
    aces_put_off: list[int]
    """By lane, the aces that lie after the highest number."""
    jokers_left: int = 0
    """Any run takes them in."""

    @classmethod
    def none_of(cls, problem: Problem) -> "Shares":
        """All tiles in runs, no joker anywhere."""
        numbers = len(problem.numbers)
        return cls(
            [0] * problem.faces,
            [0] * problem.faces,
            [0] * numbers,
            [[0] * (numbers + 1) for _ in range(problem.lanes)],
            [0] * problem.lanes,
        )
