"""How much work the searches do, counted in steps: the same for the same question, however busy the machine is.

A step is about what the compiled search for plays does in a tenth of a microsecond. Other searches count a step of
their own as so many of these as it takes.
"""

from contextvars import ContextVar, Token
from typing import Self


class Work:
    """The steps counted so far. A class and no generator, for every request pays for this."""

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
    """Say that a search took these steps. Whoever wants to know has asked with ``counted_work``."""
    work = _current.get()
    if work is not None:
        work.steps += steps


def counted_work() -> Work:
    """Count the steps of all searches within. Whoever counts around this counts them as well."""
    return Work()


class OutOfStepsError(Exception):
    """A search has reached its bound on work."""


class Steps:
    """Counts the steps of a search, up to a bound; each is so much work (see ``count_steps``)."""

    def __init__(self, most: int, work: int = 1) -> None:
        self.left = most
        self._work = work

    def take(self, number: int = 1) -> None:
        """So many steps more."""
        count_steps(self._work * number)
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError
