"""A gunicorn worker whose threads only compute.

gunicorn's own threads read from and write to the client, so that forty clients that stall occupy forty threads. Here
the main loop takes requests in without blocking, byte by byte if need be, and hands a request to a thread when it has
come whole; the answer is written to memory, and what does not go out at once is sent by the main loop too. A slow
client costs a socket and at most the bytes of its request, until its time is up.
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
from service.api.limits import UNSENT_BYTES
from service.api.observability.watch import Watch
from service.api.problems import Problem
from service.gunicorn_worker.arrival import Arrival
from service.gunicorn_worker.connection import Connection, Phase, count_excess
from service.gunicorn_worker.refusals import TooSlow, find_environ, find_problem, write_refusal
from service.settings import read_settings

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LEAVING_SECONDS = 2
LEAVING_BYTES = 4 * 1024 * 1024
"""A client that goes on sending a body that was refused is listened to so long, or it might not read the answer."""
DRAINING_SECONDS = 1
"""So long an idle connection is kept after the worker was told to stop, for a request that is on its way already."""
WATCHING = frozenset({"/healthz", "/readyz", "/metrics"})
"""These have a thread of their own: a service that is only busy must not seem dead, or it is killed for it."""


class BufferingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Waits for clients in the main loop, and answers in threads."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        settings = read_settings(os.environ)
        self.seconds = {
            Phase.IDLE: self.cfg.keepalive,
            Phase.ARRIVING: settings.request_seconds,
            Phase.SENDING: settings.answer_seconds,
            Phase.LEAVING: LEAVING_SECONDS,
        }
        self.working = 0
        """How many requests are with the threads."""
        self.held: list[Connection] | None = None
        """Requests that are whole and held back, while that is done."""
        # for each phase its connections with their deadlines; as all have equally long, the first is the next to expire
        self.waiting: dict[Phase, dict[Connection, float]] = {phase: {} for phase in Phase}

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """TLS needs a conversation before the first byte of a request; that is left to a proxy."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ConfigError("this worker does not speak TLS: put a proxy that does in front of it")

    def init_process(self) -> None:
        """Make the threads, in the worker's own process, and serve."""
        self.watching_pool = ThreadPoolExecutor(max_workers=1)
        super().init_process()

    # --- the main loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until told to stop, then answer what has come already."""
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        self.set_accept_enabled(True)
        while self.alive and self.is_parent_alive():
            self._turn()
            self.set_accept_enabled(self._has_room())
        self._drain()
        self.tpool.shutdown(wait=False)
        self.watching_pool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: the whole service stops, and not only this worker, which may just have served its time."""
        READINESS.end()
        super().handle_exit(sig, frame)

    def _turn(self) -> None:
        self.notify()
        self.wait_for_and_dispatch_events(timeout=1.0)
        now = time.monotonic()
        for phase, connections in self.waiting.items():
            while connections and connections[first := next(iter(connections))] <= now:
                if phase is Phase.ARRIVING:
                    self._refuse(first, TooSlow())
                else:
                    self._drop(first)

    def _drain(self) -> None:
        """Take in who is at the door, close it, and let everybody have their answer."""
        end = time.monotonic() + self.cfg.graceful_timeout
        self._close_door(end)
        idle_end = time.monotonic() + DRAINING_SECONDS
        while self.nr_conns and time.monotonic() < end:
            self._turn()
            if time.monotonic() >= idle_end:
                for connection in list(self.waiting[Phase.IDLE]):
                    self._drop(connection)

    def _close_door(self, end: float) -> None:
        """Accept everybody who has connected, then nobody any more.

        Who connects between the last look and the closing is turned away with a reset. So that this is as short as can
        be, new requests are held back until no thread is at work, which could keep the main loop waiting just then.
        """
        self.held = []
        while self.working and time.monotonic() < end:
            self._turn()
        self.set_accept_enabled(False)
        for listener in self.sockets:
            while self.accept(listener):
                pass
            listener.close()
        held, self.held = self.held, None
        for connection in held:
            self._hand_over(connection)

    # --- coming and going -------------------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> bool:
        """Let the next client in; whether there was one."""
        try:
            line, client = listener.accept()
        except OSError as fault:
            if fault.errno in (errno.EMFILE, errno.ENFILE) and (oldest := self._find_oldest()):
                self._drop(oldest)
            return False
        number = iter(range(1, 2**63))
        arrival = Arrival(lambda head: Request(self.cfg, IterUnreader([head]), client, next(number)))
        self.nr_conns += 1
        self._wait(Connection(line, client, listener.getsockname(), arrival), Phase.IDLE)
        return True

    def _has_room(self) -> bool:
        """Room for one more client, if need be in place of the one that has kept us waiting the longest."""
        while self.nr_conns >= self.worker_connections:
            oldest = self._find_oldest()
            if oldest is None:
                return False
            self._drop(oldest)
        return True

    def _find_oldest(self) -> Connection | None:
        firsts = [(phase, next(iter(waiting))) for phase, waiting in self.waiting.items() if waiting]
        since = {first: self.waiting[phase][first] - self.seconds[phase] for phase, first in firsts}
        return min(since, key=since.__getitem__, default=None)

    def _wait(self, connection: Connection, phase: Phase) -> None:
        """Let a connection wait for something, for as long as that may take."""
        if connection.phase is None:
            event = selectors.EVENT_WRITE if phase is Phase.SENDING else selectors.EVENT_READ
            self.poller.register(connection.line, event, partial(self._go_on, connection))
        else:  # only from IDLE to ARRIVING: both read
            del self.waiting[connection.phase][connection]
        connection.phase = phase
        self.waiting[phase][connection] = time.monotonic() + self.seconds[phase]

    def _stop_waiting(self, connection: Connection) -> None:
        if connection.phase is not None:
            del self.waiting[connection.phase][connection]
            self.poller.unregister(connection.line)
            connection.phase = None

    def _drop(self, connection: Connection) -> None:
        self._stop_waiting(connection)
        self.nr_conns -= 1
        connection.line.close()

    # --- requests and answers ---------------------------------------------------------------------------------------

    def _go_on(self, connection: Connection, _line: socket.socket) -> None:
        """What a connection waits for is there."""
        if connection.phase is Phase.SENDING:
            if connection.send():
                self._stop_waiting(connection)
                self._after_answer(connection)
            return
        piece = connection.receive()
        if piece is None:
            return
        if not piece:
            self._drop(connection)
        elif connection.phase is Phase.LEAVING:
            connection.discarded += len(piece)
            if connection.discarded > LEAVING_BYTES:
                self._drop(connection)
        else:
            self._take_in(connection, piece)

    def _take_in(self, connection: Connection, piece: bytes) -> None:
        """Add to a connection's request; hand it to a thread if it is whole."""
        arrival = connection.arrival
        arrival.add(piece)
        had_head = arrival.request is not None
        try:
            request = arrival.take()
        except Exception as fault:  # noqa: BLE001 - whatever is wrong with the request, it is refused
            self._refuse(connection, fault)
            return
        if request is not None:
            self._stop_waiting(connection)
            request._expected_100_continue = False  # there is nothing left to be sent
            if arrival.is_cut:
                request.force_close()
            connection.request = request
            self._hand_over(connection)
            return
        if connection.phase is not Phase.ARRIVING:
            self._wait(connection, Phase.ARRIVING)
        if not had_head and arrival.request is not None and arrival.request._expected_100_continue:
            connection.sock.sendall(CONTINUE)
            connection.send()

    def _hand_over(self, connection: Connection) -> None:
        """Let a thread answer, now or later."""
        if self.held is None:
            self.working += 1
            self.enqueue_req(connection)
        else:
            self.held.append(connection)

    def enqueue_req(self, connection: Connection) -> None:
        """Give a request to the threads, or to that for who watches the service."""
        pool = self.watching_pool if connection.request.path in WATCHING else self.tpool
        answered = pool.submit(self.handle, connection)
        answered.add_done_callback(lambda answered: self.method_queue.defer(self.finish_request, connection, answered))

    def handle(self, connection: Connection) -> bool:
        """Answer a request; whether another may follow. Runs in a thread."""
        request = connection.request
        try:
            keeps = bool(self.handle_request(request, connection))
        except Exception as fault:
            self.log.exception("a request failed outside the application")
            connection.sock.written[:] = self._write_refusal(find_problem(fault, 0), request)
            keeps = False
        connection.send()
        return keeps

    def finish_request(self, connection: Connection, answered: Any) -> None:
        """A thread is done with a request."""
        self.working -= 1
        connection.keeps = answered.result()
        connection.request = None
        if connection.sock.written and not connection.is_lost:
            self._wait(connection, Phase.SENDING)
            self._bound_unsent()
        else:
            self._after_answer(connection)

    def _bound_unsent(self) -> None:
        """Answers that are not read are not kept without bound: who reads slowest has to go."""
        sending = list(self.waiting[Phase.SENDING])
        for slowest in sending[: count_excess([len(connection.sock.written) for connection in sending], UNSENT_BYTES)]:
            self._drop(slowest)

    def _after_answer(self, connection: Connection) -> None:
        """The answer is gone; the next request may have come with the last one."""
        if connection.is_lost:
            self._drop(connection)
        elif connection.keeps:
            self._wait(connection, Phase.IDLE)
            if len(connection.arrival):
                self._take_in(connection, b"")
        else:
            self._leave(connection)

    def _refuse(self, connection: Connection, fault: Exception) -> None:
        """Answer a request that cannot be read, and leave."""
        problem = find_problem(fault, self.seconds[Phase.ARRIVING])
        if problem.kind == "internal-error":
            self.log.error("a request could not be read", exc_info=fault)
        self._stop_waiting(connection)
        connection.sock.sendall(self._write_refusal(problem, connection.arrival.request))
        connection.send()
        connection.arrival.is_cut = True
        self._leave(connection)

    def _write_refusal(self, problem: Problem, request: Any | None) -> bytes:
        """The answer to a request that the application does not see; it is logged and counted like all others."""
        environ = find_environ(request)
        watch = getattr(self.wsgi, "wsgi_app", None)
        if isinstance(watch, Watch):
            watch.tell_of_refusal(problem, environ)
        return write_refusal(problem, environ)

    def _leave(self, connection: Connection) -> None:
        """Close the connection. A client that still sends is heard out, or it might lose the answer (RFC 9112, 9.6)."""
        if connection.arrival.is_cut or len(connection.arrival):
            connection.say_goodbye()
            if not connection.is_lost:
                self._wait(connection, Phase.LEAVING)
                return
        self._drop(connection)
