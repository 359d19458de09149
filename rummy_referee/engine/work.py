"""The work of the searches, counted in steps: always the same for the same request.

A step takes 20 to 50 ns, whatever the search. A search counts its steps while it runs. Every ``CHECK_STEPS`` steps the
guard of the work decides whether it goes on: it may wait, or raise a ``StoppedError``.
"""

from collections.abc import Callable
from contextvars import ContextVar, Token
from typing import Self

CHECK_STEPS = 1 << 18
"""The steps between two checks: about ten milliseconds."""

Guard = Callable[[int, bool], None]
"""Gets the steps so far, and whether a search takes much memory. It returns if the work may go on."""


class StoppedError(BaseException):
    """The work ends now, without a result. It is not an ``Exception``: no search and no item of a batch handles it."""


class StepLimitError(StoppedError):
    """The work has more steps than its limit."""


class CancelledError(StoppedError):
    """Nobody waits for the result."""


class OverloadedError(StoppedError):
    """There is no capacity for work of this size: of what there is too little, is the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Work:
    """The steps counted so far. A class, because a generator-based context manager would slow down every request."""

    __slots__ = ("_ahead", "_guard", "_next_check", "_outer", "_stopped", "_token", "limit", "steps")

    def __init__(self, guard: Guard | None = None) -> None:
        self.steps = 0
        self.limit: int | None = None
        """Beyond this many steps, a check raises ``StepLimitError``."""
        self._guard = guard
        self._ahead = 0
        """The steps that the running search of the compiled engine has checked; it counts them at its end."""
        self._stopped: StoppedError | None = None
        self._next_check = CHECK_STEPS

    def __enter__(self) -> Self:
        self._outer = _current.get()
        self._token: Token[Work | None] = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)
        if self._outer is not None:
            self._outer.steps += self.steps

    def count(self, steps: int) -> None:
        """Add steps; raises the error with which a check stops the work."""
        self.steps += steps
        self._ahead = 0
        if self._stopped is not None:
            stopped, self._stopped = self._stopped, None
            raise stopped
        if self.steps >= self._next_check:
            self._next_check = self.steps + CHECK_STEPS
            self.check(self.steps)

    def check(self, steps: int, *, is_large: bool = False) -> None:
        """Check this work and all around it."""
        if self.limit is not None and steps > self.limit:
            raise StepLimitError
        if self._guard is not None:
            self._guard(steps, is_large)
        if self._outer is not None:
            self._outer.check(self._outer.steps + steps, is_large=is_large)

    def check_ahead(self, *, is_large: bool) -> bool:
        """A check by the compiled engine, which no exception may pass: whether the search must stop."""
        if not is_large:
            self._ahead += CHECK_STEPS
        try:
            self.check(self.steps + self._ahead, is_large=is_large)
        except StoppedError as stopped:
            self._stopped = stopped
        return self._stopped is not None


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def count_steps(steps: int) -> None:
    """Add steps to the innermost count, if there is one."""
    work = _current.get()
    if work is not None:
        work.count(steps)


def check_work() -> None:
    """Check the innermost count now: for work that others do, between its parts."""
    work = _current.get()
    if work is not None:
        work.check(work.steps)


def steps_so_far() -> int:
    """The steps of the innermost count; 0 if there is none."""
    work = _current.get()
    return work.steps if work is not None else 0


def check_ahead(is_large: int) -> int:
    """The checkpoint of the compiled engine: 1 if its search must stop. It is called in the thread of the search."""
    work = _current.get()
    return int(work is not None and work.check_ahead(is_large=bool(is_large)))


def counted_work(guard: Guard | None = None) -> Work:
    """Count the steps of all searches within this context. Enclosing counts include them."""
    return Work(guard)


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
