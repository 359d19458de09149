"""Rounds of Gin-Rummy of which it was open whether one of three or four can win: it is known, and proven."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends
from tests.variants.test_gin_told_ranges import hand

# Each round with fillings that reach the ends of every range.
OPEN_LONGEST: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "the last wins by a one at a run of the declarer, where ones are left of the third": (
        {"drew": False, "options": {"little_gin_before_take_only": True}},
        [
            hand("A", "?8 ?8 ? ? ?10 ? ? ? ?11 ?11"),
            hand("B", "?1 R2 R2 ?1 B2 K1 K2 K3 Y2 ?Y"),
            hand("C", "K9 K10 K11 K12 K13 Y1 Y1 Y7 Y8 Y9"),
            hand("D", "?1 ?4 ?5 ?6 ?7 ?1 ?10 ?11 ?12 ?13"),
        ],
        (
            (
                "B8 B10 B11 B12 B13 K8 Y8 Y11 Y12 Y13",
                "R2 R2 B2 K1 K2 K3 Y2 Y2 R1 B1",
                "K9 K10 K11 K12 K13 Y1 Y1 Y7 Y8 Y9",
                "R1 B1 R4 R5 R6 R7 R10 R11 R12 R13",
            ),
            (
                "R3 R4 R5 Y8 Y9 Y10 R11 B11 Y11 R8",
                "R2 R2 B2 K1 K2 K3 Y2 R1 R1 Y7",
                "K9 K10 K11 K12 K13 Y1 Y1 Y7 Y8 Y9",
                "R13 R12 R11 R10 R7 R6 R5 R4 B1 B1",
            ),
            (
                "Y2 Y3 Y4 B11 K8 K9 K10 K11 Y11 B8",
                "R2 R2 B2 K1 K2 K3 Y2 R1 B1 Y13",
                "K9 K10 K11 K12 K13 Y1 Y1 Y7 Y8 Y9",
                "R13 R12 R11 R10 R7 R6 R5 R4 R1 B1",
            ),
            (
                "R3 R4 R5 B8 B9 B10 B11 K11 Y11 Y8",
                "R2 R2 B2 K1 K2 K3 Y2 Y13 B1 B1",
                "K9 K10 K11 K12 K13 Y1 Y1 Y7 Y8 Y9",
                "R1 R1 B10 B11 B12 B13 K4 K5 K6 K7",
            ),
        ),
    ),
    "the second cannot win, as the declarer has nine left with just two melds": (
        {},
        [
            hand("A", "? B1 ? B3 ?8 K1 ? ? ?8 Y12"),
            hand("B", "?1 ?1 ?5 ?2 ?3 ?4 ?5 ?6 ?2 ?5"),
            hand("C", "R7 R8 ?9 ?2 ?3 ?4 B4 ?3 Y3 ?3"),
        ],
        (
            (
                "B1 B3 K1 Y12 R8 B2 K8 Y8 Y11 Y13",
                "R1 R2 R3 R4 R5 B5 K5 R1 R2 R6",
                "R7 R8 B4 Y3 B9 R4 K3 K3 Y3 B2",
            ),
            (
                "B1 B3 K1 Y12 R8 B2 K8 Y8 Y11 Y13",
                "R1 R2 R3 R4 R5 B5 K5 R1 R2 R6",
                "R7 R8 B4 Y3 R9 R3 B3 K2 K3 K4",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", OPEN_LONGEST)
def test_rounds_that_were_open_longest_are_proven_and_their_ends_are_reached(name):
    others, players, fillings = OPEN_LONGEST[name]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
