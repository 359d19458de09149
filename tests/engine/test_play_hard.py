"""Positions found by hill climbing on the work of the search: random ones first, then changed step by step.

All but the last have 20 tiles in the hand. Each total was computed in at least two independent ways: with bit sets and
by determinising, in both reading orders, or with more steps than the service allows.
"""

from collections import Counter

import pytest

from rummy_referee.engine.plays import PlaySearch
from rummy_referee.engine.problem import Face, PlayProblem, Scenario
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
HARD = {
    "most work for the most tiles": (
        (
            "B1 B1 K1 K1 R1 R1 Y1 B2 B2 K2 K2 R2 R2 Y2 B3 B3 K3 R3 R3 Y3 B4 B4 K4 R4 Y4 Y4 B5 B5 K5 R5 B6 K6 "
            "K6 R6 R6 B7 B7 K7 K7 R7 R7 B8 B8 K8 K8 R8 R8 B9 K9 R9 K10 K10 K11 K12 B13 B13 K13 R13 R13 Y13"
        ),
        "Y2 K3 K4 R4 K5 R5 Y5 Y5 B6 Y7 Y8 Y8 Y10 B11 B11 R11 R11 B12 R12 Y12",
        2,
        0,
        207_019,
    ),
    "most work for the highest value": (
        (
            "B1 K1 R1 Y1 B2 K2 Y2 B3 K3 Y3 B4 K4 Y4 Y4 B5 B5 K5 K5 Y5 Y5 B6 B6 K6 K6 Y6 Y6 B7 B7 K7 K7 R7 R7 "
            "Y7 Y7 B8 K8 R8 B9 R9 R9 B10 B10 R10 R10 Y10 Y10 B11 B11 R11 Y11 Y11 B12 K12 R12 Y12 Y13"
        ),
        "B1 K1 R1 Y1 K2 R2 R2 B3 K3 R3 Y3 B4 R4 R5 Y8 K11 K12 R13 Y13",
        1,
        1,
        271_120,
    ),
    "most work to count": (
        (
            "B1 B1 R1 R1 Y1 Y1 B2 B2 K2 K2 R2 Y2 Y2 B3 K3 R3 R3 Y3 Y3 B4 B4 K4 K4 R4 Y4 B5 K5 K5 R5 Y5 B6 B6 "
            "K6 K6 R6 R6 Y6 Y6 B7 B7 K7 R7 Y7 Y7 B8 B8 K8 K8 R8 Y8 Y8 B9 B9 K9 K9 Y9 Y9 B10 B10 K10 K10 R10 "
            "Y10 Y10 B11 B11 K11 R11 Y11 B12 B12 K12 K12 R12 Y12 Y12 B13 R13 Y13 Y13"
        ),
        "K1 K1 R2 B3 K3 R4 Y4 B5 R5 Y5 K7 R7 R8 R9 R9 R10 R11 B13 K13 R13",
        2,
        0,
        589_823,
    ),
    "much work to count with a high ace": (
        (
            "B1 K1 K1 R1 Y1 B2 B2 K2 K2 R2 Y2 B3 B3 K3 K3 R3 Y3 R4 Y4 R5 Y5 B6 R6 R6 Y6 B7 K7 R7 Y7 B8 B8 K8 K8 "
            "R8 R8 Y8 Y8 B9 B9 K9 R9 Y9 Y9 B10 B10 K10 R10 Y10 B11 B11 K11 K11 R11 R11 Y11 Y11 B12 R12 Y12 B13 "
            "B13 K13 K13 R13 R13 Y13 Y13"
        ),
        "R1 R2 Y2 R3 B4 K4 R4 B5 K5 B6 K6 K6 Y6 B7 R7 K9 K10 Y10 R12 Y12",
        2,
        0,
        786_431,
    ),
    "most work to count with a high ace": (
        (
            "B1 B1 K1 R1 R1 Y1 B2 B2 K2 R2 R2 Y2 B3 B3 K3 K3 R3 R3 Y3 B4 K4 K4 R4 R4 Y4 B5 B5 K5 K5 R5 R5 B6 K6 "
            "K6 R6 Y6 B7 B7 K7 K7 R7 R7 Y7 Y7 B8 B8 K8 R8 R8 Y8 Y8 B9 B9 R9 Y9 B10 B10 K10 R10 R10 Y10 Y10 K11 "
            "R11 Y11 Y11 B12 K12 K12 R12 R12 Y12 Y12 B13 K13 K13 Y13 Y13"
        ),
        "K1 K2 Y2 Y3 B4 Y4 Y5 Y5 B6 R6 Y6 K8 K9 R9 B11 R11 B12 B13 R13 R13",
        2,
        0,
        589_823,
    ),
    "too much to determinise with a high ace": (
        (
            "R1 R1 Y1 B2 K2 R2 R2 Y2 Y2 B3 K3 R3 R3 Y3 Y3 B4 B4 K4 K4 R4 Y4 Y4 B5 B5 K5 K5 R5 R5 Y5 Y5 B6 B6 K6 "
            "R6 Y6 Y6 K7 R7 R8 B9 K9 R9 R9 Y9 B10 R10 R10 Y10 B11 K11 B12 K12 K12 R12 Y12 B13 B13 K13 K13 Y13"
        ),
        "B1 B1 K1 Y1 K2 B3 K3 R6 B7 B8 K8 Y10 K11 R11 R11 Y11 R12 R13 R13",
        1,
        1,
        399_363,
    ),
    "deep branch and bound with a high ace": (
        (
            "K1 R1 R1 B2 K2 K2 R2 R2 Y2 B3 K3 K3 R3 R3 Y3 B4 B4 K4 K4 R4 Y4 Y4 B5 B5 K5 K5 R5 R5 Y5 Y5 B6 B6 K6 "
            "R6 Y6 Y6 B7 B7 K7 K7 R7 R7 Y7 B8 K8 K8 R8 R8 Y8 Y8 B9 B9 K9 K9 R9 R9 Y9 Y9 B10 B10 K10 R10 R10 Y10 "
            "B11 B11 K11 B12 K12 K12 R12 Y12 B13 B13 K13 K13 Y13"
        ),
        "B1 B1 K1 Y1 B2 Y2 B3 R4 K6 R6 Y7 B8 K10 Y10 K11 R11 R11 Y12 R13 Y13",
        2,
        0,
        589_823,
    ),
    "many words that differ in high numbers only": (
        (
            "B1 K1 R1 R1 Y1 B2 K2 R2 R2 Y2 B3 K3 K3 R3 R3 Y3 Y3 B4 B4 K4 R4 R4 Y4 Y4 B5 B5 K5 K5 R5 Y5 Y5 B6 B6 "
            "K6 K6 R6 R6 Y6 K7 Y7 Y7 B8 Y8 Y8 B9 Y9 Y9 B10 Y10 Y10 B11 B11 K11 R11 Y11 Y11 B12 K12 R12 R12 Y12 "
            "R13"
        ),
        "Y6 B7 B7 K7 R7 B8 K8 K8 R8 R8 K9 R9 R10 R10 K11 K12 K13 R13 Y13",
        1,
        1,
        257_754,
    ),
    "most memory to count with a high ace": (
        (
            "B1 K1 R1 Y1 B2 B2 K2 K2 R2 R2 Y2 Y2 B3 K3 K3 R3 R3 Y3 K4 K4 R4 R4 Y4 Y4 B5 B5 K5 K5 R5 Y5 Y5 B6 B6 "
            "K6 K6 R6 Y6 Y6 B7 B7 K7 K7 R7 R7 Y7 Y7 B8 B8 K8 R8 Y8 Y9 B10 K10 R10 R10 Y10 B11 R11 R11 Y11 Y11 R12 "
            "Y12 B13 K13 R13 Y13 Y13"
        ),
        "R1 Y1 B3 Y3 B4 B4 R5 R6 R8 Y8 B9 K9 Y9 B10 K11 K12 K12 R12 Y12 B13",
        2,
        0,
        586_481,
    ),
    "many dominated transitions, with a high ace": (
        (
            "B1 B1 K1 K1 R1 R1 Y1 Y1 B2 B2 K2 K2 R2 R2 Y2 Y2 B3 K3 K3 R3 R3 Y3 B4 K4 K4 R4 R4 Y4 Y4 B5 B5 K5 K5 R5 "
            "Y5 Y5 B6 B6 K6 K6 R6 Y6 Y6 B7 B7 K7 K7 R7 R7 Y7 Y7 B8 B8 K8 K8 R8 R8 Y8 Y8 B9 K9 R9 R9 Y9 R10 R10 B11 "
            "R11 R11 Y11 R12 B13 K13 R13 R13"
        ),
        "B3 Y3 B4 R5 R6 B9 K9 Y9 B10 K10 Y10 Y10 K11 B12 K12 K12 Y12 Y12 Y13",
        2,
        0,
        220_415,
    ),
    "needs the dominating state, with a high ace": (
        (
            "B1 B1 K1 K1 R1 R1 Y1 Y1 B2 B2 K2 K2 R2 R2 Y2 Y2 B3 K3 K3 R3 R3 Y3 B4 K4 K4 R4 R4 Y4 Y4 B5 B5 K5 K5 R5 "
            "Y5 Y5 B6 B6 K6 K6 R6 Y6 Y6 B7 B7 K7 K7 R7 R7 Y7 Y7 B8 B8 K8 R8 Y8 B9 K9 R9 R9 Y9 R10 R10 B11 R11 R11 "
            "Y11 R12 B13 B13 K13 K13 R13 R13 Y13"
        ),
        "B3 Y3 B4 R5 R6 K8 R8 Y8 B9 K9 Y9 B10 K10 Y10 K11 Y11 B12 K12 K12 Y12",
        2,
        0,
        786_303,
    ),
    "many tiles of high numbers only, with a high ace": (
        (
            "B1 B1 K1 K1 R1 Y1 Y1 B2 B2 K2 R2 Y2 B3 B3 K3 K3 R3 R3 Y3 B4 B4 K4 K4 R4 R4 Y4 Y4 B5 B5 K5 K5 R5 Y5 Y5 "
            "B6 B6 K6 K6 R6 R6 Y6 Y6 B7 B7 K7 K7 R7 R7 Y7 B8 B8 K8 R8 R8 Y8 Y8 B9 K9 R9 Y9 B10 K10 R10 Y10 B11 K11 "
            "R11 Y11 K13 R13 Y13"
        ),
        "B9 K9 R9 Y9 B10 K10 R10 Y10 B11 K11 R11 Y11 B12 B12 K12 R12 Y12 Y12 B13 R13",
        2,
        0,
        587_780,
    ),
    "widest bit sets with a high ace": (
        (
            "B1 B1 K1 K1 R1 R1 Y1 Y1 B2 B2 K2 K2 R2 Y2 Y2 B3 K3 K3 R3 Y3 Y3 K4 R4 Y4 Y4 B5 K5 R5 Y5 Y5 B6 K6 K6 "
            "R6 Y6 Y6 B7 K7 Y7 B8 Y8 B9 B9 K9 R9 R9 Y9 B10 R10 B11 B11 K11 R11 R11 B12 B12 K12 K12 R12 R12 Y12 "
            "Y12"
        ),
        "R2 B3 K4 R6 B7 K7 R7 R7 Y7 B8 K8 R8 R8 Y8 K10 Y10 B13 K13 Y13 Y13",
        2,
        0,
        441_549,
    ),
    "much that only multipliers refute, with a high ace": (
        (
            "R1 B1 B1 K1 K1 Y1 R2 B2 K2 Y2 R3 R3 B3 K3 Y3 R4 R4 B4 K4 Y4 R5 R5 B5 K5 K5 Y5 R6 R6 B6 K6 K6 R7 R7 K7 "
            "K7 R8 R8 B8 B9 K9 K9 Y9 B10 Y10 R11 B11 Y11 Y11 R12 R12 B12 B12 K12 Y12 R13 B13 K13 Y13"
        ),
        "R1 Y1 Y7 Y7 K8 Y8 R9 B9 Y9 B10 K10 K10 Y10 B11 K11 K11 Y12 B13 K13 Y13",
        2,
        0,
        388_846,
    ),
    "many undecided words, with a high ace": (
        (
            "R1 B1 B1 K1 K1 Y1 Y1 R2 R2 B2 K2 Y2 R3 R3 B3 K3 K3 Y3 R4 R4 B4 K4 K4 Y4 Y4 R5 B5 B5 K5 K5 Y5 Y5 R6 R6 "
            "B6 B6 K6 Y6 Y6 R7 R7 K7 Y7 R8 R8 B8 Y8 R9 B9 R10 B10 K10 R11 B11 K11 Y11 B12 Y12 R13 K13 K13 Y13"
        ),
        "R1 K7 B8 B9 K9 Y9 Y9 R10 B10 K10 Y10 R11 B11 K11 Y11 R12 K12 Y12 R13 B13",
        2,
        0,
        573_775,
    ),
    "many first and many last letters, with a high ace": (
        (
            "B1 B1 K1 R1 R1 Y1 Y1 R2 B3 K3 K3 Y3 B4 B4 K4 K4 R4 R4 Y4 Y4 B5 B5 K5 R5 R5 Y5 Y5 B6 B6 K6 K6 R6 R6 Y6 Y6 "
            "B7 B7 K7 K7 R7 Y7 Y7 B8 K8 K8 Y8 Y8 B9 K9 R9 Y9 Y9 B10 K10 K10 R10 B11 K11 R11 Y11 B12 B12 K12 R12 Y12 "
            "B13 K13 K13 R13 R13 Y13"
        ),
        "K1 B2 B2 K2 Y2 R3 Y3 R8 R9 B10 R10 Y10 Y10 B11 K11 R11 Y11 K12 Y12 Y13",
        2,
        0,
        586_809,
    ),
    "letters in low numbers, with a high ace": (
        (
            "B1 B1 K1 K1 R1 Y1 Y1 B2 Y2 B3 B3 Y3 B4 K4 Y4 B5 K5 K5 R5 Y5 Y5 B6 B6 K6 K6 R6 Y6 K7 K7 R7 Y7 Y7 K8 R8 K9 "
            "R9 B10 K10 R10 Y10 B11 B11 K11 R11 R11 Y11 B12 K12 R12 Y12 B13 K13 K13 R13 R13 Y13 Y13"
        ),
        "B2 R2 R2 K3 R3 Y3 B4 K4 R4 R4 Y4 B5 R5 R6 B8 Y8 R9 K12 Y12 B13",
        2,
        0,
        510_095,
    ),
    "most states, with a high ace": (
        (
            "B1 B1 K1 K1 R1 Y1 Y1 B2 Y2 B3 B3 K3 Y3 B4 K4 Y4 B5 K5 K5 R5 Y5 Y5 B6 B6 K6 K6 R6 Y6 K7 K7 R7 Y7 Y7 K8 R8 "
            "K9 R9 B10 K10 R10 Y10 B11 B11 K11 R11 R11 Y11 B12 K12 R12 Y12 B13 K13 K13 R13 R13 Y13 Y13"
        ),
        "B2 R2 K3 R3 Y3 B4 K4 R4 R4 Y4 R5 R6 Y6 B7 R7 B8 Y8 R9 K12 B13",
        2,
        0,
        779_219,
    ),
    "hard in both reading orders, with a high ace": (
        (
            "K1 K1 R1 R1 Y1 B2 K2 R2 R2 Y2 B3 K3 R3 R3 Y3 B4 B5 B5 K5 K5 R5 R5 Y5 Y5 R6 B7 K7 K7 R7 R7 Y7 Y7 K8 K8 R8 "
            "R8 Y8 Y8 B9 B9 K9 K9 R9 Y9 Y9 B10 B10 K10 K10 R10 Y10 B11 B12 B12 K12 K12 R12 R12 Y12 Y12 B13 K13 K13 Y13"
        ),
        "B1 B1 Y1 B3 Y3 K4 K4 R4 Y4 B6 K6 R6 Y6 Y6 B8 R11 R11 B13 R13",
        1,
        1,
        312_392,
    ),
    "a hand of fourteen tiles with a high ace": (
        (
            "B1 K1 K1 R1 R1 Y1 Y1 B2 B2 K2 R2 R2 Y2 Y2 B3 K3 K3 R3 Y3 Y3 B4 B4 R4 Y4 Y4 B5 B5 K5 K5 R5 Y5 Y5 B6 "
            "K6 R6 Y6 Y6 Y7 B8 K8 R8 R8 Y8 K9 K9 R9 Y9 Y9 B10 K10 R10 R10 Y10 B11 R11 Y11 B12 K12 R12 Y12 K13 R13 "
            "Y13"
        ),
        "K2 B8 K8 B9 R9 B10 K10 Y10 B11 K11 R11 Y11 B12 Y13",
        2,
        0,
        15_402,
    ),
}


