"""The best play where only so many tiles may leave the hand: the tiles compete for that as well."""

import random

import pytest

from service.engine.plays import compiled
from service.engine.plays.questions import Face, Play, PlayQuestion
from service.engine.plays.search import search_plays
from service.melds.joker_melds import JokerMelds
from tests.engine.test_play_search import RUMMY, ask_about

MELDS = JokerMelds(RUMMY)
JOKER_WEIGHTS = (0, 1, 25)


def weigh(play: Play, weights: dict[Face, int], joker_weight: int) -> int:
    return sum(weights[face] * count for face, count in play.tiles.items()) + play.jokers * joker_weight


@pytest.mark.parametrize("most", [3, 4, 5, 7, 9])
def test_it_is_the_first_of_the_best_that_are_listed(most: int) -> None:
    rng = random.Random(f"capped {most}")
    for size in (0, 9, 20, 30, 45):
        asked, _ = ask_about(MELDS, rng, size, 12)
        question = PlayQuestion(MELDS, asked.scenarios, most)
        listed = search_plays(question).page(None, 100_000)
        for weights in (dict.fromkeys(faces(question), 1), {face: face[1] for face in faces(question)}):
            for joker_weight in JOKER_WEIGHTS:
                best = search_plays(question).best(weights, joker_weight)
                expected = max((weigh(play, weights, joker_weight) for play in listed), default=0)
                assert best.proven
                assert (best.play is None) == (expected == 0)
                if best.play:
                    first = next(play for play in listed if weigh(play, weights, joker_weight) == expected)
                    assert (dict(best.play.tiles), best.play.jokers) == (dict(first.tiles), first.jokers)


@pytest.mark.parametrize("hand", [22, 30, 40])
def test_it_is_proven_for_large_hands(hand: int) -> None:
    """Where tiles did not compete, most of these were not proven after all steps there are: some six seconds."""
    if compiled.load_kernel() is None:
        pytest.skip("plain Python has a lower bound on its work")
    rng = random.Random(f"large hand {hand}")
    for size in (20, 30, 45, 55):
        asked, _ = ask_about(MELDS, rng, size, hand)
        weights = {face: face[1] for face in faces(asked)}
        worth = []
        for most in (5, 12, 14):
            best = search_plays(PlayQuestion(MELDS, asked.scenarios, most), 10_000_000).best(weights, 25)
            assert best.proven
            assert best.play
            assert best.play.size <= most
            worth.append(weigh(best.play, weights, 25))
        assert worth == sorted(worth)


def faces(question: PlayQuestion) -> set[Face]:
    return {face for scenario in question.scenarios for face in (*scenario.may, *scenario.played)}
