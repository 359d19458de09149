"""Compiles the search engine and the reader of photographs: python -m tools.build_engine [--check | LIBRARY...]

``make``, the wheel (``hatch_build.py``) and so the image all compile them here. The C compiler is ``$CC``, else the
machine's cc, gcc or clang, else the one in the package ``ziglang``. With ``--check`` it only looks for a compiler.
"""

import importlib.util
import os
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
SANITIZERS = ("-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""For ``make fuzz``."""
NO_COMPILER = "No C compiler was found: install gcc or clang, or `pip install ziglang`."


def find_compiler() -> list[str] | None:
    """The command of the first C compiler that works: one without the C library's headers does not."""
    if "CC" in os.environ:
        return shlex.split(os.environ["CC"])
    commands = [["cc"], ["gcc"], ["clang"]]
    if importlib.util.find_spec("ziglang"):
        commands.append([sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"])  # else only for processors like this
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
    flags = [*FLAGS, *HARDENING, *(LINKER_HARDENING if sys.platform == "linux" else ()), *more_flags]
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
    for path in map(Path, sys.argv[1:] or COMPILERS):
        COMPILERS[path.resolve()](path)
