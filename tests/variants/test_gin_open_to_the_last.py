"""Rounds of Gin-Rummy of which it was open who can win until melds were refused that help nobody: they are proven."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends
from tests.variants.test_gin_told_ranges import hand

# Each round with fillings that reach the ends of every range.
OPEN_TO_THE_LAST: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "the second cannot win, as the third adds a one to where the second adds a two": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "? ? ? ? ? ? ?K ? ? ?"),
            hand("B", "R1 R2 R11 B1 B2 K1 K11 Y1 Y3 Y11"),
            hand("C", "R3 R6 B1 B3 B6 K3 K6 Y2 Y3 Y6"),
            hand("D", "?1 ?2 ?3 ?4 ?B ?2 ?2 ?3 ?4 ?1"),
        ],
        (
            (
                "K11 K12 K13 Y6 Y7 Y8 Y9 Y11 Y12 Y13",
                "R1 R2 R11 B1 B2 K1 K11 Y1 Y3 Y11",
                "R3 R6 B1 B3 B6 K3 K6 Y2 Y3 Y6",
                "R1 R2 R3 R4 B2 B3 B4 K1 K2 K3",
            ),
            (
                "R3 R4 R5 Y4 Y5 Y6 R10 B10 K10 R9",
                "R1 R2 R11 B1 B2 K1 K11 Y1 Y3 Y11",
                "R3 R6 B1 B3 B6 K3 K6 Y2 Y3 Y6",
                "B13 R4 B4 B3 K3 R2 B2 K2 R1 K1",
            ),
            (
                "R5 R6 R7 B4 K4 K4 Y4 K2 K3 B9",
                "R1 R2 R11 B1 B2 K1 K11 Y1 Y3 Y11",
                "R3 R6 B1 B3 B6 K3 K6 Y2 Y3 Y6",
                "R1 R2 R3 R4 R4 B2 B3 B4 K1 K2",
            ),
        ),
    ),
    "the last cannot win beside twos and ones of others": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "? ? ? ? ?1 ?2 ? ?4 ? ?"),
            hand("B", "R1 ?1 ?2 ?1 ?2 ?1 ?1 ?2 ?2 Y1"),
            hand("C", "?2 ?8 ?9 ?10 ?11 ?12 ?1 ?4 ?4 Y5"),
            hand("D", "R3 R4 B2 B3 B3 ?6 K3 K3 K5 Y2"),
        ],
        (
            (
                "K9 K10 K11 K12 K13 Y1 Y2 Y3 Y4 Y5",
                "R1 Y1 B1 K1 R1 B1 R2 R2 B2 K2",
                "Y5 K1 K2 R4 B4 R8 R9 R10 R11 R12",
                "R3 R4 B2 B3 B3 K3 K3 K5 Y2 Y6",
            ),
            (
                "R10 B10 K10 Y2 Y3 Y4 Y5 Y6 R9 Y1",
                "R1 Y1 R1 R2 R2 B1 B1 B2 K1 K2",
                "Y5 R12 R11 R10 R9 R8 R4 B4 K2 K1",
                "R3 R4 B2 B3 B3 K3 K3 K5 Y2 R6",
            ),
            (
                "R4 K4 Y4 K5 K6 K7 Y1 Y2 Y3 K9",
                "R1 Y1 B1 R2 R2 K2 K2 R1 B1 K1",
                "Y5 R9 R10 R11 R12 B2 B4 K1 K4 K8",
                "R3 R4 B2 B3 B3 K3 K3 K5 Y2 R6",
            ),
        ),
    ),
    "the last of four wins by a run of the declarer, where nothing was read of the second": (
        {"drew": False, "options": {"little_gin_before_take_only": True}},
        [
            hand("A", "?5 ?7 B1 ?2 B3 ?4 K5 ?7 Y5 ?7"),
            hand("B", "? ? ? ? ? ? ? ? ? ?"),
            hand("C", "?2 ?2 B4 B5 Y12 ?3 K3 K4 ?Y ?4"),
            hand("D", "?5 R3 B2 B3 ?5 B11 K5 ?11 Y5 Y11"),
        ],
        (
            (
                "B1 B3 K5 Y5 B2 B4 B5 B7 K7 Y7",
                "R7 R1 R2 R3 R1 B1 K1 K1 Y1 Y1",
                "B4 B5 Y12 K3 K4 K2 Y2 Y3 Y4 R4",
                "R3 B2 B3 B11 K5 Y5 Y11 R11 R5 R5",
            ),
            (
                "B1 B3 K5 Y5 R5 R7 B2 K7 Y7 Y4",
                "R1 R2 R3 R1 B1 K1 R4 B4 K4 Y4",
                "B4 B5 Y12 K3 K4 Y13 R4 K3 R2 K2",
                "R3 B2 B3 B11 K5 Y5 Y11 B11 R5 B5",
            ),
            (
                "B1 B3 K5 Y5 R5 R7 B2 K7 Y7 R4",
                "R4 K4 Y4 Y9 Y10 Y11 R13 R13 B13 B13",
                "B4 B5 Y12 K3 K4 K2 K3 Y2 Y3 Y4",
                "R3 B2 B3 B11 K5 Y5 Y11 R11 R5 B5",
            ),
            (
                "B1 B3 K5 Y5 R5 R7 B2 B7 Y7 Y4",
                "R2 K2 Y2 Y2 Y1 Y3 R13 R13 B13 B13",
                "B4 B5 Y12 K3 K4 R3 Y3 Y4 R2 K2",
                "R3 B2 B3 B11 K5 Y5 Y11 R5 R11 B5",
            ),
        ),
    ),
    "the declarer has gin, with a fourth four": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "R4 ?6 ?7 R8 R11 R12 ?13 B4 K4 Y4"),
            hand("B", "?1 ?1 ?1 ?2 ?3 ?4 ?13 ?1 Y1 ?3"),
            hand("C", "?1 ? ? ?13 B3 K2 ?10 Y1 ?2 ?3"),
        ],
        (
            (
                "R4 R8 R11 R12 B4 K4 Y4 R6 R7 R13",
                "Y1 R1 B1 K1 Y2 Y3 B13 R4 R3 B1",
                "B3 K2 Y1 R1 R2 R3 R10 R13 B2 K3",
            ),
        ),
    ),
    "the second wins by what the declarer has of fours and blacks": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "?1 ?4 ?4 ? ?K ?4 ? ?5 K6 ?7"),
            hand("B", "R1 ?6 ?3 ?1 ?8 ?1 ?6 ?8 ?1 ?Y"),
            hand("C", "?5 B2 B3 B5 K5 ?3 Y5 Y5 Y6 ?7"),
            hand("D", "?1 ?7 ?8 ?B ?10 B11 ?1 ?2 ?1 Y2"),
        ],
        (
            (
                "K6 R4 B4 K3 K4 K4 K5 Y4 R7 K1",
                "R1 Y13 R8 R8 R6 R6 R3 B1 Y1 Y1",
                "B2 B3 B5 K5 Y5 Y5 Y6 R7 B5 R3",
                "B11 Y2 B7 B8 B9 B10 R1 B1 K1 R2",
            ),
            (
                "K6 R4 K4 Y4 K4 K5 K7 K8 R8 Y1",
                "R1 Y8 R8 B8 R3 Y1 Y6 K1 K1 R6",
                "B2 B3 B5 K5 Y5 Y5 Y6 Y7 R3 R5",
                "B11 Y2 B1 B9 R2 B8 R10 R7 R1 B1",
            ),
            (
                "K6 K2 R4 R5 K4 K5 K7 K3 K4 K1",
                "R1 B1 K1 Y6 Y7 Y8 K8 K3 Y1 R6",
                "B2 B3 B5 K5 Y5 Y5 Y6 R7 B5 R3",
                "B11 Y2 B13 Y1 R8 B1 R1 R2 R10 Y7",
            ),
            (
                "K6 K4 K5 K7 R4 B4 K4 Y1 Y2 Y3",
                "R1 K1 Y1 B6 K6 Y6 R8 B8 R3 K1",
                "B2 B3 B5 K5 Y5 Y5 Y6 R3 R7 R5",
                "B11 Y2 R1 R2 R7 R8 R10 B1 B1 B2",
            ),
        ),
    ),
    "the declarer has gin, with seven of eight sixes": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "?4 ?6 ?6 ?4 ?6 ?4 ?6 ?6 Y6 ?6"),
            hand("B", "R1 R2 R2 R3 ?4 B1 K1 ?2 K3 Y3"),
            hand("C", "?5 ?5 ?1 ?2 ?1 ?2 ?3 ?4 ?5 ?5"),
            hand("D", "R1 ?5 ?1 ?2 ?2 ?3 ?2 ?4 ?7 ?7"),
        ],
        (
            (
                "Y6 R6 B4 B6 B6 K4 K6 K6 Y4 Y6",
                "R1 R2 R2 R3 B1 K1 K3 Y3 B2 R4",
                "B1 B2 B3 B4 B5 R5 B5 K5 Y1 K2",
                "R1 K1 K2 K3 K4 K5 Y2 Y2 R7 R7",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", OPEN_TO_THE_LAST)
def test_rounds_that_were_open_to_the_last_are_proven_and_their_ends_are_reached(name):
    others, players, fillings = OPEN_TO_THE_LAST[name]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
