"""What can be said of some tiles that claim to be a meld."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from service.tiles.tile import Tile

RUN, GROUP, MIXED_RUN, ASCENDING, DESCENDING = "run", "group", "mixed_run", "ascending", "descending"
KINDS = (RUN, GROUP, MIXED_RUN, ASCENDING, DESCENDING)

SHORTEST_MELD = 3
"""How many tiles a run or a group has at least."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take a meld, in canonical order: runs by number, groups by colour; wild tiles are pinned."""

    kind: str
    tiles: tuple[Tile, ...]
    value: int | None
    pure: bool | None = None


@dataclass(frozen=True, slots=True)
class MeldFault:
    """One reason why tiles are no meld."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judgement:
    """All readings of a meld, the most valuable first; or, where there is none, every reason why."""

    readings: tuple[Reading, ...] = ()
    faults: tuple[MeldFault, ...] = ()

    @property
    def valid(self) -> bool:
        """A meld is valid if it can be read at all."""
        return bool(self.readings)

    @property
    def value(self) -> int | None:
        """What the meld is worth in the reading best for the player."""
        return self.readings[0].value if self.readings else None


Judge = Callable[[Sequence[Tile]], Judgement]


@lru_cache(maxsize=2048)
def recall(judge: Callable[[tuple[Tile, ...]], Judgement], tiles: tuple[Tile, ...]) -> Judgement:
    """The verdict of a judge, remembered: the melds of a table are asked about again and again, turn after turn."""
    return judge(tiles)


def best_first(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Readings by falling value; equals by kind, then by what the tiles stand for."""
    return tuple(sorted(readings, key=_rank)) if len(readings) > 1 else tuple(readings)


def _rank(reading: Reading) -> tuple[int, int, list[int]]:
    return -(reading.value or 0), KINDS.index(reading.kind), [tile.face.order for tile in reading.tiles]


def nearest_first(common: Iterable[MeldFault], by_kind: Iterable[Sequence[MeldFault]]) -> tuple[MeldFault, ...]:
    """Every fault once: those of any meld, then those of each kind, the kind with the fewest faults leading.

    Two fives are a group but for their number, so all that is wrong with them is that: it would not help to hear that
    they are no run either.
    """
    kinds = sorted(by_kind, key=len)
    own = [] if kinds and not kinds[0] else [fault for faults in kinds for fault in faults]
    distinct = {(fault.code, repr(fault.params)): fault for fault in (*common, *own)}
    return tuple(distinct.values())
