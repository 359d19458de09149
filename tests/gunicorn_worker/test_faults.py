"""Workers that die or make way, a server that is told to stop, a full disk: no request is lost that need not be."""

import asyncio
from itertools import cycle
from pathlib import Path

import pytest

from bench.pressure.clients import Tally
from bench.pressure.faults import ask_only, kill_workers, recycle, terminate
from bench.pressure.mix import Ask, dump, rummy_bodies, write_ask
from tests.running import running

ASK = write_ask("check", "POST", "/v1/melds/check", b'{"variant": "rummy", "melds": [["R7", "J", "R9"]]}')
SLOWER = write_ask("slower", "POST", "/v1/moves/legal", dump(next(rummy_bodies(45, 28, 1))))
CLIENTS = 4


def draw() -> Ask:
    return ASK


def check_all_answered(tally: Tally) -> None:
    assert (set(tally.statuses), tally.lost) == ({("check", 200)}, [])


def test_a_worker_that_is_killed_loses_no_more_than_what_it_was_working_on():
    with running(WORKERS="2") as server:
        tally = asyncio.run(kill_workers(server, draw, CLIENTS, times=1))
    assert set(tally.statuses) == {("check", 200)}
    assert len(tally.lost) <= CLIENTS
    assert tally.refused == 0


def test_a_worker_that_makes_way_loses_nothing():
    with running(RECYCLE_AFTER="100") as server:
        tally, workers = asyncio.run(recycle(server, draw, CLIENTS, workers=1))
    check_all_answered(tally)
    assert workers > 1


def test_a_server_that_is_told_to_stop_answers_what_it_was_asked():
    """Half of the requests take a while, and each worker has one thread: some wait for it when the signal comes."""
    asks = cycle([ASK, SLOWER])
    with running(WORKERS="2", THREADS="1") as server:
        tally = asyncio.run(terminate(server, lambda: next(asks), 2 * CLIENTS))
    assert (set(tally.statuses), tally.lost) == ({("check", 200), ("slower", 200)}, [])
    assert server.process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_for_logs_is_no_reason_to_fail():
    with Path("/dev/full").open("wb") as full, running(stdout=full, stderr=full, RECYCLE_AFTER="100") as server:
        tally, _ = asyncio.run(recycle(server, draw, CLIENTS, workers=1))
        check_all_answered(tally)
        check_all_answered(asyncio.run(ask_only(server, draw, CLIENTS, answers=50)))
    assert server.process.returncode is not None
