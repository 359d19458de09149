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
from concurrent.futures import Future
from functools import partial
from itertools import count
from random import randint
from typing import Any

from gunicorn.errors import ConfigError
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import ThreadWorker

from rummy_referee.engine.work import StoppedError, counted_work

from ..http.contract import READINESS
from ..http.observability.instrumentation import Instrumentation
from ..http.observability.metrics import open_metrics
from ..operations.limits import BODY_BYTES, PHOTO_BYTES, QUEUE_SECONDS, UNSENT_BYTES, UPLOADS
from ..operations.photos import PATH as PHOTO_PATH
from ..operations.problems import Problem, overloaded
from ..settings import read_settings
from .connection import RECEIVE_BYTES, Connection, Phase, count_excess
from .connection_table import ConnectionTable
from .dispatcher import PROBE_PATHS, Dispatcher
from .error_responses import (
    RequestTimeoutError,
    find_problem,
    format_error_response,
    make_environ,
)
from .request_parser import RequestParser

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LINGER_SECONDS = 2
LINGER_BYTES = 4 * 1024 * 1024
"""The limits of a lingering close: how long and how much of a rejected body is read and discarded."""
DRAIN_SECONDS = 1
"""How long idle connections stay open during a shutdown, for requests that are already on their way."""
DRAIN_SHARE = 0.9
"""The share of the time for a shutdown after which running searches get a 503: the rest is for sending it."""
REPLACE_SECONDS = 2
"""How long a worker goes on after it has asked for its replacement, which starts in the meantime."""
SURPLUS_CONNECTIONS = 64
"""How many connections are accepted beyond the limit, to answer probes, and all other requests with a 503."""


class BufferingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Waits for clients in the main loop and handles requests in threads."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.settings = read_settings(os.environ)
        self.limit: int = self.cfg.worker_connections
        self.body_limits = {PHOTO_PATH: PHOTO_BYTES} if self.settings.photos == "on" else {}
        recycle_after = self.settings.recycle_after or sys.maxsize
        self.last_request = recycle_after + randint(0, recycle_after // 5)  # noqa: S311 - not all workers at once
        self.replaced_at = float("inf")
        self.metrics = open_metrics()

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Reject TLS, which a proxy in front has to terminate: its handshake precedes the first byte of a request."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ConfigError("this worker does not support TLS: use a proxy in front of it")

    # --- the main loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until the worker is stopped or replaced, then finish the requests that have arrived."""
        timeouts = {
            Phase.IDLE: self.cfg.keepalive,
            Phase.RECEIVING: self.settings.request_seconds,
            Phase.QUEUED: QUEUE_SECONDS,
            Phase.RUNNING: float("inf"),
            Phase.SENDING: self.settings.answer_seconds,
            Phase.LINGERING: LINGER_SECONDS,
        }
        self.connections = ConnectionTable(self.poller, self._on_event, timeouts)
        self.dispatcher = Dispatcher(self.cfg.threads, self.connections, self.handle, self._on_done, self._on_waiting)
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive() and time.monotonic() < self.replaced_at:
            self.set_accept_enabled(self._can_accept())
            self._run_once()
            if self.nr >= self.last_request and self.replaced_at == float("inf"):
                os.kill(self.ppid, signal.SIGTTIN)  # one worker more, until this one exits: see gunicorn_conf.py
                self.replaced_at = time.monotonic() + REPLACE_SECONDS
        self._drain()
        self.dispatcher.shut_down()
        self.poller.close()
        self.method_queue.close()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: the whole service shuts down. (A worker that is only replaced gets no signal.)"""
        READINESS.begin_shutdown()
        super().handle_exit(sig, frame)

    def _run_once(self) -> None:
        """Handle events for up to a second, then expired timeouts."""
        self.notify()
        self._report_load()
        self.wait_for_and_dispatch_events(timeout=1.0)
        while expired := self.connections.find_expired():
            if expired.phase is Phase.RECEIVING:
                self._reject(expired, RequestTimeoutError())
            elif expired.phase is Phase.QUEUED:
                self._send_problem(expired, overloaded("threads"))
            else:
                self.connections.close(expired)

    def _report_load(self) -> None:
        """Set the gauges of this worker. It happens after all events, and at least once in a second."""
        dispatcher, connections = self.dispatcher, self.connections
        values = (
            dispatcher.count_busy(),
            self.cfg.threads,
            connections.count(Phase.QUEUED),
            len(connections),
            self.limit,
            dispatcher.heavy.length,
            dispatcher.heavy.places,
        )
        self.metrics.set_gauges(values)

    def _drain(self) -> None:
        """Stop listening, and finish all requests of the connections."""
        start = time.monotonic()
        self._stop_listening()
        self.alive = False  # responses announce that the connection closes
        while self.connections and (passed := time.monotonic() - start) < self.cfg.graceful_timeout:
            self._run_once()
            if passed >= DRAIN_SECONDS:
                for connection in self.connections.in_phase(Phase.IDLE):
                    self.connections.close(connection)
            if passed >= DRAIN_SHARE * self.cfg.graceful_timeout:
                self.dispatcher.heavy.stop()

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

    # --- receiving requests -----------------------------------------------------------------------------------------

    def _can_accept(self) -> bool:
        """Whether there is room for another client. If not, it waits in the backlog."""
        has_room = len(self.connections) < self.limit + SURPLUS_CONNECTIONS
        return has_room or self.connections.find_oldest() is not None

    def accept(self, listener: socket.socket) -> bool:
        """Accept the next client; whether there was one."""
        try:
            client_socket, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE) and (oldest := self.connections.find_oldest()):
                self.connections.close(oldest)
            return False
        number = count(1)
        parser = RequestParser(
            lambda head: Request(self.cfg, IterUnreader([head]), client, next(number)),
            lambda path: self.body_limits.get(path, BODY_BYTES),
        )
        connection = Connection(client_socket, client, listener.getsockname(), parser)
        while (is_full := len(self.connections) >= self.limit) and (oldest := self.connections.find_oldest()):
            self.connections.close(oldest)
        connection.is_surplus = is_full
        self.connections.put(connection, Phase.IDLE)
        return True

    def _on_event(self, connection: Connection, _socket: object) -> None:
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
        if connection.phase is Phase.RUNNING or (data and connection.phase is Phase.QUEUED):
            self._receive_early(connection, data)
        elif not data:
            self.connections.close(connection)
        elif connection.phase is Phase.LINGERING:
            connection.discarded += len(data)
            if connection.discarded > LINGER_BYTES:
                self.connections.close(connection)
        else:
            self._receive(connection, data)

    def _receive_early(self, connection: Connection, data: bytes) -> None:
        """Buffer a request that follows before the response to this one. An end of the stream cancels this one."""
        connection.parser.feed(data)
        if not data:
            self.dispatcher.heavy.cancel(connection)
        if not data or len(connection.parser) > RECEIVE_BYTES:
            self.connections.pause(connection)

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
            if connection.is_surplus and request.path not in PROBE_PATHS:
                self._send_problem(connection, overloaded("connections"))
            else:
                self.dispatcher.dispatch(connection)
            return
        if parser.is_upload and not connection.is_upload:
            if connection.is_surplus or self.connections.count_uploads() >= UPLOADS:
                parser.is_truncated = True
                self._send_problem(connection, overloaded("connections" if connection.is_surplus else "uploads"))
                return
            connection.is_upload = True
        if connection.phase is not Phase.RECEIVING:
            self.connections.put(connection, Phase.RECEIVING)
        if not had_head and parser.request is not None and parser.request._expected_100_continue:
            connection.sock.sendall(CONTINUE)
            connection.send()

    # --- handling requests in threads -------------------------------------------------------------------------------

    def _on_done(self, connection: Connection, future: Future[bool]) -> None:
        self.method_queue.defer(self.finish_request, connection, future)

    def _on_waiting(self) -> None:
        self.method_queue.defer(self.dispatcher.start_queued)

    def handle(self, connection: Connection) -> bool:
        """Handle a request in a thread; whether the connection stays open."""
        request = connection.request
        try:
            with counted_work(partial(self.dispatcher.heavy.guard, connection)):
                keep_alive = bool(self.handle_request(request, connection))
        except StoppedError:  # cancelled; the application responds to everything else
            return False
        except Exception as error:
            self.log.exception("Request failed outside the application")
            connection.sock.unsent[:] = self._make_error_response(find_problem(error, 0), request)
            keep_alive = False
        finally:
            self.dispatcher.heavy.end(connection)
        connection.send()
        return keep_alive

    def finish_request(self, connection: Connection, future: Future[bool]) -> None:
        """Continue in the main loop after a thread has handled a request."""
        connection.keep_alive = future.result() and not connection.has_ended
        connection.request = None
        connection.is_upload = False
        if connection.sock.unsent and not connection.is_lost:
            self.connections.put(connection, Phase.SENDING)
            self._limit_unsent()
        else:
            self._after_response(connection)
        self.dispatcher.start_queued()

    # --- sending responses ------------------------------------------------------------------------------------------

    def _limit_unsent(self) -> None:
        """Close the connections that have been sending longest while the write buffers exceed their limit."""
        sending = self.connections.in_phase(Phase.SENDING)
        for slowest in sending[: count_excess([len(connection.sock.unsent) for connection in sending], UNSENT_BYTES)]:
            self.connections.close(slowest)

    def _after_response(self, connection: Connection) -> None:
        """Wait for the next request, which may already be buffered, or close the connection."""
        if connection.is_lost:
            self.connections.close(connection)
        elif connection.keep_alive:
            self.connections.put(connection, Phase.IDLE)
            if len(connection.parser):
                self._receive(connection, b"")
        else:
            self._linger(connection)

    def _reject(self, connection: Connection, error: Exception) -> None:
        """Send an error response to a request that could not be parsed, and close."""
        problem = find_problem(error, self.settings.request_seconds)
        if problem.kind == "internal-error":
            self.log.error("Request parsing failed", exc_info=error)
        connection.parser.is_truncated = True
        self._send_problem(connection, problem)

    def _send_problem(self, connection: Connection, problem: Problem) -> None:
        """Send an error response, and close."""
        connection.sock.sendall(self._make_error_response(problem, connection.request or connection.parser.request))
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
                self.connections.put(connection, Phase.LINGERING)
                return
        self.connections.close(connection)
