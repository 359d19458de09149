"""Prometheus metrics: requests, durations and steps by operation, variant and status."""

import json
import string
import time
from collections import Counter
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prometheus_client import generate_latest

from rummy_referee import __version__
from rummy_referee.engine.library import engine_build
from rummy_referee.engine.work import OverloadedError, counted_work
from rummy_referee.games import GAMES
from service.app import create_app
from service.http.contract import OPERATIONS
from service.http.observability import metrics, worker_slots
from service.operations.limits import RETRY_SECONDS
from service.operations.post_operations import POST_OPERATIONS
from service.operations.problems import KINDS, OVERLOADED_BY
from service.operations.request_record import RequestRecord
from tests.api.observability.samples import ARRANGE, BODY, CHECK, read_samples, value


def test_requests_are_counted_by_operation_game_and_status(client):
    def counted() -> list[float]:
        samples = read_samples(client.get("/metrics").text)
        return [
            value(samples, "requests_total", operation="checkMelds", variant="rummy", status="200"),
            value(samples, "requests_total", operation="checkMelds", variant="none", status="422"),
            value(samples, "request_duration_seconds_count", operation="checkMelds"),
            value(samples, "request_duration_seconds_bucket", operation="checkMelds", le="+Inf"),
        ]

    before = counted()
    for body in (BODY, BODY, {"variant": "rummy"}):
        client.post(CHECK, json=body)
    assert [after - earlier for after, earlier in zip(counted(), before, strict=True)] == [2, 1, 3, 3]


def test_the_files_of_the_page_are_counted_under_no_operation(client):
    """They are no operations of the contract."""
    labels = {"operation": "none", "variant": "none", "status": "200"}
    before = value(read_samples(client.get("/metrics").text), "requests_total", **labels)
    client.get("/")
    assert value(read_samples(client.get("/metrics").text), "requests_total", **labels) == before + 1


def test_the_version_and_the_build_of_the_engine_are_shown(client):
    samples = read_samples(client.get("/metrics").text)
    assert value(samples, "build_info", version=__version__, engine=engine_build()) == 1


def test_steps_are_counted_where_there_was_a_search(client):
    (operation,) = (operation for operation in POST_OPERATIONS if operation.path == "/v1/moves/best")

    def counted() -> tuple[float, float]:
        samples = read_samples(client.get("/metrics").text)
        ours = [(name, number) for (name, labels), number in samples.items() if ("operation", operation.id) in labels]
        searches = sum(number for name, number in ours if name == "solver_steps_count")
        return searches, sum(number for name, number in ours if name == "solver_steps_sum")

    searches, steps = counted()
    for example in operation.examples.values():
        client.post(operation.path, json=example)
    searches_then, steps_then = counted()
    assert 0 < searches_then - searches <= len(operation.examples)
    assert steps_then - steps >= searches_then - searches


def test_a_batch_is_one_request_and_its_items_are_counted_separately(logged):
    items = [{"operation": "checkMelds", "body": BODY}] * 3 + [{"operation": "R7", "body": ["R8"]}]
    client = logged.app().test_client()

    def counted() -> list[float]:
        samples = read_samples(client.get("/metrics").text)
        return [
            value(samples, "requests_total", operation="batch", variant="none", status="200"),
            value(samples, "requests_total", operation="checkMelds", variant="rummy", status="200"),
            value(samples, "batch_items_total", operation="checkMelds", status="200"),
            value(samples, "batch_items_total", operation="none", status="422"),
        ]

    before = counted()
    assert client.post("/v1/batch", json={"requests": items}).status_code == 200
    assert [after - earlier for after, earlier in zip(counted(), before, strict=True)] == [1, 0, 3, 1]
    (line,) = logged.lines()
    assert (line["operation"], line["items"]) == ("batch", {"checkMelds": 3, "none": 1})


