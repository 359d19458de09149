"""A question about plays as plain numbers: what the kernel and its fallback both read.

Cells are the faces of the box in listing order: by number, then by colour. Each scenario becomes a *case* with so many
tiles in every cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.melds.joker_melds import JokerMelds
from service.solver.plays import Counts, Face, PlayQuestion, Scenario

SHORTEST = 3
"""A meld has three tiles or more. The search is made for that."""
MOST_CASES = 1 << 12
_MOST_LANES = 4
_MOST_CELLS = 62
"""So many letters fit into one number."""
_MOST_ALIKE = 3
"""The most tiles of one face a hand may hold: a letter has two bits."""
_MOST_IN_LANE = 15
_MOST_MINIMUM = 1 << 15


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario, cell by cell. Where melds of jokers alone cannot be, jokers bound to a face are as good as real."""

    must: tuple[int, ...]
    may: tuple[int, ...]
    bound: tuple[int, ...]
    played: tuple[int, ...]
    roles: tuple[int, ...]
    """What jokers are bound to, also where these count as real."""
    free_jokers: int
    hand_jokers: int
    played_jokers: int
    bound_worth: int


@dataclass(frozen=True, slots=True)
class Problem:
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


def faces_of(melds: JokerMelds) -> tuple[Face, ...]:
    """The faces of a box in listing order."""
    return tuple((colour, number) for number in melds.box.numbers for colour in melds.box.colours)


def state_problem(question: PlayQuestion) -> Problem:
    """Turn a question into numbers."""
    melds = question.melds
    faces = faces_of(melds)
    wild = max((count_wild(scenario) for scenario in question.scenarios), default=0)
    opening = question.opening
    problem = Problem(
        numbers=tuple(melds.box.numbers),
        colours=len(melds.box.colours),
        runs=melds.runs,
        groups=melds.groups,
        mixed=melds.mixed_runs and melds.runs,
        ace_high=melds.ace_high and melds.runs,
        strict=wild >= SHORTEST,
        most=question.most or 0,
        minimum=max(opening.minimum, 0) if opening else 0,
        jokers_count=bool(opening and opening.minimum > 0 and opening.jokers_count),
        cases=tuple(state_case(scenario, faces, strict=wild >= SHORTEST) for scenario in question.scenarios),
    )
    _check_limits(melds, problem)
    return problem


def count_wild(scenario: Scenario) -> int:
    """How many jokers may lie in melds."""
    return scenario.free_jokers + scenario.hand_jokers + sum(scenario.bound.values())


def state_case(scenario: Scenario, faces: Sequence[Face], *, strict: bool) -> Case:
    """Turn a scenario into numbers."""
    bound = _row(scenario.bound, faces)
    must = _row(scenario.must, faces)
    if not strict:
        must = tuple(real + wild for real, wild in zip(must, bound, strict=True))
    return Case(
        must=must,
        may=_row(scenario.may, faces),
        bound=bound if strict else (0,) * len(faces),
        played=_row(scenario.played, faces),
        roles=bound,
        free_jokers=scenario.free_jokers,
        hand_jokers=scenario.hand_jokers,
        played_jokers=scenario.played_jokers,
        bound_worth=sum(count * number for (_, number), count in scenario.bound.items()),
    )


def _row(counts: Counts, faces: Sequence[Face]) -> tuple[int, ...]:
    return tuple([counts.get(face, 0) for face in faces])


def _check_limits(melds: JokerMelds, problem: Problem) -> None:
    if melds.minimum != SHORTEST:
        raise ValueError(f"melds of {melds.minimum} tiles: the search is made for {SHORTEST}")
    if problem.ace_high and len(problem.numbers) + 1 < 2 * SHORTEST:
        raise ValueError("a run with the ace at both ends could not be split in two")
    if problem.lanes > _MOST_LANES or problem.cells > _MOST_CELLS or len(problem.cases) > MOST_CASES:
        raise ValueError("more colours, faces or scenarios than the search can count")
    if problem.minimum > _MOST_MINIMUM:
        raise ValueError("a higher opening minimum than the search can count")
    for case in problem.cases:
        if any(may + played > _MOST_ALIKE for may, played in zip(case.may, case.played, strict=True)):
            raise ValueError("more tiles of one face than a letter can count")
        jokers = case.free_jokers + case.hand_jokers
        for start in range(0, problem.faces, problem.colours):
            cells = range(start, start + problem.colours)
            if sum(case.must[cell] + case.may[cell] + case.bound[cell] for cell in cells) + jokers > _MOST_IN_LANE:
                raise ValueError("more tiles of a number than the search can count")
