"""A gunicorn worker whose threads only compute.

gunicorn's own threads read from and write to the client, so 40 stalled clients occupy 40 threads. Here the main loop
receives requests without blocking and hands a request to a thread when it is complete. The thread writes the response
to a buffer; what the socket does not take at once is sent by the main loop. A slow client costs a socket and at most
the bytes of its request, until its timeout.

A complete request waits for a thread in the main loop, which reads on: if the client closes the connection, a waiting
request is dropped and a running one is cancelled.
"""

import errno
import os
import selectors
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from gunicorn.errors import ConfigError
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import ThreadWorker

from service.api.contract import READINESS
from service.api.health import PROBES
from service.api.limits import BODY_BYTES, PHOTO_BYTES, QUEUE_SECONDS, RETRY_SECONDS, UNSENT_BYTES, UPLOADS
from service.api.observability.instrumentation import Instrumentation
from service.api.photos import PATH as PHOTO_PATH
from service.api.problems import Problem
from service.engine.work import StoppedError, counted_work
from service.gunicorn_worker.connection import RECEIVE_BYTES, Connection, Phase, count_excess
from service.gunicorn_worker.error_responses import (
    RequestTimeoutError,
    find_problem,
    format_error_response,
    make_environ,
)
from service.gunicorn_worker.heavy_work import HeavyWork
from service.gunicorn_worker.request_parser import RequestParser
from service.settings import read_settings

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LINGER_SECONDS = 2
LINGER_BYTES = 4 * 1024 * 1024
"""The limits of a lingering close: how long and how much of a rejected body is read and discarded."""
DRAIN_SECONDS = 1
"""How long idle connections stay open during a shutdown, for requests that are already on their way."""
REPLACE_SECONDS = 2
"""How long a worker goes on after it has asked for its replacement, which starts in the meantime."""
SPARED_SECONDS = 1
"""A connection that has waited for less is never closed to make room for another."""
SURPLUS_CONNECTIONS = 64
"""How many connections are accepted beyond the limit, to answer probes, and all other requests with a 503."""
PROBE_PATHS = frozenset(PROBES.values())
"""Each has a thread of its own, so that probes do not fail, and restart the service, because it is busy."""
QUEUES = (Phase.QUEUED, Phase.QUEUED_COSTLY)
CLOSABLE = (Phase.IDLE, Phase.RECEIVING, Phase.SENDING, Phase.LINGERING)
"""The phases in which a connection waits for its client."""


class BufferingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Waits for clients in the main loop and handles requests in threads."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        settings = read_settings(os.environ)
        self.timeouts = {
            Phase.IDLE: self.cfg.keepalive,
            Phase.RECEIVING: settings.request_seconds,
            Phase.QUEUED: QUEUE_SECONDS,
            Phase.QUEUED_COSTLY: QUEUE_SECONDS,
            Phase.RUNNING: float("inf"),
            Phase.SENDING: settings.answer_seconds,
            Phase.LINGERING: LINGER_SECONDS,
        }
        # The deadlines of each phase are in ascending order, because its timeout is the same for all connections.
        self.waiting: dict[Phase, dict[Connection, float]] = {phase: {} for phase in Phase}
        # Heavy requests keep at most half of the threads, other requests of costly operations at most a quarter.
        self.threads_for_costly = self.cfg.threads - max(1, self.cfg.threads // 4)
        self.heavy = HeavyWork(places=self.cfg.threads // 2)
        self.body_limits = {PHOTO_PATH: PHOTO_BYTES} if settings.photos == "on" else {}
        self.uploads: set[Connection] = set()
        # gunicorn would stop the worker at its last request, before there is a replacement.
        self.last_request: int = vars(self)["max_requests"]
        self.max_requests = sys.maxsize
        self.replaced_at = float("inf")

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Reject TLS, which a proxy in front has to terminate: its handshake precedes the first byte of a request."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ConfigError("this worker does not support TLS: use a proxy in front of it")

    def init_process(self) -> None:
        """Create the threads of the probes in the worker's own process, and serve."""
        self.probe_pools = {path: ThreadPoolExecutor(max_workers=1) for path in PROBE_PATHS}
        super().init_process()

    # --- the main loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until the worker is stopped or replaced, then finish the requests that have arrived."""
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive() and time.monotonic() < self.replaced_at:
            self.set_accept_enabled(self._can_accept())
            self._run_once()
            if self.nr >= self.last_request and self.replaced_at == float("inf"):
                os.kill(self.ppid, signal.SIGTTIN)  # one worker more, until this one exits: see gunicorn_conf.py
                self.replaced_at = time.monotonic() + REPLACE_SECONDS
        self._drain()
        for pool in (self.tpool, *self.probe_pools.values()):
            pool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: the whole service shuts down. (A worker that is only replaced gets no signal.)"""
        READINESS.begin_shutdown()
        super().handle_exit(sig, frame)

    def _run_once(self) -> None:
        """Handle events for up to a second, then expired timeouts."""
        self.notify()
        self.wait_for_and_dispatch_events(timeout=1.0)
        now = time.monotonic()
        for phase, connections in self.waiting.items():
            while connections and connections[first := next(iter(connections))] <= now:
                if phase is Phase.RECEIVING:
                    self._reject(first, RequestTimeoutError())
                elif phase in QUEUES:
                    self._reject_overload(first)
                else:
                    self._close(first)

    def _drain(self) -> None:
        """Stop listening, and finish all requests of the connections."""
        end = time.monotonic() + self.cfg.graceful_timeout
        self._stop_listening()
        self.alive = False  # responses announce that the connection closes
        idle_end = time.monotonic() + DRAIN_SECONDS
        while self.nr_conns and time.monotonic() < end:
            self._run_once()
            if time.monotonic() >= idle_end:
                for connection in list(self.waiting[Phase.IDLE]):
                    self._close(connection)

    def _stop_listening(self) -> None:
        """Close the listeners. After a signal to stop, first accept all clients that have connected: nobody else may.

        A client that connects between the last accept and the close is reset. To keep that interval short, other
        threads must release the interpreter lock quickly.
        """
        self.set_accept_enabled(False)
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        for listener in self.sockets:
            while not self.alive and self.accept(listener):
                pass
            listener.close()
        sys.setswitchinterval(interval)

    # --- connections ------------------------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> bool:
        """Accept the next client; whether there was one."""
        try:
            client_socket, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE) and (oldest := self._find_oldest()):
                self._close(oldest)
            return False
        number = iter(range(1, 2**63))
        parser = RequestParser(
            lambda head: Request(self.cfg, IterUnreader([head]), client, next(number)),
            lambda path: self.body_limits.get(path, BODY_BYTES),
        )
        connection = Connection(client_socket, client, listener.getsockname(), parser)
        while self.nr_conns >= self.worker_connections and (oldest := self._find_oldest()):
            self._close(oldest)
        connection.is_surplus = self.nr_conns >= self.worker_connections
        self.nr_conns += 1
        self._wait(connection, Phase.IDLE)
        return True

    def _can_accept(self) -> bool:
        """Whether there is room for another client. If not, it waits in the backlog."""
        return self.nr_conns < self.worker_connections + SURPLUS_CONNECTIONS or self._find_oldest() is not None

    def _find_oldest(self) -> Connection | None:
        """The connection that has waited longest for its client, but not one that has just begun to."""
        firsts = [(phase, next(iter(self.waiting[phase]))) for phase in CLOSABLE if self.waiting[phase]]
        since = {first: self.waiting[phase][first] - self.timeouts[phase] for phase, first in firsts}
        oldest = min(since, key=since.__getitem__, default=None)
        return oldest if oldest and since[oldest] <= time.monotonic() - SPARED_SECONDS else None

    def _wait(self, connection: Connection, phase: Phase) -> None:
        """Put a connection in a phase, with the phase's timeout."""
        if connection.phase is not None:
            del self.waiting[connection.phase][connection]
        connection.phase = phase
        self.waiting[phase][connection] = time.monotonic() + self.timeouts[phase]
        self._poll(connection, selectors.EVENT_WRITE if phase is Phase.SENDING else selectors.EVENT_READ)

    def _poll(self, connection: Connection, events: int) -> None:
        """Poll for these events of the socket from now on."""
        if connection.events == events:
            return
        if not events:
            self.poller.unregister(connection.socket)
        elif connection.events:
            self.poller.modify(connection.socket, events, partial(self._on_event, connection))
        else:
            self.poller.register(connection.socket, events, partial(self._on_event, connection))
        connection.events = events

    def _close(self, connection: Connection) -> None:
        if connection.phase is not None:
            del self.waiting[connection.phase][connection]
            connection.phase = None
        self._poll(connection, 0)
        self.uploads.discard(connection)
        self.nr_conns -= 1
        connection.socket.close()

    # --- requests and responses -------------------------------------------------------------------------------------

    def _on_event(self, connection: Connection, _socket: socket.socket) -> None:
        """The socket is ready for what the connection waits for."""
        if connection.phase is None:  # closed after the poller has returned this event
            return
        if connection.phase is Phase.SENDING:
            if connection.send():
                self._after_response(connection)
            return
        data = connection.receive()
        if data is None:
            return
        if connection.phase is Phase.RUNNING:
            self._receive_early(connection, data)
        elif not data:
            self._close(connection)
        elif connection.phase in QUEUES:
            self._receive_early(connection, data)
        elif connection.phase is Phase.LINGERING:
            connection.discarded += len(data)
            if connection.discarded > LINGER_BYTES:
                self._close(connection)
        else:
            self._receive(connection, data)

    def _receive_early(self, connection: Connection, data: bytes) -> None:
        """Buffer a request that follows before the response to this one. An end of the stream cancels this one."""
        connection.parser.feed(data)
        if not data:
            self.heavy.cancel(connection)
        if not data or len(connection.parser) > RECEIVE_BYTES:
            self._poll(connection, 0)

    def _receive(self, connection: Connection, data: bytes) -> None:
        """Feed the parser; dispatch the request if it is complete."""
        parser = connection.parser
        parser.feed(data)
        had_head = parser.request is not None
        try:
            request = parser.take()
        except Exception as error:  # noqa: BLE001 - any error of the parser rejects the request
            self._reject(connection, error)
            return
        if request is not None:
            request._expected_100_continue = False  # the body is already here
            if parser.is_truncated:
                request.force_close()
            connection.request = request
            self._dispatch(connection)
            return
        if parser.is_upload and connection not in self.uploads:
            if len(self.uploads) >= UPLOADS or connection.is_surplus:
                parser.is_truncated = True
                self._send_problem(connection, Problem("overloaded", {"wait": RETRY_SECONDS}), parser.request)
                return
            self.uploads.add(connection)
        if connection.phase is not Phase.RECEIVING:
            self._wait(connection, Phase.RECEIVING)
        if not had_head and parser.request is not None and parser.request._expected_100_continue:
            connection.sock.sendall(CONTINUE)
            connection.send()

    def _dispatch(self, connection: Connection) -> None:
        """Hand a complete request to a thread, let it wait for one, or reject it."""
        pool = self.probe_pools.get(connection.request.path)
        if pool is None:
            if connection.is_surplus:
                self._reject_overload(connection)
                return
            is_costly = connection.request.path in self.heavy.costly_paths
            queue = Phase.QUEUED_COSTLY if is_costly else Phase.QUEUED
            if not self._has_thread(queue):
                self._wait(connection, queue)
                return
            pool = self.tpool
        self._wait(connection, Phase.RUNNING)
        future = pool.submit(self.handle, connection)
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, connection, done))

    def handle(self, connection: Connection) -> bool:
        """Handle a request in a thread; whether the connection stays open."""
        request = connection.request
        try:
            with counted_work(partial(self.heavy.guard, connection)):
                keep_alive = bool(self.handle_request(request, connection))
        except StoppedError:  # cancelled; the application responds to everything else
            return False
        except Exception as error:
            self.log.exception("Request failed outside the application")
            connection.sock.unsent[:] = self._make_error_response(find_problem(error, 0), request)
            keep_alive = False
        finally:
            self.heavy.end(connection)
        connection.send()
        return keep_alive

    def finish_request(self, connection: Connection, future: Any) -> None:
        """Continue in the main loop after a thread has handled a request."""
        connection.keep_alive = future.result() and not connection.has_ended
        connection.request = None
        self.uploads.discard(connection)
        if connection.sock.unsent and not connection.is_lost:
            self._wait(connection, Phase.SENDING)
            self._limit_unsent()
        else:
            self._after_response(connection)
        self._dispatch_queued()

    def _has_thread(self, queue: Phase) -> bool:
        """Whether the first request of a queue can have a thread."""
        paths = [running.request.path for running in self.waiting[Phase.RUNNING]]
        busy = sum(path not in PROBE_PATHS for path in paths)
        busy_with_costly = sum(path in self.heavy.costly_paths for path in paths)
        is_full = queue is Phase.QUEUED_COSTLY and busy_with_costly >= self.threads_for_costly
        return busy < self.cfg.threads and not is_full

    def _dispatch_queued(self) -> None:
        """Dispatch queued requests while there are threads for them, those that have waited longest first."""
        while queues := [queue for queue in QUEUES if self.waiting[queue] and self._has_thread(queue)]:
            firsts = [next(iter(self.waiting[queue].items())) for queue in queues]
            self._dispatch(min(firsts, key=lambda first: first[1])[0])

    def _limit_unsent(self) -> None:
        """Close the connections that have been sending longest while the write buffers exceed their limit."""
        sending = list(self.waiting[Phase.SENDING])
        for slowest in sending[: count_excess([len(connection.sock.unsent) for connection in sending], UNSENT_BYTES)]:
            self._close(slowest)

    def _after_response(self, connection: Connection) -> None:
        """Wait for the next request, which may already be buffered, or close the connection."""
        if connection.is_lost:
            self._close(connection)
        elif connection.keep_alive:
            self._wait(connection, Phase.IDLE)
            if len(connection.parser):
                self._receive(connection, b"")
        else:
            self._linger(connection)

    def _reject(self, connection: Connection, error: Exception) -> None:
        """Send an error response to a request that could not be parsed, and close."""
        problem = find_problem(error, int(self.timeouts[Phase.RECEIVING]))
        if problem.kind == "internal-error":
            self.log.error("Request parsing failed", exc_info=error)
        connection.parser.is_truncated = True
        self._send_problem(connection, problem, connection.parser.request)

    def _reject_overload(self, connection: Connection) -> None:
        """Send a 503 to a complete request, and close."""
        self._send_problem(connection, Problem("overloaded", {"wait": RETRY_SECONDS}), connection.request)

    def _send_problem(self, connection: Connection, problem: Problem, request: Any | None) -> None:
        connection.sock.sendall(self._make_error_response(problem, request))
        connection.send()
        self._linger(connection)

    def _make_error_response(self, problem: Problem, request: Any | None) -> bytes:
        """An error response from outside of the application, logged and counted like all others."""
        environ = make_environ(request)
        instrumentation = getattr(self.wsgi, "wsgi_app", None)
        if isinstance(instrumentation, Instrumentation):
            instrumentation.report_rejected(problem, environ)
        return format_error_response(problem, environ)

    def _linger(self, connection: Connection) -> None:
        """Lingering close (RFC 9112, 9.6): read on while the client sends, or it might lose the response."""
        if connection.parser.is_truncated or len(connection.parser):
            connection.shut_down_sending()
            if not connection.is_lost:
                self._wait(connection, Phase.LINGERING)
                return
        self._close(connection)
