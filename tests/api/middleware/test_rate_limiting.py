"""With a rate limit each caller has a quota per window, shown in the response headers."""

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from rummy_referee.engine.work import CancelledError, count_steps
from service.app import create_app
from service.http.middleware import rate_limiting
from service.http.middleware.memory_storage import BoundedMemoryStorage
from service.http.middleware.rate_limiting import WIDER_FACTOR, find_networks
from service.operations.limits import STEPS_PER_REQUEST
from service.operations.request_record import current_record
from service.settings import Rate, Settings
from tests.api.middleware.conftest import KEYS
from tests.contract import ContractClient

CHECK = "/v1/melds/check"
BODY = {"variant": "rummy", "melds": []}
LIMIT = Rate(3, 3600)


def client_with(**settings):
    app = create_app(Settings(**{"rate_limit": LIMIT, **settings}))
    app.test_client_class = ContractClient
    return app.test_client()


def ask(client, address="192.0.2.1", **headers):
    return client.post(CHECK, json=BODY, headers=headers, environ_base={"REMOTE_ADDR": address})


def statuses(client, times, address="192.0.2.1", **headers):
    return [ask(client, address, **headers).status_code for _ in range(times)]


# --- responses ------------------------------------------------------------------------------------------------------


def test_beyond_the_limit_there_is_a_429_with_retry_after():
    client = client_with()
    left = [ask(client).headers["RateLimit"].split(";")[1] for _ in range(3)]
    assert left == ["r=2", "r=1", "r=0"]
    rejected = ask(client)
    assert rejected.status_code == 429
    assert rejected.headers["RateLimit-Policy"] == '"default";q=3;w=3600'
    seconds = int(rejected.headers["Retry-After"])
    assert 3590 < seconds <= 3600
    assert rejected.headers["RateLimit"] == f'"default";r=0;t={seconds}'
    assert rejected.json["type"] == "/docs/problems#rate-limited"
    assert rejected.json["detail"] == f"3 requests are allowed in 3600 s. Try again in {seconds} s."


def test_without_a_limit_there_are_no_quota_headers(client):
    response = ask(client)
    assert not [name for name, _ in response.headers if name.startswith(("RateLimit", "Retry"))]


def test_a_window_ends(monkeypatch):
    client = client_with()
    now = time.monotonic()
    assert statuses(client, 4)[-1] == 429
    monkeypatch.setattr(time, "monotonic", lambda: now + 3601)
    assert statuses(client, 4) == [200, 200, 200, 429]


def test_the_wall_clock_may_be_set_without_effect(monkeypatch):
    client = client_with()
    now = time.time()
    assert statuses(client, 3) == [200] * 3
    monkeypatch.setattr(time, "time", lambda: now + 3601)
    assert ask(client).status_code == 429
    monkeypatch.setattr(time, "time", lambda: now - 86400)
    assert int(ask(client).headers["Retry-After"]) <= 3600


def test_invalid_requests_and_unknown_paths_count():
    client = client_with()
    client.post(CHECK, data=b"{")
    client.get("/v1/nowhere")
    client.get(CHECK)
    assert client.post(CHECK, json=BODY).status_code == 429


@pytest.mark.parametrize("path", ["/healthz", "/openapi.json", "/docs"])
def test_probes_and_the_contract_do_not_count(path):
    client = client_with()
    assert [client.get(path).status_code for _ in range(5)] == [200] * 5
    assert "RateLimit" not in client.get(path).headers


# --- callers --------------------------------------------------------------------------------------------------------


def test_each_address_has_its_own_count():
    client = client_with()
    assert statuses(client, 4)[-1] == 429
    assert statuses(client, 3, "192.0.2.2") == [200] * 3


def test_each_key_has_its_own_count_from_any_address(api_keys):
    client = client_with(api_keys=api_keys)
    ada = {"Authorization": f"Bearer {KEYS['ada']}"}
    bo = {"Authorization": f"Bearer {KEYS['bo']}"}
    assert [ask(client, f"192.0.2.{host}", **ada).status_code for host in range(4)] == [200, 200, 200, 429]
    assert statuses(client, 3, **bo) == [200] * 3


