"""SAT encoding of small whole numbers, solved incrementally by MiniSat (through PySAT).

A *literal* is a variable or, with a minus sign, its negation. A *clause* is a disjunction of literals. Numbers are
unary (order encoding): literal ``i`` of a number is true if the number is at least ``i + 1``. A number from 0 to 3 that
equals 2 has the literals true, true, false. Sums are totalizers (Bailleux & Boufkhad 2003): a balanced tree of unary
adders.

The constants ``TRUE`` and ``FALSE`` are literals too. Clauses that they satisfy are not given to the solver, and known
leading digits of a number need no adder.
"""

from collections.abc import Iterable
from itertools import pairwise

from pysat.solvers import Minisat22

from rummy_referee.engine.work import CHECK_STEPS, OutOfStepsError, Steps, count_steps

Literal = int
Number = tuple[Literal, ...]

TRUE: Literal = 1
FALSE: Literal = -TRUE
ENGINE_STEPS = 3
"""A propagation of the solver takes as long as this many steps of the compiled engine: see ``work.py``."""
STEPS_PER_CLAUSE = 45
"""The work of adding a clause, in steps of the compiled engine."""


def at_least(number: Number, least: int) -> Literal:
    """The literal that is true if ``number >= least``."""
    if least <= 0:
        return TRUE
    return number[least - 1] if least <= len(number) else FALSE


class Model:
    """A satisfying assignment."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        self._true = frozenset(literals)

    def value(self, number: Number) -> int:
        """The value of a number."""
        return sum(literal in self._true for literal in number)


class Formula:
    """A growing conjunction of clauses, which may be extended between two calls of ``solve``."""

    def __init__(self, steps: Steps) -> None:
        self._solver = Minisat22(bootstrap_with=[[TRUE]])
        self._last = TRUE
        self._steps = steps
        self._propagations = 0
        """Those of all calls of the solver so far."""
        self._uncounted = 0
        """Clauses added since the last call of the solver."""

    def new_variable(self) -> Literal:
        """A fresh variable."""
        self._last += 1
        return self._last

    def new_number(self, most: int, least: int = 0) -> Number:
        """A fresh number from ``least`` to ``most``."""
        number = (*[TRUE] * least, *[self.new_variable() for _ in range(least, most)])
        for lower, higher in pairwise(number):
            self.add_clause(-higher, lower)
        return number

    def add_clause(self, *literals: Literal) -> None:
        """Require at least one of the literals."""
        if TRUE not in literals:
            self._uncounted += 1
            self._solver.add_clause([literal for literal in literals if literal != FALSE] or [FALSE])

    def equate(self, one: Number, other: Number) -> None:
        """Require two numbers to be equal."""
        for least in range(1, max(len(one), len(other)) + 1):
            self.add_clause(-at_least(one, least), at_least(other, least))
            self.add_clause(at_least(one, least), -at_least(other, least))

    def totalize(self, numbers: Iterable[Number], most: int, *, is_limit: bool = False) -> Number:
        """The sum of numbers by a totalizer, capped at ``most``; with ``is_limit`` a greater sum is forbidden."""
        sums = [number for number in numbers if number]
        while len(sums) > 1:
            pairs = zip(sums[::2], sums[1::2], strict=False)
            sums = [*(self._add(one, other, most, is_limit=is_limit) for one, other in pairs), *sums[len(sums) & ~1 :]]
        total = sums[0] if sums else ()
        if is_limit:
            self.add_clause(-at_least(total, most + 1))
        return total[:most]

    def _add(self, one: Number, other: Number, most: int, *, is_limit: bool) -> Number:
        """The capped sum of two numbers. Leading constants are carried over without clauses."""
        known = (TRUE,) * (one + other).count(TRUE)
        one, other = one[one.count(TRUE) :], other[other.count(TRUE) :]
        if one and other:
            total = known + self._merge(one, other, most - len(known), is_limit=is_limit)
        else:
            total = known + one + other
        if is_limit and len(total) > most:
            self.add_clause(-total[most])
        return total[:most]

    def _merge(self, one: Number, other: Number, most: int, *, is_limit: bool) -> Number:
        """A node of the totalizer: ``a >= i`` and ``b >= j`` imply ``sum >= i + j``, and likewise for ``<=``."""
        total = self.new_number(max(0, min(most, len(one) + len(other))))
        below_one, below_other = [[], *([-literal] for literal in one)], [[], *([-literal] for literal in other)]
        above_one, above_other = [*([literal] for literal in one), []], [*([literal] for literal in other), []]
        for first in range(len(one) + 1):
            for second in range(len(other) + 1):
                both = first + second
                if 0 < both <= len(total):
                    self.add_clause(*below_one[first], *below_other[second], total[both - 1])
                elif both == most + 1 and is_limit:
                    self.add_clause(*below_one[first], *below_other[second])
                if both < len(total):
                    self.add_clause(*above_one[first], *above_other[second], -total[both])
        return total

    def solve(self, *assumptions: Literal) -> Model | None:
        """A model of all clauses under the assumptions; None if there is none. Raises at the bound on work."""
        if FALSE in assumptions:
            return None
        count_steps(STEPS_PER_CLAUSE * self._uncounted)
        self._uncounted = 0
        self._steps.take()
        literals = [literal for literal in assumptions if literal != TRUE]
        is_solved = None
        while is_solved is None:  # in parts, so that the steps are counted while it runs
            if not self._steps.left:
                raise OutOfStepsError
            self._solver.prop_budget(min(self._steps.left, CHECK_STEPS))
            # PySAT releases the interpreter lock, so that other threads run, only for calls that expect an interrupt.
            is_solved = self._solver.solve_limited(literals, expect_interrupt=True)
            before, self._propagations = self._propagations, self._solver.accum_stats()["propagations"]
            self._steps.take(self._propagations - before)
        return Model(self._solver.get_model()) if is_solved else None
