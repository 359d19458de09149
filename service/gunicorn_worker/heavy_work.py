"""Admission of heavy requests: they never occupy all threads of a worker, and only one of them computes at a time."""

from threading import Condition

from rummy_referee.engine.work import CancelledError, OverloadedError

from ..operations.limits import HEAVY_STEPS, HEAVY_WAIT_SECONDS, LIGHT_STEPS
from .connection import Connection


class HeavyWork:
    """The heavy requests of a worker, in order of arrival. The first one computes, the others wait in their threads.

    A request becomes heavy while it runs: with more than ``LIGHT_STEPS`` steps, or with a search that takes much
    memory. There is no need to guess, and a worker needs little more memory than one large search.

    Others never wait for ever: the one that computes is stopped after ``HEAVY_STEPS``, and if it hangs between two
    checks, the others give up after ``HEAVY_WAIT_SECONDS``.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._admitted: list[Connection] = []
        self._changed = Condition()
        self._has_stopped = False
        self.costly_paths: set[str] = set()
        """The paths of costly operations: those that have had a heavy request."""

    def guard(self, connection: Connection, steps: int, is_large: bool) -> None:
        """Let a request go on: at once, after other heavy requests, or not at all if there is no place or no client."""
        if (steps > LIGHT_STEPS or is_large) and connection not in self._admitted:
            self._admit(connection)
        if connection.has_ended:
            raise CancelledError
        if self._has_stopped or steps > HEAVY_STEPS:
            raise OverloadedError

    def _admit(self, connection: Connection) -> None:
        with self._changed:
            self.costly_paths.add(connection.request.path)
            if len(self._admitted) >= self._places:
                raise OverloadedError
            self._admitted.append(connection)
            if not self._changed.wait_for(
                lambda: self._admitted[0] is connection or connection.has_ended or self._has_stopped,
                HEAVY_WAIT_SECONDS,
            ):
                self._leave(connection)
                raise OverloadedError

    def end(self, connection: Connection) -> None:
        """The request of a connection has ended."""
        with self._changed:
            self._leave(connection)

    def _leave(self, connection: Connection) -> None:
        if connection in self._admitted:
            self._admitted.remove(connection)
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
