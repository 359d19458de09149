"""Schemathesis with every check enabled finds nothing, in process and against a running gunicorn.

In process, photographs are on and schemathesis sends pictures; the running server has the default settings.
"""

import subprocess
import sys

import schemathesis
from hypothesis import HealthCheck, settings

from service.app import create_app
from service.settings import Settings
from tests.conftest import ROOT
from tests.photos import media_types

assert media_types.KINDS  # it tells schemathesis how pictures look
CONFIG = schemathesis.Config.from_path(ROOT / "schemathesis.toml")
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app(Settings(photos="on")), config=CONFIG)


@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract(case):
    case.call_and_validate()


def test_a_running_server_keeps_the_contract(server):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"http://{server}/openapi.json", "--checks", "all"]
    run = subprocess.run([*command, "--max-examples", "8"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-8000:]
    assert "No issues found" in run.stdout
