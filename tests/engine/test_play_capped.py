"""The best play where a cap limits how many tiles may leave the hand."""

import random

import pytest

from rummy_referee.engine.plays import FoundPlay, PlaySearch
from rummy_referee.engine.problem import Face, PlayProblem, from_word
from rummy_referee.melds.joker_melds import JokerMelds
from tests.engine.table_problems import RUMMY, table_problem

MELDS = JokerMelds(RUMMY)
JOKER_WEIGHTS = (0, 1, 25)


def weigh(play: FoundPlay, weights: dict[Face, int], joker_weight: int) -> int:
    return (
        sum(weights[face] * count for face, count in from_word(RUMMY, play.word).items()) + play.jokers * joker_weight
    )


@pytest.mark.parametrize("cap", [3, 4, 5, 7, 9])
def test_it_is_the_first_of_the_best_that_are_listed(cap: int) -> None:
    rng = random.Random(f"capped {cap}")
    for size in (0, 9, 20, 30, 45):
        asked, _ = table_problem(MELDS, rng, size, 12)
        problem = PlayProblem(MELDS, asked.scenarios, cap)
        listed = PlaySearch(problem).page(None, 100_000)
        for weights in (dict.fromkeys(faces(problem), 1), {face: face[1] for face in faces(problem)}):
            for joker_weight in JOKER_WEIGHTS:
                best = PlaySearch(problem).best(weights, joker_weight)
                expected = max((weigh(play, weights, joker_weight) for play in listed), default=0)
                assert best.proven
                assert (best.play is None) == (expected == 0)
                if best.play:
                    first = next(play for play in listed if weigh(play, weights, joker_weight) == expected)
                    assert best.play.word == first.word


@pytest.mark.parametrize("hand", [22, 30, 40])
def test_it_is_proven_for_large_hands(hand: int) -> None:
    """Without a Lagrange multiplier for the cap, most of these reach the step bound unproven."""
    rng = random.Random(f"large hand {hand}")
    for size in (20, 30, 45, 55):
        asked, _ = table_problem(MELDS, rng, size, hand)
        weights = {face: face[1] for face in faces(asked)}
        worth = []
        for cap in (5, 12, 14):
            best = PlaySearch(PlayProblem(MELDS, asked.scenarios, cap), 10_000_000).best(weights, 25)
            assert best.proven
            assert best.play
            assert best.play.size <= cap
            worth.append(weigh(best.play, weights, 25))
        assert worth == sorted(worth)


def faces(problem: PlayProblem) -> set[Face]:
    return {face for scenario in problem.scenarios for face in (*scenario.optional, *scenario.played)}
