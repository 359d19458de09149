"""Lines of JSON on their way out: never waited for, and never the reason why a request fails."""

import atexit
import os
import select
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import RLock, Thread
from typing import Any

import orjson

Line = Mapping[str, Any]
MakeLine = Callable[[], Line]

LINES_WAITING = 10_000
"""So many lines may wait to be written; those that come then are dropped, and counted."""

LINE_BYTES = select.PIPE_BUF
"""No line is longer: a pipe takes that much in one piece, so the lines of several workers do not mix."""

_PAUSE = 0.02
"""The writer waits so long for company for a line: to be woken for each costs more than to write it."""

_LONG = 64
"""A text beyond this may be cut where a line is too long."""


class Writer:
    """Writes lines to a file descriptor, in a thread of its own that starts with a process's first line."""

    def __init__(self, descriptor: int, waiting: int = LINES_WAITING) -> None:
        self._descriptor = descriptor
        self._waiting = waiting
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        """A forked process has none of its parent's threads, and must not write its parent's lines."""
        self._queue: SimpleQueue[MakeLine | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._lock = RLock()  # a signal may come in between
        self._closed = False
        self._torn = False
        self._dropped = 0

    def put(self, line: MakeLine) -> None:
        """Have a line written, soon."""
        if self._closed:
            self._write([line])
        elif self._queue.qsize() >= self._waiting or not (self._thread or self._start()):
            self._drop(1)
        else:
            self._queue.put(line)

    def take_dropped(self) -> int:
        """How many lines were lost since this was last asked."""
        if not self._dropped:
            return 0
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        return dropped

    def close(self, patience: float = 1.0) -> None:
        """Write what still waits, unless nobody takes it."""
        thread, self._closed = self._thread, True
        if thread:
            self._queue.put(None)
            thread.join(patience)

    def _start(self) -> bool:
        with self._lock:
            if self._thread is None:
                thread = Thread(target=self._write_on, name="lines", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # no more threads are to be had
                    return False
                self._thread = thread
        return True

    def _write_on(self) -> None:
        queue = self._queue
        while True:
            lines = [queue.get()]
            if lines[0] is not None:
                time.sleep(_PAUSE)
            try:
                while True:
                    lines.append(queue.get_nowait())
            except Empty:
                self._write([line for line in lines if line is not None])
            if None in lines:
                return

    def _write(self, lines: list[MakeLine]) -> None:
        """As many whole lines at once as a pipe takes in one piece."""
        piece: list[bytes] = []
        size = 0
        for line in lines:
            try:
                written = dump_line(line())
            except Exception:  # noqa: BLE001 - the thread must live on, whatever is wrong with one line
                self._drop(1)
                continue
            if size + len(written) > LINE_BYTES:
                self._write_piece(piece)
                piece, size = [], 0
            piece.append(written)
            size += len(written)
        self._write_piece(piece)

    def _write_piece(self, piece: list[bytes]) -> None:
        rest = b"".join((b"\n", *piece) if self._torn else piece)
        try:
            while rest:
                written = os.write(self._descriptor, rest)
                self._torn = written < len(rest)
                rest = rest[written:]
        except OSError:  # a full disk, or nobody at the other end
            self._drop(len(piece))

    def _drop(self, lines: int) -> None:
        with self._lock:
            self._dropped += lines


def dump_line(line: Line) -> bytes:
    """A line as bytes. Where it is too long, its long texts lose their beginnings: the end of a traceback says most."""
    written = _dump(line)
    kept = LINE_BYTES
    while len(written) > LINE_BYTES and kept > _LONG:
        kept //= 2
        written = _dump({key: _cut(value, kept) for key, value in line.items()})
    return written


def _cut(value: Any, kept: int) -> Any:
    return f"…{value[-kept:]}" if isinstance(value, str) and len(value) > kept else value


def _dump(line: Line) -> bytes:
    try:
        return orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:  # half a character, as a path that is not UTF-8 has
        plain = {key: ascii(value) if isinstance(value, str) else value for key, value in line.items()}
        return orjson.dumps(plain, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE)


STANDARD_OUTPUT = Writer(1)
"""Where all lines of a process go."""

atexit.register(STANDARD_OUTPUT.close)
