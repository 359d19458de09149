"""What the server and the libraries log, in lines of JSON like those of requests."""

import logging
import os
import re
import traceback
from datetime import UTC, datetime
from logging import INFO
from types import TracebackType
from typing import Any

from service.api.observability.lines import STANDARD_OUTPUT
from service.engine.library import EngineMissingError
from service.settings import LOG_LEVELS, SettingsError

LEVELS: dict[str, int] = {name: getattr(logging, name.upper()) for name in LOG_LEVELS}

_REFUSED = re.compile(r"Invalid request from ip=\S*: ([A-Za-z ]*[A-Za-z])")
"""Gunicorn quotes what it could not read, and that may be somebody's hand: only the kind of fault is kept."""

_EXPLAINED = (SettingsError, EngineMissingError)
"""What the operator can put right. The message says how, so that no traceback is needed."""

_FAILED = ("Error handling request", "a request could not be read", "a request failed outside the application")
"""How lines begin that tell of an exception in a request. Gunicorn's goes on with the path that was asked."""


class LineHandler(logging.Handler):
    """Sends what is logged by others, gunicorn above all, the way of all lines."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record's line."""
        line = record_line(record)  # now: what it tells of may change
        STANDARD_OUTPUT.put(lambda: line)


def record_line(record: logging.LogRecord) -> dict[str, Any]:
    """The line of a record, without what a caller has sent."""
    message = record.getMessage()
    refused = _REFUSED.match(message)
    failed = next((beginning for beginning in _FAILED if message.startswith(beginning)), None)
    if refused:
        message = f"Invalid request: {refused[1]}"
    elif failed:
        message = failed
    line = {
        "time": datetime.fromtimestamp(record.created, UTC),
        "level": record.levelname.lower(),
        "event": "log",
        "logger": record.name,
        "pid": record.process,
        "message": message,
    }
    if record.exc_info and record.exc_info[1]:
        failure = record.exc_info[1]
        line["exception"] = format_failure(failure) if failed else "".join(traceback.format_exception(failure))
    return line


def log_uncaught(kind: type[BaseException], failure: BaseException, trace: TracebackType | None) -> None:
    """Log why a process ends."""
    line = {
        "time": datetime.now(UTC),
        "level": "critical",
        "event": "log",
        "logger": "service",
        "pid": os.getpid(),
        "message": str(failure) if issubclass(kind, _EXPLAINED) else "The service cannot go on",
    }
    if not issubclass(kind, _EXPLAINED):
        line["exception"] = "".join(traceback.format_exception(kind, failure, trace))
    STANDARD_OUTPUT.put(lambda: line)


def logging_config(level: str) -> dict[str, Any]:
    """How Python's logging is set up where the service is served, as ``logging.config`` has it."""
    chosen = max(LEVELS[level], INFO)  # at its own debug level gunicorn quotes requests
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"lines": {"()": LineHandler}},
        "root": {"level": chosen, "handlers": ["lines"]},
        "loggers": {"gunicorn.error": {"level": chosen, "handlers": [], "propagate": True}},
    }


def format_failure(failure: BaseException) -> str:
    """Where an exception comes from and of what kind it is. Not its message, which may quote tiles that were sent."""
    chain: list[BaseException] = []
    met: BaseException | None = failure
    while met is not None and met not in chain:
        chain.append(met)
        met = met.__cause__ or (None if met.__suppress_context__ else met.__context__)
    parts = ("".join(traceback.format_tb(one.__traceback__)) + type(one).__name__ for one in reversed(chain))
    return "\nthen\n".join(parts)
