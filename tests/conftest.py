"""What tests share: a client whose every answer is held against the contract, and a real server."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from tests.contract import ContractClient

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many rounds of each game are played: a few in each run of the tests, many in ``make rounds``."""
    parser.addoption("--rounds", type=int, default=15, help="how many rounds of each style of game are played")


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """How many rounds of each style of game are played."""
    return int(request.config.getoption("--rounds"))


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application, as a server would load it."""
    return create_app()


@pytest.fixture
def client(app: Flask) -> ContractClient:
    """A client that fails the test if an answer is not what ``openapi.yaml`` says."""
    app.test_client_class = ContractClient
    made = app.test_client()
    assert isinstance(made, ContractClient)
    return made


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A running gunicorn, started as ``make run`` starts it; its host and port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1"}
    process = subprocess.Popen([sys.executable, "-m", "gunicorn"], cwd=ROOT, env=environment)
    try:
        _wait_until_ready(port, process)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "the server stopped"
        with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection, suppress(OSError):
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not become ready")
