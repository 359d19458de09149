"""What is seen of a request: what it was about and how it ended, and nothing that the caller sent but a known game."""

from collections import Counter
from contextvars import ContextVar
from typing import Any

from service.variants import GAMES


class Seen:
    """A request as logs, counts and traces have it."""

    status = 500
    """Until an answer is begun."""
    bytes: int | None = None
    steps = 0
    seconds: float | None = None
    """How long the application took; None where it was not asked."""
    ended = 0.0
    """When it was answered, in seconds since 1970."""
    problem: str | None = None
    key: str | None = None
    """The name of the key that was shown, where keys are asked for."""
    failure: Exception | None = None
    items: Counter[tuple[str, str | None, int]] | None = None
    """Of a batch: how often each operation, game and status was among its items."""

    def __init__(self, operation: str | None, variant: str | None, method: str | None) -> None:
        self.operation = operation
        self.variant = variant
        self.method = method


CURRENT: ContextVar[Seen | None] = ContextVar("seen", default=None)
"""Of the request that is being answered, if one is: examples are asked for without."""


def known_variant(body: Any) -> str | None:
    """The game a body is about, if it is one of ours: whatever else stands there is the caller's own words."""
    variant = body.get("variant") if isinstance(body, dict) else None
    return variant if isinstance(variant, str) and variant in GAMES else None


def note_variant(body: Any) -> None:
    """Note what game this request is about."""
    seen = CURRENT.get()
    if seen is not None:
        seen.variant = known_variant(body)


def note_problem(kind: str) -> None:
    """Note why this request could not be answered."""
    seen = CURRENT.get()
    if seen is not None:
        seen.problem = kind


def note_key(name: str | None) -> None:
    """Note whose key this request has shown; the key itself is nobody's business."""
    seen = CURRENT.get()
    if seen is not None:
        seen.key = name


def note_failure(failure: Exception) -> None:
    """Note the fault of ours that this request has met."""
    seen = CURRENT.get()
    if seen is not None:
        seen.failure = failure


def note_item(operation: str | None, body: Any, status: int) -> None:
    """Note one item of a batch."""
    seen = CURRENT.get()
    if seen is not None:
        if seen.items is None:
            seen.items = Counter()
        seen.items[operation or "none", known_variant(body), status] += 1
