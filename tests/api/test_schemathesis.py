"""Schemathesis with every check enabled finds nothing in a running server.

It runs once for each tag, as a command: its pytest integration generates all cases when tests are collected, in every
test process again.
"""

import subprocess
import sys

import pytest

from service.api.contract import OPERATIONS
from tests.conftest import ROOT


@pytest.mark.parametrize("tag", sorted({operation.tag for operation in OPERATIONS}))
def test_every_operation_keeps_the_contract(tag, server):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"http://{server}/openapi.json", "--checks", "all"]
    run = subprocess.run(
        [*command, "--include-tag", tag, "--max-examples", "60"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-8000:]
    assert "No issues found" in run.stdout
