"""nginx with the configuration of ``deploy/compose``, in front of a running instance and a dead one."""

import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from service.operations.limits import BODY_BYTES
from tests.front import Front, find_port

pytestmark = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")

OVERLOADED = "/v1/overloaded"
"""Here the instance responds as the service does under overload."""

TLS_HELLO = bytes.fromhex("16030100c8010000c40303") + bytes(200)
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
REJECTED = {
    "TLS": (TLS_HELLO, 400),
    "bytes": (b"\x00\xff\xfe\r\n\r\n", 400),
    "text": (b"hello\r\n\r\n", 400),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "another version": (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400),
    "the whole server": (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a path above the root": (b"GET /../x HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a zero byte in the path": (b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "an unknown encoding": (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", 400),
    "two lengths": (HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    "a method that nginx rejects": (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    "a long request line": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "a long header field": (HEAD + b"X: " + b"a" * 9000 + b"\r\n\r\n", 431),
}


class Echo(BaseHTTPRequestHandler):
    """Responds with the request that it received."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        read = len(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"path": self.path, "read": read, "headers": dict(self.headers)}).encode()
        self.send_response(503 if self.path == OVERLOADED else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self) -> None:
        self.headers["Content-Length"] = "0"
        self.do_POST()

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""


@dataclass(frozen=True)
class Answer:
    """The response to a caller."""

    status: int
    headers: dict[str, str]
    body: Any


@pytest.fixture(scope="module")
def front(tmp_path_factory) -> Iterator[Front]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        front = Front(tmp_path_factory.mktemp("nginx"), [find_port(), echo.server_port])
        front.start()
        yield front
        front.stop()
        echo.shutdown()


def ask(front: Front, path: str = "/v1/melds/check", body: Any = b"{}", method: str = "POST", **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", front.port, timeout=30)) as connection:
        connection.request(method, path, body, named)
        answer: HTTPResponse = connection.getresponse()
        return Answer(answer.status, dict(answer.headers), json.loads(answer.read()))


def send(front: Front, request: bytes) -> Answer:
    """The response to bytes that need not be HTTP."""
    with closing(socket.create_connection(("127.0.0.1", front.port), timeout=30)) as connection:
        connection.sendall(request)
        answer = HTTPResponse(connection)
        answer.begin()
        return Answer(answer.status, dict(answer.headers), json.loads(answer.read()))


def find_line(front: Front, name: str, value: str) -> dict[str, Any]:
    """A line of nginx's log, which is written shortly after the response."""
    for _ in range(500):
        found = [line for line in front.read_log() if line[name] == value]
        if found:
            return found[0]
        time.sleep(0.01)
    raise AssertionError(f"no line has {name} {value!r}")


def test_a_post_to_a_dead_instance_is_retried_with_the_other(front):
    assert [ask(front).status for _ in range(6)] == [200] * 6
    assert find_line(front, "statuses", "502, 200")["status"] == 200


def test_a_body_of_the_largest_size_reaches_the_service(front):
    assert ask(front, body=b"x" * BODY_BYTES).body["read"] == BODY_BYTES


def test_a_larger_body_is_rejected_with_a_problem(front):
    answer = ask(front, body=b"x" * (BODY_BYTES + 1))
    assert (answer.status, answer.body["status"]) == (413, 413)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_chunked_body_is_buffered_and_passed_on_with_its_length(front):
    answer = ask(front, body=iter([b"ab", b"cde"]))
    assert answer.body["headers"]["Content-Length"] == "5"


def test_the_caller_s_id_is_passed_on(front):
    assert ask(front, X_Request_ID="round-7").body["headers"]["X-Request-ID"] == "round-7"


@pytest.mark.parametrize("given", ["a" * 129, "two words", ""])
def test_an_id_that_the_service_would_reject_is_replaced(front, given):
    passed = ask(front, X_Request_ID=given).body["headers"]["X-Request-ID"]
    assert len(passed) == 32
    assert passed != given


def test_the_caller_s_address_is_added_last(front):
    passed = ask(front, X_Forwarded_For="203.0.113.7").body["headers"]["X-Forwarded-For"]
    assert passed == "203.0.113.7, 127.0.0.1"


def test_metrics_are_internal(front):
    answer = ask(front, "/metrics", None, "GET")
    assert (answer.status, answer.body["title"]) == (404, "Not Found")


@pytest.mark.parametrize(("request_bytes", "status"), REJECTED.values(), ids=REJECTED)
def test_what_is_no_valid_request_is_rejected_with_a_problem(front, request_bytes, status):
    answer = send(front, request_bytes)
    assert (answer.status, answer.body["status"]) == (status, status)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.body["title"]
    assert ("Allow" in answer.headers) == (status == 405)
    assert "Retry-After" not in answer.headers


def test_a_request_without_a_host_gets_one(front):
    assert send(front, b"GET /v1/variants HTTP/1.0\r\n\r\n").body["headers"]["Host"] == "rummy-referee"


def test_the_503_of_an_overloaded_instance_reaches_the_caller_and_does_not_take_it_out_of_service(front):
    assert [ask(front, OVERLOADED).status for _ in range(3)] == [503] * 3
    assert ask(front).status == 200


def test_without_a_running_instance_the_response_is_a_problem(tmp_path):
    front = Front(tmp_path, [find_port(), find_port()])
    front.start()
    try:
        answer = ask(front)
    finally:
        front.stop()
    assert (answer.status, answer.body["status"], answer.headers["Retry-After"]) == (503, 503, "1")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_the_log_holds_neither_query_nor_address(front):
    ask(front, "/v1/variants?secret=1", None, "GET")
    line = find_line(front, "path", "/v1/variants")
    assert "secret" not in json.dumps(line)
    assert "127.0.0.1" not in json.dumps({name: value for name, value in line.items() if name != "instances"})


def test_a_rejected_request_is_logged_with_its_own_method_and_path(front):
    assert ask(front, "/v1/melds/check?too=large", b"x" * (BODY_BYTES + 1), X_Request_ID="large").status == 413
    line = find_line(front, "request_id", "large")
    assert (line["method"], line["path"], line["status"]) == ("POST", "/v1/melds/check", 413)


def test_errors_are_logged_without_address_and_query(tmp_path):
    front = Front(tmp_path, [find_port(), find_port()])
    front.start()
    try:
        assert ask(front, "/v1/variants?secret=1", None, "GET").status == 503
        for request_bytes, status in REJECTED.values():
            assert send(front, request_bytes).status == status
    finally:
        front.stop()
    assert front.read_errors() == ""
