"""Checks what ``make release`` built into ``dist/``: each part is installed in a clean environment and must answer.

``python -m tools.release`` checks; ``python -m tools.release 0.4.0`` sets the version of the next release.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

from packaging.tags import sys_tags

from rummy_referee import __version__
from tests.front import find_port, wait_until_ready
from tools.build_engine import TARGETS, platform_of

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
BIN = ROOT / ".venv" / "bin"
PACKAGE = ROOT / "clients" / "typescript"
SUMS = "SHA256SUMS"
LIBRARIES = {"_engine.so", "_tile_reader.so"}
_ELF, _MACH_O = (b"\x7fELF\x02\x01", 18), (b"\xcf\xfa\xed\xfe", 4)
FORMATS = {
    "x86_64-linux-gnu": (*_ELF, b"\x3e\0"),
    "aarch64-linux-gnu": (*_ELF, b"\xb7\0"),
    "x86_64-macos": (*_MACH_O, b"\x07\0\0\x01"),
    "aarch64-macos": (*_MACH_O, b"\x0c\0\0\x01"),
}
"""How a library of each target begins, and where it names which machine."""
OVERLAY = "deploy/kubernetes/overlays/example/kustomization.yaml"


def read_example(readme: Path, language: str, shown: str, within: str) -> tuple[str, str]:
    """The block of a README in one language that contains some words, and the block after it, in another."""
    block = rf"```{language}\n((?:(?!```).)*?{re.escape(within)}.*?)```.*?```{shown}\n(.*?)```"
    found = re.search(block, readme.read_text(encoding="utf-8"), re.DOTALL)
    if not found:
        raise SystemExit(f"{readme}: no example with {within}")
    return found[1], found[2]


def find_version_faults() -> Iterator[str]:
    """What keeps this version from being tagged."""
    if json.loads((PACKAGE / "package.json").read_text())["version"] != __version__:
        yield f"clients/typescript/package.json has another version than {__version__}"
    if f"\n  version: {__version__}\n" not in (ROOT / "openapi.yaml").read_text(encoding="utf-8")[:10_000]:
        yield f"openapi.yaml has another version than {__version__}: run `make openapi`"
    if f"    newTag: {__version__}\n" not in (ROOT / OVERLAY).read_text(encoding="utf-8"):
        yield f"{OVERLAY} has another version than {__version__}"
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[(.*?)\]", changelog, re.MULTILINE)
    if not first or first[1] != __version__:
        yield f"the first section of CHANGELOG.md is [{first[1] if first else ''}], not [{__version__}]"


def set_version(version: str) -> None:
    """Write a version and its date wherever they belong; ``make openapi`` then updates the contract."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"{version} is not a version such as 0.4.0")
    written: dict[Path, str] = {}
    today = datetime.now(UTC).date().isoformat()
    for path, old, new in (
        ("rummy_referee/version.py", r'^__version__ = ".*"$', f'__version__ = "{version}"'),
        ("clients/typescript/package.json", r'^  "version": ".*",$', f'  "version": "{version}",'),
        (OVERLAY, r"^    newTag: .*$", f"    newTag: {version}"),
        ("CHANGELOG.md", r"^## \[Unreleased\]$", f"## [{version}] - {today}"),
    ):
        text = (ROOT / path).read_text(encoding="utf-8")
        written[ROOT / path], count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
        if not count:
            raise SystemExit(f"{path}: nothing to change")
    for file, text in written.items():
        file.write_text(text, encoding="utf-8")


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints. Nothing of this checkout is on its path but node and npm."""
    path = f"{BIN}{os.pathsep}/usr/bin{os.pathsep}/bin"
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    given = {**kept, "PATH": path, **environment}
    ran = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


@contextmanager
def serving(distribution: Path, folder: Path) -> Iterator[str]:
    """Install a distribution in a new environment, and serve with its command; yields host and port."""
    environment = folder / "venv"
    run(BIN / "uv", "venv", "--quiet", "--python", BIN / "python", environment, folder=folder)
    python = environment / "bin" / "python"
    run(BIN / "uv", "pip", "install", "--quiet", "--python", python, f"{distribution}[service]", folder=folder)
    port = find_port()
    command: list[str | Path] = [environment / "bin" / "rummy-referee", "serve", "--port", str(port), "--workers", "1"]
    server = subprocess.Popen(command, cwd=folder, env={"PATH": "/usr/bin:/bin", "LOG_LEVEL": "error"})
    try:
        wait_until_ready(port, server)
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=60)


def check_server(address: str, folder: Path) -> None:
    """The request of the README gets the answer that the README shows, and the documentation is there."""
    command, shown = read_example(ROOT / "README.md", "sh", "json", "/v1/melds/check")
    printed = run("sh", "-c", command.replace("127.0.0.1:8000", address), folder=folder)
    if printed.strip() != shown.strip():
        raise SystemExit(f"the README shows another answer than\n{printed}")
    for path in ("/", "/docs", "/docs/first-game", "/docs/rummikub.de", "/docs/problems", "/openapi.yaml"):
        with urlopen(f"http://{address}{path}", timeout=10) as response:
            if response.status != 200:
                raise SystemExit(f"{path} answers {response.status}")


def check_npm_package(address: str, folder: Path) -> None:
    """The example of the package's README prints what the README shows."""
    program, shown = read_example(PACKAGE / "README.md", "ts", "text", "findBestMove")
    (folder / "package.json").write_text('{"private": true}')
    (folder / "example.mts").write_text(program, encoding="utf-8")
    packed = DIST / f"rummy-referee-{__version__}.tgz"
    run("npm", "install", "--offline", "--no-audit", "--no-fund", packed, folder=folder, HOME=str(folder))
    printed = run("node", "example.mts", folder=folder, REFEREE=f"http://{address}")
    if printed.strip() != shown.strip():
        raise SystemExit(f"the README of the package shows another output than\n{printed}")


