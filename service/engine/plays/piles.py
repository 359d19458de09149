"""The tiles of a table, and how they are shared out between groups and runs."""

from dataclasses import dataclass
from typing import NamedTuple

from service.engine.plays.problem import Problem


class OldTile(NamedTuple):
    """In a meld on the table: the cell of a face, whether a joker lies for it, and whether that is bound to it."""

    cell: int
    is_joker: bool = False
    is_bound: bool = False


OldMeld = tuple[OldTile, ...]
"""Runs by number, groups in any order."""


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
