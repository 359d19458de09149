"""Logging never blocks: neither on a full disk nor on a full pipe."""

import fcntl
import json
import logging
import os
from functools import partial
from typing import Any

import pytest

from service.http.observability.log_writer import ENTRY_BYTES, LogWriter, format_entry
from service.http.observability.server_log import ServerLogHandler, format_record, logging_config


def test_a_full_disk_only_drops_entries():
    full = os.open("/dev/full", os.O_WRONLY)
    writer = LogWriter(full)
    for number in range(30):
        writer.put(partial(dict, number=number))
    writer.close()
    assert writer.take_dropped() == 30
    assert writer.take_dropped() == 0
    os.close(full)


def test_a_full_pipe_only_drops_entries():
    """If ``put`` blocked, this test would not end."""
    reader, pipe = os.pipe()
    size = fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
    writer = LogWriter(pipe, capacity=100)
    text = "x" * 500
    for number in range(1000):
        writer.put(partial(dict, number=number, text=text))
    writer.close(timeout=0)
    dropped = writer.take_dropped()
    assert 1000 - dropped <= 100 + 100 + size // 500  # in the queue, in the batch being written, in the pipe
    with open(reader, encoding="utf-8") as lines:  # noqa: PTH123 - a descriptor
        numbers = [json.loads(lines.readline())["number"] for _ in range(1000 - dropped)]
    assert numbers == sorted(numbers)
    os.close(pipe)


def test_queued_entries_are_written_in_order_on_close(tmp_path):
    file = tmp_path / "log"
    with file.open("wb") as opened:
        writer = LogWriter(opened.fileno())
        for number in range(5000):
            writer.put(partial(dict, number=number))
        writer.close(timeout=30)
        writer.put(lambda: {"number": 5000})
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == list(range(5001))


def test_an_invalid_entry_does_not_affect_others(tmp_path):
    file = tmp_path / "log"
    with file.open("wb") as opened:
        writer = LogWriter(opened.fileno())
        lines: list[Any] = [partial(dict, number=1), partial(int, "R7"), partial(dict, number=object())]
        for line in (*lines, partial(dict, number=2)):
            writer.put(line)
        writer.close(timeout=30)
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == [1, 2]
    assert writer.take_dropped() == 2


def test_a_forked_process_writes_only_its_own_entries(tmp_path):
    file = tmp_path / "log"
    with file.open("ab") as opened:
        writer = LogWriter(opened.fileno())
        writer.put(lambda: {"by": "parent"})
        child = os.fork()
        if not child:
            writer.put(lambda: {"by": "child"})
            writer.close(timeout=30)
            os._exit(0)
        os.waitpid(child, 0)
        writer.close(timeout=30)
    assert sorted(json.loads(line)["by"] for line in file.read_text().splitlines()) == ["child", "parent"]


def test_after_a_partial_line_the_next_starts_a_new_line(monkeypatch, tmp_path):
    """The disk is full in the middle of a line, and later it is not."""
    file = tmp_path / "log"
    write, writes = os.write, []

    def write_less(descriptor: int, text: bytes) -> int:
        writes.append(text)
        if len(writes) == 2:
            raise OSError(28, "No space left on device")
        return write(descriptor, text[:5] if len(writes) == 1 else text)

    monkeypatch.setattr(os, "write", write_less)
    with file.open("wb") as opened:
        writer = LogWriter(opened.fileno())
        writer.close()
        writer.put(lambda: {"number": 1})
        writer.put(lambda: {"number": 2})
    assert writer.take_dropped() == 1
    assert file.read_text().splitlines() == ['{"num', '{"number":2}']


@pytest.mark.parametrize("text", ["a" * 10_000, "é" * 10_000, "\n\x01" * 5_000, '"' * 10_000])
def test_no_line_is_longer_than_an_atomic_pipe_write(text):
    line = format_entry({"message": f"{text}?", "exception": f"{text}!", "number": 5})
    assert len(line) <= ENTRY_BYTES
    read = json.loads(line)
    assert (read["message"][0], read["message"][-1], read["exception"][-1], read["number"]) == ("…", "?", "!", 5)


def test_a_lone_surrogate_is_escaped():
    assert json.loads(format_entry({"message": "caf\udce9"})) == {"message": "'caf\\udce9'"}


# --- the log of the server ------------------------------------------------------------------------------------------


def record(message: str, *values: object, failure: BaseException | None = None) -> logging.LogRecord:
    exc_info = (type(failure), failure, failure.__traceback__) if failure else None
    return logging.LogRecord("gunicorn.error", logging.WARNING, __file__, 1, message, values, exc_info)


def test_a_message_of_gunicorn_becomes_an_entry():
    line = format_record(record("Worker (pid:%s) was sent %s!", 7, "SIGKILL"))
    assert (line["level"], line["logger"], line["message"]) == (
        "warning",
        "gunicorn.error",
        "Worker (pid:7) was sent SIGKILL!",
    )
    assert line["pid"] == os.getpid()


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("Invalid request from ip=10.0.0.7: Invalid HTTP method: '[\"R7\"]'", "Invalid request: Invalid HTTP method"),
        ("Invalid request from ip=::1: Invalid chunk size: b'R7R8'", "Invalid request: Invalid chunk size"),
        ("Invalid request from ip=: Contradictory scheme headers", "Invalid request: Contradictory scheme headers"),
        ("Error handling request POST /R7", "Error handling request"),
    ],
)
def test_text_of_a_caller_is_removed_from_messages_of_gunicorn(said, given):
    line = format_record(record(said))
    assert line["message"] == given
    assert "R7" not in str(line)


def test_exceptions_of_requests_are_logged_without_their_messages():
    failure = ValueError("PORT is R7")
    assert "PORT is R7" in format_record(record("Exception in worker process", failure=failure))["exception"]
    assert (
        format_record(record("Error handling request %s %s", "GET", "/", failure=failure))["exception"] == "ValueError"
    )


def test_libraries_never_log_below_info():
    """At debug level gunicorn quotes requests."""
    config = logging_config("debug")
    assert config["root"] == {"level": logging.INFO, "handlers": ["json"]}
    assert config["loggers"]["gunicorn.error"]["level"] == logging.INFO
    assert logging_config("error")["root"]["level"] == logging.ERROR
    assert config["handlers"] == {"json": {"()": ServerLogHandler}}
