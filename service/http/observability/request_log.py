"""The request log: one entry per request, with its operation and its outcome."""

from datetime import UTC, datetime
from logging import DEBUG, ERROR, INFO

from ...operations.request_record import RequestRecord
from ..health import PROBES
from .log_writer import STANDARD_OUTPUT, Entry, LogWriter
from .server_log import LEVELS, format_exception


class RequestLog:
    """Writes the entries of the configured level and above."""

    def __init__(self, level: str, writer: LogWriter = STANDARD_OUTPUT) -> None:
        self._level = LEVELS[level]
        self._writer = writer

    def write(self, record: RequestRecord, request_id: str, trace_id: str | None) -> None:
        """Queue the entry of a request. The writer thread builds it, so that the request does not wait.

        Probes are logged at ``debug`` unless they fail.
        """
        if record.status == 500 or record.exception:  # a batch may succeed although an item failed
            level, name = ERROR, "error"
        elif record.operation in PROBES and record.status < 400:
            level, name = DEBUG, "debug"
        else:
            level, name = INFO, "info"
        if level < self._level:
            return
        self._writer.put(lambda: _make_entry(record, name, request_id, trace_id))

    def take_dropped(self) -> int:
        """The number of entries dropped since the last call."""
        return self._writer.take_dropped()


def _make_entry(record: RequestRecord, level: str, request_id: str, trace_id: str | None) -> Entry:
    entry = {
        "time": datetime.fromtimestamp(record.ended, UTC),
        "level": level,
        "event": "request",
        "request_id": request_id,
        "operation": record.operation,
        "variant": record.variant,
        "method": record.method,
        "status": record.status,
        "problem": record.problem,
        "seconds": None if record.seconds is None else round(record.seconds, 6),
        "steps": record.steps,
        "bytes": record.bytes,
    }
    if record.overloaded_by:
        entry["overloaded_by"] = record.overloaded_by
    if record.key:
        entry["key"] = record.key
    if record.items:
        entry["items"] = _count_items(record)
    if trace_id:
        entry["trace_id"] = trace_id
    if record.exception:
        entry["exception"] = format_exception(record.exception)
    return entry


def _count_items(record: RequestRecord) -> dict[str, int]:
    counts: dict[str, int] = {}
    for (operation, _), count in (record.items or {}).items():
        counts[operation] = counts.get(operation, 0) + count
    return counts
