"""Journeys through the page in a real browser, written in JavaScript: one test here for each file of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rummy_referee.texts.catalogue import LANGUAGES
from tests.conftest import ROOT
from tests.facts import FACTS
from tests.photos.drawing import draw_tiles

JOURNEYS = sorted(Path(__file__).parent.glob("*.test.mjs"))
BROWSER = ROOT / "tools" / "browser" / "node_modules"
SECONDS = 900
RACK = ("R7 B12 K3 O10 R4 B5 K11", "O8 B2 R13 K4 O5 B8 R9")
"""The tiles on the photograph."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph of a rack."""
    path = tmp_path_factory.mktemp("photo") / "rack.jpg"
    draw_tiles(*RACK).save(path, quality=95)
    return path


@pytest.mark.parametrize("journeys", JOURNEYS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_journeys_succeed(journeys, server, photo):
    assert BROWSER.is_dir(), "run `make test`, which installs the browser"
    node = Path(sys.executable).parent / "node"
    ran = subprocess.run(
        [node, "--test", "--test-reporter=spec", journeys],
        env={
            **os.environ,
            "BASE": f"http://{server}",
            "PHOTO": str(photo),
            "CARDS": str(ROOT / "tests" / "photos" / "scenes" / "fan.jpg"),
            "CODES": " ".join(RACK),
            "LANGUAGES": " ".join(LANGUAGES),
            "ROUNDS": json.dumps({variant: facts["finished_round"] for variant, facts in FACTS.items()}),
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
