"""The search for plays against brute force: every set of hand tiles, and every meld for every tile.

The oracle is independent of the engine and of the service's melds: it lists the melds of a small box as faces.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

import pytest

from rummy_referee.engine.plays import DEFAULT_STEPS, FoundPlay, PlaySearch
from rummy_referee.engine.problem import Face, Opening, PlayProblem, Scenario
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box

Pile = tuple[tuple[int, ...], tuple[int, ...], int]
"""How many real tiles there are of each face, how many jokers bound to it, and how many free ones."""


# --- the oracle ---------------------------------------------------------------------------------------------------


@dataclass
class Oracle:
    """Decides plays by brute force."""

    problem: PlayProblem
    faces: list[Face] = field(init=False)
    values: list[int] = field(init=False)
    """What a tile of each face counts."""

    def __post_init__(self) -> None:
        melds = self.problem.melds
        self.faces = faces_of(melds)
        values = dict(zip(melds.box.numbers, melds.box.values or melds.box.numbers, strict=True))
        self.values = [values[number] for _, number in self.faces]
        places = {face: place for place, face in enumerate(self.faces)}
        self._melds_with: list[list[list[int]]] = [[] for _ in self.faces]
        for meld in write_out_melds(melds):
            for face in set(meld):
                self._melds_with[places[face]].append([places[other] for other in meld])
        self.worth = cache(self._worth)

    def plays(self) -> dict[tuple[int, ...], int]:
        """Every word that can be played, in listing order, with the first scenario that allows it."""
        found: dict[tuple[int, ...], int] = {}
        for index, scenario in enumerate(self.problem.scenarios):
            for word in self._words(scenario):
                found.setdefault(word, index)
        return dict(sorted(found.items(), reverse=True))

    def _words(self, scenario: Scenario) -> Iterator[tuple[int, ...]]:
        required, optional, bound, played = (
            [counts.get(face, 0) for face in self.faces]
            for counts in (scenario.required, scenario.optional, scenario.bound, scenario.played)
        )
        opening = self.problem.opening
        for used in product(*(range(count + 1) for count in optional)):
            reals = tuple(map(sum, zip(required, used, strict=True)))
            letters = tuple(map(sum, zip(played, used, strict=True)))
            for jokers in range(scenario.hand_jokers + 1):
                word = (*letters, scenario.played_jokers + jokers)
                if not any(word) or (self.problem.cap and sum(word) > self.problem.cap):
                    continue
                joker_worth = self.worth((reals, tuple(bound), scenario.free_jokers + jokers))
                if joker_worth is None:
                    continue
                worth = sum(map(int.__mul__, letters, self.values))
                if opening and worth + joker_worth * opening.jokers_have_value < opening.minimum:
                    continue
                yield word

    def _worth(self, pile: Pile) -> int | None:
        """The most the jokers of a pile can count if all of it is laid into melds; None if that is impossible."""
        reals, bound, free = pile
        first = next((place for place in range(len(reals)) if reals[place] or bound[place]), None)
        if first is None:
            return None if free else 0
        best: int | None = None
        tried = {taken for meld in self._melds_with[first] for taken in self._fill(meld, first, pile)}
        for rest, meld_worth in tried:
            rest_worth = self.worth(rest)
            if rest_worth is not None and (best is None or best < rest_worth + meld_worth):
                best = rest_worth + meld_worth
                if self.problem.opening is None:
                    break  # what it is worth does not matter
        return best

    def _fill(self, meld: list[int], first: int, pile: Pile, real: bool = False) -> Iterator[tuple[Pile, int]]:
        """Every way to fill a meld from a pile so that the first tile is used and some tile is real."""
        if not meld:
            if real:
                yield pile, 0
            return
        reals, bound, free = pile
        place = meld[0]
        if reals[place]:
            yield from self._fill(meld[1:], first, (_less(reals, place), bound, free), real=True)
        joker_piles = []
        if bound[place]:
            joker_piles.append((reals, _less(bound, place), free))
        if free and place != first:
            joker_piles.append((reals, bound, free - 1))
        for rest in joker_piles:
            for left, worth in self._fill(meld[1:], first, rest, real):
                yield left, worth + self.values[place]


def faces_of(melds: JokerMelds) -> list[Face]:
    """The faces of a box in listing order."""
    return [(colour, number) for number in melds.box.numbers for colour in melds.box.colours]


def _less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def write_out_melds(melds: JokerMelds) -> Iterator[list[Face]]:
    """Every meld of a box as a list of faces."""
    numbers, colours = list(melds.box.numbers), melds.box.colours
    if melds.groups:
        for number in numbers:
            for size in range(3, len(colours) + 1):
                for chosen in combinations(colours, size):
                    yield [(colour, number) for colour in chosen]
    if melds.runs:
        line = [*numbers, numbers[0]] if melds.ace_high else numbers
        for size in range(3, len(numbers) + 1):
            for start in range(len(line) - size + 1):
                paints = product(colours, repeat=size) if melds.mixed_runs else zip(*[colours] * size, strict=True)
                for chosen in paints:
                    yield list(zip(chosen, line[start : start + size], strict=True))


# --- random problems ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    runs: bool = True
    groups: bool = True
    mixed_runs: bool = False
    ace_high: bool = False
    jokers: int = 2
    scenarios: int = 1
    opening: bool = False
    capped: bool = False
    other_values: bool = False
    """Whether a tile counts something else than its number."""


KINDS = {
    "plain": Kind(),
    "no jokers": Kind(jokers=0),
    "runs only": Kind(groups=False),
    "groups only": Kind(runs=False),
    "mixed runs": Kind(mixed_runs=True),
    "high ace": Kind(ace_high=True),
    "runs only, high ace": Kind(groups=False, ace_high=True),
    "runs only, mixed": Kind(groups=False, mixed_runs=True),
    "mixed runs, high ace": Kind(mixed_runs=True, ace_high=True),
    "four jokers": Kind(jokers=4),
    "four jokers, runs only": Kind(jokers=4, groups=False),
    "four jokers, groups only": Kind(jokers=4, runs=False),
    "four jokers, mixed runs": Kind(jokers=4, mixed_runs=True),
    "four jokers, high ace": Kind(jokers=4, ace_high=True),
    "scenarios": Kind(scenarios=4),
    "scenarios, four jokers": Kind(scenarios=3, jokers=4),
    "opening": Kind(opening=True),
    "opening, high ace": Kind(opening=True, ace_high=True),
    "opening, mixed runs": Kind(opening=True, mixed_runs=True),
    "opening, four jokers": Kind(opening=True, jokers=4),
    "opening, capped": Kind(opening=True, capped=True),
    "opening, other values": Kind(opening=True, other_values=True),
    "opening, other values, high ace": Kind(opening=True, other_values=True, ace_high=True),
    "opening, other values, mixed runs": Kind(opening=True, other_values=True, mixed_runs=True),
    "capped": Kind(capped=True),
    "capped scenarios": Kind(capped=True, scenarios=3),
}


def small_problem(kind: Kind, rng: random.Random, *, is_hand_large: bool = False) -> PlayProblem:
    """A random problem with a small box. A large hand has few different tiles, each three times."""
    lengths = (5,) if kind.mixed_runs else (5, 6) if kind.ace_high else (4, 5, 6)
    colours = "RBKY"[: rng.choice((2, 2, 3) if kind.mixed_runs else (3, 3, 4))]
    copies = 3 if is_hand_large else 2
    numbers = range(1, rng.choice(lengths) + 1)
    values = tuple(rng.randint(0, 7) for _ in numbers) if kind.other_values else ()
    box = Box(colours=colours, numbers=numbers, copies=copies, jokers=kind.jokers, values=values)
    melds = JokerMelds(box, kind.runs, kind.groups, kind.mixed_runs, kind.ace_high)
    opening = Opening(rng.randint(4, 22), rng.random() < 0.6) if kind.opening else None
    scenarios = tuple(_set_up(melds, kind, rng) for _ in range(rng.randint(1, kind.scenarios)))
    return PlayProblem(melds, scenarios, rng.randint(1, 5) if kind.capped else None, opening)


def _set_up(melds: JokerMelds, kind: Kind, rng: random.Random) -> Scenario:
    """A table of melds, some of its tiles jokers, and a hand of other tiles."""
    faces = faces_of(melds)
    left = dict.fromkeys(faces, melds.box.copies)
    required, bound, optional = (dict.fromkeys(faces, 0) for _ in range(3))
    jokers, free = kind.jokers, 0
    all_melds = list(write_out_melds(melds))
    for meld in rng.choices(all_melds, k=0 if kind.opening else rng.randint(0, 3)):
        for face in meld if all(left[face] for face in meld) else ():
            if jokers and rng.random() < 0.25:
                jokers -= 1
                as_free = rng.random() < 0.5
                free += as_free
                bound[face] += not as_free
            else:
                left[face] -= 1
                required[face] += 1
    hand_jokers = rng.randint(0, min(jokers, 2))
    if melds.box.copies > 2:
        in_hand = [face for face in rng.sample(faces, 6) for _ in range(left[face])][:15]
    else:
        in_hand = rng.choices(faces, k=rng.randint(1, 7))
    for face in in_hand:
        if left[face]:
            left[face] -= 1
            optional[face] += 1
    played = dict.fromkeys(faces, 0)
    if kind.scenarios > 1 and rng.random() < 0.5:
        face = rng.choice(faces)
        if optional[face]:
            optional[face] -= 1
            played[face] += 1
            required[face] += rng.random() < 0.7
    played_jokers = int(hand_jokers > 0 and kind.scenarios > 1 and rng.random() < 0.3)
    return Scenario(required, optional, bound, free, hand_jokers - played_jokers, played, played_jokers)


# --- the comparison -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_the_search_agrees_with_brute_force(name: str) -> None:
    rng = random.Random(name)
    some = 0
    for _ in range(25 if KINDS[name].mixed_runs and not KINDS[name].opening else 130):
        problem = small_problem(KINDS[name], rng)
        expected = Oracle(problem).plays()
        search = PlaySearch(problem)
        assert search.count() == len(expected), problem
        assert listed(search) == list(expected.items()), problem
        assert search.is_playable() == bool(expected)
        assert check_best(problem, expected, rng)
        some += bool(expected)
    assert some > 8


@pytest.mark.parametrize("name", KINDS)
def test_the_search_agrees_with_brute_force_on_large_hands(name: str) -> None:
    """Three tiles of a face are too many plays for a bit each, and few steps are enough for some techniques only."""
    rng = random.Random(name)
    for _ in range(1 if KINDS[name].mixed_runs else 3):
        problem = small_problem(KINDS[name], rng, is_hand_large=True)
        expected = list(Oracle(problem).plays().items())
        for steps in (3_000, 30_000, 200_000):
            search = PlaySearch(problem, steps)
            assert search.count() in (None, len(expected)), problem
            plays = listed(search)
            assert plays == expected[: len(plays)], problem
        search = PlaySearch(problem)
        assert search.count() == len(expected), problem
        assert listed(search) == expected[:10_000], problem


@pytest.mark.parametrize("name", KINDS)
def test_the_best_play_is_found_among_all_plays_where_branch_and_bound_takes_too_long(name: str) -> None:
    rng = random.Random(name)
    proven = 0
    for _ in range(12 if KINDS[name].mixed_runs else 40):
        problem = small_problem(KINDS[name], rng)
        expected = Oracle(problem).plays()
        for steps in (800, 1600, 3200):  # few of them are for branch and bound
            proven += bool(expected) and check_best(problem, expected, rng, steps)
    assert proven


def check_best(
    problem: PlayProblem, expected: dict[tuple[int, ...], int], rng: random.Random, steps: int = DEFAULT_STEPS
) -> bool:
    """Check that the best play is the first of the greatest value, for random weights; false if it is not proven.

    A joker may have the weight 0. Plays of the value 0 need not be found.
    """
    faces = faces_of(problem.melds)
    weights = {face: rng.choice((1, face[1], rng.randint(1, 9))) for face in faces}
    joker_weight = rng.choice((0, 1, 25))
    in_order = [*weights.values(), joker_weight]
    best = PlaySearch(problem, steps).best(weights, joker_weight)
    if not best.proven:
        return False
    worth = {word: sum(map(int.__mul__, word, in_order)) for word in expected}
    if best.play is None:
        assert not any(worth.values())
        return True
    first = max(expected, key=lambda word: worth[word])
    assert write(best.play) == (first, expected[first]), problem
    return True


@pytest.mark.parametrize("steps", [1, 300])
@pytest.mark.parametrize("name", ["plain", "high ace", "scenarios", "four jokers", "opening", "capped"])
def test_the_best_play_beyond_the_step_bound_is_a_play(name: str, steps: int) -> None:
    rng = random.Random(name)
    unproven = 0
    for _ in range(60):
        problem = small_problem(KINDS[name], rng)
        plays = Oracle(problem).plays()
        best = PlaySearch(problem, steps).best({face: face[1] for face in faces_of(problem.melds)}, 25)
        if best.play is None:
            assert not best.proven or not plays
        else:
            assert tuple(best.play.word) in plays
        unproven += best.play is not None and not best.proven
    assert unproven


@pytest.mark.parametrize("name", KINDS)
def test_plays_beyond_the_step_bound_are_the_first_of_all(name: str) -> None:
    rng = random.Random(name)
    uncounted = 0
    for _ in range(12 if KINDS[name].mixed_runs else 40):
        problem = small_problem(KINDS[name], rng)
        expected = list(Oracle(problem).plays().items())
        for steps in (30, 60, 62, 64, 67, 70, 90, 120, 150, 250, 350, 700):
            search = PlaySearch(problem, steps)
            plays = listed(search)
            assert plays == expected[: len(plays)], problem
            if search.count() is None:
                uncounted += len(plays)
            else:
                assert len(plays) == len(expected)
    assert uncounted


def listed(search: PlaySearch, limit: int = 10_000) -> list[tuple[tuple[int, ...], int]]:
    """The first plays of a search as the oracle writes them."""
    return [write(play) for play in search.page(None, limit)]


def write(play: FoundPlay) -> tuple[tuple[int, ...], int]:
    """The word of a play, and its scenario."""
    return tuple(play.word), play.scenario
