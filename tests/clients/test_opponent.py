"""``docs/opponent.md``: each of its programs plays a move of a round, the same one."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from rummy_referee import games
from service.operations.round_schemas import dump_round
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "opponent.md").read_text(encoding="utf-8")
NODE_MODULES = ROOT / "tools" / "clients" / "node_modules"
CALLS = {
    "sh": "reply round.json",
    "python": "import sys\nprint(json.dumps(reply(json.load(open('round.json')))))",
    "ts": "import { readFileSync } from 'node:fs';\n"
    "console.log(JSON.stringify(await reply(JSON.parse(readFileSync('round.json', 'utf8')))));",
}
TSC = "npx tsc --strict --module nodenext --target es2022 --types node opponent.mts && node opponent.mjs"
COMMANDS = {
    "sh": ["bash", "-euo", "pipefail", "opponent.sh"],
    "python": [sys.executable, "opponent.py"],
    "ts": ["bash", "-c", TSC],
}
FILES = {"sh": "opponent.sh", "python": "opponent.py", "ts": "opponent.mts"}


def expected_round(round_: Any) -> Any:
    """The round after the move of strength 3."""
    seen = {"discards": round_.record.discards}
    return round_.play(round_.position.strong(3, seen=seen).best.move)


@pytest.mark.parametrize("language", CALLS)
def test_a_program_of_the_page_plays_the_move(server: str, tmp_path: Path, language: str) -> None:
    round_: Any = games["gin-rummy-cards"].deal(("Ada", "Bo"), 5)
    for _ in range(5):
        round_ = expected_round(round_)
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    (tmp_path / "round.json").write_bytes(orjson.dumps(dump_round(round_)))
    program = f"{found[1]}\n{CALLS[language]}\n".replace("127.0.0.1:8000", server)
    (tmp_path / FILES[language]).write_text(program, encoding="utf-8")
    done = subprocess.run(COMMANDS[language], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    after = json.loads(done.stdout)
    assert after["hands"] == expected_round(round_).to_plain()["hands"]