def read_faces(codes: str) -> Counter[Face]:
    """``R7 R7 B12`` as counts of faces."""
    return Counter((code[0], int(code[1:])) for code in codes.split())


BEYOND_THE_BOUND = (
    "much that only multipliers refute, with a high ace",
    "many undecided words, with a high ace",
    "letters in low numbers, with a high ace",
)


def open_search(name: str) -> tuple[PlaySearch, Scenario, int]:
    table, hand, free_jokers, hand_jokers, total = HARD[name]
    scenario = Scenario(read_faces(table), read_faces(hand), free_jokers=free_jokers, hand_jokers=hand_jokers)
    melds = JokerMelds(BOX, ace_high=name.endswith("high ace"))
    return PlaySearch(PlayProblem(melds, (scenario,))), scenario, total


@pytest.mark.parametrize("name", [name for name in HARD if name not in BEYOND_THE_BOUND])
def test_hard_positions_are_answered(name: str) -> None:
    search, scenario, total = open_search(name)
    assert search.best(dict.fromkeys(scenario.optional, 1), 1).proven
    assert search.best({face: face[1] for face in scenario.optional}, 25).proven
    assert search.count() == total


@pytest.mark.parametrize("name", BEYOND_THE_BOUND[:1])
def test_positions_beyond_the_bound_are_listed_but_not_counted(name: str) -> None:
    search, scenario, total = open_search(name)
    assert search.count() is None
    page = search.page(None, 50)
    assert len(page) == 50 <= total
    assert len(search.reconstruct(page, ()).tables) == 50
    assert search.best(dict.fromkeys(scenario.optional, 1), 1).play is not None


@pytest.mark.parametrize("steps", [1_000, 30_000, 300_000])
def test_beyond_the_bound_some_play_is_found(steps: int) -> None:
    table = (
        "B1 B1 K1 K1 R1 R1 Y1 B2 B2 K2 K2 R2 R2 Y2 B3 B3 K3 R3 R3 Y3 B4 B4 K4 R4 Y4 Y4 B5 B5 K5 R5 B6 K6 R6 R6 B7 "
        "B7 K7 R7 R7 B8 B8 K8 R8 R8 B9 B9 K9 R9 R9 K10 K11 K12 K12 R12 Y12 B13 K13 K13 R13 Y13"
    )
    hand = "Y2 K3 K4 R4 K5 R5 Y5 Y5 B6 Y7 Y8 Y8 B11 B11 R11 R11 B12 Y12"
    scenario = Scenario(read_faces(table), read_faces(hand), free_jokers=2)
    problem = PlayProblem(JokerMelds(BOX, ace_high=True), (scenario,))
    best = PlaySearch(problem, steps).best({face: face[1] for face in scenario.optional}, 25)
    assert not best.proven
    assert best.play is not None
