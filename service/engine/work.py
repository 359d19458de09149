"""The work of the searches, counted in steps: always the same for the same request.

A step takes the compiled engine 20 to 30 ns in long searches, and about 100 ns in short ones, which include the setup.
Other searches convert their own steps to these.
"""

from contextvars import ContextVar, Token
from typing import Self


class Work:
    """The steps counted so far. A class, because a generator-based context manager would slow down every request."""

    __slots__ = ("_outer", "_token", "steps")

    def __init__(self) -> None:
        self.steps = 0

    def __enter__(self) -> Self:
        self._outer = _current.get()
        self._token: Token[Work | None] = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)
        if self._outer is not None:
            self._outer.steps += self.steps


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def count_steps(steps: int) -> None:
    """Add steps to the innermost count, if there is one."""
    work = _current.get()
    if work is not None:
        work.steps += steps


def counted_work() -> Work:
    """Count the steps of all searches within this context. Enclosing counts include them."""
    return Work()


class OutOfStepsError(Exception):
    """A search has reached its bound on work."""


class Steps:
    """Counts the steps of a search up to a bound. Each step counts as ``work`` steps of the engine."""

    def __init__(self, limit: int, work: int = 1) -> None:
        self.left = limit
        self._work = work

    def take(self, number: int = 1) -> None:
        """Count more steps; raises ``OutOfStepsError`` beyond the bound."""
        count_steps(self._work * number)
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError
