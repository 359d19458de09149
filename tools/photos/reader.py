"""The C program, compiled and called from the tools; the service has its own binding."""

import ctypes
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools.photos.editions import Array

SOURCE = Path(__file__).parents[2] / "rummy_referee/photos/csrc/tile_reader.c"
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fPIC")
MOST_TILES = 320


class Box(ctypes.Structure):
    """struct box of tile_reader.h."""

    _fields_ = tuple((name, ctypes.c_int32) for name in ("colours", "numbers", "copies", "jokers"))


class Tile(ctypes.Structure):
    """struct tile of tile_reader.h."""

    _fields_ = (
        ("quad", ctypes.c_float * 8),
        ("confidence", ctypes.c_float),
        ("number", ctypes.c_float * 14),
        ("colour", ctypes.c_float * 5),
        ("row", ctypes.c_int32),
        ("position", ctypes.c_int32),
        ("number_answer", ctypes.c_int32),
        ("colour_answer", ctypes.c_int32),
        ("heat", ctypes.c_float),
        ("crop", ctypes.c_float),
    )


RUMMIKUB = Box(0b01111, 13, 2, 2)
PACK = Box(0b01111, 13, 1, 0)
ANY_BOX = Box(0b11111, 13, 320, 320)


@dataclass
class Reader:
    """Reads pictures with the given weights."""

    weights: bytes

    def __post_init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder, "reader.so")
            subprocess.run(["cc", *FLAGS, "-o", str(library), str(SOURCE)], check=True)
            self.library = ctypes.CDLL(str(library))
        self.library.tile_reader_memory.restype = ctypes.c_size_t

    def read(self, picture: Array, box: Box = RUMMIKUB) -> list[Tile]:
        """The tiles of a picture (RGB) in reading order."""
        picture = np.ascontiguousarray(picture, np.uint8)
        height, width = picture.shape[:2]
        size = self.library.tile_reader_memory(width, height)
        arena = np.empty(size, np.uint8)
        tiles = (Tile * MOST_TILES)()
        count = self.library.read_tiles(
            ctypes.c_void_p(picture.ctypes.data), width, height, ctypes.byref(box),
            self.weights, ctypes.c_size_t(len(self.weights)),
            ctypes.c_void_p(arena.ctypes.data), ctypes.c_size_t(size), tiles, MOST_TILES,
        )  # fmt: skip
        if count < 0:
            raise ValueError("The weights are invalid.")
        return list(tiles[:count])
