"""Hands complete requests to threads, so that light requests and probes always find one."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor

from ..http.health import PROBES
from .connection import Connection, Phase
from .connection_table import ConnectionTable
from .heavy_work import HeavyWork

PROBE_PATHS = frozenset(PROBES.values())
"""Each has a thread of its own, so that probes do not fail, and restart the service, because it is busy."""


class Dispatcher:
    """The threads of a worker. A thread calls ``handle``, then ``on_done``.

    Requests that wait for a place among the heavy ones do not count: up to as many others start in further threads.
    ``on_waiting`` is called in such a thread; it must have ``start_queued`` called by the main loop.
    """

    def __init__(
        self,
        threads: int,
        connections: ConnectionTable,
        handle: Callable[[Connection], bool],
        on_done: Callable[[Connection, Future[bool]], None],
        on_waiting: Callable[[], None],
    ) -> None:
        self._threads = threads
        self._connections = connections
        self._handle = handle
        self._on_done = on_done
        self._pool = ThreadPoolExecutor(2 * threads)
        self._probe_pools = {path: ThreadPoolExecutor(1) for path in PROBE_PATHS}
        # Heavy requests keep at most half of the threads, all requests of costly operations three quarters.
        self.heavy = HeavyWork(places=threads // 2, on_waiting=on_waiting)
        self._threads_for_costly = threads - max(1, threads // 4)

    def dispatch(self, connection: Connection) -> None:
        """Start the complete request of a connection, or queue it."""
        if pool := self._probe_pools.get(connection.request.path):
            self._start(connection, pool)
        else:
            self._connections.put(connection, Phase.QUEUED)
            self.start_queued()

    def count_busy(self) -> int:
        """The threads that handle requests, without probes and requests that wait for a place."""
        running = self._connections.in_phase(Phase.RUNNING)
        busy = sum(connection.request.path not in PROBE_PATHS for connection in running)
        return max(0, busy - self.heavy.without_place)

    def start_queued(self) -> None:
        """Start queued requests in order of arrival. Those of costly operations never take the last threads."""
        costly = self.heavy.costly_paths
        running = [connection.request.path for connection in self._connections.in_phase(Phase.RUNNING)]
        waiting = min(self.heavy.without_place, self._threads)
        free = self._threads + waiting - sum(path not in PROBE_PATHS for path in running)
        free_for_costly = self._threads_for_costly + waiting - sum(path in costly for path in running)
        for connection in self._connections.in_phase(Phase.QUEUED):
            if free <= 0:
                break
            is_costly = connection.request.path in costly
            if not is_costly or free_for_costly > 0:
                free -= 1
                free_for_costly -= is_costly
                self._start(connection, self._pool)

    def _start(self, connection: Connection, pool: Executor) -> None:
        self._connections.put(connection, Phase.RUNNING)
        pool.submit(self._handle, connection).add_done_callback(lambda done: self._on_done(connection, done))

    def shut_down(self) -> None:
        """Accept no more requests."""
        for pool in (self._pool, *self._probe_pools.values()):
            pool.shutdown(wait=False)
