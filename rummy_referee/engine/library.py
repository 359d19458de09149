"""The compiled engine: loads the shared library and rejects one that does not belong to this code."""

import ctypes
import hashlib
from ctypes import CFUNCTYPE, c_char_p, c_int, c_int32, c_int64, c_void_p
from functools import cache
from pathlib import Path

from rummy_referee.engine.work import check_ahead
from rummy_referee.version import __version__

LIBRARY = Path(__file__).with_name("_engine.so")
SOURCES = Path(__file__).with_name("csrc")
"""Only a checkout has the sources. An installed package has the library alone."""

_CHECKPOINT = CFUNCTYPE(c_int, c_int)
_checkpoint = _CHECKPOINT(check_ahead)
"""Lives as long as the library, which calls it."""

_FUNCTIONS: dict[str, tuple[type | None, ...]] = {
    "engine_set_checkpoint": (None, _CHECKPOINT),
    "engine_open": (c_void_p, c_char_p, c_char_p, c_int64),
    "engine_close": (None, c_void_p),
    "engine_spent": (c_int64, c_void_p),
    "engine_any": (c_int, c_void_p),
    "engine_count": (c_int, c_void_p, c_void_p),
    "engine_enumerate": (c_int, c_void_p, c_char_p, c_int32, c_void_p, c_void_p),
    "engine_best": (c_int, c_void_p, c_char_p, c_int32, c_void_p, c_void_p),
    "engine_reconstruct": (c_int, c_void_p, c_char_p, c_char_p, c_int32, c_char_p, c_char_p, c_int32, c_void_p),
    "engine_meld_hand": (c_int, c_char_p, c_int32, c_int32, c_void_p, c_void_p),
    "gin_play_out": (c_int64, c_void_p, c_int32, c_void_p, c_void_p, c_void_p),
}
"""The result and the arguments of each function. The first argument of most is the handle of an opened problem."""
_REMEDY = "run `make run` in a checkout, or install the service with `pip install`."


class EngineMissingError(ImportError):
    """No usable library. The message is one sentence that says what to do."""


def open_library(path: Path, sources: Path, name: str) -> ctypes.CDLL:
    """A shared library that was built for this machine from these sources. ``name`` is what errors call it."""
    if not path.exists():
        raise EngineMissingError(f"The {name} is not built: {_REMEDY}")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise EngineMissingError(f"The {name} is built for another machine: {_REMEDY}") from error
    if not _read_build(library).startswith(name_sources(sources)):
        raise EngineMissingError(f"The {name} is built from other sources: {_REMEDY}")
    return library


@cache
def load_library() -> ctypes.CDLL:
    """The shared library of the engine."""
    library = open_library(LIBRARY, SOURCES, "search engine")
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.engine_set_checkpoint(_checkpoint)
    return library


def engine_build() -> str:
    """Which build runs: version, hash of the sources and compiler, such as ``0.3.0+3f2a1b9c8d7e gcc 14.2.0``."""
    return _read_build(load_library())


def name_sources(sources: Path = SOURCES) -> str:
    """The beginning of a build's name: the version, and in a checkout the hash of the C sources."""
    if not sources.is_dir():
        return f"{__version__}+"
    digest = hashlib.sha256()
    for path in sorted(sources.glob("*.[ch]")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{__version__}+{digest.hexdigest()[:12]}"


def _read_build(library: ctypes.CDLL) -> str:
    try:
        read = library.engine_build
    except AttributeError:  # some other library
        return ""
    read.restype = ctypes.c_char_p
    return str(read().decode())
