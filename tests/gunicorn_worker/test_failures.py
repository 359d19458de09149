"""Killed and replaced workers, a shutdown, a full disk: no request is lost without need."""

import asyncio
from itertools import cycle
from pathlib import Path

import pytest

from tests.gunicorn_worker.hard_positions import SLOW_LIST, read_position
from tests.pressure.asks import Ask, dump, write_ask
from tests.pressure.clients import Tally
from tests.pressure.faults import ask_only, kill_workers, recycle, terminate
from tests.running import running

ASK = write_ask("check", "POST", "/v1/melds/check", b'{"variant": "rummy", "melds": [["R7", "J", "R9"]]}')
SLOWER = write_ask("slower", "POST", "/v1/moves/legal", dump(read_position(SLOW_LIST)))
CLIENTS = 4


def draw() -> Ask:
    return ASK


def check_all_answered(tally: Tally) -> None:
    assert (set(tally.statuses), tally.lost) == ({("check", 200)}, [])


def test_a_killed_worker_loses_only_its_requests_in_progress():
    with running(WORKERS="2") as server:
        tally = asyncio.run(kill_workers(server, draw, CLIENTS, times=1))
    assert set(tally.statuses) == {("check", 200)}
    assert len(tally.lost) <= CLIENTS
    assert tally.refused == 0


def test_a_replaced_worker_loses_nothing():
    with running(RECYCLE_AFTER="100") as server:
        tally, workers = asyncio.run(recycle(server, draw, CLIENTS, workers=1))
    check_all_answered(tally)
    assert workers > 1


def test_a_replacement_starts_before_the_worker_stops():
    with running(RECYCLE_AFTER="100") as server:
        (first,) = server.workers()
        asyncio.run(ask_only(server, draw, CLIENTS, answers=120))
        while len(workers := server.workers()) < 2:
            assert workers == [first]
        while first in (workers := server.workers()):
            assert len(workers) == 2
        assert len(workers) == 1
        check_all_answered(asyncio.run(ask_only(server, draw, CLIENTS, answers=20)))


def test_a_shutdown_finishes_every_request():
    """Half of the requests are slow, and each worker has two threads: some requests wait when the signal arrives."""
    asks = cycle([ASK, SLOWER])
    with running(WORKERS="2", THREADS="2") as server:
        tally = asyncio.run(terminate(server, lambda: next(asks), 4 * CLIENTS))
    assert (set(tally.statuses), tally.lost) == ({("check", 200), ("slower", 200)}, [])
    assert server.process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_for_logs_fails_no_request():
    with Path("/dev/full").open("wb") as full, running(stdout=full, stderr=full, RECYCLE_AFTER="100") as server:
        tally, _ = asyncio.run(recycle(server, draw, CLIENTS, workers=1))
        check_all_answered(tally)
        check_all_answered(asyncio.run(ask_only(server, draw, CLIENTS, answers=50)))
    assert server.process.returncode is not None
