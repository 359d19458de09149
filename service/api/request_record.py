"""What is known about the current request for the log, the metrics and the traces.

A record holds nothing the caller sent, except a variant id and the name of an API key that the service knows.
"""

from collections import Counter
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from service.variants import GAMES


class RequestRecord:
    """One request, as the log, the metrics and the traces show it."""

    operation: str | None = None
    variant: str | None = None
    status = 500
    """The status of the response; 500 until a response starts."""
    bytes: int | None = None
    """The length of the response body."""
    steps = 0
    seconds: float | None = None
    """The time spent in the application; None where the server itself rejected the request."""
    ended = 0.0
    """When the response was ready, in seconds since 1970."""
    problem: str | None = None
    key: str | None = None
    """The name of the API key, where keys are configured."""
    exception: Exception | None = None
    items: Counter[tuple[str, str | None, int]] | None = None
    """For a batch: the number of items by operation, variant and status."""

    def __init__(self, method: str | None = None) -> None:
        self.method = method

    def set_route(self, operation: str | None, parameters: Mapping[str, Any] | None) -> None:
        """Set the operation, and the variant if it is a path parameter."""
        self.operation = operation
        if parameters:
            self.variant = known_variant(parameters)


CURRENT: ContextVar[RequestRecord | None] = ContextVar("request_record", default=None)
"""The record of the current request; None outside of requests, where the contract's examples are computed."""


def known_variant(body: Any) -> str | None:
    """The ``variant`` of a JSON body or of path parameters, if it is one of ours."""
    variant = body.get("variant") if isinstance(body, dict) else None
    return variant if isinstance(variant, str) and variant in GAMES else None


def record_variant(body: Any) -> None:
    """Record the variant of the request body."""
    record = CURRENT.get()
    if record is not None:
        record.variant = known_variant(body)


def record_problem(kind: str) -> None:
    """Record the problem type of the response."""
    record = CURRENT.get()
    if record is not None:
        record.problem = kind


def record_key(name: str | None) -> None:
    """Record the name of the API key."""
    record = CURRENT.get()
    if record is not None:
        record.key = name


def record_exception(exception: Exception) -> None:
    """Record an unexpected exception."""
    record = CURRENT.get()
    if record is not None:
        record.exception = exception


def record_batch_item(operation: str | None, body: Any, status: int) -> None:
    """Record one item of a batch."""
    record = CURRENT.get()
    if record is not None:
        if record.items is None:
            record.items = Counter()
        record.items[operation or "none", known_variant(body), status] += 1
