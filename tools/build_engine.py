"""Compiles the engine and the reader of photographs: python -m tools.build_engine [--check | --targets | LIBRARY...]

``make``, the wheel (``hatch_build.py``) and so the image all compile them here. The C compiler is ``$CC``, else the
machine's cc, gcc or clang, else the one in the package ``ziglang``. With ``--check`` it only looks for a compiler.

For a wheel that others install, ``$WHEEL_TARGET`` is one of the targets that ``--targets`` lists. Then ``ziglang``
compiles, whatever the machine is: it has the headers of every platform, and links with the oldest glibc.
"""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from rummy_referee.engine.library import LIBRARY, SOURCES, name_sources
from rummy_referee.photos import library as photos

BUILD_NAME = SOURCES / "build.c"
"""The name of the build, in every library."""
FLAGS = ("-std=c11", "-O3", "-shared", "-fPIC")
READER_FLAGS = ("-ffp-contract=off",)
"""Multiplications and additions are rounded one by one, as in WebAssembly: the service and the page read the same."""
HARDENING = ("-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
LINKER_HARDENING = ("-Wl,-z,relro", "-Wl,-z,now")
"""Only for ELF, the format of every platform but macOS and Windows."""
TARGET = "WHEEL_TARGET"
TARGETS = ("x86_64-linux-gnu.2.17", "aarch64-linux-gnu.2.17", "x86_64-macos.11.0", "aarch64-macos.11.0")
"""The platforms of released wheels, as zig names them, with their oldest glibc or macOS."""
SANITIZERS = ("-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""For ``make fuzz``."""
_ZIG = [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]  # else only for processors like this one
NO_COMPILER = "No C compiler was found: install gcc or clang, or `pip install ziglang`."


def platform_of(target: str) -> str:
    """The platform tag of the wheels for a target."""
    found = re.fullmatch(r"(\w+)-(linux-gnu|macos)\.(\d+)\.(\d+)", target)
    if not found:
        raise SystemExit(f"{TARGET} is {target}, but must be one of {', '.join(TARGETS)}")
    machine, system, *version = found.groups()
    name = "manylinux" if system == "linux-gnu" else "macosx"
    return "_".join((name, *version, "arm64" if (system, machine) == ("macos", "aarch64") else machine))


def find_compiler() -> list[str] | None:
    """The command of the first C compiler that works: one without the C library's headers does not."""
    if TARGET in os.environ:
        return [*_ZIG, "-target", os.environ[TARGET], "-s"]
    if "CC" in os.environ:
        return shlex.split(os.environ["CC"])
    commands = [["cc"], ["gcc"], ["clang"]]
    if importlib.util.find_spec("ziglang"):
        commands.append(_ZIG)
    return next(filter(_works, commands), None)


def _works(command: list[str]) -> bool:
    try:
        tried = subprocess.run(
            [*command, "-E", "-xc", "-"], input=b"#include <stdlib.h>\n", capture_output=True, check=False
        )
    except OSError:
        return False
    return tried.returncode == 0


def compile_engine(library: Path, more_flags: tuple[str, ...] = ()) -> None:
    """Compile the engine to a shared library."""
    _compile(library, SOURCES, more_flags)


def compile_reader(library: Path, more_flags: tuple[str, ...] = ()) -> None:
    """Compile the reader of photographs to a shared library."""
    _compile(library, photos.SOURCES, (*READER_FLAGS, *more_flags))


COMPILERS = {LIBRARY: compile_engine, photos.LIBRARY: compile_reader}
"""How each library of a checkout is compiled."""


def _compile(library: Path, folder: Path, more_flags: tuple[str, ...]) -> None:
    compiler = find_compiler()
    if compiler is None:
        raise SystemExit(NO_COMPILER)
    new = library.with_suffix(f".{os.getpid()}")  # renamed when complete: a server that starts never loads half of it
    is_elf = "linux" in os.environ.get(TARGET, sys.platform)
    flags = [*FLAGS, *HARDENING, *(LINKER_HARDENING if is_elf else ()), *more_flags]
    build = f'-DENGINE_BUILD="{name_sources(folder)}"'
    sources = sorted({*folder.glob("*.c"), BUILD_NAME})
    try:
        subprocess.run([*compiler, *flags, build, "-o", new, *sources], check=True)
        new.replace(library)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{library.name} was not built: {error}") from error
    finally:
        new.unlink(missing_ok=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(None if find_compiler() else NO_COMPILER)
    if sys.argv[1:] == ["--targets"]:
        print(*TARGETS)
    else:
        for path in map(Path, sys.argv[1:] or COMPILERS):
            COMPILERS[path.resolve()](path)
