"""Several workers: their counts add up whatever becomes of them, and their lines do not mix."""

import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

from tests.api.seeing.test_metrics import BODY, CHECK, read_samples
from tests.running import Running, running


def ask(server: Running, method: str, path: str, body: object = None) -> tuple[int, str]:
    """Ask, over a connection of its own, so that any worker may answer."""
    sent = json.dumps(body) if body else None
    with closing(HTTPConnection(server.address, timeout=30)) as connection:
        connection.request(method, path, sent, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def count(server: Running) -> dict[str, float]:
    """How many melds were checked, by status; and how many lines dropped."""
    counts: dict[str, float] = {}
    for (name, labels), number in read_samples(ask(server, "GET", "/metrics")[1]).items():
        about = dict(labels)
        if name == "requests_total" and about["operation"] == "checkMelds":
            counts[about["status"]] = counts.get(about["status"], 0) + number
        elif name == "log_lines_dropped_total":
            counts["dropped"] = number
    return counts


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        with suppress(OSError):
            if holds():
                return
        time.sleep(0.1)
    raise AssertionError("it did not come about")


def has_replaced(server: Running, first: list[int]) -> bool:
    """Whether one of the first workers has made way for another."""
    now = server.workers()
    return len(now) == len(first) and set(now) != set(first)


def find_folder(worker: int) -> Path:
    """Where a worker counts."""
    maps = Path(f"/proc/{worker}/maps").read_text(encoding="utf-8").split()
    (folder,) = {Path(mapped).parent for mapped in maps if "/rummy-referee-" in mapped}
    return folder


def test_counts_add_up_over_workers_that_come_and_go_and_every_line_is_json(tmp_path):
    log = tmp_path / "log"
    with log.open("wb") as output, running(stdout=output, LOG_LEVEL="info", WORKERS="2") as server:
        wait_until(lambda: len(server.workers()) == 2)
        asked = 0
        for how in (None, signal.SIGKILL, signal.SIGTERM):
            if how:
                first = server.workers()
                os.kill(min(first), how)
                wait_until(partial(has_replaced, server, first))
            for number in range(40):
                assert ask(server, "POST", CHECK, BODY if number % 4 else {"variant": "rummy"})[0] in (200, 422)
            asked += 40
            assert count(server) == {"200": asked * 3 / 4, "422": asked / 4, "dropped": 0}
        folder = find_folder(min(server.workers()))
        slots = {file.stem.split("_")[-1] for file in folder.glob("*.db")}
        assert slots <= {"0", "1", "none"}
    assert not folder.exists()
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {line["event"] for line in lines} == {"request", "log"}
    messages = [line["message"] for line in lines if line["event"] == "log"]
    assert sum("Booting worker" in message for message in messages) == 4
    logged = [line["status"] for line in lines if line["event"] == "request" and line["operation"] == "checkMelds"]
    # What a killed worker had not written is lost; there was no request on its way when it was killed.
    assert asked - 40 <= len(logged) <= asked


def test_a_full_disk_under_the_log_is_counted_and_fails_no_request():
    with Path("/dev/full").open("wb") as full, running(stdout=full, LOG_LEVEL="info") as server:
        for _ in range(20):
            assert ask(server, "POST", CHECK, BODY)[0] == 200
        wait_until(lambda: ask(server, "POST", CHECK, BODY)[0] == 200 and count(server)["dropped"] >= 20)


def test_an_output_that_nobody_reads_stops_neither_requests_nor_new_workers():
    """A worker is killed and replaced while not one more line fits into the pipe."""
    reader, pipe = os.pipe()
    os.set_blocking(pipe, False)
    with suppress(BlockingIOError):
        while True:
            os.write(pipe, b"\n" * 4096)
    os.set_blocking(pipe, True)
    with running(stdout=pipe, LOG_LEVEL="info") as server:
        (died,) = server.workers()
        assert ask(server, "POST", CHECK, BODY)[0] == 200
        os.kill(died, signal.SIGKILL)
        wait_until(partial(has_replaced, server, [died]))
        wait_until(lambda: ask(server, "POST", CHECK, BODY)[0] == 200)
        server.process.terminate()
        server.process.wait(timeout=60)
    os.close(pipe)
    os.close(reader)
