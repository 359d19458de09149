"""The search for plays: which sets of hand tiles can leave the hand, how many, which is best, and the table after them.

The rules turn a position into the scenarios of a ``PlayProblem``. The compiled engine searches all of them at once.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import byref, c_int32, c_int64, c_uint64, create_string_buffer, string_at
from itertools import accumulate, compress, pairwise
from operator import itemgetter
from struct import pack, unpack
from threading import RLock
from typing import NamedTuple, TypeVar, overload

from rummy_referee.engine.library import load_library
from rummy_referee.engine.problem import MAX_SCENARIOS, Face, PlayProblem, Scenario, box_faces, pack_problem
from rummy_referee.engine.work import count_steps
from rummy_referee.tiles.box import Box

DEFAULT_STEPS = 120_000_000
"""The most steps for one result: about three seconds."""
_FOUND, _PROVEN = 1, 2
_INTEGER = array("i").itemsize
_Total = c_uint64 * 2
_Reconstruction = c_int64 * 7
T = TypeVar("T")

ReconstructedMeld = tuple[tuple[Face, bool], ...]
"""A meld after a play: the face of each tile, and whether a joker lies on it."""
TableMeld = tuple[tuple[Face | None, bool], ...]
"""A meld on the table before a play, in any order. A joker that is not pinned has no face."""
ReconstructedTable = tuple[int, ...]
"""The table after a play: the indices of the melds that stay, then those of the new melds, numbered on from these."""


class FoundPlay(NamedTuple):
    """A play as a word (see ``problem``), with the index of the first scenario that allows it."""

    word: bytes
    scenario: int

    @property
    def jokers(self) -> int:
        """How many jokers leave the hand."""
        return self.word[-1]

    @property
    def size(self) -> int:
        """How many tiles leave the hand."""
        return sum(self.word)


class FoundPlays(Sequence[FoundPlay]):
    """A page of plays. All words are one string: to make an object of each play takes longer than to list it."""

    __slots__ = ("scenarios", "words")

    def __init__(self, words: bytes, scenarios: "array[int]") -> None:
        self.words = words
        self.scenarios = scenarios

    def __len__(self) -> int:
        """How many plays there are."""
        return len(self.scenarios)

    def __iter__(self) -> Iterator[FoundPlay]:
        """The plays in listing order."""
        width = len(self.words) // (len(self) or 1)
        words = [self.words[start : start + width] for start in range(0, len(self.words), width or 1)]
        return map(FoundPlay, words, self.scenarios)

    @overload
    def __getitem__(self, at: int) -> FoundPlay: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[FoundPlay]: ...

    def __getitem__(self, at: int | slice) -> FoundPlay | Sequence[FoundPlay]:
        """One play, or some."""
        width = len(self.words) // (len(self) or 1)
        if isinstance(at, int):
            start = range(len(self))[at] * width
            return FoundPlay(self.words[start : start + width], self.scenarios[at])
        start, stop, step = at.indices(len(self))
        if step != 1:
            return list(self)[at]
        return FoundPlays(self.words[start * width : stop * width], self.scenarios[at])


class BestPlay(NamedTuple):
    """The best play, or None without one. ``proven`` is false if the search reached its step bound."""

    play: FoundPlay | None
    proven: bool = True


class ReconstructedTables(NamedTuple):
    """The tables after some plays. Each different new meld is listed once."""

    melds: list[ReconstructedMeld]
    indices: tuple[int, ...]
    """The melds of all tables, one table after another."""
    ends: tuple[int, ...]
    """Where each table ends in ``indices``."""

    @property
    def tables(self) -> list[ReconstructedTable]:
        """The table after each play."""
        return _split(self.indices, self.ends)

    def assemble(self, melds: Sequence[T]) -> list[tuple[T, ...]]:
        """The table after each play, made of the caller's form of the melds: those of the table, then the new ones."""
        return _split(_pick(melds, self.indices), self.ends)


