"""``docs/first-game.md``: its programs compile strictly, and every command prints what the page shows."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "first-game.md"
NODE_MODULES = ROOT / "tools" / "clients" / "node_modules"
PROGRAMS = Path(__file__).parent
BLOCK = re.compile(r"^(?:`(?P<file>[\w.-]+)`:\n\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALL = re.compile(r"^(?:npm|pip) install (?:--save-dev )?(?P<packages>.*)\n", re.MULTILINE)
TSC = "npx tsc --strict --noUncheckedIndexedAccess --module nodenext --target es2022"


class Section(NamedTuple):
    """A section of the page: its files, and its commands with what they print, if the page shows it."""

    files: dict[str, str]
    commands: list[str]
    outputs: list[str | None]


def read_section(title: str) -> Section:
    """A section of the page."""
    (text,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    section = Section({}, [], [])
    for block in BLOCK.finditer(text):
        if block["file"]:
            section.files[block["file"]] = block["text"]
        elif block["language"] == "sh":
            section.commands.append(block["text"])
            section.outputs.append(None)
        else:
            section.outputs[-1] = block["text"]
    return section


def run(commands: list[str], folder: Path, server: str) -> list[str]:
    """What each of some commands prints, in one shell and with this server. Installing is left to the lock files."""
    (folder / "node_modules").symlink_to(NODE_MODULES)
    script = "\nprintf '\\0'\n".join(INSTALL.sub("", command) for command in commands)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace("127.0.0.1:8000", server)],
        cwd=folder,
        env={**os.environ, "PATH": path, "REFEREE": f"http://{server}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split("\0")


def replay(title: str, folder: Path, server: str) -> str:
    """Write the files of a section, run its commands, compare what they print, and return what the last one prints."""
    section = read_section(title)
    for name, text in section.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    printed = run(section.commands, folder, server)
    assert [text and shown for text, shown in zip(section.outputs, printed, strict=True)] == section.outputs
    return printed[-1]


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="curl or jq is not installed")
def test_a_round_is_played_with_curl(tmp_path, server):
    replay("curl", tmp_path, server)


def test_the_typescript_program_compiles_strictly_and_plays(tmp_path, server):
    replay("TypeScript", tmp_path, server)


def test_the_python_program_type_checks_strictly_and_prints_the_same(tmp_path, server):
    assert replay("Python", tmp_path, server) == read_section("TypeScript").outputs[-1]


def test_the_program_for_hey_api_compiles_strictly_and_prints_the_same(tmp_path, server):
    shutil.copy(PROGRAMS / "hey-api.ts", tmp_path)
    commands = [
        "npx openapi-ts --input http://127.0.0.1:8000/openapi.yaml --output client",
        f"{TSC} --lib es2022,dom,dom.iterable --outDir compiled hey-api.ts",
        "node compiled/hey-api.js",
    ]
    assert run(commands, tmp_path, server)[-1] == read_section("TypeScript").outputs[-1]


def test_the_page_installs_what_the_lock_files_have():
    packages = [name for found in INSTALL.finditer(PAGE.read_text(encoding="utf-8")) for name in found[1].split()]
    assert len(packages) == 6
    npm = json.loads((ROOT / "tools" / "clients" / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    pip = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    for package in packages:
        name = re.sub(r"(?<=.)@.*", "", package)
        assert name in npm or f"\n{name}==" in pip
