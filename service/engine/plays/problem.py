"""A question about plays as plain numbers: what the kernel and its fallback both read.

Cells are the faces of the box in listing order: by number, then by colour. Each scenario becomes a *case* with so many
tiles in every cell.
"""

from collections.abc import Mapping
from functools import lru_cache
from operator import add
from typing import NamedTuple

from service.engine.plays.engine import AS_JOKER, OPEN_JOKER
from service.engine.plays.questions import MOST_SCENARIOS, Counts, Face, PlayQuestion, Scenario
from service.melds.joker_melds import JokerMelds
from service.tiles.box import Box

SHORTEST = 3
"""A meld has three tiles or more. The search is made for that."""
_MOST_COLOURS = 4
_MOST_CELLS = 62
"""So many letters fit into one number."""
_MOST_ALIKE = 3
"""The most tiles of one face a hand may hold: a letter has two bits."""
_MOST_IN_LANE = 15
_MOST_MINIMUM = 1 << 15
TOO_MANY_TILES = "more tiles of a face or of a number than the search can count"


class Case(NamedTuple):
    """One scenario, cell by cell. Where melds of jokers alone cannot be, jokers bound to a face are as good as real."""

    must: bytes
    may: bytes
    bound: bytes
    played: bytes
    roles: bytes
    """What jokers are bound to, also where these count as real."""
    free_jokers: int
    hand_jokers: int
    played_jokers: int
    bound_worth: int


class Problem(NamedTuple):
    """Everything the search needs to know. ``most`` and ``minimum`` are 0 where they limit nothing."""

    numbers: tuple[int, ...]
    colours: int
    runs: bool
    groups: bool
    mixed: bool
    ace_high: bool
    strict: bool
    """Whether there are jokers enough for melds of nothing else, which are none."""
    most: int
    minimum: int
    jokers_count: bool
    cases: tuple[Case, ...]
    outer: Case | None = None

    @property
    def lanes(self) -> int:
        """A lane is what shares runs: a colour, or all colours where runs may be mixed."""
        return 1 if self.mixed else self.colours

    @property
    def lazy(self) -> bool:
        """Whether jokers may be left till the end: any run takes in any number of them, one too long being two.

        Not so where jokers have a value or could be a meld of nothing else, or where a run could not be split.
        """
        return self.runs and not self.strict and not self.jokers_count and len(self.numbers) >= 2 * SHORTEST - 1

    @property
    def faces(self) -> int:
        """How many cells belong to letters of a word."""
        return len(self.numbers) * self.colours

    @property
    def cells(self) -> int:
        """All cells: where the ace may be high, each lane has one more at the end for the aces put off till then."""
        return self.faces + (self.lanes if self.ace_high else 0)


class Frame(NamedTuple):
    """The faces of a box in listing order, and the place of each."""

    faces: tuple[Face, ...]
    places: dict[Face, int]
    codes: dict[tuple[Face | None, bool], int]
    """The byte for each tile of a meld, by its face and whether it is a joker: see ``play_engine``."""
    tiles: dict[int, tuple[Face, bool]]
    """The other way round, for all tiles that have a face."""


@lru_cache
def frame_of(box: Box) -> Frame:
    """The faces of a box."""
    faces = tuple((colour, number) for number in box.numbers for colour in box.colours)
    places = {face: place for place, face in enumerate(faces)}
    tiles = {place: (face, False) for face, place in places.items()}
    tiles |= {place | AS_JOKER: (face, True) for face, place in places.items()}
    codes: dict[tuple[Face | None, bool], int] = {tile: code for code, tile in tiles.items()}
    return Frame(faces, places, {**codes, (None, True): OPEN_JOKER}, tiles)


def state_problem(question: PlayQuestion) -> Problem:
    """Turn a question into numbers."""
    melds = question.melds
    places = frame_of(melds.box).places
    outer = question.outer
    strict = max(map(count_wild, [*question.scenarios, *([outer] if outer else [])]), default=0) >= SHORTEST
    opening = question.opening
    problem = Problem(
        numbers=tuple(melds.box.numbers),
        colours=len(melds.box.colours),
        runs=melds.runs,
        groups=melds.groups,
        mixed=melds.mixed_runs and melds.runs,
        ace_high=melds.ace_high and melds.runs,
        strict=strict,
        most=question.most or 0,
        minimum=max(opening.minimum, 0) if opening else 0,
        jokers_count=bool(opening and opening.minimum > 0 and opening.jokers_count),
        cases=tuple([state_case(scenario, places, strict=strict) for scenario in question.scenarios]),
        outer=state_case(outer, places, strict=strict) if outer else None,
    )
    _check_limits(melds, problem)
    return problem


def count_wild(scenario: Scenario) -> int:
    """How many jokers may lie in melds."""
    return scenario.free_jokers + scenario.hand_jokers + sum(scenario.bound.values())


def state_case(scenario: Scenario, places: Mapping[Face, int], *, strict: bool) -> Case:
    """Turn a scenario into numbers."""
    none = bytes(len(places))
    must, roles = _row(scenario.must, places), none
    if scenario.bound:
        roles = _row(scenario.bound, places)
        if not strict:
            must = bytes(map(add, must, roles))
    return Case(
        must=must,
        may=_row(scenario.may, places),
        bound=roles if strict else none,
        played=_row(scenario.played, places) if scenario.played else none,
        roles=roles,
        free_jokers=scenario.free_jokers,
        hand_jokers=scenario.hand_jokers,
        played_jokers=scenario.played_jokers,
        bound_worth=sum([count * number for (_, number), count in scenario.bound.items()]),
    )


def _row(counts: Counts, places: Mapping[Face, int]) -> bytes:
    row = bytearray(len(places))
    for face, count in counts.items():
        row[places[face]] = count
    return bytes(row)


def _check_limits(melds: JokerMelds, problem: Problem) -> None:
    if melds.minimum != SHORTEST:
        raise ValueError(f"melds of {melds.minimum} tiles: the search is made for {SHORTEST}")
    if problem.ace_high and len(problem.numbers) + 1 < 2 * SHORTEST:
        raise ValueError("a run with the ace at both ends could not be split in two")
    if problem.colours > _MOST_COLOURS or problem.cells > _MOST_CELLS or len(problem.cases) > MOST_SCENARIOS:
        raise ValueError("more colours, faces or scenarios than the search can count")
    if problem.minimum > _MOST_MINIMUM:
        raise ValueError("a higher opening minimum than the search can count")


def check_counts(problem: Problem) -> None:
    """Refuse more tiles than can be counted. The kernel sees that for itself."""
    colours = problem.colours
    for case in problem.cases:
        tiles = list(map(add, map(add, case.must, case.may), case.bound))
        most = _MOST_IN_LANE - case.free_jokers - case.hand_jokers
        if max(map(add, case.may, case.played), default=0) > _MOST_ALIKE or (
            max([sum(tiles[first : first + colours]) for first in range(0, len(tiles), colours)]) > most
        ):
            raise ValueError(TOO_MANY_TILES)
