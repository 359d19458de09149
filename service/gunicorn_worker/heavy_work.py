"""Admission of heavy requests: they never occupy all threads of a worker, and only one of them computes at a time."""

import time
from collections.abc import Callable
from threading import Condition

from rummy_referee.engine.work import CancelledError, OverloadedError

from ..operations.limits import HEAVY_STEPS, HEAVY_WAIT_SECONDS, LIGHT_STEPS, PLACE_WAIT_SECONDS
from .connection import Connection

RECENT_TURNS = 8
"""About how many of the last turns count for the expected duration of a turn."""


class HeavyWork:
    """The heavy requests of a worker, in order of arrival. The first one computes, the others wait in their threads.

    A request becomes heavy while it runs: with more than ``LIGHT_STEPS`` steps, or with a search that takes much
    memory. There is no need to guess, and a worker needs little more memory than one large search.

    The first ``places`` requests are admitted. Others wait for a place if they can expect one within
    ``PLACE_WAIT_SECONDS``; ``on_waiting`` is called for each of them, because its thread is not busy.

    Nobody waits for ever: the one that computes is stopped after ``HEAVY_STEPS``, and if it hangs between two
    checks, the others give up after ``HEAVY_WAIT_SECONDS``.
    """

    def __init__(self, places: int, on_waiting: Callable[[], None] = lambda: None) -> None:
        self.places = places
        self._on_waiting = on_waiting
        self._line: list[Connection] = []
        self._changed = Condition()
        self._turn_began = 0.0
        self._turn_seconds = 0.0
        """The mean duration of recent turns."""
        self._has_stopped = False
        self.costly_paths: set[str] = set()
        """The paths of costly operations: those that have had a heavy request."""

    @property
    def length(self) -> int:
        """The number of heavy requests."""
        return len(self._line)

    @property
    def without_place(self) -> int:
        """The number of requests that wait for a place."""
        return max(0, len(self._line) - self.places)

    def guard(self, connection: Connection, steps: int, is_large: bool) -> None:
        """Let a request go on: at once, after other heavy requests, or not at all if there is no place or no client."""
        if (steps > LIGHT_STEPS or is_large) and connection not in self._line:
            self._admit(connection)
        if connection.has_ended:
            raise CancelledError
        if self._has_stopped or steps > HEAVY_STEPS:
            raise OverloadedError("shutdown" if self._has_stopped else "steps")

    def _admit(self, connection: Connection) -> None:
        with self._changed:
            self.costly_paths.add(connection.request.path)
            turns_to_end = len(self._line) - self.places + 1
            now = time.monotonic()
            if turns_to_end > 0 and turns_to_end * self._turn_seconds > now - self._turn_began + PLACE_WAIT_SECONDS:
                raise OverloadedError("heavy_places")
            if not self._line:
                self._turn_began = now
            self._line.append(connection)
            if turns_to_end > 0:
                self._on_waiting()
            has_turn = self._wait(connection, self.places, PLACE_WAIT_SECONDS) and self._wait(
                connection, 1, HEAVY_WAIT_SECONDS
            )
            if not has_turn:
                self._leave(connection)
                raise OverloadedError("heavy_places")

    def _wait(self, connection: Connection, first: int, seconds: float) -> bool:
        """Wait until a request is among the first ones of the line or ends; whether it did within these seconds."""
        return self._changed.wait_for(
            lambda: connection in self._line[:first] or connection.has_ended or self._has_stopped, seconds
        )

    def end(self, connection: Connection) -> None:
        """The request of a connection has ended."""
        with self._changed:
            self._leave(connection)

    def _leave(self, connection: Connection) -> None:
        if connection not in self._line:
            return
        if connection is self._line[0]:
            now = time.monotonic()
            self._turn_seconds += (now - self._turn_began - self._turn_seconds) / RECENT_TURNS
            self._turn_began = now
        self._line.remove(connection)
        self._changed.notify_all()

    def cancel(self, connection: Connection) -> None:
        """The client of a connection is gone: its request ends at its next check, or now if it waits."""
        with self._changed:
            connection.has_ended = True
            self._changed.notify_all()

    def stop(self) -> None:
        """Reject all requests at their next check: there is no time left for them."""
        with self._changed:
            self._has_stopped = True
            self._changed.notify_all()
