"""Several workers: /metrics is their sum even if they are replaced, and their log lines do not mix."""

import json
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.api.observability.asking import ask, wait_until
from tests.api.observability.samples import BODY, CHECK, read_samples, value
from tests.running import ROOT, SERVE, Running, running


def count(server: Running) -> dict[str, float]:
    """The requests to check melds by status, and the dropped log lines."""
    counts: dict[str, float] = {}
    for (name, labels), number in read_samples(ask(server, "GET", "/metrics")[1]).items():
        about = dict(labels)
        if name == "requests_total" and about["operation"] == "checkMelds":
            counts[about["status"]] = counts.get(about["status"], 0) + number
        elif name == "log_lines_dropped_total":
            counts["dropped"] = number
    return counts


def has_replaced(server: Running, first: list[int]) -> bool:
    """Whether one of the first workers has been replaced."""
    now = server.workers()
    return len(now) == len(first) and set(now) != set(first)


def test_metrics_of_replaced_workers_stay_and_every_line_is_json(tmp_path):
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
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {line["event"] for line in lines} == {"request", "log"}
    messages = [line["message"] for line in lines if line["event"] == "log"]
    assert sum("Booting worker" in message for message in messages) == 4
    logged = [line["status"] for line in lines if line["event"] == "request" and line["operation"] == "checkMelds"]
    # A killed worker loses the entries it has not written; it had no request in progress.
    assert asked - 40 <= len(logged) <= asked


def test_the_processor_time_never_falls_although_a_worker_exits():
    with running(WORKERS="2") as server:
        for _ in range(40):
            assert ask(server, "POST", CHECK, BODY)[0] == 200
        before = read_samples(ask(server, "GET", "/metrics")[1])
        first = server.workers()
        os.kill(min(first), signal.SIGKILL)
        wait_until(partial(has_replaced, server, first))
        after = read_samples(ask(server, "GET", "/metrics")[1])
    for name in ("process_cpu_seconds_total", "process_start_time_seconds"):
        assert 0 < value(before, name) <= value(after, name)


def test_the_gauges_of_a_worker_end_with_it():
    """One that is replaced leaves its slot empty, because the next one starts before it ends."""
    with running(RECYCLE_AFTER="40", THREADS="4") as server:
        first = server.workers()
        for _ in range(60):
            ask(server, "GET", "/healthz")
        wait_until(partial(has_replaced, server, first))
        samples = read_samples(ask(server, "GET", "/metrics")[1])
        assert (value(samples, "threads_max"), value(samples, "heavy_requests_max")) == (4, 2)


def test_a_full_disk_for_the_log_is_counted_and_fails_no_request():
    with Path("/dev/full").open("wb") as full, running(stdout=full, LOG_LEVEL="info") as server:
        for _ in range(20):
            assert ask(server, "POST", CHECK, BODY)[0] == 200
        wait_until(lambda: ask(server, "POST", CHECK, BODY)[0] == 200 and count(server)["dropped"] >= 20)


@pytest.mark.skipif(not shutil.which("unshare") or os.geteuid() != 0, reason="only root can mount a file system")
@pytest.mark.parametrize("options", ["size=64k", "size=64k,ro"])
def test_a_full_or_read_only_dev_shm_fails_no_request(options):
    fill = "" if "ro" in options else "cat /dev/zero > /dev/shm/full 2>/dev/null;"
    mount = f'mount -t tmpfs -o {options} tmpfs /dev/shm && {{ {fill} exec "$@"; }}'
    with running(prefix=("unshare", "-m", "sh", "-c", mount, "sh"), WORKERS="2") as server:
        for _ in range(20):
            assert ask(server, "POST", CHECK, BODY)[0] == 200
        first = server.workers()
        os.kill(first[0], signal.SIGKILL)
        wait_until(partial(has_replaced, server, first))
        assert ask(server, "POST", CHECK, BODY)[0] == 200
        assert count(server)["200"] == 21


def test_a_full_output_pipe_blocks_neither_requests_nor_new_workers():
    """A worker is killed and replaced while the pipe is full."""
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


def test_requests_rejected_by_the_server_are_logged_and_counted(tmp_path):
    """Nothing is known about a request that is not HTTP; for a slow one the head is known."""
    log = tmp_path / "log"
    with log.open("wb") as output, running(stdout=output, LOG_LEVEL="info", REQUEST_SECONDS="1") as server:
        for head in (
            b"R7 R8 R9\r\n\r\n",
            b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nX-Request-ID: slow\r\nContent-Length: 9\r\n\r\n",
        ):
            with server.connect() as connection:
                connection.sendall(head)
                assert connection.recv(1000).startswith(b"HTTP/1.1 40")
        samples = read_samples(ask(server, "GET", "/metrics")[1])
        about = {"variant": "none"}
        assert value(samples, "requests_total", **about, operation="none", status="400") == 1
        assert value(samples, "requests_total", **about, operation="checkMelds", status="408") == 1
        assert value(samples, "request_duration_seconds_count", operation="none") == 0
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    rejected, slow = (line for line in lines if line["event"] == "request")
    assert (rejected["status"], rejected["problem"], rejected["operation"]) == (400, "not-http", None)
    assert (slow["status"], slow["problem"], slow["operation"]) == (408, "request-timeout", "checkMelds")
    assert (slow["request_id"], slow["method"], slow["seconds"]) == ("slow", "POST", None)
    assert "R7" not in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("PORT", "http", "PORT is 'http', but takes 0 to 65535"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector", "opentelemetry.sdk.trace is not installed"),
    ],
)
def test_a_service_that_cannot_start_logs_the_reason_as_one_line(tmp_path, setting, value, words):
    """The packages for traces are installed here, so the test hides one of them."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['opentelemetry.sdk.trace'] = None")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PORT": "0", setting: value}
    ran = subprocess.run(SERVE, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, "")
    (line,) = map(json.loads, ran.stdout.splitlines())
    assert (line["level"], "exception" in line) == ("critical", False)
    assert words in line["message"]
