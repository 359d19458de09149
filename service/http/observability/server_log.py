"""The log of gunicorn and the libraries, as lines of JSON like the request log."""

import logging
import os
import re
import traceback
from datetime import UTC, datetime
from logging import INFO
from types import TracebackType
from typing import Any

from rummy_referee.engine.library import EngineMissingError

from ...settings import LOG_LEVELS, SettingsError
from .log_writer import STANDARD_OUTPUT

LEVELS: dict[str, int] = {name: getattr(logging, name.upper()) for name in LOG_LEVELS}

_INVALID_REQUEST = re.compile(r"Invalid request from ip=\S*: ([A-Za-z ]*[A-Za-z])")
"""Gunicorn quotes the request, which may contain somebody's hand. Only the kind of error is kept."""

_REQUEST_FAILURES = ("Error handling request", "Request parsing failed", "Request failed outside the application")
"""Beginnings of messages about a failed request. Gunicorn's continues with the requested path."""


_EXPLAINED = (SettingsError, EngineMissingError)
"""Errors that the operator can fix. Their message says how, so that no traceback is needed."""


class ServerLogHandler(logging.Handler):
    """Sends log records to the log writer."""

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the entry of a record."""
        entry = format_record(record)  # now, because the record's arguments may change
        STANDARD_OUTPUT.put(lambda: entry)


def format_record(record: logging.LogRecord) -> dict[str, Any]:
    """The entry of a log record, without anything a caller sent."""
    message = record.getMessage()
    invalid = _INVALID_REQUEST.match(message)
    failed = next((beginning for beginning in _REQUEST_FAILURES if message.startswith(beginning)), None)
    if invalid:
        message = f"Invalid request: {invalid[1]}"
    elif failed:
        message = failed
    entry = {
        "time": datetime.fromtimestamp(record.created, UTC),
        "level": record.levelname.lower(),
        "event": "log",
        "logger": record.name,
        "pid": record.process,
        "message": message,
    }
    if record.exc_info and record.exc_info[1]:
        exception = record.exc_info[1]
        entry["exception"] = format_exception(exception) if failed else "".join(traceback.format_exception(exception))
    return entry


def log_uncaught(kind: type[BaseException], exception: BaseException, trace: TracebackType | None) -> None:
    """Log why the process ends."""
    entry = {
        "time": datetime.now(UTC),
        "level": "critical",
        "event": "log",
        "logger": "service",
        "pid": os.getpid(),
        "message": str(exception) if issubclass(kind, _EXPLAINED) else "The service stops on an unexpected error",
    }
    if not issubclass(kind, _EXPLAINED):
        entry["exception"] = "".join(traceback.format_exception(kind, exception, trace))
    STANDARD_OUTPUT.put(lambda: entry)


def logging_config(level: str) -> dict[str, Any]:
    """The ``logging.config`` dictionary of the server."""
    chosen = max(LEVELS[level], INFO)  # at debug level gunicorn quotes requests
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"json": {"()": ServerLogHandler}},
        "root": {"level": chosen, "handlers": ["json"]},
        "loggers": {"gunicorn.error": {"level": chosen, "handlers": [], "propagate": True}},
    }


def format_exception(exception: BaseException) -> str:
    """The traceback and type of an exception and its causes, without messages: these may quote a request."""
    chain: list[BaseException] = []
    current: BaseException | None = exception
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    parts = ("".join(traceback.format_tb(one.__traceback__)) + type(one).__name__ for one in reversed(chain))
    return "\nthen\n".join(parts)
