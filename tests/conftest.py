"""Fixtures of all tests: a client that checks every response against the contract, and a real server."""

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
    """Few random rounds and requests by default, many in ``make rounds``."""
    parser.addoption("--rounds", type=int, default=8, help="how many rounds of each style of game are played")
    parser.addoption("--examples", type=int, default=15, help="how many requests of each kind schemathesis makes")


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """The number of rounds of each style of game."""
    return int(request.config.getoption("--rounds"))


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application, as a server loads it."""
    return create_app()


@pytest.fixture
def client(app: Flask) -> ContractClient:
    """A client that fails the test if a response does not match ``openapi.yaml``."""
    app.test_client_class = ContractClient
    made = app.test_client()
    assert isinstance(made, ContractClient)
    return made


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A running gunicorn, started as ``make run`` starts it; its host and port."""
    with running() as started:
        yield started.address
