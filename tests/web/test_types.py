"""The types of the page: ``tsc --checkJs --strict`` against types generated from ``openapi.yaml``."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

NODE = Path(sys.executable).parent / "node"
TOOLS = ROOT / "tools" / "clients" / "node_modules"
SCHEMA = ROOT / "build" / "web" / "schema.d.ts"


def run_tool(script: Path, *arguments: str | Path) -> None:
    ran = subprocess.run([NODE, script, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_page_has_the_types_of_the_contract():
    assert TOOLS.is_dir(), "run `make test`, which installs the compiler"
    run_tool(TOOLS / "openapi-typescript" / "bin" / "cli.js", "openapi.yaml", "--output", SCHEMA)
    run_tool(TOOLS / "typescript" / "bin" / "tsc", "--project", "tests/web/tsconfig.json")
