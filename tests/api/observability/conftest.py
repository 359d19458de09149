"""Applications whose log can be read."""

import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.http.observability import instrumentation
from service.http.observability.log_writer import LogWriter
from service.http.observability.request_log import RequestLog
from service.settings import Settings

Lines = list[dict[str, Any]]


class LoggedApps:
    """Applications that log to a file."""

    def __init__(self, file: Path, descriptor: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file = file
        writer = LogWriter(descriptor)
        writer.close()  # from now on entries are written at once
        monkeypatch.setattr(instrumentation, "RequestLog", partial(RequestLog, writer=writer))

    def app(self, level: str = "info", **settings: Any) -> Flask:
        """An application."""
        return create_app(Settings(log_level=level, **settings))

    def text(self) -> str:
        """The whole log."""
        return self._file.read_text(encoding="utf-8")

    def lines(self) -> Lines:
        """The entries of the log."""
        return [json.loads(line) for line in self.text().splitlines()]


@pytest.fixture
def logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoggedApps]:
    """Applications whose log can be read."""
    file = tmp_path / "log"
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    yield LoggedApps(file, descriptor, monkeypatch)
    os.close(descriptor)
