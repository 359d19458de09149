"""Plays that are counted by sweeping over all states, where asking for them takes long.

With few steps in all only very few are for asking, so that the sweep has to find the plays; with many it is not tried.
"""

import random

import pytest

from service.engine.plays.compiled import load_kernel
from service.engine.plays.questions import PlayQuestion
from service.engine.plays.search import search_plays
from service.melds.joker_melds import JokerMelds
from service.tiles.box import Box
from tests.engine.test_play_brute_force import KINDS, Oracle, ask, to_word
from tests.engine.test_play_search import KIDS, RUMMY, ask_about

pytestmark = pytest.mark.skipif(load_kernel() is None, reason="the kernel is not built: see tools/build-kernel")

FEW_STEPS = (3_000, 30_000, 200_000)
OPTIONS = {
    "plain": JokerMelds(RUMMY),
    "high ace": JokerMelds(RUMMY, ace_high=True),
    "runs": JokerMelds(RUMMY, groups=False),
    "groups": JokerMelds(RUMMY, runs=False),
    "mixed runs": JokerMelds(Box(colours="RBKY", numbers=range(1, 8), copies=1, jokers=2), mixed_runs=True),
    "few numbers": JokerMelds(KIDS),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_sweeping_and_asking_find_the_same_plays(name: str) -> None:
    rng = random.Random(name)
    counted = 0
    for _ in range(60):
        melds = OPTIONS[name]
        question, _ = ask_about(melds, rng, rng.randint(6, melds.box.size * 3 // 4), rng.choice((15, 17, 20)))
        question = PlayQuestion(melds, question.scenarios, most=rng.choice((None, None, 5)))
        whole = search_plays(question)
        for steps in FEW_STEPS:
            swept = search_plays(question, steps)
            if swept.count() is not None:
                counted += 1
                assert swept.count() == whole.count(), question
                assert swept.page(None, 300) == whole.page(None, 300), question
    assert counted > 30


@pytest.mark.parametrize("name", KINDS)
def test_sweeping_says_what_trying_everything_says(name: str) -> None:
    rng = random.Random(name)
    counted = 0
    for _ in range(1 if KINDS[name].mixed_runs else 6):
        question = ask(KINDS[name], rng, is_hand_large=True)
        expected = Oracle(question).plays()
        for steps in FEW_STEPS:
            search = search_plays(question, steps)
            if search.count() is not None:
                counted += 1
                assert search.count() == len(expected), question
                listed = [(to_word(question, play), play.scenario) for play in search.page(None, 10_000)]
                assert listed == list(expected.items())[: len(listed)], question
    assert counted
