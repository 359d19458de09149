"""The engine reads the numbers upwards or downwards. A position and its mirror image have the same plays, mirrored.

A table of mostly low numbers is read downwards, its mirror image upwards.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from operator import mul

import pytest

from rummy_referee.engine.plays import FoundPlay, PlaySearch
from rummy_referee.engine.problem import Counts, Face, Opening, PlayProblem, Scenario, from_word, to_word
from rummy_referee.engine.work import counted_work
from rummy_referee.melds.joker_melds import JokerMelds
from tests.engine.table_problems import RUMMY, table_problem

OPTIONS = {
    "plain": JokerMelds(RUMMY),
    "high ace": JokerMelds(RUMMY, ace_high=True),
    "runs": JokerMelds(RUMMY, groups=False),
    "groups": JokerMelds(RUMMY, runs=False),
    "mixed runs": JokerMelds(RUMMY, mixed_runs=True),
}
LISTING_ORDER = [(colour, number) for number in RUMMY.numbers for colour in RUMMY.colours]
LONG_SEARCH = 12_000
"""A search for the best play with more steps has tried both directions."""
Mirror = Callable[[Counts], dict[Face, int]]


def mirror_of(melds: JokerMelds) -> Mirror:
    """Mirrors numbers. An ace that can be low and high stays in place."""
    highest = RUMMY.numbers[-1]

    def flip(counts: Counts) -> dict[Face, int]:
        return {
            (colour, number if melds.ace_high and number == 1 else highest + 1 + melds.ace_high - number): count
            for (colour, number), count in counts.items()
        }

    return flip


def mirror_scenario(scenario: Scenario, flip: Mirror) -> Scenario:
    return replace(
        scenario,
        required=flip(scenario.required),
        optional=flip(scenario.optional),
        bound=flip(scenario.bound),
        played=flip(scenario.played),
    )


def in_scenarios(problem: PlayProblem, rng: random.Random) -> PlayProblem:
    """The same problem with a cap, or with the jokers bound in several scenarios."""
    (scenario,) = problem.scenarios
    if not scenario.free_jokers or rng.random() < 0.5:
        return replace(problem, cap=rng.choice((None, None, 4)))
    bound = [
        replace(scenario, bound={face: 1}, free_jokers=scenario.free_jokers - 1)
        for face in rng.sample(sorted(scenario.required), 3)
    ]
    return replace(problem, scenarios=tuple(bound), relaxed=rng.choice((None, scenario)))


def lies_low(problem: PlayProblem) -> bool:
    """The engine's criterion for reading downwards."""
    scenario = problem.scenarios[0]
    lying = {**scenario.required}
    for face, count in scenario.bound.items():
        lying[face] = lying.get(face, 0) + count
    jokers = scenario.free_jokers + scenario.hand_jokers
    return (
        bool(jokers) and sum(lying.values()) >= 40 and sum((7 - number) * lying[_, number] for _, number in lying) > 8
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_plays_do_not_depend_on_the_direction(name: str) -> None:
    rng = random.Random(name)
    flip = mirror_of(OPTIONS[name])
    low = 0
    for _ in range(15):
        plain, _ = table_problem(
            OPTIONS[name if name in ("runs", "groups") else "plain"],
            rng,
            rng.randint(42, 75),
            rng.choice((6, 10, 12, 16)),
        )
        problem = in_scenarios(replace(plain, melds=OPTIONS[name]), rng)
        relaxed = mirror_scenario(problem.relaxed, flip) if problem.relaxed else None
        mirrored = replace(
            problem, scenarios=tuple(mirror_scenario(scenario, flip) for scenario in problem.scenarios), relaxed=relaxed
        )
        low += lies_low(problem) != lies_low(mirrored)
        search, mirror = PlaySearch(problem), PlaySearch(mirrored)
        assert search.count() == mirror.count(), problem
        other = [
            FoundPlay(to_word(RUMMY, flip(from_word(RUMMY, play.word)), play.jokers), play.scenario)
            for play in mirror.page(None, 1 << 17)
        ]
        plays = list(search.page(None, 1 << 17))
        assert len(plays) == search.count()
        assert plays == sorted(other, reverse=True), problem
    assert low > 5


def test_openings_do_not_depend_on_the_direction() -> None:
    """For a large hand both directions are tried, each with few steps. The bound decides which of them ends."""
    rng = random.Random(30)
    faces = [face for face in LISTING_ORDER for _ in range(RUMMY.copies)]
    counted = 0
    for _ in range(20):
        hand = Counter(rng.sample(faces, rng.choice((14, 15, 16))))
        scenario = Scenario(optional=hand, hand_jokers=rng.choice((1, 2)))
        problem = PlayProblem(OPTIONS["plain"], (scenario,), opening=Opening(rng.choice((20, 30, 40))))
        whole = list(PlaySearch(problem).page(None, 1 << 17))
        for steps in range(20_000, 600_000, 20_000):
            search = PlaySearch(problem, steps)
            if search.count() is not None:
                counted += 1
                assert search.count() == len(whole), problem
                assert list(search.page(None, 1 << 17)) == whole, problem
    assert counted > 100


@pytest.mark.parametrize("name", ["plain", "high ace"])
def test_the_best_play_is_the_first_of_the_greatest_value_where_both_directions_are_searched(name: str) -> None:
    rng = random.Random(60)
    weights = {"tiles": dict.fromkeys(LISTING_ORDER, 1), "points": {face: face[1] for face in LISTING_ORDER}}
    long_searches = 0
    for _ in range(60):
        plain, _ = table_problem(OPTIONS["plain"], rng, rng.randint(50, 66), 12)
        problem = replace(plain, melds=OPTIONS[name])
        for worth in weights.values():
            search = PlaySearch(problem)
            with counted_work() as work:
                best = search.best(worth, 1)
            if work.steps < LONG_SEARCH:
                continue
            long_searches += 1
            plays = search.page(None, 1 << 17)
            in_order = [*worth.values(), 1]
            most = max(plays, key=lambda play: sum(map(mul, play.word, in_order)))
            assert best.proven
            assert best.play == most, problem
    assert long_searches > 10
