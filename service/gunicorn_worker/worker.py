"""A gunicorn worker whose threads only compute.

gunicorn's own threads read from and write to the client, so 40 stalled clients occupy 40 threads. Here the main loop
receives requests without blocking and hands a request to a thread when it is complete. The thread writes the response
to a buffer; what the socket does not take at once is sent by the main loop. A slow client costs a socket and at most
the bytes of its request, until its timeout.
"""

import errno
import os
import selectors
import socket
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
from service.api.limits import UNSENT_BYTES
from service.api.observability.instrumentation import Instrumentation
from service.api.problems import Problem
from service.gunicorn_worker.connection import Connection, Phase, count_excess
from service.gunicorn_worker.error_responses import (
    RequestTimeoutError,
    find_problem,
    format_error_response,
    make_environ,
)
from service.gunicorn_worker.request_parser import RequestParser
from service.settings import read_settings

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LINGER_SECONDS = 2
LINGER_BYTES = 4 * 1024 * 1024
"""The limits of a lingering close: how long and how much of a rejected body is read and discarded."""
DRAIN_SECONDS = 1
"""How long idle connections stay open during a shutdown, for requests that are already on their way."""
PROBE_PATHS = frozenset(PROBES.values())
"""These have a thread of their own, so that probes do not fail, and restart the service, because it is busy."""


class BufferingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Waits for clients in the main loop and handles requests in threads."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        settings = read_settings(os.environ)
        self.timeouts = {
            Phase.IDLE: self.cfg.keepalive,
            Phase.RECEIVING: settings.request_seconds,
            Phase.SENDING: settings.answer_seconds,
            Phase.LINGERING: LINGER_SECONDS,
        }
        self.in_progress = 0
        """The number of requests in the thread pools."""
        self.deferred: list[Connection] | None = None
        """Connections with a complete request, while requests are deferred."""
        # The deadlines of each phase are in ascending order, because its timeout is the same for all connections.
        self.waiting: dict[Phase, dict[Connection, float]] = {phase: {} for phase in Phase}

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Reject TLS, which a proxy in front has to terminate: its handshake precedes the first byte of a request."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ConfigError("this worker does not support TLS: use a proxy in front of it")

    def init_process(self) -> None:
        """Create the probe thread in the worker's own process, and serve."""
        self.probe_pool = ThreadPoolExecutor(max_workers=1)
        super().init_process()

    # --- the main loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until the worker gets the signal to stop, then finish the requests that have arrived."""
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        self.set_accept_enabled(True)
        while self.alive and self.is_parent_alive():
            self._run_once()
            self.set_accept_enabled(self._has_capacity())
        self._drain()
        self.tpool.shutdown(wait=False)
        self.probe_pool.shutdown(wait=False)
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
                else:
                    self._close(first)

    def _drain(self) -> None:
        """Accept pending connections, stop listening, and finish all requests."""
        end = time.monotonic() + self.cfg.graceful_timeout
        self._stop_listening(end)
        idle_end = time.monotonic() + DRAIN_SECONDS
        while self.nr_conns and time.monotonic() < end:
            self._run_once()
            if time.monotonic() >= idle_end:
                for connection in list(self.waiting[Phase.IDLE]):
                    self._close(connection)

    def _stop_listening(self, end: float) -> None:
        """Accept every pending connection and close the listeners.

        A client that connects between the last accept and the close gets a reset. To keep that interval short, new
        requests are deferred until no thread computes, because a thread could delay the main loop.
        """
        self.deferred = []
        while self.in_progress and time.monotonic() < end:
            self._run_once()
        self.set_accept_enabled(False)
        for listener in self.sockets:
            while self.accept(listener):
                pass
            listener.close()
        deferred, self.deferred = self.deferred, None
        for connection in deferred:
            self._dispatch(connection)

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
        parser = RequestParser(lambda head: Request(self.cfg, IterUnreader([head]), client, next(number)))
        self.nr_conns += 1
        self._wait(Connection(client_socket, client, listener.getsockname(), parser), Phase.IDLE)
        return True

    def _has_capacity(self) -> bool:
        """Whether another client can be accepted, if need be after closing the one that has waited longest."""
        while self.nr_conns >= self.worker_connections:
            oldest = self._find_oldest()
            if oldest is None:
                return False
            self._close(oldest)
        return True

    def _find_oldest(self) -> Connection | None:
        firsts = [(phase, next(iter(waiting))) for phase, waiting in self.waiting.items() if waiting]
        since = {first: self.waiting[phase][first] - self.timeouts[phase] for phase, first in firsts}
        return min(since, key=since.__getitem__, default=None)

    def _wait(self, connection: Connection, phase: Phase) -> None:
        """Put a connection in a phase, with the phase's timeout."""
        if connection.phase is None:
            event = selectors.EVENT_WRITE if phase is Phase.SENDING else selectors.EVENT_READ
            self.poller.register(connection.socket, event, partial(self._on_event, connection))
        else:  # only from IDLE to RECEIVING, which both read
            del self.waiting[connection.phase][connection]
        connection.phase = phase
        self.waiting[phase][connection] = time.monotonic() + self.timeouts[phase]

    def _stop_waiting(self, connection: Connection) -> None:
        if connection.phase is not None:
            del self.waiting[connection.phase][connection]
            self.poller.unregister(connection.socket)
            connection.phase = None

    def _close(self, connection: Connection) -> None:
        self._stop_waiting(connection)
        self.nr_conns -= 1
        connection.socket.close()

    # --- requests and responses -------------------------------------------------------------------------------------

    def _on_event(self, connection: Connection, _socket: socket.socket) -> None:
        """The socket is ready for what the connection waits for."""
        if connection.phase is Phase.SENDING:
            if connection.send():
                self._stop_waiting(connection)
                self._after_response(connection)
            return
        data = connection.receive()
        if data is None:
            return
        if not data:
            self._close(connection)
        elif connection.phase is Phase.LINGERING:
            connection.discarded += len(data)
            if connection.discarded > LINGER_BYTES:
                self._close(connection)
        else:
            self._receive(connection, data)

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
            self._stop_waiting(connection)
            request._expected_100_continue = False  # the body is already here
            if parser.is_truncated:
                request.force_close()
            connection.request = request
            self._dispatch(connection)
            return
        if connection.phase is not Phase.RECEIVING:
            self._wait(connection, Phase.RECEIVING)
        if not had_head and parser.request is not None and parser.request._expected_100_continue:
            connection.sock.sendall(CONTINUE)
            connection.send()

    def _dispatch(self, connection: Connection) -> None:
        """Hand a complete request to a thread, now or after the listeners are closed."""
        if self.deferred is None:
            self.in_progress += 1
            self.enqueue_req(connection)
        else:
            self.deferred.append(connection)

    def enqueue_req(self, connection: Connection) -> None:
        """Submit a request to the thread pool, or to the probe thread."""
        pool = self.probe_pool if connection.request.path in PROBE_PATHS else self.tpool
        future = pool.submit(self.handle, connection)
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, connection, done))

    def handle(self, connection: Connection) -> bool:
        """Handle a request in a thread; whether the connection stays open."""
        request = connection.request
        try:
            keep_alive = bool(self.handle_request(request, connection))
        except Exception as error:
            self.log.exception("Request failed outside the application")
            connection.sock.unsent[:] = self._make_error_response(find_problem(error, 0), request)
            keep_alive = False
        connection.send()
        return keep_alive

    def finish_request(self, connection: Connection, future: Any) -> None:
        """Continue in the main loop after a thread has handled a request."""
        self.in_progress -= 1
        connection.keep_alive = future.result()
        connection.request = None
        if connection.sock.unsent and not connection.is_lost:
            self._wait(connection, Phase.SENDING)
            self._limit_unsent()
        else:
            self._after_response(connection)

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
        problem = find_problem(error, self.timeouts[Phase.RECEIVING])
        if problem.kind == "internal-error":
            self.log.error("Request parsing failed", exc_info=error)
        self._stop_waiting(connection)
        connection.sock.sendall(self._make_error_response(problem, connection.parser.request))
        connection.send()
        connection.parser.is_truncated = True
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