def test_requests_with_invalid_keys_are_counted_by_address(api_keys):
    client = client_with(api_keys=api_keys)
    assert statuses(client, 4, Authorization="Bearer guess") == [401, 401, 401, 429]
    assert ask(client, Authorization=f"Bearer {KEYS['ada']}").status_code == 200


def test_x_forwarded_for_is_used_only_behind_trusted_proxies():
    given = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
    client = client_with()
    assert statuses(client, 3) == [200] * 3
    assert ask(client, **given).status_code == 429
    client = client_with(trusted_proxies=1)
    assert statuses(client, 3, **given) == [200] * 3
    assert ask(client, **{"X-Forwarded-For": "203.0.113.200, 198.51.100.7"}).status_code == 429
    assert ask(client, **{"X-Forwarded-For": "203.0.113.9"}).status_code == 200


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("192.0.2.1", ["192.0.2.1"]),
        ("2001:db8:1:2:3:4:5:6", ["2001:db8:1:2::/64", "2001:db8:1::/56"]),
        ("2001:db8:1:2::", ["2001:db8:1:2::/64", "2001:db8:1::/56"]),
        ("::ffff:192.0.2.1", ["192.0.2.1"]),
        ("", ["unknown"]),
        ("x" * 9000, ["unknown"]),
    ],
)
def test_an_address_counts_as_its_networks(address, networks):
    assert find_networks(address) == [f"address:{network}" for network in networks]


def test_many_networks_of_one_customer_have_a_limit_together():
    client = client_with()
    answers = [ask(client, f"2001:db8:1:{network:x}::1").status_code for network in range(3 * WIDER_FACTOR + 1)]
    assert answers == [200] * 3 * WIDER_FACTOR + [429]
    assert ask(client, "2001:db8:1:100::1").status_code == 200


# --- several requests in one ----------------------------------------------------------------------------------------


def test_a_request_may_count_as_several():
    app = create_app(Settings(rate_limit=Rate(10, 60)))

    @app.get("/v1/costly")
    def answer_costly() -> str:
        current_record().consume(5)
        return "done"

    client = app.test_client()
    assert client.get("/v1/costly").headers["RateLimit"].startswith('"default";r=4;')
    assert client.get("/v1/costly").status_code == 429


def test_steps_count_as_requests():
    app = create_app(Settings(rate_limit=Rate(10, 60)))

    @app.get("/v1/costly")
    def answer_costly() -> str:
        count_steps(STEPS_PER_REQUEST * 5 + 1)
        return "done"

    client = app.test_client()
    assert client.get("/v1/costly").headers["RateLimit"].startswith('"default";r=4;')
    assert client.get("/v1/costly").headers["RateLimit"].startswith('"default";r=0;')
    assert client.get("/v1/costly").status_code == 429


def test_the_steps_of_a_request_whose_client_is_gone_count_too():
    app = create_app(Settings(rate_limit=Rate(10, 60)))

    @app.get("/v1/cancelled")
    def cancel() -> str:
        count_steps(STEPS_PER_REQUEST * 5)
        raise CancelledError

    client = app.test_client()
    for _ in range(2):
        with pytest.raises(CancelledError):
            client.get("/v1/cancelled")
    assert client.get("/v1/cancelled").status_code == 429


def test_a_batch_counts_as_many_requests_as_it_contains():
    client = client_with()
    items = [{"operation": "checkMelds", "body": BODY}] * 2
    response = client.post("/v1/batch", json={"requests": items})
    assert (response.status_code, response.headers["RateLimit"].split(";")[1]) == (200, "r=1")
    assert client.post("/v1/batch", json={"requests": items}).status_code == 429


def test_consuming_quota_without_a_rate_limit_does_nothing(app):
    current_record().consume(5)


# --- counting in memory ---------------------------------------------------------------------------------------------


