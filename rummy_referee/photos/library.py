"""The compiled reader of tiles: a shared library for the service, WebAssembly for the page, and the weights of both."""

import ctypes
from ctypes import POINTER, c_char_p, c_float, c_int32, c_size_t, c_void_p
from functools import cache
from pathlib import Path

from rummy_referee.engine.library import open_library

FOLDER = Path(__file__).parent
LIBRARY = FOLDER / "_tile_reader.so"
SOURCES = FOLDER / "csrc"
"""Only a checkout has the sources."""
WASM = FOLDER / "tile_reader.wasm"
WEIGHTS = {"tiles": FOLDER / "tiles.weights", "cards": FOLDER / "cards.weights"}
"""For tiles, and for playing cards by the indices in their corners."""

NUMBERS, COLOURS = 14, 5
JOKER = 14


class ReaderBox(ctypes.Structure):
    """``struct box`` of ``tile_reader.h``."""

    _fields_ = (("colours", c_int32), ("numbers", c_int32), ("copies", c_int32), ("jokers", c_int32))


class ReaderTile(ctypes.Structure):
    """``struct tile`` of ``tile_reader.h``."""

    _fields_ = (
        ("quad", c_float * 8),
        ("confidence", c_float),
        ("number", c_float * NUMBERS),
        ("colour", c_float * COLOURS),
        ("row", c_int32),
        ("position", c_int32),
        ("number_answer", c_int32),
        ("colour_answer", c_int32),
        ("heat", c_float),
        ("crop", c_float),
    )


@cache
def load_reader() -> ctypes.CDLL:
    """The shared library of the reader."""
    library = open_library(LIBRARY, SOURCES, "reader of photographs")
    library.tile_reader_memory.restype = c_size_t
    library.tile_reader_memory.argtypes = (c_int32, c_int32)
    library.read_tiles.restype = c_int32
    library.read_tiles.argtypes = (
        c_char_p, c_int32, c_int32, POINTER(ReaderBox), c_char_p, c_size_t, c_void_p, c_size_t, c_void_p, c_int32,
    )  # fmt: skip
    return library


@cache
def load_weights(kind: str) -> bytes:
    """The weights of the networks for a kind of pieces."""
    return WEIGHTS[kind].read_bytes()
