"""Schemathesis with every check enabled finds nothing in a running server, with photographs on.

It runs once for each operation, as a command: its pytest integration generates all cases when tests are collected, in
every test process again.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.http.contract import OPERATIONS
from tests.conftest import ROOT
from tests.running import running

CONFIG = Path(__file__).with_name("schemathesis.toml")
HOOKS = "tests.photos.media_types"
"""It tells schemathesis how pictures look."""


@pytest.fixture(scope="module")
def address():
    """A server with photographs on."""
    with running(PHOTOS="on") as started:
        yield started.address


@pytest.mark.parametrize("operation", [operation.id for operation in OPERATIONS])
def test_every_operation_keeps_the_contract(operation, address, request):
    examples = request.config.getoption("--examples")
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        CONFIG,
        "run",
        f"http://{address}/openapi.json",
    ]
    run = subprocess.run(
        [*command, "--checks", "all", "--include-operation-id", operation, "--max-examples", str(examples)],
        cwd=ROOT,
        env={**os.environ, "SCHEMATHESIS_HOOKS": HOOKS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-8000:]
    assert "No issues found" in run.stdout