def check_sbom() -> None:
    """The bill of materials lists exactly the locked packages, with their versions."""
    listed = json.loads((DIST / f"rummy-referee-{__version__}.cdx.json").read_text())["components"]
    lock = re.findall(
        r"^([a-z0-9.-]+)==([^ ;]+)([^\\]*)", (ROOT / "requirements" / "service.lock").read_text(), re.MULTILINE
    )
    needed = {f"{name}=={version}" for name, version, marker in lock if ";" not in marker}
    found = {f"{part['name'].lower().replace('_', '-')}=={part['version']}" for part in listed}
    if missing := needed - found:
        raise SystemExit(f"the bill of materials lacks {sorted(missing)}")


def write_sums() -> None:
    """Write the hash of every file, for ``sha256sum --check``."""
    files = sorted(path for path in DIST.iterdir() if path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / SUMS).write_text("".join(lines))


def find_wheel() -> Path:
    """The wheel for this machine, after all of them are checked: there is one for each platform."""
    wheels = {target: DIST / f"rummy_referee-{__version__}-py3-none-{platform_of(target)}.whl" for target in TARGETS}
    if faults := [fault for target, wheel in wheels.items() for fault in find_wheel_faults(wheel, target)]:
        raise SystemExit("\n".join(faults))
    platforms = {tag.platform for tag in sys_tags()}
    return next(wheel for target, wheel in wheels.items() if platform_of(target) in platforms)


def find_wheel_faults(wheel: Path, target: str) -> Iterator[str]:
    """What would keep a wheel from being installed or from working on the machines of its target."""
    if not wheel.is_file():
        yield f"dist/ lacks {wheel.name}"
        return
    with ZipFile(wheel) as archive:
        metadata = archive.read(f"rummy_referee-{__version__}.dist-info/WHEEL").decode().splitlines()
        libraries = {Path(name).name: archive.read(name) for name in archive.namelist() if name.endswith(".so")}
    for line in (f"Tag: py3-none-{platform_of(target)}", "Root-Is-Purelib: false"):
        if line not in metadata:
            yield f"{wheel.name}: its WHEEL lacks {line}"
    if libraries.keys() != LIBRARIES:
        yield f"{wheel.name}: has the libraries {sorted(libraries)}"
    magic, place, machine = FORMATS[target.partition(".")[0]]
    oldest = tuple(map(int, target.split(".")[1:]))
    for name, library in libraries.items():
        if not library.startswith(magic) or not library.startswith(machine, place):
            yield f"{wheel.name}: {name} is for another machine"
        needed = {(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", library)}
        if newer := [version for version in needed if version > oldest]:
            yield f"{wheel.name}: {name} needs glibc {newer}"


def check_release() -> None:
    """Check every file of ``dist/``, and say whether the version can be tagged."""
    wheel = find_wheel()
    for distribution in (wheel, DIST / f"rummy_referee-{__version__}.tar.gz"):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with serving(distribution, folder) as address:
                check_server(address, folder)
                print(f"{distribution.name}: installs and answers")
                if distribution == wheel:
                    check_npm_package(address, folder)
                    print(f"rummy-referee-{__version__}.tgz: installs, and its example prints what its README shows")
    check_sbom()
    print(f"rummy-referee-{__version__}.cdx.json: lists all locked packages")
    write_sums()
    faults = list(find_version_faults())
    print("\n".join(f"not ready to be tagged: {fault}" for fault in faults) or f"ready: git tag v{__version__}")


if __name__ == "__main__":
    set_version(sys.argv[1]) if len(sys.argv) > 1 else check_release()
