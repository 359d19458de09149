"""Compiles the search engine: python -m tools.build_engine [--check]

``make``, the wheel (``hatch_build.py``) and so the image all compile it here. The C compiler is ``$CC``, else the
machine's cc, gcc or clang, else the one in the package ``ziglang``. With ``--check`` it only looks for a compiler.
"""

import importlib.util
import os
import shlex
import subprocess
import sys
from pathlib import Path

from service.engine.library import LIBRARY, SOURCES, name_sources

FLAGS = ("-std=c11", "-O3", "-shared", "-fPIC")
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
    compiler = find_compiler()
    if compiler is None:
        raise SystemExit(NO_COMPILER)
    new = library.with_suffix(f".{os.getpid()}")  # renamed when complete: a server that starts never loads half of it
    flags = [*FLAGS, *HARDENING, *(LINKER_HARDENING if sys.platform == "linux" else ()), *more_flags]
    build = f'-DENGINE_BUILD="{name_sources()}"'
    try:
        subprocess.run([*compiler, *flags, build, "-o", new, *sorted(SOURCES.glob("*.c"))], check=True)
        new.replace(library)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"The search engine was not built: {error}") from error
    finally:
        new.unlink(missing_ok=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(None if find_compiler() else NO_COMPILER)
    compile_engine(LIBRARY)
