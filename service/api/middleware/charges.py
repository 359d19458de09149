"""What a request costs. Apart from the rate limit, so that nothing of that is loaded where there is none."""

from typing import Protocol

from flask import current_app, g, has_request_context

EXTENSION = "rummy_referee_rate_limit"


class Charging(Protocol):
    """Whatever counts requests."""

    def charge(self, cost: int) -> None:
        """Count so many requests more for the caller of this one, or raise the problem that these are too many."""


def charge(cost: int) -> None:
    """A batch costs what its requests would cost alone: count so many more, if anything is counted."""
    if cost and has_request_context() and "caller" in g:
        limit: Charging = current_app.extensions[EXTENSION]
        limit.charge(cost)
