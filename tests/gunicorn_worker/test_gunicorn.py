"""gunicorn has everything that our worker and configuration use. Much of it is not documented and may change."""

import inspect
import os
import socket

import pytest
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import PollableMethodQueue, ThreadWorker

from service.gunicorn_worker.server_logger import ServerLogger
from tests.running import running


def make_worker() -> ThreadWorker:
    config = Config()
    worker = ThreadWorker(1, os.getppid(), [], None, 30, config, ServerLogger(config))
    worker.tmp.close()
    return worker


@pytest.mark.parametrize(
    "member",
    [
        *("alive", "cfg", "log", "method_queue", "nr", "poller", "ppid", "sockets", "tmp"),
    ],
)
def test_a_worker_has_the_attribute(member):
    assert member in vars(make_worker())


@pytest.mark.parametrize(
    ("owner", "method", "parameters"),
    [
        (ThreadWorker, "accept", ["self", "listener"]),
        (ThreadWorker, "handle", ["self", "conn"]),
        (ThreadWorker, "handle_exit", ["self", "sig", "frame"]),
        (ThreadWorker, "handle_request", ["self", "req", "conn"]),
        (ThreadWorker, "init_process", ["self"]),
        (ThreadWorker, "is_parent_alive", ["self"]),
        (ThreadWorker, "notify", ["self"]),
        (ThreadWorker, "run", ["self"]),
        (ThreadWorker, "set_accept_enabled", ["self", "enabled"]),
        (ThreadWorker, "wait_for_and_dispatch_events", ["self", "timeout"]),
        (PollableMethodQueue, "defer", ["self", "callback", "args"]),
        (PollableMethodQueue, "fileno", ["self"]),
        (PollableMethodQueue, "run_callbacks", ["self", "_fileobj", "max_callbacks"]),
        (Request, "__init__", ["self", "cfg", "unreader", "peer_addr", "req_number"]),
        (Request, "force_close", ["self"]),
        (Arbiter, "handle_ttin", ["self"]),
    ],
)
def test_a_method_has_its_parameters(owner, method, parameters):
    assert list(inspect.signature(getattr(owner, method)).parameters) == parameters


def test_a_request_has_what_the_parser_reads():
    request = Request(Config(), IterUnreader([b"POST /a?b HTTP/1.1\r\nHost: x\r\n\r\n"]), ("127.0.0.1", 1), 1)
    assert (request.method, request.path, request.version, request.headers) == ("POST", "/a", (1, 1), [("HOST", "x")])
    assert request._expected_100_continue is False


def test_the_arbiter_knows_its_workers_and_their_number():
    source = inspect.getsource(Arbiter)
    assert "self.cfg.child_exit(self, worker)" in source
    assert "self.cfg.pre_fork(self, worker)" in source
    assert isinstance(Arbiter.num_workers, property)
    assert Arbiter.WORKERS == {}


def test_headers_of_a_proxy_change_neither_the_path_nor_the_scheme():
    """Not even from this machine, which gunicorn would trust."""
    with running() as server, server.connect() as connection:
        connection.sendall(
            b"GET /v1/nowhere HTTP/1.1\r\nHost: x\r\nScript-Name: /v1\r\nSCRIPT_NAME: /v1\r\n"
            b"X-Forwarded-Proto: https\r\nX-Forwarded-Host: y\r\n\r\n"
        )
        answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 404 ")
        assert b'"instance":"/v1/nowhere"' in answer
        connection.shutdown(socket.SHUT_WR)
