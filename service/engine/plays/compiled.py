"""The compiled kernel."""

import ctypes
import os
from array import array
from ctypes import create_string_buffer, string_at
from functools import cache, cached_property
from struct import pack, unpack

from service.engine.library import load_library
from service.engine.plays.engine import Found, FoundWords, LaidWords, Word, WrittenMelds
from service.engine.plays.problem import TOO_MANY_TILES, Problem
from service.engine.work import count_steps

SETTING = "RUMMY_REFEREE_KERNEL"
"""Set this in the environment to ``python`` to do without the kernel."""

_FOUND, _PROVEN = 1, 2
_ABSENT = 0
_Halves = ctypes.c_uint64 * 2
_Told = ctypes.c_int64 * 7
_INTEGER = array("i").itemsize


@cache
def load_kernel() -> ctypes.CDLL | None:
    """The library, or None where none is wanted."""
    if os.environ.get(SETTING) == "python":
        return None
    library = load_library()
    _declare(library)
    return library


def _declare(library: ctypes.CDLL) -> None:
    """What the functions of the library take and give."""
    library.engine_open.restype = ctypes.c_void_p
    library.engine_open.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int64)
    library.engine_close.restype = None
    library.engine_close.argtypes = (ctypes.c_void_p,)
    library.engine_spent.restype = ctypes.c_int64
    library.engine_spent.argtypes = (ctypes.c_void_p,)
    found = (ctypes.c_void_p, ctypes.c_void_p)
    library.engine_best.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, *found)
    library.engine_any.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.engine_count.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.engine_enumerate.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )
    library.engine_reconstruct.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int32,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int32,
        ctypes.c_void_p,
    )


class KernelEngine:
    """Answers questions about one problem. What the kernel keeps for it is freed together with this.

    However many threads ask at once, only one of them has a search that takes much memory: see ``kernel/memory.h``.
    """

    def __init__(self, library: ctypes.CDLL, problem: Problem, steps: int) -> None:
        self._library = library
        self._problem = problem
        self._handle: int | None = None
        cases = [*problem.cases, *([problem.outer] if problem.outer else [])]
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
            len(problem.cases),
            problem.lazy,
            problem.outer is not None,
            *problem.numbers,
            *[case.free_jokers for case in cases],
            *[case.hand_jokers for case in cases],
            *[case.played_jokers for case in cases],
            *[case.bound_worth for case in cases],
        ]
        tables = b"".join(
            [
                *[case.must for case in cases],
                *[case.may for case in cases],
                *[case.bound for case in cases],
                *[case.played for case in cases],
                *[case.roles for case in cases],
            ]
        )
        self._handle = library.engine_open(pack(f"{len(integers)}i", *integers), tables, steps)
        if self._handle is None:
            raise ValueError(TOO_MANY_TILES)

    def __del__(self) -> None:
        if self._handle is not None:
            self._library.engine_close(self._handle)

    def _report(self) -> None:
        """Say how much work the last question was."""
        count_steps(self._library.engine_spent(self._handle))

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven."""
        letters = create_string_buffer(len(weights) + 1)
        case = ctypes.c_int32()
        asked = (self._handle, pack(f"{len(weights)}i", *weights), joker_weight)
        answer = self._library.engine_best(*asked, letters, ctypes.byref(case))
        self._report()
        return (Found(letters.raw, case.value) if answer & _FOUND else None), bool(answer & _PROVEN)

    def any(self) -> bool:
        """Whether a word but the empty one is found."""
        faces = self._problem.faces
        found = self._library.engine_any(self._handle, (ctypes.c_int32 * faces)(*[1] * faces))
        self._report()
        return bool(found)

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""
        halves = _Halves()
        counted = self._library.engine_count(self._handle, halves)
        self._report()
        if counted == _ABSENT:
            return None
        return int(halves[0]) | int(halves[1]) << 64

    def words(self, after: Word | None, limit: int) -> FoundWords:
        """The next words in listing order, whether they can be counted or not."""
        total = self.total()
        if total is not None:
            limit = min(limit, total)
        width = self._problem.faces + 1
        letters, sizes, cases = array("B", bytes(width * limit)), array("B", bytes(limit)), array("i", [0]) * limit
        places = [told.buffer_info()[0] for told in (letters, sizes, cases)]
        count = self._library.engine_enumerate(self._handle, after, limit, *places)
        self._report()
        return FoundWords(letters[: width * count].tobytes(), sizes[:count].tobytes(), cases[:count])

    @cached_property
    def bits(self) -> int:
        """How many bits tell all words there could be; 0 where they are too many, or laid out as nobody else's."""
        outermost = self._problem.outer or self._problem.cases[0]
        return 64 * int(self._library.plays_width(self._handle)) * (1 + outermost.hand_jokers)

    def narrow(self, words: int) -> None:
        """Only these words are in question from now on. To be said before anything is counted."""
        self._library.plays_narrow(self._handle, words.to_bytes(self.bits // 8, "little"))

    def tell_words(self) -> int | None:
        """All words, a bit for each, laid out alike wherever the outer case is the same; None if not counted."""
        if self.total() is None:
            return None
        words = create_string_buffer(self.bits // 8)
        self._library.plays_words(self._handle, words)
        return int.from_bytes(words.raw, "little")

    def keep_words(self) -> None:
        """Forget all but the words, which can still be listed."""
        self._library.plays_keep_words(self._handle)

    def lay(self, letters: bytes, cases: "array[int]", table: WrittenMelds) -> LaidWords:
        """Melds for words, one after the other, each of a case: if possible those of the table."""
        told = _Told()
        count, (sizes, tiles) = len(cases), table
        asked = (letters, cases.tobytes(), count, sizes, tiles, len(sizes), told)
        laid = self._library.engine_reconstruct(self._handle, *asked)
        self._report()
        if laid == _ABSENT:
            raise ValueError("these tiles are no play of this scenario")
        places_at, places_count, ends_at, sizes_at, melds_count, tiles_at, tiles_count = told
        return LaidWords(
            WrittenMelds(string_at(sizes_at, melds_count), string_at(tiles_at, tiles_count)),
            unpack(f"{places_count}H", string_at(places_at, 2 * places_count)),
            unpack(f"{count}i", string_at(ends_at, _INTEGER * count)),
        )
