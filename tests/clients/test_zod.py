"""The patterns of the contract survive a generator that prints them raw: the zod plugin of @hey-api/openapi-ts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from service.operations.player_names import is_name
from tests.conftest import ROOT

NODE = Path(sys.executable).parent / "node"
NODE_MODULES = ROOT / "tools" / "clients" / "node_modules"
MATCH = r"""
const { readFileSync } = require("fs");
const [, literal] = /zPlayerName = .*\.regex\((\/.*\/)\)/.exec(readFileSync(process.argv[1], "utf8"));
const pattern = eval(literal);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((name) => pattern.test(name))));
"""


def run(*command: str | Path, given: str = "") -> str:
    ran = subprocess.run([NODE, *command], input=given, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zod")
    generator = NODE_MODULES / "@hey-api" / "openapi-ts" / "bin" / "run.js"
    run(generator, "--input", ROOT / "openapi.yaml", "--output", folder / "made", "--plugins", "zod")
    return folder / "made" / "zod.gen.ts"


def test_the_generated_schemas_are_typescript(generated):
    compiler = NODE_MODULES / "typescript" / "bin" / "tsc"
    run(compiler, "--noCheck", "--target", "es2022", "--module", "nodenext", "--outDir", generated.parent, generated)


def test_the_generated_pattern_accepts_the_names_that_the_service_accepts(generated):
    around = [chr(code) for code in (*range(0x3000), *range(0xFE00, 0x10000), 0x1F469, 0x20000)]
    names = [*around, *(f"a{mark}" for mark in around), *(f"\u674e{mark}\u674e" for mark in around)]
    assert json.loads(run("-e", MATCH, generated, given=json.dumps(names))) == [is_name(name) for name in names]
