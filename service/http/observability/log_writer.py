"""Writes log entries as lines of JSON from a thread: a request never waits for the log and never fails because of it.

``logging.handlers.QueueHandler`` does the same, but costs the request thread several times as much, because it needs a
``LogRecord`` for each request, and its listener writes line by line.
"""

import atexit
import os
import select
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import RLock, Thread
from typing import Any

import orjson

Entry = Mapping[str, Any]
MakeEntry = Callable[[], Entry]

QUEUE_ENTRIES = 10_000
"""The bound of the queue. Entries that arrive while it is full are dropped and counted."""

ENTRY_BYTES = select.PIPE_BUF
"""The longest line. A pipe takes this much atomically, so the lines of several workers do not mix."""

_BATCH_SECONDS = 0.02
"""How long the writer waits to batch entries: waking it up for each costs more than writing it."""

_SHORT = 64
"""Texts up to this length are never truncated."""


class LogWriter:
    """Writes entries to a file descriptor. Its thread starts with the first entry of the process."""

    def __init__(self, descriptor: int, capacity: int = QUEUE_ENTRIES) -> None:
        self._descriptor = descriptor
        self._capacity = capacity
        self._reset()
        os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        """Start empty: a forked process has no threads of its parent and must not write its parent's entries."""
        self._queue: SimpleQueue[MakeEntry | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._lock = RLock()  # reentrant: a signal handler may log, too
        self._closed = False
        self._partial = False
        self._dropped = 0

    def put(self, entry: MakeEntry) -> None:
        """Queue an entry; the writer thread builds and writes it. After ``close`` it is written at once."""
        if self._closed:
            self._write([entry])
        elif self._queue.qsize() >= self._capacity or not (self._thread or self._start()):
            self._drop(1)
        else:
            self._queue.put(entry)

    def take_dropped(self) -> int:
        """The number of entries dropped since the last call."""
        if not self._dropped:
            return 0
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        return dropped

    def close(self, timeout: float = 1.0) -> None:
        """Write what is queued, within a timeout."""
        thread, self._closed = self._thread, True
        if thread:
            self._queue.put(None)
            thread.join(timeout)

    def _start(self) -> bool:
        with self._lock:
            if self._thread is None:
                thread = Thread(target=self._run, name="log-writer", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # the system allows no more threads
                    return False
                self._thread = thread
        return True

    def _run(self) -> None:
        queue = self._queue
        while True:
            entries = [queue.get()]
            if entries[0] is not None:
                time.sleep(_BATCH_SECONDS)
            try:
                while True:
                    entries.append(queue.get_nowait())
            except Empty:
                self._write([entry for entry in entries if entry is not None])
            if None in entries:
                return

    def _write(self, entries: list[MakeEntry]) -> None:
        """Write as many whole lines at a time as a pipe takes atomically."""
        lines: list[bytes] = []
        size = 0
        for entry in entries:
            try:
                line = format_entry(entry())
            except Exception:  # noqa: BLE001 - one invalid entry must not end the thread
                self._drop(1)
                continue
            if size + len(line) > ENTRY_BYTES:
                self._write_lines(lines)
                lines, size = [], 0
            lines.append(line)
            size += len(line)
        self._write_lines(lines)

    def _write_lines(self, lines: list[bytes]) -> None:
        rest = b"".join((b"\n", *lines) if self._partial else lines)
        try:
            while rest:
                written = os.write(self._descriptor, rest)
                self._partial = written < len(rest)
                rest = rest[written:]
        except OSError:  # a full disk, or a closed pipe
            self._drop(len(lines))

    def _drop(self, entries: int) -> None:
        with self._lock:
            self._dropped += entries


def format_entry(entry: Entry) -> bytes:
    """An entry as a line of JSON. If it is too long, long texts lose their beginning: a traceback's end matters."""
    line = _dump(entry)
    kept = ENTRY_BYTES
    while len(line) > ENTRY_BYTES and kept > _SHORT:
        kept //= 2
        line = _dump({key: _truncate(value, kept) for key, value in entry.items()})
    return line


def _truncate(value: Any, kept: int) -> Any:
    return f"…{value[-kept:]}" if isinstance(value, str) and len(value) > kept else value


def _dump(entry: Entry) -> bytes:
    try:
        return orjson.dumps(entry, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:  # a lone surrogate, as in a path that is not UTF-8
        plain = {key: ascii(value) if isinstance(value, str) else value for key, value in entry.items()}
        return orjson.dumps(plain, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE)


STANDARD_OUTPUT = LogWriter(1)
"""The log of this process."""

atexit.register(STANDARD_OUTPUT.close)
