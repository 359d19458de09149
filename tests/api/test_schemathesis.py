"""Schemathesis with every check enabled finds nothing, in process and against a running gunicorn."""

import subprocess
import sys

import schemathesis
from hypothesis import HealthCheck, settings

from service.app import create_app
from tests.conftest import ROOT

CONFIG = schemathesis.Config.from_path(ROOT / "schemathesis.toml")
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app(), config=CONFIG)


@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract(case):
    case.call_and_validate()


def test_a_running_server_keeps_the_contract(server):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"http://{server}/openapi.json", "--checks", "all"]
    run = subprocess.run([*command, "--max-examples", "8"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-8000:]
    assert "No issues found" in run.stdout
