"""Probes succeed while all threads are busy."""

import select
from contextlib import ExitStack

import pytest

from tests.gunicorn_worker.hard_positions import SLOW_LIST, read_position
from tests.pressure.asks import dump, write_ask
from tests.running import running

SLOW = write_ask("slow", "POST", "/v1/moves/legal", dump(read_position(SLOW_LIST))).message
WAITING = 20


@pytest.fixture(scope="module")
def busy():
    with running(THREADS="2") as server:
        yield server


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_do_not_wait_for_a_busy_thread_pool(busy, path):
    with ExitStack() as lines:
        waiting = [lines.enter_context(busy.connect()) for _ in range(WAITING)]
        for line in waiting:
            line.sendall(SLOW)
        watching = lines.enter_context(busy.connect())
        watching.sendall(write_ask("watching", "GET", path).message)
        assert watching.recv(65536).startswith(b"HTTP/1.1 200 ")
        answered, _, _ = select.select(waiting, [], [], 0)
        assert len(answered) < WAITING
        for line in waiting:
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