def test_a_request_rejected_under_load_is_counted_and_logged_with_the_reason(logged):
    def reject(steps: int, is_large: bool) -> None:
        raise OverloadedError("heavy_places")

    client = logged.app().test_client()
    before = read_samples(client.get("/metrics").text)
    box = GAMES["rummu"].box.holds
    pile = {"variant": "rummu", "tiles": [piece for piece, count in box.items() for _ in range(count)]}
    with counted_work(reject):
        response = client.post(ARRANGE, json=pile)
    assert (response.status_code, response.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    after = read_samples(client.get("/metrics").text)
    for reason in OVERLOADED_BY:
        counted = value(after, "overloaded_total", reason=reason) - value(before, "overloaded_total", reason=reason)
        assert counted == (reason == "heavy_places")
    (line,) = logged.lines()
    assert (line["problem"], line["overloaded_by"]) == ("overloaded", "heavy_places")


def test_a_scrape_is_small_after_every_game_was_used():
    counts = metrics.Metrics()
    names = [operation.id for operation in POST_OPERATIONS]
    used = [*product(names, GAMES, (200, 422)), *product([operation.id for operation in OPERATIONS], [None], [200])]
    record = RequestRecord()
    for record.operation, record.variant, record.status in used:
        is_search = record.variant is not None
        record.seconds, record.steps = 0.1, 1000 * is_search
        record.items = Counter({(record.operation, record.status): 1}) if is_search else None
        counts.count(record, lines_dropped=0)
    assert len(generate_latest(counts.registry)) < 60_000


def test_the_processor_time_and_memory_of_the_process_are_shown(client):
    samples = read_samples(client.get("/metrics").text)
    assert value(samples, "process_cpu_seconds_total") > 0
    assert value(samples, "process_resident_memory_bytes") > 10_000_000
    assert 0 < value(samples, "process_open_fds") <= value(samples, "process_max_fds")
    assert value(samples, "process_start_time_seconds") <= time.time()


def test_dropped_lines_are_counted():
    counts = metrics.Metrics()
    counts.count(RequestRecord(), lines_dropped=4)
    samples = read_samples(generate_latest(counts.registry).decode())
    assert value(samples, "log_lines_dropped_total") == 4


def test_metrics_have_the_content_type_of_prometheus(client):
    response = client.get("/metrics")
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"


_APP = create_app()

_WORDS = st.text(string.ascii_letters + string.digits + "-_.~", min_size=1, max_size=12)


@settings(max_examples=40, deadline=None)
@given(
    path=st.one_of(st.sampled_from([operation.path for operation in OPERATIONS]), _WORDS.map("/{}".format)),
    method=st.one_of(st.sampled_from(["GET", "POST", "PUT", "OPTIONS", "HEAD"]), _WORDS),
    word=_WORDS,
)
def test_callers_cannot_choose_label_values(path, method, word):
    client = _APP.test_client()
    path = path.replace("{variant}", word).replace("{asset}", word)
    client.open(path, method=method, data=json.dumps({"variant": word}), content_type="application/json")
    known = {
        "operation": {operation.id for operation in OPERATIONS} | {"none"},
        "variant": {*GAMES, "none"},
        "status": {str(status) for status in {*KINDS.values(), 200, 304, 308, 499}},
        "version": {__version__},
        "engine": {engine_build()},
        "reason": {*OVERLOADED_BY},
    }
    for _, labels in read_samples(client.get("/metrics").text):
        for name, chosen in labels:
            if name != "le":
                assert chosen in known[name]


@pytest.fixture
def slots(monkeypatch):
    monkeypatch.setattr(worker_slots._This, "slot", 0)
    monkeypatch.setattr(worker_slots._This, "slots", 4)


def test_a_new_worker_gets_the_lowest_slot_that_no_living_worker_has(slots):
    server = SimpleNamespace(WORKERS={})
    for pid in (11, 12, 13, 14, 15):
        worker = SimpleNamespace()
        worker_slots.assign_slot(server, worker)
        server.WORKERS[pid] = worker
        assert worker_slots.own_slot() == worker.slot
    assert [worker.slot for worker in server.WORKERS.values()] == [0, 1, 2, 3, 3]
    del server.WORKERS[12]
    worker_slots.assign_slot(server, SimpleNamespace())
    assert worker_slots.own_slot() == 1


def test_metrics_are_the_sum_of_all_slots(slots, monkeypatch):
    counts = metrics.Metrics(4)
    record = RequestRecord()
    record.status, record.seconds, record.steps = 200, 0.7, 12_345
    for slot in (0, 2, 2):
        monkeypatch.setattr(worker_slots._This, "slot", slot)
        counts.count(record, lines_dropped=1)
    samples = read_samples(generate_latest(counts.registry).decode())
    about = {"operation": "none"}
    assert value(samples, "requests_total", **about, variant="none", status="200") == 3
    assert value(samples, "log_lines_dropped_total") == 3
    bounds = ("0.5", "1.0", "+Inf")
    assert [value(samples, "request_duration_seconds_bucket", **about, le=bound) for bound in bounds] == [0, 3, 3]
    assert value(samples, "request_duration_seconds_sum", **about) == pytest.approx(2.1)
    assert value(samples, "solver_steps_bucket", **about, le="10000.0") == 0
    assert value(samples, "solver_steps_sum", **about) == 3 * 12_345
