"""Plays that are counted with the numbers read downwards: the same ones as where everything lies the other way round.

A table that lies low is read downwards, so that its mirror image, which lies high, is read upwards. What is played on
the one can be played on the other, tile by tile.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from service.engine.plays.compiled import load_kernel
from service.engine.plays.questions import Counts, Face, Opening, Play, PlayQuestion, Scenario
from service.engine.plays.search import search_plays
from service.engine.work import counted_work
from service.melds.joker_melds import JokerMelds
from tests.engine.test_play_search import RUMMY, ask_about

pytestmark = pytest.mark.skipif(load_kernel() is None, reason="plain Python reads upwards only")

OPTIONS = {
    "plain": JokerMelds(RUMMY),
    "high ace": JokerMelds(RUMMY, ace_high=True),
    "runs": JokerMelds(RUMMY, groups=False),
    "groups": JokerMelds(RUMMY, runs=False),
    "mixed runs": JokerMelds(RUMMY, mixed_runs=True),
}
LISTING_ORDER = [(colour, number) for number in RUMMY.numbers for colour in RUMMY.colours]
LONG_DIVE = 12_000
"""So many steps are not done before the other way round was tried."""
Turn = Callable[[Counts], dict[Face, int]]


def turn_with(melds: JokerMelds) -> Turn:
    """Everything the other way round: where the ace lies at both ends, it stays where it is."""
    highest = RUMMY.numbers[-1]

    def turn(counts: Counts) -> dict[Face, int]:
        return {
            (colour, number if melds.ace_high and number == 1 else highest + 1 + melds.ace_high - number): count
            for (colour, number), count in counts.items()
        }

    return turn


def turn_scenario(scenario: Scenario, turn: Turn) -> Scenario:
    return replace(
        scenario,
        must=turn(scenario.must),
        may=turn(scenario.may),
        bound=turn(scenario.bound),
        played=turn(scenario.played),
    )


def in_scenarios(question: PlayQuestion, rng: random.Random) -> PlayQuestion:
    """The same, or with jokers bound to this or that, within what could be if they were free."""
    (scenario,) = question.scenarios
    if not scenario.free_jokers or rng.random() < 0.5:
        return replace(question, most=rng.choice((None, None, 4)))
    bound = [
        replace(scenario, bound={face: 1}, free_jokers=scenario.free_jokers - 1)
        for face in rng.sample(sorted(scenario.must), 3)
    ]
    return replace(question, scenarios=tuple(bound), outer=rng.choice((None, scenario)))


def lies_low(question: PlayQuestion) -> bool:
    """As far as that decides which way it is read."""
    scenario = question.scenarios[0]
    lying = {**scenario.must}
    for face, count in scenario.bound.items():
        lying[face] = lying.get(face, 0) + count
    jokers = scenario.free_jokers + scenario.hand_jokers
    return (
        bool(jokers) and sum(lying.values()) >= 40 and sum((7 - number) * lying[_, number] for _, number in lying) > 8
    )


def rank(play: Play) -> tuple[int, ...]:
    return (*(-play.tiles.get(face, 0) for face in LISTING_ORDER), -play.jokers)


@pytest.mark.parametrize("name", OPTIONS)
def test_what_is_counted_and_listed_does_not_depend_on_which_end_is_read_first(name: str) -> None:
    rng = random.Random(name)
    turn = turn_with(OPTIONS[name])
    low = 0
    for _ in range(30):
        plain, _ = ask_about(
            OPTIONS[name if name in ("runs", "groups") else "plain"],
            rng,
            rng.randint(42, 75),
            rng.choice((6, 10, 12, 16)),
        )
        question = in_scenarios(replace(plain, melds=OPTIONS[name]), rng)
        outer = turn_scenario(question.outer, turn) if question.outer else None
        mirrored = replace(
            question, scenarios=tuple(turn_scenario(scenario, turn) for scenario in question.scenarios), outer=outer
        )
        low += lies_low(question) != lies_low(mirrored)
        search, mirror = search_plays(question), search_plays(mirrored)
        assert search.count() == mirror.count(), question
        other = [play._replace(tiles=turn(play.tiles)) for play in mirror.page(None, 1 << 17)]
        listed = list(search.page(None, 1 << 17))
        assert len(listed) == search.count()
        for play, expected in zip(listed, sorted(other, key=rank), strict=True):
            assert (dict(play.tiles.items()), play.jokers, play.scenario) == expected, question
    assert low > 5


def test_what_a_play_is_worth_does_not_depend_on_it_either() -> None:
    """Of a large hand both ways are tried, each with few steps: which of them comes to an end depends on how many."""
    rng = random.Random(30)
    faces = [face for face in LISTING_ORDER for _ in range(RUMMY.copies)]
    counted = 0
    for _ in range(40):
        hand = Counter(rng.sample(faces, rng.choice((14, 15, 16))))
        scenario = Scenario(may=hand, hand_jokers=rng.choice((1, 2)))
        question = PlayQuestion(OPTIONS["plain"], (scenario,), opening=Opening(rng.choice((20, 30, 40))))
        whole = search_plays(question).page(None, 1 << 17)
        for steps in range(20_000, 600_000, 20_000):
            search = search_plays(question, steps)
            if search.count() is not None:
                counted += 1
                assert search.count() == len(whole), question
                assert search.page(None, 1 << 17) == whole, question
    assert counted > 100


@pytest.mark.parametrize("name", ["plain", "high ace"])
def test_the_best_play_is_the_first_of_those_worth_most_also_where_it_is_dived_for_both_ways(name: str) -> None:
    rng = random.Random(60)
    weights = {"tiles": dict.fromkeys(LISTING_ORDER, 1), "points": {face: face[1] for face in LISTING_ORDER}}
    long_dives = 0
    for _ in range(120):
        plain, _ = ask_about(OPTIONS["plain"], rng, rng.randint(50, 66), 12)
        question = replace(plain, melds=OPTIONS[name])
        for worth in weights.values():
            search = search_plays(question)
            with counted_work() as work:
                best = search.best(worth, 1)
            if work.steps < LONG_DIVE:
                continue
            long_dives += 1
            plays = search.page(None, 1 << 17)
            most = max(plays, key=lambda play: play.jokers + sum(worth[face] * n for face, n in play.tiles.items()))
            assert best.proven
            assert best.play == most, question
    assert long_dives > 10
