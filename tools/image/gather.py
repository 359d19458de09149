"""Collects the root file system of an image without a distribution: gather.py FOLDER PATH...

FOLDER gets the given paths, the Python that runs this, the shared libraries that they need, and the metadata of the
Debian packages of these libraries, for scanners. Runs as root on Debian, in the first stage of the Dockerfile.
"""

import compileall
import os
import py_compile
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

USER = 10001
# Parts of the standard library for building, for GUIs and for tests. Their shared libraries are not copied either.
DROPPED = {
    "__pycache__", "config-*", "dist-packages", "distutils", "ensurepip", "idlelib", "lib2to3", "pydoc_data",
    "site-packages", "sitecustomize.py", "test", "tests", "tkinter", "turtle.py", "turtledemo",
    "_curses*.so", "_dbm*.so", "_gdbm*.so", "_sqlite3*.so", "_test*.so", "_tkinter*.so", "nis*.so",
    "readline*.so", "xx*.so",
}  # fmt: skip


def copy(path: Path, root: Path, *dropped: str) -> None:
    """Copy a path to the same place in the root, with its parent folders."""
    target = root / path.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, symlinks=True, ignore=shutil.ignore_patterns(*dropped), dirs_exist_ok=True)
    else:
        shutil.copy2(path, target)


def make_bare_root(root: Path) -> None:
    """Create the links of a merged /usr, a user without home or shell, and a folder for temporary files."""
    for name in ("lib", "lib64"):
        if Path("/", name).is_symlink():
            (root / "usr" / name).mkdir(parents=True, exist_ok=True)
            (root / name).symlink_to(f"usr/{name}")
    for name in ("dev", "proc", "sys"):
        (root / name).mkdir()
    (root / "tmp").mkdir()
    (root / "tmp").chmod(0o1777)
    (root / "etc").mkdir()
    (root / "etc/passwd").write_text(
        f"root:x:0:0::/:/nonexistent\nreferee:x:{USER}:{USER}::/nonexistent:/nonexistent\n"
    )
    (root / "etc/group").write_text(f"root:x:0:\nreferee:x:{USER}:\n")
    for path in ("/etc/os-release", "/etc/ld.so.cache", "/etc/ssl/certs/ca-certificates.crt"):
        copy(Path(path), root)


def copy_python(root: Path) -> None:
    """Copy the interpreter under all its names, and the standard library except for the dropped parts."""
    real = Path(sys.executable).resolve()
    copy(real, root)
    for name in ("python", "python3"):
        link = root / Path(sys.executable).with_name(name).relative_to("/")
        if not link.exists():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(real)
    copy(Path(sysconfig.get_path("stdlib")), root, *DROPPED)


def find_libraries(root: Path) -> Iterator[Path]:
    """Every shared library that a program or library of the root needs, as the loader finds it."""
    binaries = [*root.rglob("*.so"), *root.rglob("*.so.*"), root / Path(sys.executable).resolve().relative_to("/")]
    stated = subprocess.run(["ldd", *binaries], capture_output=True, text=True, check=False).stdout
    for line in stated.splitlines():
        words = line.split()
        if "not found" in line:
            raise SystemExit(f"gather: {line.strip()}")
        yield from (Path(word) for word in words if word.startswith("/") and not word.endswith(":"))


def copy_libraries(root: Path) -> set[Path]:
    """Copy the libraries from outside of the root. The C library loads the last one by name when a thread ends."""
    libraries = {path for path in find_libraries(root) if not (root / path.relative_to("/")).exists()}
    libraries |= {path.with_name("libgcc_s.so.1") for path in libraries if path.name == "libc.so.6"}
    for path in libraries:
        copy(path, root)
    return libraries


def tell_packages(copied: set[Path], root: Path) -> None:
    """Copy the metadata of the Debian packages, one file each where scanners look for it, and their licences."""
    places = {
        place for path in copied for place in (path, path.resolve(), Path(str(path.resolve()).removeprefix("/usr")))
    }
    owners = subprocess.run(["dpkg-query", "--search", *places], capture_output=True, text=True, check=False).stdout
    status = root / "var/lib/dpkg/status.d"
    status.mkdir(parents=True)
    for package in sorted({line.split(":")[0] for line in owners.splitlines()} | {"ca-certificates"}):
        stated = subprocess.run(["dpkg-query", "--status", package], capture_output=True, text=True, check=True).stdout
        (status / package).write_text(stated)
        copy(Path("/usr/share/doc", package, "copyright"), root)


def main(folder: str, *paths: str) -> None:
    root = Path(folder)
    root.mkdir(parents=True)
    os.umask(0o022)
    make_bare_root(root)
    copy_python(root)
    for path in paths:
        copy(Path(path), root, "__pycache__", "*.c", "*.h", "[Aa]ctivate*")
    tell_packages(copy_libraries(root) | {Path(sys.executable)}, root)
    # compiled here, because the image is read-only; not compared with the sources at run time
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(root, stripdir=folder, quiet=1, workers=0, maxlevels=20, invalidation_mode=unchecked)


if __name__ == "__main__":
    main(*sys.argv[1:])
