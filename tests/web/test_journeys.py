"""Journeys through the page in a real browser, written in JavaScript: one test here for each file of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

JOURNEYS = sorted(Path(__file__).parent.glob("*.test.mjs"))
BROWSER = ROOT / "tools" / "browser" / "node_modules"
SECONDS = 150


@pytest.mark.parametrize("journeys", JOURNEYS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_journeys_succeed(journeys, server):
    assert BROWSER.is_dir(), "run `make test`, which installs the browser"
    node = Path(sys.executable).parent / "node"
    ran = subprocess.run(
        [node, "--test", "--test-reporter=spec", journeys],
        env={**os.environ, "BASE": f"http://{server}"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
