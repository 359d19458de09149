"""A problem for the search engine as data: which tiles must lie in melds, which tiles may, and what limits a play.

A play is a set of tiles that leave the hand. For the engine it is a *word*: how many tiles of each face leave the hand,
in listing order, jokers last. Listing order is by number, then by colour in the order of the box. For example, in a box
with the colours R and B and the numbers 1 to 3, the word of the play ``R1 B1 B1 R3 J`` is ``1 2 0 0 1 0 1``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from struct import pack
from typing import NamedTuple

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

Face = tuple[str, int]
"""A colour and a number."""
Counts = Mapping[Face, int]
"""How many tiles there are of each face. A missing face has none."""

MAX_SCENARIOS = 1 << 10
_MAX_COLOURS = 4
_MAX_CELLS = 62
"""The arrays of the library have 64 items, and a word has one letter more than faces, for the jokers."""
_MAX_MINIMUM = 1 << 15
AS_JOKER = 0x40
OPEN_JOKER = 0xFF
"""A tile of a meld is one byte: the index of its face, plus ``AS_JOKER`` for a joker on it; or an unpinned joker."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way in which the rules allow a play: the tiles that must lie in melds after it, and those that may.

    A play of this scenario takes from the hand all of ``played`` and ``played_jokers``, any part of ``optional`` and up
    to ``hand_jokers`` jokers. A tile in ``played`` lies in the melds of the search only if it is in ``required`` too: a
    tile that releases a joker is, a tile of ``aside`` is not.
    """

    required: Counts = field(default_factory=dict)
    optional: Counts = field(default_factory=dict)
    bound: Counts = field(default_factory=dict)
    """Jokers that must lie in melds as this face. They do not count as real tiles."""
    free_jokers: int = 0
    """Jokers that must lie in melds, on any face."""
    hand_jokers: int = 0
    """Jokers that may lie in melds, on any face."""
    played: Counts = field(default_factory=dict)
    played_jokers: int = 0
    aside: tuple[Tile, ...] = ()
    """The own meld that is laid next to the melds of the search. The engine ignores it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The minimum value of a first play. A joker counts as its face (in the best arrangement), or not at all."""

    minimum: int
    jokers_have_value: bool = True


@dataclass(frozen=True, slots=True)
class PlayProblem:
    """A position as the engine sees it. A word is a play if at least one scenario allows it."""

    melds: JokerMelds
    scenarios: tuple[Scenario, ...] = ()
    cap: int | None = None
    """The most tiles that one play may take from the hand."""
    opening: Opening | None = None
    relaxed: Scenario | None = None
    """A scenario that allows every play of the others, and possibly more. It changes no result. With many scenarios it
    is faster, because a word that it rejects is not looked for in each of them."""


class BoxFaces(NamedTuple):
    """The faces of a box in listing order, and the codes of its tiles in melds."""

    order: tuple[Face, ...]
    index_of: dict[Face, int]
    codes: dict[tuple[Face | None, bool], int]
    """The byte of a tile in a meld, by face and whether it is a joker."""
    tiles: dict[int, tuple[Face, bool]]
    """The inverse of ``codes`` for tiles with a face."""


@lru_cache
def box_faces(box: Box) -> BoxFaces:
    """The faces of a box."""
    order = tuple((colour, number) for number in box.numbers for colour in box.colours)
    index = {face: at for at, face in enumerate(order)}
    tiles = {at: (face, False) for face, at in index.items()}
    tiles |= {at | AS_JOKER: (face, True) for face, at in index.items()}
    codes: dict[tuple[Face | None, bool], int] = {tile: code for code, tile in tiles.items()}
    return BoxFaces(order, index, {**codes, (None, True): OPEN_JOKER}, tiles)


def to_word(box: Box, tiles: Counts, jokers: int = 0) -> bytes:
    """The word of a play of these tiles and jokers."""
    index = box_faces(box).index_of
    word = bytearray(len(index) + 1)
    for face, count in tiles.items():
        word[index[face]] = count
    word[-1] = jokers
    return bytes(word)


def from_word(box: Box, word: bytes) -> dict[Face, int]:
    """The tiles of a word without its jokers, in listing order."""
    return dict(zip(compress(box_faces(box).order, word), filter(None, word), strict=False))


# --- packing for the C library ------------------------------------------------------------------------------------


def pack_problem(problem: PlayProblem) -> tuple[bytes, bytes]:
    """A problem as the integers and the bytes that the library opens. Raises ``ValueError`` beyond the engine's limits.

    Integers: 13 for the whole problem, what a tile of each number counts, then four columns with a row for each
    scenario. Bytes: five tables with a row for each scenario and a column for each face. The relaxed scenario has the
    last row.
    """
    melds, opening, relaxed = problem.melds, problem.opening, problem.relaxed
    scenarios = problem.scenarios[:MAX_SCENARIOS]
    rows = (*scenarios, relaxed) if relaxed else scenarios
    numbers, colours, points = melds.box.numbers, len(melds.box.colours), melds.box.points
    mixed_runs, ace_high = melds.runs and melds.mixed_runs, melds.runs and melds.ace_high
    minimum = max(opening.minimum, 0) if opening else 0
    jokers_have_value = opening is not None and minimum > 0 and opening.jokers_have_value
    _check_limits(melds, minimum, len(numbers) * colours + ace_high * (1 if mixed_runs else colours))
    tracks_bare_runs = max(map(_count_jokers, rows), default=0) >= SHORTEST_MELD
    # Any run can absorb jokers, and one that becomes too long is split in two: then jokers are placed at the end.
    defers_jokers = (
        melds.runs and not tracks_bare_runs and not jokers_have_value and len(numbers) >= 2 * SHORTEST_MELD - 1
    )
    integers = [
        len(numbers),
        colours,
        melds.runs,
        melds.groups,
        mixed_runs,
        ace_high,
        tracks_bare_runs,
        problem.cap or 0,
        minimum,
        jokers_have_value,
        len(scenarios),
        defers_jokers,
        relaxed is not None,
        *[points[number] for number in numbers],
        *[row.free_jokers for row in rows],
        *[row.hand_jokers for row in rows],
        *[row.played_jokers for row in rows],
        *[sum([count * points[number] for (_, number), count in row.bound.items()]) for row in rows],
    ]
    tables = _pack_tables(rows, box_faces(melds.box).index_of, tracks_bound=tracks_bare_runs)
    return pack(f"{len(integers)}i", *integers), tables


def _count_jokers(scenario: Scenario) -> int:
    """How many jokers may lie in melds."""
    return scenario.free_jokers + scenario.hand_jokers + sum(scenario.bound.values())


def _pack_tables(rows: Sequence[Scenario], index: Mapping[Face, int], *, tracks_bound: bool) -> bytes:
    """The tables required, optional, bound, played and roles.

    ``roles`` is what jokers are bound to. A meld needs a tile that is not a joker. Where there are too few jokers for a
    meld without one, a bound joker is equivalent to a real tile and is packed as a required one.
    """
    width = len(index)
    required, optional, bound, played, roles = tables = [bytearray(width * len(rows)) for _ in range(5)]
    start = 0
    for row in rows:
        for face, count in row.required.items():
            required[start + index[face]] = count
        for face, count in row.optional.items():
            optional[start + index[face]] = count
        for face, count in row.played.items():
            played[start + index[face]] = count
        for face, count in row.bound.items():
            roles[start + index[face]] = count
            (bound if tracks_bound else required)[start + index[face]] += count
        start += width
    return b"".join(tables)


def _check_limits(melds: JokerMelds, minimum: int, cells: int) -> None:
    """Reject what the packed state has no space for. The library itself checks the numbers of tiles."""
    if melds.minimum != SHORTEST_MELD:
        raise ValueError(f"melds of {melds.minimum} tiles: the engine supports a minimum of {SHORTEST_MELD}")
    if melds.runs and melds.ace_high and len(melds.box.numbers) + 1 < 2 * SHORTEST_MELD:
        raise ValueError("too few numbers: a run with the ace at both ends must split into two runs")
    if len(melds.box.colours) > _MAX_COLOURS or cells > _MAX_CELLS:
        raise ValueError("more colours or faces than the engine supports")
    if minimum > _MAX_MINIMUM:
        raise ValueError("a higher opening minimum than the engine supports")
