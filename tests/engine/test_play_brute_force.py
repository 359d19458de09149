"""The search for plays against brute force: every set of hand tiles, and every meld for every tile.

The oracle is independent of the engine and of the service's melds: it lists the melds of a small box as faces.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import pytest

from rummy_referee.engine.plays import DEFAULT_STEPS, FoundPlay, PlaySearch
from rummy_referee.engine.problem import Face, PlayProblem, Scenario
from tests.engine.small_problems import KINDS, faces_of, small_problem, write_out_melds

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


def _less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


# --- random problems ---------------------------------------------------------------------------------------------


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
