"""Heavy requests never occupy all threads, and nobody computes for a client that is gone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Queue
from socket import socket
from threading import Event
from time import sleep
from typing import Any

import pytest

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.work import CancelledError, OverloadedError, StoppedError, check_work, count_steps
from service.gunicorn_worker import connection_table, heavy_work
from service.gunicorn_worker import worker as worker_module
from service.gunicorn_worker.connection import Phase
from service.http.observability.metrics import GAUGES
from service.operations.limits import LIGHT_STEPS
from tests.gunicorn_worker.in_process import Serving, read_status, serving

THREADS = 4
HEAVY_PLACES = THREADS // 2


class Round:
    """Something to score, with a range that is computed when it is needed, by a search of many steps."""

    @cached_property
    def scores(self) -> int:
        """The result of the search, during which its request may wait for others."""
        count_steps(LIGHT_STEPS + 1)
        return 0


class Application:
    """Computes by path: ``/light``, ``/block`` until ``unblock`` is set, ``/heavy`` (many steps) as well, ``/endless``.

    ``/score`` scores a round, ``/search-and-score`` does the same after another search.
    """

    def __init__(self) -> None:
        self.unblock = Event()
        self.entered: Queue[str] = Queue()
        """The paths of requests that have a thread."""
        self.stopped: Queue[StoppedError] = Queue()
        self.blocked_paths = {"/block", "/heavy"}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        path = environ["PATH_INFO"]
        self.entered.put(path)
        try:
            if path == "/heavy" and not environ["QUERY_STRING"]:
                count_steps(LIGHT_STEPS + 1)
                self.entered.put("computing")
            if path in self.blocked_paths:
                while not self.unblock.wait(0.01):
                    if path == "/heavy":
                        check_work()
            while path == "/endless":
                count_steps(LIGHT_STEPS)
            if path == "/search-and-score":
                count_steps(LIGHT_STEPS + 1)
                self.entered.put("computing")
                self.unblock.wait(60)
            if path.endswith("score"):
                assert Round().scores == 0
        except OverloadedError:
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return []
        except StoppedError as stopped:
            self.stopped.put(stopped)
            raise
        start_response("200 OK", [("Content-Length", "0")])
        return []


@pytest.fixture
def application() -> Iterator[Application]:
    application = Application()
    yield application
    application.unblock.set()


@pytest.fixture
def server(application: Application) -> Iterator[Serving]:
    with serving(application, THREADS) as server:
        yield server
        application.unblock.set()


def wait_until(happened: Callable[[], bool]) -> None:
    for _ in range(2000):
        if happened():
            return
        sleep(0.01)
    raise AssertionError("it did not happen")


def wait_for(application: Application, *expected: str) -> None:
    assert [application.entered.get(timeout=20) for _ in expected] == list(expected)


def test_of_several_heavy_requests_one_computes(application, server):
    with server.send("/heavy") as first:
        wait_for(application, "/heavy", "computing")
        with server.send("/heavy") as second:
            wait_for(application, "/heavy")
            assert application.entered.empty()
            application.unblock.set()
            assert [read_status(first), read_status(second)] == [200, 200]


def test_a_request_of_far_too_many_steps_gets_a_503_and_others_compute_again(application, server):
    with server.send("/endless") as endless, server.send("/score") as other:
        assert [read_status(endless), read_status(other)] == [503, 200]


def test_a_heavy_request_gives_up_when_the_one_before_it_hangs(application, monkeypatch):
    monkeypatch.setattr(heavy_work, "HEAVY_WAIT_SECONDS", 0.1)
    with serving(application, THREADS) as server, server.send("/search-and-score") as first:
        wait_for(application, "/search-and-score", "computing")
        for _ in range(2 * HEAVY_PLACES):  # their places are free again
            with server.send("/score") as second:
                assert read_status(second) == 503
        application.unblock.set()
        assert read_status(first) == 200


def test_requests_that_wait_while_they_compute_a_property_are_all_answered(application, server):
    """With a lock for all objects, the one whose turn it is would wait for the property of one that waits for it."""
    for _ in range(6):
        with server.send("/search-and-score") as first:
            wait_for(application, "/search-and-score", "computing")
            with server.send("/score") as second:
                wait_for(application, "/score")
                wait_until(lambda: len(server.worker.dispatcher.heavy._line) == 2)
                application.unblock.set()
                assert [read_status(first), read_status(second)] == [200, 200]
        application.unblock.clear()


@contextmanager
def all_places_taken(application: Application, server: Serving) -> Iterator[list[socket]]:
    """Heavy requests that have all the places; the first one computes."""
    with ExitStack() as stack:
        admitted = []
        for number in range(HEAVY_PLACES):
            admitted.append(stack.enter_context(server.send("/heavy")))
            wait_for(application, "/heavy", *(["computing"] if number == 0 else []))
        wait_until(lambda: len(server.worker.dispatcher.heavy._line) == HEAVY_PLACES)
        yield admitted


def has_waiting(server: Serving, number: int) -> bool:
    return server.worker.dispatcher.heavy.without_place == number


def test_a_heavy_request_without_a_place_waits_for_one(application, server, monkeypatch):
    monkeypatch.setattr(heavy_work, "PLACE_WAIT_SECONDS", 60)
    with all_places_taken(application, server) as admitted, server.send("/heavy") as another:
        wait_for(application, "/heavy")
        wait_until(partial(has_waiting, server, 1))
        application.unblock.set()
        assert [read_status(connection) for connection in (*admitted, another)] == [200] * (HEAVY_PLACES + 1)


def test_a_heavy_request_that_gets_no_place_in_time_gets_a_503(application, server, monkeypatch):
    monkeypatch.setattr(heavy_work, "PLACE_WAIT_SECONDS", 0.1)
    with all_places_taken(application, server) as admitted:
        for _ in range(2):
            with server.send("/heavy") as another:
                assert read_status(another) == 503
        application.unblock.set()
        assert [read_status(connection) for connection in admitted] == [200] * HEAVY_PLACES


def test_a_heavy_request_that_can_expect_no_place_in_time_gets_a_503_at_once(application, server, monkeypatch):
    monkeypatch.setattr(heavy_work, "PLACE_WAIT_SECONDS", 60)
    server.worker.dispatcher.heavy._turn_seconds = 3600
    with all_places_taken(application, server), server.send("/heavy") as another:
        assert read_status(another) == 503
        application.unblock.set()


def test_the_expected_duration_of_a_turn_is_that_of_recent_turns(application, server):
    heavy = server.worker.dispatcher.heavy
    heavy._turn_seconds = 3600
    application.unblock.set()
    for _ in range(20):
        with server.send("/heavy") as connection:
            assert read_status(connection) == 200
    wait_until(lambda: not heavy._line)
    assert heavy._turn_seconds < 3600 / 10


def test_the_gauges_show_what_a_worker_does(application, server, monkeypatch):
    monkeypatch.setattr(heavy_work, "PLACE_WAIT_SECONDS", 60)
    with all_places_taken(application, server), ExitStack() as stack:
        stack.enter_context(server.send("/heavy"))
        wait_until(partial(has_waiting, server, 1))
        for _ in range(THREADS):
            stack.enter_context(server.send("/block"))
        expected = {
            "threads_busy": THREADS,
            "threads_max": THREADS,
            "requests_queued": HEAVY_PLACES,
            "connections": HEAVY_PLACES + 1 + THREADS,
            "connections_max": 100,
            "heavy_requests": HEAVY_PLACES + 1,
            "heavy_requests_max": HEAVY_PLACES,
        }
        wait_until(lambda: read_gauges(server) == expected)
        application.unblock.set()


def read_gauges(server: Serving) -> dict[str, float]:
    families = {family.name: family.samples for family in server.worker.metrics.collect()}
    return {name: families[f"rummy_referee_{name}"][0].value for name in GAUGES}


def test_requests_that_wait_for_a_place_leave_the_threads_to_others(application, server, monkeypatch):
    """Even to other requests of their operation."""
    monkeypatch.setattr(heavy_work, "PLACE_WAIT_SECONDS", 60)
    with all_places_taken(application, server), ExitStack() as stack:
        for number in range(1, THREADS + 1):
            stack.enter_context(server.send("/heavy"))
            wait_for(application, "/heavy")
            wait_until(partial(has_waiting, server, number))
        stack.enter_context(server.send("/heavy?light"))
        wait_for(application, "/heavy")
        assert read_status(stack.enter_context(server.send("/light"))) == 200
        application.unblock.set()


def test_costly_operations_leave_a_thread_for_others(application, server):
    """After a heavy request the operation is costly: even its light requests do not occupy all threads."""
    with ExitStack() as stack:
        stack.enter_context(server.send("/heavy"))
        wait_for(application, "/heavy", "computing")
        for _ in range(2 * THREADS):
            stack.enter_context(server.send("/heavy?light"))
        wait_for(application, *["/heavy"] * (THREADS - 2))
        assert read_status(stack.enter_context(server.send("/light"))) == 200


def test_a_running_request_stops_when_its_client_is_gone(application, server):
    with server.send("/heavy"):
        wait_for(application, "/heavy", "computing")
    assert isinstance(application.stopped.get(timeout=20), CancelledError)


def test_a_waiting_heavy_request_stops_when_its_client_is_gone(application, server):
    with server.send("/heavy") as first:
        wait_for(application, "/heavy", "computing")
        with server.send("/heavy"):
            wait_for(application, "/heavy")
        assert isinstance(application.stopped.get(timeout=20), CancelledError)
        application.unblock.set()
        assert read_status(first) == 200


def test_a_queued_request_is_dropped_when_its_client_is_gone(application, server):
    with ExitStack() as stack:
        blocked = [stack.enter_context(server.send("/block")) for _ in range(THREADS)]
        wait_for(application, *["/block"] * THREADS)
        server.send("/dropped").close()
        for _ in range(3):  # each takes the main loop around once
            assert read_status(stack.enter_context(server.send("/healthz"))) == 200
        wait_for(application, *["/healthz"] * 3)
        waiting = stack.enter_context(server.send("/light"))
        application.unblock.set()
        assert [read_status(connection) for connection in (*blocked, waiting)] == [200] * (THREADS + 1)
        wait_for(application, "/light")


def test_a_client_that_only_closes_its_sending_side_gets_its_response(application, server):
    with server.send("/block") as connection:
        wait_for(application, "/block")
        connection.shutdown(1)
        application.unblock.set()
        assert read_status(connection) == 200


def test_a_request_that_waits_too_long_for_a_thread_gets_a_503(application, monkeypatch):
    monkeypatch.setattr(worker_module, "QUEUE_SECONDS", 0)
    with serving(application, THREADS) as server, ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(server.send("/block"))
        wait_for(application, *["/block"] * THREADS)
        assert read_status(stack.enter_context(server.send("/light"))) == 503
        application.unblock.set()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_waits_neither_for_requests_nor_for_other_probes(application, server, path):
    with ExitStack() as stack:
        for _ in range(2 * THREADS):
            stack.enter_context(server.send("/block"))
        others = {"/healthz", "/readyz", "/metrics"} - {path}
        application.blocked_paths |= others
        for other in others:
            stack.enter_context(server.send(other))
        assert read_status(stack.enter_context(server.send(path))) == 200
        application.unblock.set()


# --- saturation -----------------------------------------------------------------------------------------------------


def test_clients_beyond_the_limit_get_a_503_and_probes_a_response(application, monkeypatch):
    monkeypatch.setattr(connection_table, "SPARED_SECONDS", float("inf"))
    with serving(application, THREADS, connections=8) as server, ExitStack() as stack:
        young = [stack.enter_context(server.connect()) for _ in range(8)]
        for _ in range(3):
            assert read_status(stack.enter_context(server.send("/light"))) == 503
            assert read_status(stack.enter_context(server.send("/healthz"))) == 200
        for connection in young:
            connection.sendall(b"GET /light HTTP/1.1\r\nHost: x\r\n\r\n")
            assert read_status(connection) == 200


def test_clients_beyond_the_limit_replace_those_that_have_waited_longest(application, monkeypatch):
    monkeypatch.setattr(connection_table, "SPARED_SECONDS", 0)
    with serving(application, THREADS, connections=8) as server, ExitStack() as stack:
        old = [stack.enter_context(server.connect()) for _ in range(8)]
        new = [stack.enter_context(server.send("/light")) for _ in range(8)]
        assert [read_status(connection) for connection in new] == [200] * 8
        assert {read_status(connection) for connection in old} == {0}


def test_beyond_those_clients_wait_until_a_connection_is_closed(application, monkeypatch):
    monkeypatch.setattr(connection_table, "SPARED_SECONDS", float("inf"))
    monkeypatch.setattr(worker_module, "SURPLUS_CONNECTIONS", 0)
    with serving(application, THREADS, connections=8) as server, ExitStack() as stack:
        accepted = [stack.enter_context(server.connect()) for _ in range(8)]
        waiting = stack.enter_context(server.send("/light"))
        accepted[0].sendall(b"GET /light HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert [read_status(accepted[0]), read_status(waiting)] == [200, 200]


def test_an_event_of_a_connection_that_was_just_closed_is_ignored(application, server):
    """The poller returns several events at once, and one of them may close the connection of another."""
    worker = server.worker
    with server.send("/light") as closed, server.send("/light") as other:
        assert [read_status(closed), read_status(other)] == [200, 200]
        counts: Queue[int] = Queue()

        def close_and_receive() -> None:
            idle = worker.connections.in_phase(Phase.IDLE)
            if not idle:  # the client has the response before the worker waits for the next request
                worker.method_queue.defer(close_and_receive)
                return
            connection = idle[0]
            worker.connections.close(connection)
            worker._on_event(connection, connection.socket)
            counts.put(len(worker.connections))

        worker.method_queue.defer(close_and_receive)
        assert counts.get(timeout=20) == 1


# --- shutdown -------------------------------------------------------------------------------------------------------


def test_a_shutdown_stops_to_accept_at_once_and_serves_on(application, monkeypatch):
    monkeypatch.setattr(worker_module, "DRAIN_SECONDS", 60)
    with serving(application, THREADS) as server, ExitStack() as stack:
        busy = stack.enter_context(server.send("/block"))
        wait_for(application, "/block")
        open_ones = [stack.enter_context(server.connect()) for _ in range(20)]
        server.worker.alive = False
        server.worker.method_queue.defer(lambda: None)
        with suppress(ConnectionRefusedError):
            while True:
                with suppress(ConnectionResetError):  # accepted just before the listener was closed
                    assert read_status(stack.enter_context(server.send("/light"))) == 200
        for connection in open_ones:
            connection.sendall(b"GET /light HTTP/1.1\r\nHost: x\r\n\r\n")
            assert read_status(connection) == 200
        application.unblock.set()
        assert read_status(busy) == 200


def test_heavy_requests_for_which_a_shutdown_has_no_time_get_a_503(application, monkeypatch):
    monkeypatch.setattr(worker_module, "DRAIN_SHARE", 0)
    with serving(application, THREADS) as server, server.send("/heavy") as computing, server.send("/heavy") as waiting:
        while application.entered.get(timeout=20) != "computing":
            pass
        server.worker.alive = False
        server.worker.method_queue.defer(lambda: None)
        assert [read_status(computing), read_status(waiting)] == [503, 503]
