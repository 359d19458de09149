"""Positions that were found by trying to make the search work hard: random ones first, then changed step by step.

All but the last have 20 tiles in the hand. The bound on work is made for such hands: everything about them is answered.
Their totals were counted in two ways: with bits and by determinising, but for two that only bits can count; the last
seven by asking for plays with more steps than the service has, or read the other way round, and by sweeping over all
states.
"""

from collections import Counter

import pytest

from service.engine.plays import DEFAULT_STEPS, PlaySearch
from service.engine.problem import Face, PlayProblem, Scenario
from service.melds.joker_melds import JokerMelds
from service.tiles.box import Box

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
    "too deep to dive for with a high ace": (
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
    "most room to count with a high ace": (
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
    "many steps that others outdo, with a high ace": (
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
    "more room than there is but for the strongest state, with a high ace": (
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
    "too much for bits with a high ace": (
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
    "much that only prices refute, with a high ace": (
        (
            "R1 B1 B1 K1 K1 Y1 R2 B2 K2 Y2 R3 R3 B3 K3 Y3 R4 R4 B4 K4 Y4 R5 R5 B5 K5 K5 Y5 R6 R6 B6 K6 K6 R7 R7 K7 "
            "K7 R8 R8 B8 B9 K9 K9 Y9 B10 Y10 R11 B11 Y11 Y11 R12 R12 B12 B12 K12 Y12 R13 B13 K13 Y13"
        ),
        "R1 Y1 Y7 Y7 K8 Y8 R9 B9 Y9 B10 K10 K10 Y10 B11 K11 K11 Y12 B13 K13 Y13",
        2,
        0,
        388_846,
    ),
    "much to look for and to decide, with a high ace": (
        (
            "R1 B1 B1 K1 K1 Y1 Y1 R2 R2 B2 K2 Y2 R3 R3 B3 K3 K3 Y3 R4 R4 B4 K4 K4 Y4 Y4 R5 B5 B5 K5 K5 Y5 Y5 R6 R6 "
            "B6 B6 K6 Y6 Y6 R7 R7 K7 Y7 R8 R8 B8 Y8 R9 B9 R10 B10 K10 R11 B11 K11 Y11 B12 Y12 R13 K13 K13 Y13"
        ),
        "R1 K7 B8 B9 K9 Y9 Y9 R10 B10 K10 Y10 R11 B11 K11 Y11 R12 K12 Y12 R13 B13",
        2,
        0,
        573_775,
    ),
    "many first letters and many last ones, with a high ace": (
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
    "letters in low numbers that lead far apart, with a high ace": (
        (
            "B1 B1 K1 K1 R1 Y1 Y1 B2 Y2 B3 B3 Y3 B4 K4 Y4 B5 K5 K5 R5 Y5 Y5 B6 B6 K6 K6 R6 Y6 K7 K7 R7 Y7 Y7 K8 R8 K9 "
            "R9 B10 K10 R10 Y10 B11 B11 K11 R11 R11 Y11 B12 K12 R12 Y12 B13 K13 K13 R13 R13 Y13 Y13"
        ),
        "B2 R2 R2 K3 R3 Y3 B4 K4 R4 R4 Y4 B5 R5 R6 B8 Y8 R9 K12 Y12 B13",
        2,
        0,
        510_095,
    ),
    "most room to sweep, with a high ace": (
        (
            "B1 B1 K1 K1 R1 Y1 Y1 B2 Y2 B3 B3 K3 Y3 B4 K4 Y4 B5 K5 K5 R5 Y5 Y5 B6 B6 K6 K6 R6 Y6 K7 K7 R7 Y7 Y7 K8 R8 "
            "K9 R9 B10 K10 R10 Y10 B11 B11 K11 R11 R11 Y11 B12 K12 R12 Y12 B13 K13 K13 R13 R13 Y13 Y13"
        ),
        "B2 R2 K3 R3 Y3 B4 K4 R4 R4 Y4 R5 R6 Y6 B7 R7 B8 Y8 R9 K12 B13",
        2,
        0,
        779_219,
    ),
    "much to ask for from either end, with a high ace": (
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


@pytest.mark.parametrize("name", HARD)
def test_hard_positions_with_up_to_twenty_tiles_in_hand_are_answered(name: str) -> None:
    table, hand, free_jokers, hand_jokers, total = HARD[name]
    scenario = Scenario(read_faces(table), read_faces(hand), free_jokers=free_jokers, hand_jokers=hand_jokers)
    search = PlaySearch(PlayProblem(JokerMelds(BOX, ace_high=name.endswith("high ace")), (scenario,)))
    ones = dict.fromkeys(scenario.optional, 1)
    values = {face: face[1] for face in scenario.optional}
    assert search.best(ones, 1).proven
    assert search.best(values, 25).proven
    assert search.count() == total


def test_a_small_hand_that_takes_long_is_counted_otherwise_before_the_bound_is_near() -> None:
    table, hand, free_jokers, _, total = HARD["a hand of fourteen tiles with a high ace"]
    scenario = Scenario(read_faces(table), read_faces(hand), free_jokers=free_jokers)
    assert PlaySearch(PlayProblem(JokerMelds(BOX, ace_high=True), (scenario,)), DEFAULT_STEPS // 2).count() == total


@pytest.mark.parametrize("steps", [1_000, 30_000, 300_000])
def test_past_the_bound_on_work_some_play_is_found_where_that_is_hard_too(steps: int) -> None:
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