class PlaySearch:
    """The plays of one problem. Every result is deterministic. ``steps`` bounds the work for each.

    Listing order compares two plays face by face, jokers last. The play with more tiles of the first face in which they
    differ comes first. The library's memory for a problem lives as long as this object, and one thread uses it at a
    time.
    """

    def __init__(self, problem: PlayProblem, steps: int = DEFAULT_STEPS) -> None:
        self._handle: int | None = None
        self._lock = RLock()
        self._library = load_library()
        self._scenarios = problem.scenarios
        self._faces = box_faces(problem.melds.box)
        self._words: int | None = None
        self._handle = self._library.engine_open(*pack_problem(problem), steps)
        if self._handle is None:
            raise ValueError("more tiles of a face or of a number than the engine supports")

    def __del__(self) -> None:
        if self._handle is not None:
            self._library.engine_close(self._handle)

    @property
    def is_complete(self) -> bool:
        """Whether all scenarios are searched. If not, the plays are neither counted nor is the best proven."""
        return len(self._scenarios) <= MAX_SCENARIOS

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile."""
        with self._lock:
            if self._words is not None:
                return self._words > 0
            found = self._library.engine_any(self._handle)
            self._report_steps()
            return bool(found)

    def count(self) -> int | None:
        """How many plays of at least one tile there are; None beyond the step bound."""
        return self._count_words() if self.is_complete else None

    def page(self, after: FoundPlay | None, limit: int) -> FoundPlays:
        """The next plays in listing order. Beyond the step bound there may be more than are returned."""
        total = self._count_words()
        if total is not None:
            limit = min(limit, total)
        width = len(self._faces.order) + 1
        words = create_string_buffer(width * limit)
        scenarios = array("i", bytes(_INTEGER * limit))
        with self._lock:
            count = self._library.engine_enumerate(
                self._handle, after.word if after else None, limit, words, scenarios.buffer_info()[0]
            )
            self._report_steps()
        return FoundPlays(string_at(words, width * count), scenarios[:count])

    def find_known(self, plays: Sequence[FoundPlay]) -> list[bool]:
        """Which plays of another search, given in listing order, are plays of this one too."""
        if not plays:
            return []
        known: set[bytes] = set()
        first = plays[0].word
        last = FoundPlay(first[:-1] + bytes([first[-1] + 1]), 0)  # just before the first of them
        while last.word > plays[-1].word:
            found = self.page(last, len(plays))
            known.update([play.word for play in found])
            if len(found) < len(plays):
                break
            last = found[-1]
        return [play.word in known for play in plays]

    def scenario_of(self, play: FoundPlay) -> Scenario:
        """The scenario that allows a play."""
        return self._scenarios[play.scenario]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> BestPlay:
        """The play with the greatest sum of weights, if that is above 0; of equal ones the first in listing order."""
        order = self._faces.order
        word, scenario = create_string_buffer(len(order) + 1), c_int32()
        packed = pack(f"{len(order)}i", *[weights.get(face, 0) for face in order])
        with self._lock:
            result = self._library.engine_best(self._handle, packed, joker_weight, word, byref(scenario))
            self._report_steps()
        play = FoundPlay(word.raw, scenario.value) if result & _FOUND else None
        return BestPlay(play, bool(result & _PROVEN) and self.is_complete)

    def reconstruct(self, plays: Sequence[FoundPlay], table: Sequence[TableMeld]) -> ReconstructedTables:
        """The melds after each play: of the required tiles of its scenario and the optional ones that it takes.

        As many melds of ``table`` as easily possible stay unchanged.
        """
        _, _, codes, tiles = self._faces
        words, scenarios = _join(plays)
        result = _Reconstruction()
        with self._lock:
            is_found = self._library.engine_reconstruct(
                self._handle,
                words,
                scenarios.tobytes(),
                len(plays),
                bytes(map(len, table)),
                bytes([codes[tile] for meld in table for tile in meld]),
                len(table),
                result,
            )
            self._report_steps()
            if not is_found:
                raise ValueError("these tiles are not a play of this scenario")
            indices_at, indices_count, ends_at, sizes_at, melds_count, tiles_at, tiles_count = result
            return ReconstructedTables(
                _split(_pick(tiles, string_at(tiles_at, tiles_count)), accumulate(string_at(sizes_at, melds_count))),
                unpack(f"{indices_count}H", string_at(indices_at, 2 * indices_count)),
                unpack(f"{len(plays)}i", string_at(ends_at, _INTEGER * len(plays))),
            )

    def _count_words(self) -> int | None:
        """How many plays the searched scenarios allow; None beyond the step bound."""
        with self._lock:
            if self._words is None:
                total = _Total()
                if self._library.engine_count(self._handle, total):
                    self._words = total[0] | total[1] << 64
                self._report_steps()
            return self._words

    def _report_steps(self) -> None:
        count_steps(self._library.engine_spent(self._handle))


def tiles_of_each(
    box: Box, plays: Sequence[FoundPlay], tiles: Sequence[tuple[Face, T]], joker: T | None
) -> list[tuple[T, ...]]:
    """The tiles of each play in the caller's form and order (an item for each face); jokers, if there are any, last."""
    index = box_faces(box).index_of
    width = len(index) + 1
    words, _ = _join(plays)
    items, columns = [], []  # one of each for every copy; a column says which plays take that copy
    jokers = [] if joker is None else [(width - 1, joker)]
    for at, item in [*[(index[face], item) for face, item in tiles], *jokers]:
        counts = words[at::width]
        items.append(item)
        columns.append(counts)
        for copy in range(1, max(counts, default=0)):
            items.append(item)
            columns.append(bytes([count > copy for count in counts]))
    return [tuple(compress(items, taken)) for taken in zip(*columns, strict=True)]


def _join(plays: Sequence[FoundPlay]) -> tuple[bytes, "array[int]"]:
    """The words of some plays as one string, and their scenarios."""
    if isinstance(plays, FoundPlays):
        return plays.words, plays.scenarios
    return b"".join([play.word for play in plays]), array("i", [play.scenario for play in plays])


def _pick(items: Mapping[int, T] | Sequence[T], indices: Sequence[int]) -> tuple[T, ...]:
    """The items at some indices."""
    if len(indices) > 1:
        picked: tuple[T, ...] = itemgetter(*indices)(items)
        return picked
    return tuple([items[index] for index in indices])


def _split(items: tuple[T, ...], ends: Iterable[int]) -> list[tuple[T, ...]]:
    """A sequence split at these ends."""
    return [items[start:end] for start, end in pairwise((0, *ends))]
