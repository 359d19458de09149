"""Rounds of Gin-Rummy with very many unread tiles: what is said of them is proven, and no real round is outside."""

import random
from typing import Any

import pytest

from tests.variants.gin_rounds import ask, check_ends, random_body, ranges_of, score


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (
            (
                "?B ? ? R2 K2 Y2 B4 B5 B6 ?7",
                "R10 ? R10 ?B K10 Y11 K11 ? ?B K11",
                "?4 ? R6 ?K Y1 R2 ? Y8 Y8 R9",
                "?B ? ?B B1 Y2 K3 R3 K1 Y1 B1",
            ),
            "ABCD",
        ),
    ],
)
def test_who_can_win_is_known_of_rounds_with_many_unread_tiles(hands, winners):
    answer = score(*hands)
    assert answer["proven"]
    assert {name for name, (_, high) in ranges_of(answer).items() if high >= 50} == set(winners)


# Rounds that were hard to prove, each with fillings that reach the ends of every range.
HARD: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "the last of four cannot win": (
        {},
        (
            "K2 K3 ?K ? R10 K10 ?Y K6 ?7 K8",
            "B11 B11 ?11 ?B B10 Y10 Y12 B10 K11 R11",
            "? ?1 Y1 B2 B2 B1 K2 R1 R1 ?",
            "R5 R5 R4 ? B5 B4 Y5 R4 Y6 R7",
        ),
        (
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 K9 Y10",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 Y11 B9",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 B1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 Y10 B1",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 Y11 B9",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 K1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 Y10 R9",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 B13 R11",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 B1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
        ),
    ),
    "how much lower the second can be": (
        {},
        ("?Y ? ? ?11 ?1 ?Y ? ? ?Y ?", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
        (
            ("Y1 Y2 Y3 Y4 Y11 Y11 Y12 Y12 Y13 Y13", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
            ("R4 B4 B10 B11 B12 Y1 Y2 Y3 Y4 R9", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
        ),
    ),
    "both want the highest tiles": (
        {},
        ("? K13 Y13 K8 ?9 ?K ? ?5 ? K7", "R10 ? Y10 ?R ? ?R ? ? ?Y ?"),
        (
            ("K13 Y13 K8 K7 B13 K5 K6 K9 K10 K11", "R10 Y10 R12 R12 Y13 B13 B12 B12 K11 Y11"),
            ("K13 Y13 K8 K7 Y3 Y4 Y5 B13 K6 R9", "R10 Y10 R6 R7 R8 R9 Y6 Y7 Y8 Y9"),
        ),
    ),
    "half-read tiles on both sides": (
        {"drew": True},
        ("?R ? ?1 ? ? K9 ? B13 K13 ?", "?Y Y2 ? ?4 ?B ? ?13 ?7 K3 ?"),
        (
            ("K9 B13 K13 R1 B1 B9 K1 Y1 Y9 Y13", "Y2 K3 K13 B13 Y12 R12 R12 Y12 R7 R4"),
            ("K9 B13 K13 R1 R2 R3 Y13 Y3 Y4 Y5", "Y2 K3 R2 R3 R4 R13 B2 B3 Y6 Y7"),
        ),
    ),
    "nothing was read": (
        {},
        ("? ?9 ? ? ? ? ?K ?K ? ?", "?11 ?R ? ?Y ? ? ? ?K ? ?12"),
        (
            ("R4 R5 R6 R7 R8 R13 K13 Y13 R9 K9", "R10 R11 R12 R13 R1 R1 B1 B1 K1 Y1"),
            ("R5 R6 R7 R8 R9 K1 K2 K3 K4 K5", "R12 R11 K13 R12 Y13 K13 Y13 B12 B12 R11"),
        ),
    ),
    "the most of a hand with half-read tiles of all kinds": (
        {"drew": True},
        ("? ?B ?K Y2 ? Y5 Y6 ?Y ?8 ?Y", "?R ?R ?B ? ?13 ?K ? ?K ?Y ?13"),
        (
            ("Y2 Y5 Y6 R6 B6 K6 Y3 Y4 R1 R8", "R10 R11 R12 R13 K11 K12 K13 R1 B1 Y1"),
            ("Y2 Y5 Y6 R6 R8 B6 B8 K8 Y3 Y4", "R13 R13 B13 K12 K12 R12 R12 Y11 B13 B11"),
            ("Y2 Y5 Y6 B2 K2 Y6 Y7 Y7 Y8 Y9", "R1 B1 K1 Y1 R13 B13 K13 Y13 R1 B1"),
        ),
    ),
    "a declarer of whom just the colours were read": (
        {"drew": True},
        ("?R ?R ?B ?B ?K ?K ?K ?K ?K ?Y ?Y", "R3 R4 R5 B2 B2 B3 K1 Y2 Y3 Y5"),
        (
            ("R13 R13 B13 B13 K9 K10 K11 K12 K13 Y13 Y13", "R3 R4 R5 B2 B2 B3 K1 Y2 Y3 Y5"),
            ("R13 R13 B13 B13 K2 K3 K4 K5 K6 Y13 Y13", "R3 R4 R5 B2 B2 B3 K1 Y2 Y3 Y5"),
        ),
    ),
    "no little gin after a take": (
        {"drew": True, "options": {"little_gin_before_take_only": True}},
        ("? ? ? B4 B5 ? B7 ? Y1 ?", "R3 ? Y3 Y5 Y6 ? ? ? ? ?"),
        (
            ("B4 B5 B7 Y1 K4 K5 K7 Y4 Y5 Y7", "R3 Y3 Y5 Y6 R13 R13 B13 B13 R12 R12"),
            ("B4 B5 B7 Y1 B1 B6 K1 K7 Y7 R9", "R3 Y3 Y5 Y6 R6 B6 K6 R5 B5 B3"),
        ),
    ),
    "just the colours of the declarer's tiles were read, who has five of one": (
        {},
        ("?R ?R ?B ?K ?K ?K ?K ?K ?Y ?Y", "R2 R7 B7 B8 B9 B10 B11 B12 K1 K7"),
        (
            ("R13 R13 B13 K10 K11 K12 K13 K13 Y13 Y13", "R2 R7 B7 B8 B9 B10 B11 B12 K1 K7"),
            ("B2 K2 K2 Y2 K3 K4 R12 K12 Y12 R9", "R2 R7 B7 B8 B9 B10 B11 B12 K1 K7"),
            ("R6 B13 K6 K11 K12 K13 K13 Y6 Y13 R3", "R2 R7 B7 B8 B9 B10 B11 B12 K1 K7"),
        ),
    ),
    "many hold numbers of which there are few": (
        {},
        (
            "R1 ?R ?R ? ? ? ?K ?6 ?Y ?",
            "?R ?1 ? B3 ?1 ?2 ?3 ?1 Y1 Y2",
            "?1 ?R ?1 ? ? ?2 ? ? ?Y ?",
            "?3 ?4 ?5 ? ? ?K ?3 ?K ? ?K",
        ),
        (
            (
                "R1 R2 R3 R4 K6 K7 K8 Y11 Y12 Y13",
                "R1 B1 K1 Y1 R2 B2 Y2 R3 B3 K3",
                "R4 B4 K4 Y4 B1 K1 Y1 B2 K2 Y2",
                "B3 K3 Y3 K4 K5 K6 K9 K10 K11 K2",
            ),
            (
                "R1 R2 R3 R4 R5 K6 K7 K8 K9 Y1",
                "R1 B1 K1 Y1 R2 B2 Y2 R3 B3 K3",
                "R4 B4 K4 Y4 B1 B2 B3 K1 K2 K3",
                "R5 B5 K5 Y2 Y3 Y4 K2 Y3 B4 K4",
            ),
            (
                "R1 R2 R3 R4 R5 R6 R8 B8 Y8 K9",
                "B1 B2 B3 R3 R13 R13 K1 K1 Y1 Y2",
                "R4 R5 R6 R7 Y1 Y2 Y3 R1 R2 B1",
                "B3 B4 B5 B13 K13 Y13 B13 K3 K12 K13",
            ),
            (
                "R1 R2 R3 R4 R5 R6 B13 K13 Y13 R9",
                "R2 R3 R13 R13 B1 B1 B3 Y1 Y1 Y2",
                "R1 R11 R12 R12 B2 B12 B12 B13 K1 Y13",
                "K1 K2 K3 K2 K3 K4 K5 K4 K5 K6",
            ),
        ),
    ),
    "a declarer of whom nothing was read, where no little gin is allowed": (
        {"drew": True, "options": {"little_gin_before_take_only": True}},
        (
            "? ? ? ? ? ? ? ? ? ?",
            "R1 ?B ?B ?K ?K ?K ?K ?Y ?Y ?Y",
        ),
        (
            (
                "Y8 Y9 Y10 Y11 Y12 Y13 Y11 Y12 Y13 R9",
                "R1 B1 Y1 B1 K1 Y1 K1 K2 K3 Y7",
            ),
            (
                "R4 R5 R6 R7 R8 Y1 Y2 Y3 Y4 R1",
                "R1 B13 B13 K12 K12 K13 K13 Y11 Y12 Y12",
            ),
        ),
    ),
    "one hand was read, and of two only the numbers": (
        {},
        (
            "R1 R2 ? ? ? B4 ? ? ? ?",
            "R1 R3 B1 K1 K2 K2 K3 Y1 Y1 Y3",
            "?2 ?5 ?1 ?2 ?2 ?1 ?4 ?4 Y2 ?3",
            "?4 ?6 ?3 ?3 ?7 ?5 ?6 ?2 ?4 ?6",
        ),
        (
            (
                "R1 R2 R3 R4 B4 K4 Y4 K11 K12 K13",
                "R1 B1 K1 Y1 R3 K3 Y3 K2 K2 Y1",
                "R2 B2 Y2 B1 B2 B3 B4 R4 R5 K1",
                "K3 K4 K5 K6 K7 Y2 Y3 Y4 R6 R6",
            ),
            (
                "R1 R2 R3 R4 B4 B5 B6 B7 B8 R9",
                "R1 B1 K1 Y1 R3 K3 Y3 K2 K2 Y1",
                "R2 B2 Y2 B1 B2 B3 B4 R5 R4 K1",
                "R5 R6 R7 R6 B3 B6 K3 K4 K4 Y2",
            ),
            (
                "R5 R6 R7 R8 R9 B3 B4 B5 R1 R2",
                "R1 B1 K1 Y1 R3 K3 Y3 K2 K2 Y1",
                "R2 B2 Y2 R3 R4 R5 R4 B1 B2 K1",
                "B3 B4 B5 B6 B6 R6 R7 K3 K4 Y2",
            ),
            (
                "B3 B4 B5 B6 Y8 Y9 Y10 Y11 R1 R2",
                "R1 B1 K1 Y1 R3 K3 Y3 K2 K2 Y1",
                "B1 B2 R4 R5 B2 K1 K3 K4 Y2 Y2",
                "R2 R3 R4 R6 B6 Y6 B3 B4 B5 Y7",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_rounds_are_proven_and_their_ends_are_reached(name):
    others, hands, fillings = HARD[name]
    players = [{"player": player, "hand": hand.split()} for player, hand in zip("ABCD", hands, strict=False)]
    check_ends({"declarer": "A", "players": players, **others}, fillings)


def test_a_round_can_be_of_which_no_filling_is_soon_found():
    hands = ("R12 B12 K2 K3 ?4 K5 Y9 Y10 Y11 Y12", "R1 ? ? R3 ? ? ? Y1 ? ?", "? ?4 B4 B4 ?1 K2 ? ?Y ?3 ?4")
    answer = score(*hands)
    assert answer["proven"]
    assert ranges_of(answer) == {"A": (75, 75), "B": (0, 0), "C": (0, 0)}


# --- rounds of which tiles were hidden ------------------------------------------------------------------------------


def hide(rng: random.Random, hand: list[str], number: int) -> list[str]:
    hidden = set(rng.sample(range(len(hand)), number))
    return [
        rng.choice(("?", f"?{tile[0]}", f"?{tile[1:]}")) if place in hidden else tile for place, tile in enumerate(hand)
    ]


def test_a_round_whose_tiles_were_hidden_is_within_the_ranges():
    rng = random.Random("hidden")
    for _ in range(12):
        body = random_body(rng, 0)
        known = ask(body)
        for told in body["players"]:
            told["hand"] = hide(rng, told["hand"], rng.choice((0, 2, 5, 10)))
        found = ranges_of(ask(body))
        for own in known["scores"]:
            low, high = found[own["player"]]
            assert low <= own["points"] <= high, body
