"""Compiles the reader of photographs to WebAssembly for the page: python -m tools.build_wasm [FILE]

The compiler is the one of the development lock, so that every machine makes the same file. A test compares it with the
file in the repository.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from rummy_referee.photos.library import SOURCES, WASM
from tools.build_engine import READER_FLAGS

TARGET = ("-target", "wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory")
FLAGS = ("-std=c11", "-O3", "-ffreestanding", "-nostdlib", "-fno-stack-protector", *READER_FLAGS)
LINKED = ("-Wl,--no-entry", "-Wl,--strip-all", *(
    f"-Wl,--export={name}" for name in ("read_tiles", "tile_reader_memory", "__heap_base")
))  # fmt: skip
"""Everything beyond the heap's base is for the caller: picture, weights, tiles and arena."""


def compile_wasm(file: Path) -> None:
    """Compile the reader to a WebAssembly module without imports."""
    compiler = [sys.executable, "-m", "ziglang", "cc"]
    sources = sorted(path.name for path in SOURCES.glob("*.c"))
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, file.name)
        subprocess.run([*compiler, *TARGET, *FLAGS, *LINKED, "-o", made, *sources], cwd=SOURCES, check=True)
        file.write_bytes(made.read_bytes())


if __name__ == "__main__":
    compile_wasm(Path(sys.argv[1]) if len(sys.argv) > 1 else WASM)
