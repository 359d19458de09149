"""What tests share: a client whose every answer is held against the contract, and a real server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from tests.contract import ContractClient
from tests.running import running

ROOT = Path(__file__).parent.parent

# What a test asks need not be logged: the lines would stand among the results. Tests of the log say what they want.
os.environ.setdefault("LOG_LEVEL", "critical")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many rounds of each game are played: a few in each run of the tests, many in ``make rounds``."""
    parser.addoption("--rounds", type=int, default=8, help="how many rounds of each style of game are played")


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
    with running() as started:
        yield started.address
