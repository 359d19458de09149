"""What is known about the current request: for problems and batches, and for the log, the metrics and the traces.

A record holds nothing the caller sent, except a variant id and the name of an API key that the service knows.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from rummy_referee.games import GAMES

EXAMPLE_ID = "5c2f9d0e4b7a4c0f8a1d3e6b9f2c7a10"
"""The request id in the contract's examples, which are computed outside of requests."""

CLIENT_CLOSED_REQUEST = 499
"""The status in log and metrics of a request whose client has gone. It is nginx's; no response has it."""


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
    overloaded_by: str | None = None
    """Why the problem is ``overloaded``."""
    key: str | None = None
    """The name of the API key, where keys are configured."""
    exception: Exception | None = None
    items: Counter[tuple[str, int]] | None = None
    """For a batch: the number of items by operation and status."""
    consume: Callable[[int], None] = staticmethod(lambda _: None)
    """Counts further requests for the caller, where requests are limited; raises ``rate-limited`` beyond the limit."""

    def __init__(self, method: str | None = None, request_id: str = EXAMPLE_ID) -> None:
        self.method = method
        self.request_id = request_id

    def set_route(self, operation: str | None, parameters: Mapping[str, Any] | None) -> None:
        """Set the operation, and the variant if it is a path parameter."""
        self.operation = operation
        if parameters:
            self.variant = known_variant(parameters)

    def set_problem(self, kind: str, params: Mapping[str, object]) -> None:
        """Set the problem of the response."""
        self.problem = kind
        self.overloaded_by = str(params["reason"]) if "reason" in params else None

    def add_item(self, operation: str | None, status: int) -> None:
        """Count an item of a batch."""
        if self.items is None:
            self.items = Counter()
        self.items[operation or "none", status] += 1


CURRENT: ContextVar[RequestRecord | None] = ContextVar("request_record", default=None)


def current_record() -> RequestRecord:
    """The record of the current request; outside of requests, as for the contract's examples, one to discard."""
    return CURRENT.get() or RequestRecord()


def known_variant(body: Any) -> str | None:
    """The ``variant`` of a JSON body, of the round in it or of path parameters, if it is one of ours."""
    if isinstance(body, dict) and "variant" not in body:
        body = body.get("round")
    variant = body.get("variant") if isinstance(body, dict) else None
    return variant if isinstance(variant, str) and variant in GAMES else None
