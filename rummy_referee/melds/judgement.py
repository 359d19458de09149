"""The judgement of a meld: its readings or its faults."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummy_referee.faults import Fault
from rummy_referee.tiles.tile import Tile

RUN, GROUP, MIXED_RUN, ASCENDING, DESCENDING = "run", "group", "mixed_run", "ascending", "descending"
PAIR = "pair"
KINDS = (RUN, GROUP, MIXED_RUN, ASCENDING, DESCENDING, PAIR)

SHORTEST_MELD = 3
"""How many tiles a run or a group has at least."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a meld, in canonical order: runs by number, groups by colour; wild tiles are pinned."""

    kind: str
    tiles: tuple[Tile, ...]
    value: int | None
    pure: bool | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """All readings of a meld, the most valuable first; or every fault."""

    readings: tuple[Reading, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether there is a reading."""
        return bool(self.readings)

    @property
    def value(self) -> int | None:
        """The value of the best reading."""
        return self.readings[0].value if self.readings else None


Judge = Callable[[Sequence[Tile]], Judgement]


@lru_cache(maxsize=2048)
def judge_cached(judge: Callable[[tuple[Tile, ...]], Judgement], tiles: tuple[Tile, ...]) -> Judgement:
    """The judgement of ``judge``, cached: the melds of a table are judged turn after turn."""
    return judge(tiles)


def best_first(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Readings by descending value, then by kind, then by the tiles they stand for."""
    return tuple(sorted(readings, key=_rank)) if len(readings) > 1 else tuple(readings)


def _rank(reading: Reading) -> tuple[int, int, list[int]]:
    return -(reading.value or 0), KINDS.index(reading.kind), [tile.face.order for tile in reading.tiles]


def nearest_first(common: Iterable[Fault], by_kind: Iterable[Sequence[Fault]]) -> tuple[Fault, ...]:
    """Every fault once: those of any meld, then those of each kind, the kind with the fewest faults first.

    If one kind has no fault of its own, the faults of the other kinds are left out: two fives are a group that is too
    short, and it does not help to report that they are not a run either.
    """
    kinds = sorted(by_kind, key=len)
    own = [] if kinds and not kinds[0] else [fault for faults in kinds for fault in faults]
    distinct = {(fault.code, repr(fault.params)): fault for fault in (*common, *own)}
    return tuple(distinct.values())
