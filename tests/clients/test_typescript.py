"""The TypeScript package: packed and installed as a caller does, compiled strictly, and run against the service."""

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from rummy_referee import __version__
from tests.conftest import ROOT
from tests.contract import load_contract
from tests.running import running

PACKAGE = ROOT / "clients" / "typescript"
BUILT = PACKAGE / "dist"
TOOLS = ROOT / "tools" / "clients" / "node_modules"
PROGRAMS = Path(__file__).parent / "typescript"
BIN = Path(sys.executable).parent
STRICT = (
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--noPropertyAccessFromIndexSignature",
)
NOT_JSON = {
    "getMetrics",
    "getContractAsYaml",
    "getContractAsJson",
    "getGuideForAgents",
    "showDocumentation",
    "showDocumentationPage",
    "getDocumentationAsset",
}
"""The operations without a method: they answer with text, with the contract, or for a browser."""


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints."""
    path = f"{BIN}:/usr/bin:/bin"
    given = {"PATH": path, "HOME": str(folder), **environment}
    ran = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packed package installed in it, and the programs of the tests."""
    made = tmp_path_factory.mktemp("package")
    sources = [ROOT / "openapi.yaml", *(path for path in PACKAGE.glob("src/*.ts") if path.name != "contract.ts")]
    newest = max(path.stat().st_mtime for path in sources)
    assert (BUILT / "contract.d.ts").is_file(), "run `make client`"
    assert (BUILT / "contract.d.ts").stat().st_mtime >= newest, (
        "run `make client`: the package is older than its sources"
    )
    run("npm", "pack", "--ignore-scripts", PACKAGE, folder=made)
    (made / "package.json").write_text('{"private": true}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", f"./rummy-referee-{__version__}.tgz", folder=made)
    (made / "node_modules" / "@types").symlink_to(TOOLS / "@types")
    (made / "node_modules" / "undici-types").symlink_to(TOOLS / "undici-types")
    for program in PROGRAMS.iterdir():
        (made / program.name).write_text(program.read_text(encoding="utf-8"), encoding="utf-8")
    (made / "example.mts").write_text(read_readme("ts"), encoding="utf-8")
    return made


def read_readme(language: str) -> str:
    """The first block in this language."""
    found = re.search(
        rf"^```{language}\n(.*?)^```$", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert found
    return found[1]


def test_the_package_has_its_code_its_types_and_no_dependency(folder):
    with tarfile.open(folder / f"rummy-referee-{__version__}.tgz") as packed:
        names = {Path(name).relative_to("package") for name in packed.getnames()}
    assert {str(name) for name in names if name.parent != Path("dist")} == {"package.json", "README.md", "LICENSE"}
    assert {Path("dist/index.js"), Path("dist/index.d.ts"), Path("dist/contract.d.ts")} <= names
    described = json.loads((PACKAGE / "package.json").read_text())
    assert described["version"] == __version__
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & described.keys()
    assert described["scripts"].keys() == {"prepack"}, "nothing runs when it is installed"


def test_programs_compile_strictly_and_types_narrow(folder):
    """The compiler reports an error that is expected and missing, too."""
    compiler: list[str | Path] = [BIN / "node", TOOLS / "typescript" / "bin" / "tsc", *STRICT]
    programs = sorted(path.name for path in folder.glob("*.mts"))
    run(*compiler, "--module", "nodenext", "--target", "es2022", "--noEmit", *programs, folder=folder)


def test_the_client_works_with_the_running_service(folder, server):
    run("node", "--test", "--test-reporter=spec", "referee.test.mts", folder=folder, REFEREE=f"http://{server}")


def test_the_client_plays_sealed_rounds(folder):
    with running(ROUND_KEYS=f"test:{'1f' * 32}") as server:
        address = f"http://{server.address}"
        run("node", "--test", "--test-reporter=spec", "sealed.test.mts", folder=folder, REFEREE=address)


def test_the_example_prints_what_the_readme_shows(folder, server):
    assert run("node", "example.mts", folder=folder, REFEREE=f"http://{server}") == read_readme("text")


def test_every_operation_has_a_method():
    operations = {operation["operationId"] for item in load_contract()["paths"].values() for operation in item.values()}
    methods = set(re.findall(r"^ {2}(?:async )?(\w+)[<(]", (PACKAGE / "src" / "referee.ts").read_text(), re.MULTILINE))
    assert methods - {"constructor"} == operations - NOT_JSON
