"""The log of requests: one line for each, with what it was about and how it ended."""

from datetime import UTC, datetime
from logging import DEBUG, ERROR, INFO

from service.api.observability.lines import STANDARD_OUTPUT, Line, Writer
from service.api.observability.seen import Seen
from service.api.observability.server_log import LEVELS, format_failure

QUIET = frozenset({"getHealth", "getReadiness", "getMetrics"})
"""Asked every few seconds by machines: logged at ``debug``, unless they fail."""


class RequestLog:
    """Writes the line of each request whose level is at least the one that is set."""

    def __init__(self, level: str, writer: Writer = STANDARD_OUTPUT) -> None:
        self._level = LEVELS[level]
        self._writer = writer

    def write(self, seen: Seen, request_id: str, trace_id: str | None) -> None:
        """Have a request's line written. It is put together where it is written: there nobody waits."""
        if seen.status == 500 or seen.failure:  # of a batch, one item may fail
            level, name = ERROR, "error"
        elif seen.operation in QUIET and seen.status < 400:
            level, name = DEBUG, "debug"
        else:
            level, name = INFO, "info"
        if level < self._level:
            return
        self._writer.put(lambda: _request_line(seen, name, request_id, trace_id))

    def take_dropped(self) -> int:
        """How many lines were lost since this was last asked."""
        return self._writer.take_dropped()


def _request_line(seen: Seen, level: str, request_id: str, trace_id: str | None) -> Line:
    line = {
        "time": datetime.fromtimestamp(seen.ended, UTC),
        "level": level,
        "event": "request",
        "request_id": request_id,
        "operation": seen.operation,
        "variant": seen.variant,
        "method": seen.method,
        "status": seen.status,
        "problem": seen.problem,
        "seconds": None if seen.seconds is None else round(seen.seconds, 6),
        "steps": seen.steps,
        "bytes": seen.bytes,
    }
    if seen.key:
        line["key"] = seen.key
    if seen.items:
        line["items"] = _count_items(seen)
    if trace_id:
        line["trace_id"] = trace_id
    if seen.failure:
        line["exception"] = format_failure(seen.failure)
    return line


def _count_items(seen: Seen) -> dict[str, int]:
    counted: dict[str, int] = {}
    for (operation, _, _), times in (seen.items or {}).items():
        counted[operation] = counted.get(operation, 0) + times
    return counted
