"""Questions about small whole numbers, put as clauses to a SAT solver: MiniSat, by way of PySAT.

A *literal* is a variable or, with a minus, the opposite of one, and a *clause* is some literals of which at least one
is true. A number is written in unary: its first literal says that it is one or more, the second that it is two or more.
What is certain from the beginning is the literal ``TRUE`` or ``FALSE``; clauses that are idle by that are not put.
"""

from collections.abc import Iterable
from itertools import pairwise

from pysat.solvers import Minisat22

from service.engine.work import OutOfStepsError, Steps, count_steps

Literal = int
Number = tuple[Literal, ...]

TRUE: Literal = 1
FALSE: Literal = -TRUE
STEPS_TO_PUT = 15
"""Putting a clause takes as long as so many steps, each of which is what the solver concludes from one literal."""


def at_least(number: Number, least: int) -> Literal:
    """Whether a number is so much or more."""
    if least <= 0:
        return TRUE
    return number[least - 1] if least <= len(number) else FALSE


class Solution:
    """One way in which all clauses are true."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        self._true = frozenset(literals)

    def read(self, number: Number) -> int:
        """What a number is."""
        return sum(literal in self._true for literal in number)


class Clauses:
    """Clauses that are all to be true, with more to come between one question and the next."""

    def __init__(self, steps: Steps) -> None:
        self._solver = Minisat22(bootstrap_with=[[TRUE]])
        self._last = TRUE
        self._steps = steps
        self._concluded = 0
        """What the solver has counted so far."""
        self._put = 0
        """Clauses that are not counted yet."""

    def make_variable(self) -> Literal:
        """Something that may be true or not."""
        self._last += 1
        return self._last

    def make_number(self, most: int, least: int = 0) -> Number:
        """A number from ``least`` to ``most``."""
        number = (*[TRUE] * least, *[self.make_variable() for _ in range(least, most)])
        for lower, higher in pairwise(number):
            self.put(-higher, lower)
        return number

    def put(self, *literals: Literal) -> None:
        """At least one of these is true."""
        if TRUE not in literals:
            self._put += 1
            self._solver.add_clause([literal for literal in literals if literal != FALSE] or [FALSE])

    def equate(self, one: Number, other: Number) -> None:
        """Two numbers are the same."""
        for least in range(1, max(len(one), len(other)) + 1):
            self.put(-at_least(one, least), at_least(other, least))
            self.put(at_least(one, least), -at_least(other, least))

    def add_up(self, numbers: Iterable[Number], most: int, *, is_limit: bool = False) -> Number:
        """The sum. Beyond ``most`` it is not told how much it is; or, if that is the limit, it cannot be more."""
        sums = [number for number in numbers if number]
        while len(sums) > 1:
            pairs = zip(sums[::2], sums[1::2], strict=False)
            sums = [*(self._add(one, other, most, is_limit=is_limit) for one, other in pairs), *sums[len(sums) & ~1 :]]
        total = sums[0] if sums else ()
        if is_limit:
            self.put(-at_least(total, most + 1))
        return total[:most]

    def _add(self, one: Number, other: Number, most: int, *, is_limit: bool) -> Number:
        """The sum of two numbers. What is certain of them is certain of it, and the rest is put."""
        certain = (TRUE,) * (one + other).count(TRUE)
        one, other = one[one.count(TRUE) :], other[other.count(TRUE) :]
        if one and other:
            total = certain + self._add_uncertain(one, other, most - len(certain), is_limit=is_limit)
        else:
            total = certain + one + other
        if is_limit and len(total) > most:
            self.put(-total[most])
        return total[:most]

    def _add_uncertain(self, one: Number, other: Number, most: int, *, is_limit: bool) -> Number:
        total = self.make_number(max(0, min(most, len(one) + len(other))))
        is_less_one, is_less_other = [[], *([-literal] for literal in one)], [[], *([-literal] for literal in other)]
        is_more_one, is_more_other = [*([literal] for literal in one), []], [*([literal] for literal in other), []]
        for of_one in range(len(one) + 1):
            for of_other in range(len(other) + 1):
                both = of_one + of_other
                if 0 < both <= len(total):
                    self.put(*is_less_one[of_one], *is_less_other[of_other], total[both - 1])
                elif both == most + 1 and is_limit:
                    self.put(*is_less_one[of_one], *is_less_other[of_other])
                if both < len(total):
                    self.put(*is_more_one[of_one], *is_more_other[of_other], -total[both])
        return total

    def solve(self, *assumed: Literal) -> Solution | None:
        """A way in which all clauses are true, and these literals; None if there is none."""
        if FALSE in assumed:
            return None
        count_steps(STEPS_TO_PUT * self._put)
        self._put = 0
        self._steps.take()
        self._solver.prop_budget(self._steps.left or 1)
        literals = [literal for literal in assumed if literal != TRUE]
        # Other threads go on meanwhile only where the solver is told that it may be interrupted.
        is_solved = self._solver.solve_limited(literals, expect_interrupt=True)
        before, self._concluded = self._concluded, self._solver.accum_stats()["propagations"]
        self._steps.take(self._concluded - before)
        if is_solved is None:
            raise OutOfStepsError
        return Solution(self._solver.get_model()) if is_solved else None
