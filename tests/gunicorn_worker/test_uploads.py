"""Photographs are larger than other bodies: only on their path, only if they are on, and a few at a time."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from service.operations.limits import BODY_BYTES, PHOTO_BYTES, UPLOADS
from service.operations.photos import PATH
from tests.gunicorn_worker.in_process import Serving, read_status, serving

LARGE = BODY_BYTES + 1000


def count_bytes(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """Responds with the length of the body that the application gets, as a status."""
    received = len(environ["wsgi.input"].read())
    start_response(f"{200 if received else 413} Length", [("Content-Length", "0"), ("X-Length", str(received))])
    return []


@pytest.fixture(params=["on", "off"])
def photos(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PHOTOS", request.param)
    return str(request.param)


@pytest.fixture
def server(photos: str) -> Iterator[Serving]:
    with serving(count_bytes) as server:
        yield server


def head_of(path: str, *framing: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: x", *framing, "\r\n")).encode()


def send(server: Serving, path: str, length: int) -> int:
    """The status of the response to a body of this length, sent with it and in chunks."""
    statuses = set()
    chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (length, bytes(length))
    for framing, body in ((f"Content-Length: {length}", bytes(length)), ("Transfer-Encoding: chunked", chunk)):
        with server.connect() as connection:
            connection.sendall(head_of(path, framing, "Connection: close"))
            connection.sendall(body)
            statuses.add(read_status(connection))
    (status,) = statuses
    return status


@pytest.mark.parametrize("path", [PATH, PATH.replace("r", "%72"), f"{PATH}?variant=rummy"])
def test_a_large_body_is_received_on_the_path_of_photographs_if_they_are_on(server, photos, path):
    with server.connect() as connection:
        connection.sendall(head_of(path, f"Content-Length: {LARGE}"))
        if photos == "on":
            connection.sendall(bytes(LARGE))
        assert read_status(connection) == (200 if photos == "on" else 413)


@pytest.mark.parametrize("path", ["/v1/melds/check", f"{PATH}/", "/v1/photos", f"/{PATH}"])
@pytest.mark.parametrize("photos", ["on"], indirect=True)
def test_a_large_body_is_not_awaited_on_other_paths(server, path):
    with server.connect() as connection:
        connection.sendall(head_of(path, f"Content-Length: {LARGE}"))
        assert read_status(connection) == 413


@pytest.mark.parametrize("photos", ["on"], indirect=True)
def test_photographs_have_a_limit_too(server):
    assert send(server, PATH, LARGE) == 200
    with server.connect() as connection:
        connection.sendall(head_of(PATH, f"Content-Length: {PHOTO_BYTES + 1}"))
        assert read_status(connection) == 413


@pytest.mark.parametrize("photos", ["on"], indirect=True)
def test_a_worker_has_a_few_large_bodies_at_a_time_and_others_get_a_503(server):
    with ExitStack() as stack:
        waiting = [stack.enter_context(server.connect()) for _ in range(UPLOADS)]
        for connection in waiting:
            connection.sendall(head_of(PATH, f"Content-Length: {LARGE}", "Expect: 100-continue"))
            assert read_status(connection) == 100
        announced = stack.enter_context(server.connect())
        announced.sendall(head_of(PATH, f"Content-Length: {LARGE}") + bytes(LARGE))
        assert read_status(announced) == 200  # what is only announced takes no place
        for connection in waiting:
            connection.sendall(bytes(LARGE - 1))
        time.sleep(0.5)  # until the worker has received them
        refused = stack.enter_context(server.connect())
        refused.sendall(head_of(PATH, f"Content-Length: {LARGE}") + bytes(LARGE - 1))
        assert read_status(refused) == 503
        small = stack.enter_context(server.connect())
        small.sendall(head_of(PATH, "Content-Length: 1") + b"x")
        assert read_status(small) == 200
        waiting[0].sendall(bytes(1))
        assert read_status(waiting[0]) == 200
        waiting[1].close()
        for _ in range(2):
            next_one = stack.enter_context(server.connect())
            next_one.sendall(head_of(PATH, f"Content-Length: {LARGE}"))
            next_one.sendall(bytes(LARGE))
            assert read_status(next_one) == 200
