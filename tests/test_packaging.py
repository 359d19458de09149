"""The wheel, built from the sdist of this tree."""

import importlib.util
import os
import platform
import re
import subprocess
import sys
import tarfile
import venv
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from hatch_build import PAGES
from rummy_referee import __version__
from rummy_referee.engine.library import name_sources
from tests.conftest import ROOT
from tools.build_engine import TARGETS, find_compiler
from tools.release import FORMATS, find_wheel_faults

LIBRARIES = {"rummy_referee/engine/_engine.so", "rummy_referee/photos/_tile_reader.so"}
READER = {f"rummy_referee/photos/{name}" for name in ("tile_reader.wasm", "tiles.weights", "cards.weights")}
ELF = b"\x7fELF"
LOAD = "from rummy_referee.engine.library import load_library; load_library()"
MESSAGES = {
    str(path.relative_to(ROOT)) for top in ("rummy_referee", "service") for path in ROOT.glob(f"{top}/**/*.toml")
}
DOCS = {str(path.relative_to(ROOT)) for pattern in PAGES for path in ROOT.glob(pattern)}
PAGE = {str(path.relative_to(ROOT)) for path in ROOT.glob("service/web/**/*.*")}
IN_BOTH = {"service/gunicorn_conf.py", "service/py.typed", "rummy_referee/py.typed", *MESSAGES, *PAGE, *READER}


