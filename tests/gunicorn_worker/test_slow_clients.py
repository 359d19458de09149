"""Slow, stalled and disconnected clients do not block others."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, parse_headers
from pathlib import Path

import pytest
from flask import Response

from service.operations.limits import BODY_BYTES, CHUNKS, HEADER_BYTES, HEADER_FIELDS, TARGET_BYTES
from tests.contract import check_answer
from tests.pressure.asks import write_ask
from tests.pressure.faults import among_dripping, ask_only
from tests.running import Running, running

THREADS = 2
BODY = b'{"variant": "rummy", "melds": [["R7", "J", "R9"]]}'
HEAD = b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
LARGE = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def patient() -> Iterator[Running]:
    """A server with two threads and timeouts longer than those of the tests."""
    with running(THREADS=str(THREADS), REQUEST_SECONDS="120", ANSWER_SECONDS="120") as started:
        yield started


@pytest.fixture(scope="module")
def hasty() -> Iterator[Running]:
    """A server that waits a second for a request."""
    with running(REQUEST_SECONDS="1") as started:
        yield started


def read(connection: socket.socket) -> tuple[HTTPResponse, bytes]:
    response = HTTPResponse(connection)
    response.begin()
    return response, response.read()


def read_bodies(connection: socket.socket, count: int) -> list[bytes]:
    """The bodies of successive responses."""
    bodies = []
    with connection.makefile("rb") as stream:
        for _ in range(count):
            assert stream.readline() == b"HTTP/1.1 200 OK\r\n"
            bodies.append(stream.read(int(parse_headers(stream)["Content-Length"])))
    return bodies


def ask(server: Running) -> int:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.request("POST", "/v1/melds/check", BODY, {"Content-Type": "application/json"})
        return connection.getresponse().status


def rejected(server: Running, sent: bytes) -> tuple[int, str]:
    """The status and the problem type; checks that the connection is closed."""
    with server.connect() as connection:
        connection.sendall(sent)
        response, body = read(connection)
        assert response.getheader("Connection") == "close"
        assert connection.recv(1) == b""
    check_answer("POST", "/v1/melds/check", Response(body, response.status, response.getheaders()))
    return response.status, json.loads(body)["type"].rpartition("#")[2]


# --- many clients ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [b"", b"POST /v1/melds/check HTTP/1.1\r\nHos", HEAD + b"Content-Length: 100\r\n\r\n{"],
    ids=["before the first byte", "within the headers", "within the body"],
)
def test_forty_stalled_clients_do_not_block_others(patient, sent):
    with ExitStack() as stalled:
        for _ in range(40):
            stalled.enter_context(patient.connect()).sendall(sent)
        assert ask(patient) == 200


def test_forty_clients_that_send_byte_by_byte_do_not_block_others(patient):
    asked = write_ask("check", "POST", "/v1/melds/check", BODY)
    tally = asyncio.run(among_dripping(patient, lambda: asked, clients=4, answers=100, count=40))
    assert (set(tally.statuses), tally.lost) == ({("check", 200)}, [])


def test_a_worker_has_a_main_thread_a_probe_thread_and_at_most_twice_the_configured_threads(patient):
    """The second half is for requests that start while others wait for a place among the heavy ones."""
    asked = write_ask("check", "POST", "/v1/melds/check", BODY)
    asyncio.run(ask_only(patient, lambda: asked, clients=8, answers=100))
    (worker,) = patient.workers()
    threads = re.search(r"^Threads:\s(\d+)$", Path(f"/proc/{worker}/status").read_text(encoding="ascii"), re.MULTILINE)
    assert threads
    assert int(threads[1]) in range(2 + THREADS, 2 + 2 * THREADS + 1)


def test_clients_that_do_not_read_their_responses_do_not_block_others(patient):
    with ExitStack() as not_reading:
        for _ in range(5):
            connection = not_reading.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", patient.port))
            connection.sendall(LARGE * 60)
        assert [ask(patient) for _ in range(5)] == [200] * 5


def test_a_slowly_read_response_is_complete(patient):
    with patient.connect() as connection:
        connection.sendall(LARGE * 60)
        time.sleep(0.5)  # until the buffers of both sides are full
        bodies = read_bodies(connection, 60)
    assert len(set(bodies)) == 1
    assert json.loads(bodies[0])["openapi"]


# --- one client -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [HEAD, HEAD + b"Content-Length: 100\r\n\r\n{"], ids=["headers", "body"])
def test_a_request_that_stalls_is_a_408(hasty, sent):
    assert rejected(hasty, sent) == (408, "request-timeout")


def test_a_request_that_arrives_byte_by_byte_is_a_408(hasty):
    with hasty.connect() as connection:
        connection.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
        connection.settimeout(0.1)
        for _ in range(200):
            connection.send(b" ")
            try:
                assert connection.recv(1, socket.MSG_PEEK)
            except TimeoutError:
                continue
            break
        connection.settimeout(20)
        assert read(connection)[0].status == 408


def test_an_error_response_has_the_language_and_the_request_id_of_the_caller(hasty):
    with hasty.connect() as connection:
        connection.sendall(HEAD + b"Accept-Language: de\r\nX-Request-ID: abc-1\r\nContent-Length: 100\r\n\r\n{")
        response, body = read(connection)
    assert json.loads(body)["title"] == "Die Anfrage kam zu langsam"
    assert response.getheader("X-Request-ID") == json.loads(body)["request_id"] == "abc-1"


def test_a_client_that_disconnects_is_closed(patient):
    for sent in (HEAD, HEAD + b"Content-Length: 100\r\n\r\n{", WHOLE):
        with patient.connect() as connection:
            connection.sendall(sent)
    assert ask(patient) == 200


@pytest.mark.parametrize(
    "length", [b"Content-Length: 3000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n2dc6c0\r\n"]
)
def test_a_client_that_sends_far_too_much_can_read_the_413(patient, length):
    with patient.connect() as connection:
        connection.sendall(HEAD + length + b" " * 3_000_000)
        response, body = read(connection)
    assert (response.status, response.getheader("Connection")) == (413, "close")
    assert json.loads(body)["type"].endswith("body-too-large")


def test_a_body_of_exactly_the_limit_is_read(patient):
    body = BODY + b" " * (BODY_BYTES - len(BODY))
    with patient.connect() as connection:
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert read(connection)[0].status == 200


# --- invalid HTTP ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        (b"GET / HTP\r\n\r\n", (400, "not-http")),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", (400, "not-http")),
        (b"GET / HTTP/1.1\r\n\r\n", (400, "not-http")),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", (400, "not-http")),
        (b"GET / HTTP/1.1\r\nExpect: a miracle\r\n\r\n", (400, "not-http")),
        (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", (400, "not-http")),
        (HEAD + b"Transfer-Encoding: snail\r\n\r\n", (400, "not-http")),
        (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", (400, "not-http")),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nhello\r\n", (400, "not-http")),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n\r\n", (400, "not-http")),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * (CHUNKS + 1), (400, "not-http")),
        (b"GET /" + b"a" * TARGET_BYTES + b" HTTP/1.1\r\n\r\n", (414, "target-too-long")),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * HEADER_BYTES + b"\r\n\r\n", (431, "headers-too-large")),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * (HEADER_FIELDS + 1) + b"\r\n", (431, "headers-too-large")),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 200_000, (431, "headers-too-large")),
    ],
)
def test_invalid_http_is_rejected_with_a_problem(patient, sent, problem):
    assert rejected(patient, sent) == problem


# --- valid HTTP -----------------------------------------------------------------------------------------------------


def test_pipelined_requests_are_handled_in_order(patient):
    with patient.connect() as connection:
        connection.sendall(WHOLE + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + WHOLE)
        bodies = [json.loads(body) for body in read_bodies(connection, 3)]
    assert [body.get("valid", body.get("status")) for body in bodies] == [True, "ok", True]


def test_expect_100_continue_gets_a_100(patient):
    with patient.connect() as connection:
        connection.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(BODY))
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert read(connection)[0].status == 200


def test_expect_100_continue_beyond_the_limit_gets_a_413(patient):
    with patient.connect() as connection:
        connection.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: 3000000\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 413"


def test_connection_close_is_honoured(patient):
    with patient.connect() as connection:
        connection.sendall(WHOLE.replace(b"Host: x", b"Host: x\r\nConnection: close"))
        response, _ = read(connection)
        assert (response.status, response.getheader("Connection"), connection.recv(1)) == (200, "close", b"")
