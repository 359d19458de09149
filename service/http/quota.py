"""Lets an endpoint consume more than one request of the quota, without importing the rate limiter."""

from typing import Protocol

from flask import current_app, g, has_request_context

EXTENSION = "rummy_referee_rate_limiter"


class Limiter(Protocol):
    """The rate limiter registered under ``EXTENSION``."""

    def consume(self, requests: int) -> None:
        """Count further requests for the current caller; raise ``rate-limited`` beyond the limit."""


def consume(requests: int) -> None:
    """Count further requests for the current caller, if the current request is rate limited."""
    if requests and has_request_context() and "callers" in g:
        limiter: Limiter = current_app.extensions[EXTENSION]
        limiter.consume(requests)