def build(source: Path, target: str, folder: Path, **environment: str) -> Path:
    """Build a distribution of a source tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=source, env={**os.environ, **environment}, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build(ROOT, "sdist", folder / "built")) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"rummy_referee-{__version__}"


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sdist. A library that is already in the tree may be from another machine."""
    for stray in ("engine/_engine.so", "engine/csrc/engine.so", "engine/steps/stray.so", "photos/_tile_reader.so"):
        (source / "rummy_referee" / stray).write_bytes(ELF)
    return build(source, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def released(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels of two targets, as a release has them: one for this machine, and one for another system."""
    folder = tmp_path_factory.mktemp("released")
    targets = ("x86_64-linux-gnu.2.17", "aarch64-macos.11.0")
    return {target: build(source, "wheel", folder / target, WHEEL_TARGET=target) for target in targets}


def test_a_wheel_of_a_release_is_for_the_machines_that_its_name_says(released):
    assert [wheel.stem.partition("-py3-none-")[2] for wheel in released.values()] == [
        "manylinux_2_17_x86_64",
        "macosx_11_0_arm64",
    ]
    assert [fault for target, wheel in released.items() for fault in find_wheel_faults(wheel, target)] == []
    linux, mac = released.values()
    with ZipFile(linux) as one, ZipFile(mac) as other:
        assert one.namelist() == other.namelist()
    other_target = "aarch64-linux-gnu.2.17"
    assert len(list(find_wheel_faults(linux, other_target))) == 3, "the tag, and the machine of two libraries"


def test_every_target_of_a_release_has_a_format():
    assert [target.partition(".")[0] for target in TARGETS] == list(FORMATS)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="this machine needs another wheel")
def test_the_wheel_of_a_release_works(released, bare_python, tmp_path):
    with ZipFile(released["x86_64-linux-gnu.2.17"]) as archive:
        archive.extractall(tmp_path / "installed")
    code = "from rummy_referee.photos.library import load_reader; load_reader()"
    subprocess.run([bare_python, "-c", f"{LOAD}; {code}"], cwd=tmp_path / "installed", check=True)


def find_files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_sdist_has_what_a_build_needs_and_nothing_that_is_built(source):
    files = find_files(source)
    sources = {str(path.relative_to(ROOT)) for path in ROOT.glob("rummy_referee/*/csrc/*.[ch]")}
    assert files >= {"hatch_build.py", "tools/build_engine.py", "pyproject.toml", *sources, *DOCS, *IN_BOTH}


def test_the_wheel_is_for_one_platform_and_every_python(wheel, installed):
    name, version, python, abi, platform = wheel.stem.split("-")
    assert (name, version, python, abi) == ("rummy_referee", __version__, "py3", "none")
    assert platform != "any"
    given = message_from_string((installed / f"{name}-{version}.dist-info" / "WHEEL").read_text())
    assert given.get_all("Tag") == [f"py3-none-{platform}"]
    assert given["Root-Is-Purelib"] == "false"


def test_the_wheel_has_the_libraries_and_no_sources_of_them(installed):
    files = find_files(installed)
    assert {file for file in files if (installed / file).read_bytes().startswith(ELF)} == LIBRARIES
    assert not [file for file in files if file.endswith((".c", ".h")) or file.startswith(("tests", "tools"))]
    moved = {f"rummy_referee/{name}" if name.startswith("service/") else name for name in IN_BOTH}
    assert files >= moved | {f"rummy_referee/service/docs/{name}" for name in DOCS}


def test_the_wheel_installs_one_package(installed):
    assert {path.name for path in installed.iterdir()} == {"rummy_referee", f"rummy_referee-{__version__}.dist-info"}


def test_the_service_of_the_wheel_does_not_need_the_name_service(installed, tmp_path):
    """A caller's own folder or another package may be called so."""
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").write_text("raise AssertionError('not this one')")
    code = "import rummy_referee.service.app, rummy_referee.service.cli, rummy_referee.service.mcp_server"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{installed}"}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)


@pytest.fixture
def bare_python(tmp_path) -> Path:
    """Python without any other package."""
    venv.create(tmp_path / "venv", with_pip=False)
    return tmp_path / "venv" / "bin" / "python"


def test_the_base_of_the_wheel_needs_no_other_package(installed, bare_python):
    given = message_from_string((installed / f"rummy_referee-{__version__}.dist-info" / "METADATA").read_text())
    assert not [need for need in given.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert set(given.get_all("Provides-Extra", [])) == {"service", "mcp", "photos", "tracing", "arena"}
    subprocess.run([bare_python, "-c", f"import rummy_referee.melds.joker_melds; {LOAD}"], cwd=installed, check=True)


@pytest.mark.parametrize("command", ["serve", "mcp", "check", "--help"])
def test_without_the_service_the_command_says_what_to_install(installed, bare_python, command):
    code = "from rummy_referee.service.cli import main; main()"
    ran = subprocess.run([bare_python, "-c", code, command], cwd=installed, capture_output=True, text=True, check=False)
    extra = "mcp" if command == "mcp" else "service"
    said = rf"`rummy-referee {command}` needs \w+: install it with pip install 'rummy-referee\[{extra}\]'\.\n"
    assert re.fullmatch(said, ran.stderr)
    assert ran.returncode == 2


SETTINGS_WITH_EXTRAS = ["PHOTOS=on", "PHOTOS=ON", "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318"]


@pytest.mark.parametrize(
    ("setting", "lock"),
    [*((setting, "extras") for setting in SETTINGS_WITH_EXTRAS), ("PHOTOS=off", "service"), ("PORT=8000", "service")],
)
def test_make_run_installs_what_the_settings_need(setting, lock):
    command = ["make", "--dry-run", "--always-make", "run", setting]
    steps = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"requirements/(\w+)\.lock", steps)) == {lock, "build"}


def test_the_locks_of_service_extras_and_tools_have_the_same_versions():
    locks = {name: read_lock(name) for name in ("service", "extras", "dev", "build")}
    assert locks["service"].items() <= locks["extras"].items() <= locks["dev"].items()
    assert locks["build"].items() <= locks["dev"].items()
    assert {"numpy", "pettingzoo"} <= locks["dev"].keys() - locks["extras"].keys(), "the service does not get these"


def read_lock(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==([^ ]+)", text, re.MULTILINE))


def test_the_wheel_has_the_command(installed):
    given = (installed / f"rummy_referee-{__version__}.dist-info" / "entry_points.txt").read_text()
    assert given.splitlines() == ["[console_scripts]", "rummy-referee = rummy_referee.service.cli:main"]


def test_the_service_of_the_wheel_runs_without_the_tree(installed):
    code = """
from rummy_referee.service.app import create_app
client = create_app().test_client()
for path in ("/", "/openapi.yaml", "/docs", "/docs/first-game", "/docs/rummikub.fr", "/v1/variants"):
    assert client.get(path, follow_redirects=True).status_code == 200, path
print(client.get("/readyz").json["engine"])
"""
    environment = {**os.environ, "PYTHONPATH": str(installed), "PHOTOS": "on"}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=installed, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(name_sources())


def test_a_machine_without_a_working_compiler_needs_one_for_the_build(monkeypatch, tmp_path):
    from hatch_build import EngineBuildHook

    hook = EngineBuildHook.__new__(EngineBuildHook)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    for broken in ("cc", "gcc"):  # as one that has no headers
        (tmp_path / broken).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / broken).chmod(0o755)
    assert find_compiler() is None
    assert hook.dependencies() == ["ziglang>=0.14"]
    (tmp_path / "clang").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "clang").chmod(0o755)
    assert find_compiler() == ["clang"]
    assert hook.dependencies() == []


def test_the_compiler_of_the_environment_is_used(monkeypatch):
    monkeypatch.setenv("CC", "ccache gcc")
    assert find_compiler() == ["ccache", "gcc"]
