"""The connections of a worker: what each waits for, and until when."""

import selectors
import time
from collections.abc import Callable, Mapping
from functools import partial

from .connection import Connection, Phase

SPARED_SECONDS = 1
"""A connection that has waited for less is never closed to make room for another."""
CLOSABLE = (Phase.IDLE, Phase.RECEIVING, Phase.SENDING, Phase.LINGERING)
"""The phases in which a connection waits for its client."""


class ConnectionTable:
    """All open connections, by phase. ``on_event`` is called when a socket is ready for what its connection waits for.

    Within a phase they are in order of their deadlines, because the timeout of a phase is the same for all.
    """

    def __init__(
        self,
        poller: selectors.BaseSelector,
        on_event: Callable[[Connection, object], None],
        timeouts: Mapping[Phase, float],
    ) -> None:
        self._poller = poller
        self._on_event = on_event
        self._timeouts = timeouts
        self._deadlines: dict[Phase, dict[Connection, float]] = {phase: {} for phase in Phase}

    def __len__(self) -> int:
        """The number of open connections."""
        return sum(map(len, self._deadlines.values()))

    def in_phase(self, phase: Phase) -> list[Connection]:
        """The connections in a phase, those that have been in it longest first."""
        return list(self._deadlines[phase])

    def count(self, phase: Phase) -> int:
        """The number of connections in a phase."""
        return len(self._deadlines[phase])

    def count_uploads(self) -> int:
        """The number of requests with a large body that have not been handled yet."""
        phases = (Phase.RECEIVING, Phase.QUEUED, Phase.RUNNING)
        return sum(connection.is_upload for phase in phases for connection in self._deadlines[phase])

    def put(self, connection: Connection, phase: Phase) -> None:
        """Put a connection in a phase, with the phase's timeout."""
        if connection.phase is not None:
            del self._deadlines[connection.phase][connection]
        connection.phase = phase
        self._deadlines[phase][connection] = time.monotonic() + self._timeouts[phase]
        self._poll(connection, selectors.EVENT_WRITE if phase is Phase.SENDING else selectors.EVENT_READ)

    def pause(self, connection: Connection) -> None:
        """Read nothing more from a connection until its next phase."""
        self._poll(connection, 0)

    def close(self, connection: Connection) -> None:
        """Close a connection that is in a phase."""
        if connection.phase is not None:
            del self._deadlines[connection.phase][connection]
            connection.phase = None
        self._poll(connection, 0)
        connection.socket.close()

    def find_expired(self) -> Connection | None:
        """A connection whose deadline has passed."""
        now = time.monotonic()
        for connections in self._deadlines.values():
            first = next(iter(connections), None)
            if first is not None and connections[first] <= now:
                return first
        return None

    def find_oldest(self) -> Connection | None:
        """The connection that has waited longest for its client, but not one that has just begun to."""
        since = {
            next(iter(connections)): next(iter(connections.values())) - self._timeouts[phase]
            for phase, connections in self._deadlines.items()
            if phase in CLOSABLE and connections
        }
        oldest = min(since, key=since.__getitem__, default=None)
        return oldest if oldest and since[oldest] <= time.monotonic() - SPARED_SECONDS else None

    def _poll(self, connection: Connection, events: int) -> None:
        """Poll for these events of the socket from now on."""
        if connection.events == events:
            return
        if not events:
            self._poller.unregister(connection.socket)
        elif connection.events:
            self._poller.modify(connection.socket, events, partial(self._on_event, connection))
        else:
            self._poller.register(connection.socket, events, partial(self._on_event, connection))
        connection.events = events
