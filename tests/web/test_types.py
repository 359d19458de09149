"""The types of the page: ``tsc --checkJs --strict`` against types generated from ``openapi.yaml``."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

NODE = Path(sys.executable).parent / "node"
TOOLS = ROOT / "tools" / "clients" / "node_modules"
CONTRACT = ROOT / "clients" / "typescript" / "src" / "contract.ts"


def test_the_page_has_the_types_of_the_contract():
    assert CONTRACT.is_file(), "run `make client`, which generates the types"
    assert CONTRACT.stat().st_mtime >= (ROOT / "openapi.yaml").stat().st_mtime, (
        "run `make client`: the contract has changed"
    )
    command: list[str | Path] = [NODE, TOOLS / "typescript" / "bin" / "tsc", "--project", "tests/web/tsconfig.json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
