"""How much work the searches do, counted in steps: the same for the same question, however busy the machine is.

A step is about what the compiled search for plays does in a tenth of a microsecond. Other searches count a step of
their own as so many of these as it takes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Work:
    """The steps counted so far."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def count_steps(steps: int) -> None:
    """Say that a search took these steps. Whoever wants to know has asked with ``counted_work``."""
    work = _current.get()
    if work is not None:
        work.steps += steps


@contextmanager
def counted_work() -> Iterator[Work]:
    """Count the steps of all searches within. Whoever counts around this counts them as well."""
    outer = _current.get()
    work = Work()
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)
        if outer is not None:
            outer.steps += work.steps