def test_the_number_of_callers_is_bounded_and_the_oldest_is_evicted():
    counts = BoundedMemoryStorage(callers=3)
    for caller in ("a", "b", "c", "a", "d"):
        counts.incr(caller, 60)
    assert [counts.get(caller) for caller in ("a", "b", "c", "d")] == [0, 1, 1, 1]


def test_expired_counts_are_evicted(monkeypatch):
    counts = BoundedMemoryStorage()
    now = time.monotonic()
    for caller in range(100):
        counts.incr(str(caller), 60)
    monkeypatch.setattr(time, "monotonic", lambda: now + 100)
    for caller in range(100, 200):
        counts.incr(str(caller), 60)
    assert counts.reset() == 100


def test_counting_is_thread_safe():
    counts = BoundedMemoryStorage()
    threads = [threading.Thread(target=lambda: [counts.incr("a", 60) for _ in range(500)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts.get("a") == 2000
    counts.clear("a")
    assert (counts.get("a"), counts.check()) == (0, True)


# --- counting in Redis ----------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def start_redis(port: int) -> subprocess.Popen[bytes]:
    if not shutil.which("redis-server"):
        pytest.skip("no redis-server is installed here")
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return process
        time.sleep(0.05)
    raise AssertionError("redis-server did not start")


@pytest.fixture
def redis_port() -> Iterator[int]:
    port = free_port()
    process = start_redis(port)
    yield port
    process.terminate()
    process.wait(timeout=10)


def test_workers_and_replicas_share_a_count_in_redis(redis_port):
    one, other = (client_with(rate_limit_storage=f"redis://127.0.0.1:{redis_port}/0") for _ in range(2))
    assert [ask(client).status_code for client in (one, other, one, other)] == [200, 200, 200, 429]
    rejected = ask(one)
    assert 3590 < int(rejected.headers["Retry-After"]) <= 3600
    assert ask(other, "192.0.2.2").headers["RateLimit"].startswith('"default";r=2;')


def test_while_redis_is_down_each_worker_counts_by_itself(monkeypatch, caplog):
    monkeypatch.setattr(rate_limiting, "PAUSE_SECONDS", 0.0)
    port = free_port()
    process = start_redis(port)
    client = client_with(rate_limit_storage=f"redis://127.0.0.1:{port}/0")
    try:
        assert statuses(client, 4) == [200, 200, 200, 429]
        process.kill()
        process.wait(timeout=10)
        assert statuses(client, 4) == [200, 200, 200, 429]
        assert {record.getMessage() for record in caplog.records} == {
            "rate limit: Redis is unreachable (ConnectionError); each worker counts by itself for now"
        }
        process = start_redis(port)
        caplog.clear()
        assert statuses(client, 4) == [200, 200, 200, 429]
        assert not caplog.records
    finally:
        process.kill()
        process.wait(timeout=10)


def test_an_unreachable_redis_fails_no_request_and_is_paused(caplog):
    client = client_with(rate_limit_storage=f"redis://127.0.0.1:{free_port()}/0")
    assert statuses(client, 4) == [200, 200, 200, 429]
    assert len(caplog.records) == 1


def test_a_redis_that_does_not_reply_is_tried_once(caplog):
    """It accepts connections and never replies: one request waits for the timeout, the pause spares the others."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        secret = f"redis://:swordfish@127.0.0.1:{silent.getsockname()[1]}/0"
        client = client_with(rate_limit_storage=secret)
        assert statuses(client, 4) == [200, 200, 200, 429]
    assert "TimeoutError" in caplog.text
    assert len(caplog.records) == 1
    assert "swordfish" not in caplog.text
    assert "127.0.0.1" not in caplog.text


def test_after_the_pause_redis_is_tried_again(monkeypatch, caplog):
    monkeypatch.setattr(rate_limiting, "PAUSE_SECONDS", 0.0)
    client = client_with(rate_limit_storage=f"redis://127.0.0.1:{free_port()}/0")
    assert statuses(client, 3) == [200] * 3
    assert len(caplog.records) == 3
