"""The compiled kernel, if it was built: see ``tools/build-kernel``."""

import ctypes
import os
from functools import cache
from pathlib import Path
from struct import pack

from service.solver.play_engine import Found, Stage, Word
from service.solver.play_problem import Problem

LIBRARY = Path(__file__).parent / "kernel" / "plays.so"
SETTING = "RUMMY_REFEREE_KERNEL"
"""Set this in the environment to ``python`` to do without the kernel."""

_FOUND, _PROVEN = 1, 2
_ABSENT = 0


@cache
def load_kernel() -> ctypes.CDLL | None:
    """The library, or None where there is none or none is wanted."""
    if os.environ.get(SETTING) == "python" or not LIBRARY.exists():
        return None
    try:
        library = ctypes.CDLL(str(LIBRARY))
    except OSError:  # built for another machine
        return None
    library.plays_open.restype = ctypes.c_void_p
    library.plays_open.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int64)
    library.plays_close.restype = None
    library.plays_close.argtypes = (ctypes.c_void_p,)
    library.plays_best.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    library.plays_any.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.plays_total.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.plays_words.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )
    library.plays_arrange.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    return library


class KernelEngine:
    """Answers questions about one problem. What the kernel keeps for it is freed together with this."""

    def __init__(self, library: ctypes.CDLL, problem: Problem, steps: int) -> None:
        self._library = library
        self._problem = problem
        self._handle: int | None = None
        cases = problem.cases
        integers = [
            len(problem.numbers),
            problem.colours,
            problem.runs,
            problem.groups,
            problem.mixed,
            problem.ace_high,
            problem.strict,
            problem.most,
            problem.minimum,
            problem.jokers_count,
            len(cases),
            problem.lazy,
            *problem.numbers,
            *[case.free_jokers for case in cases],
            *[case.hand_jokers for case in cases],
            *[case.played_jokers for case in cases],
            *[case.bound_worth for case in cases],
        ]
        tables = b"".join(
            [
                *[bytes(case.must) for case in cases],
                *[bytes(case.may) for case in cases],
                *[bytes(case.bound) for case in cases],
                *[bytes(case.played) for case in cases],
            ]
        )
        self._handle = library.plays_open(pack(f"{len(integers)}i", *integers), tables, steps)

    def __del__(self) -> None:
        if self._handle is not None:
            self._library.plays_close(self._handle)

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven."""
        faces = self._problem.faces
        letters = (ctypes.c_uint8 * (faces + 1))()
        case = ctypes.c_int32()
        answer = self._library.plays_best(
            self._handle, (ctypes.c_int32 * faces)(*weights), joker_weight, letters, ctypes.byref(case)
        )
        return (Found(tuple(letters), case.value) if answer & _FOUND else None), bool(answer & _PROVEN)

    def any(self) -> bool:
        """Whether a word but the empty one is found."""
        faces = self._problem.faces
        return bool(self._library.plays_any(self._handle, (ctypes.c_int32 * faces)(*[1] * faces)))

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""
        halves = (ctypes.c_uint64 * 2)()
        if self._library.plays_total(self._handle, halves) == _ABSENT:
            return None
        return int(halves[0]) | int(halves[1]) << 64

    def words(self, after: Word | None, limit: int) -> list[Found]:
        """The next words in listing order; none if they cannot be counted."""
        total = self.total()
        if total is None:
            return []
        limit = min(limit, total)
        size = self._problem.faces + 1
        letters = (ctypes.c_uint8 * (size * limit))()
        cases = (ctypes.c_int32 * limit)()
        count = self._library.plays_words(self._handle, bytes(after) if after else None, limit, letters, cases)
        flat = bytes(letters)
        return [Found(tuple(flat[place * size : (place + 1) * size]), cases[place]) for place in range(count)]

    def is_arrangeable(self) -> bool:
        """Whether there is a way to lay all the tiles of the first case."""
        cells = self._problem.cells
        hows = ctypes.create_string_buffer(4 * cells)
        profiles = ctypes.create_string_buffer(4 * cells * self._problem.lanes)
        return bool(self._library.plays_arrange(self._handle, hows, profiles) != _ABSENT)

    def arrange(self) -> list[Stage] | None:
        """A way to lay all the tiles of the first case, whose hand has none."""
        cells, lanes = self._problem.cells, self._problem.lanes
        hows = (ctypes.c_uint32 * cells)()
        profiles = (ctypes.c_uint32 * (cells * lanes))()
        if self._library.plays_arrange(self._handle, hows, profiles) == _ABSENT:
            return None
        flat = profiles[:]
        return [Stage(how, tuple(flat[cell * lanes : (cell + 1) * lanes])) for cell, how in enumerate(hows)]
