"""Fuzzes all C code with AddressSanitizer and UBSan: python -m tools.fuzz --seconds 300

Compiles the engine and the reader of photographs with both sanitizers and starts itself with these builds, first for
the one, then for the other. The first fault ends the process with a report and the seed of the case.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from rummy_referee.engine import library as engine
from rummy_referee.photos import library as reader
from tools.build_engine import SANITIZERS, compile_engine, compile_reader, find_compiler
from tools.fuzz.engine import fuzz_engine
from tools.fuzz.reader import fuzz_reader

FOLDER = "FUZZED_BUILDS"
"""The environment variable with the folder of the builds with sanitizers."""
PARTS = {"engine": fuzz_engine, "reader": fuzz_reader}


def fuzz(part: str, seconds: float, first: int) -> int:
    """Fuzz a part for this long with successive seeds; return how many cases there were."""
    end = time.monotonic() + seconds
    seed = first
    while time.monotonic() < end:
        Path(os.environ[FOLDER], "case").write_text(f"{part}, seed {seed}", encoding="ascii")
        PARTS[part](Random(seed))
        seed += 1
    return seed - first


def _start_with_sanitizers(folder: Path) -> int:
    compile_engine(folder / engine.LIBRARY.name, SANITIZERS)
    compile_reader(folder / reader.LIBRARY.name, SANITIZERS)
    compiler = find_compiler() or []
    runtime = subprocess.run([*compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    options = "detect_leaks=0:abort_on_error=1"  # the interpreter itself has leaks
    environment = {**os.environ, FOLDER: str(folder), "LD_PRELOAD": runtime.stdout.strip(), "ASAN_OPTIONS": options}
    ran = subprocess.run([sys.executable, "-m", "tools.fuzz", *sys.argv[1:]], env=environment, check=False)
    if ran.returncode:
        print("failed:", (folder / "case").read_text(encoding="ascii"), file=sys.stderr)
    return ran.returncode


def main() -> None:
    """Compile, start again with the sanitizers, and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    if FOLDER not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(_start_with_sanitizers(Path(folder)))
    engine.LIBRARY, reader.LIBRARY = (Path(os.environ[FOLDER], path.name) for path in (engine.LIBRARY, reader.LIBRARY))
    for part in PARTS:
        count = fuzz(part, given.seconds / len(PARTS), given.seed)
        print(f"{part}: {count} cases without a fault")
    loaded = Path("/proc/self/maps").read_text(encoding="utf-8")
    if str(engine.LIBRARY) not in loaded or str(reader.LIBRARY) not in loaded:
        sys.exit("the builds with sanitizers were not used")


if __name__ == "__main__":
    main()
