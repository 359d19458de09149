"""Rounds of Gin-Rummy where it decides who wins that nobody leaves a place to others at which an own tile fits."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends
from tests.variants.test_gin_told_ranges import hand

# Each round with fillings that reach the ends of every range.
KEPT_FREE: dict[str, tuple[list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "the second has what fits at the own group, and nobody has a run where it would lie else": (
        [
            hand("A", "? ?R ?R ?R ?R ? ?Y ?Y ?Y ?"),
            hand("B", "R1 R2 ? B1 ? B2 K1 K2 Y1 Y1"),
            hand("C", "R4 B7 ?1 K2 K4 K9 Y2 Y3 Y4 Y7"),
            hand("D", "R3 R5 R12 R12 B3 B6 B12 K11 Y10 Y12"),
        ],
        (
            (
                "R8 R9 R10 R13 K13 Y10 Y11 Y12 Y13 Y13",
                "R1 R2 B1 B2 K1 K2 Y1 Y1 R1 B1",
                "R4 B7 K2 K4 K9 Y2 Y3 Y4 Y7 K1",
                "R3 R5 R12 R12 B3 B6 B12 K11 Y10 Y12",
            ),
            (
                "R2 R3 R4 R11 B7 B11 K7 Y7 Y11 Y9",
                "R1 R2 B1 B2 K1 K2 Y1 Y1 R1 B1",
                "R4 B7 K2 K4 K9 Y2 Y3 Y4 Y7 K1",
                "R3 R5 R12 R12 B3 B6 B12 K11 Y10 Y12",
            ),
        ),
    ),
    "the third has the three that the fourth would add, and nobody has what lies between": (
        [
            hand("A", "?1 ?13 ?1 ?8 ?9 ?10 ?11 ?12 ?13 ?13"),
            hand("B", "?1 ?2 ?2 ?1 ?1 ?2 ?6 ?7 ?8 ?9"),
            hand("C", "?2 ?9 B1 ?9 K9 ?2 Y3 ?4 ?5 Y6"),
            hand("D", "?1 ?3 ?4 ?4 ?5 ?4 ?1 ?3 ?4 ?5"),
        ],
        (
            (
                "B13 K8 K9 K10 K11 K12 K13 Y13 R1 R1",
                "R9 R8 B7 R6 R2 R2 B2 B1 K1 K1",
                "B1 K9 Y3 Y6 R9 B9 Y2 Y4 Y5 B2",
                "Y1 Y1 R3 R3 R4 R4 B4 B4 R5 R5",
            ),
            (
                "B13 K8 K9 K10 K11 K12 K13 Y13 R1 R1",
                "R6 R7 R8 R9 R2 B2 K2 B1 K1 Y1",
                "B1 K9 Y3 Y6 R9 B9 Y2 Y4 Y5 Y2",
                "R4 B4 K4 Y4 K1 Y1 R3 R3 R5 R5",
            ),
            (
                "R8 R9 R10 R11 R12 R13 B13 Y13 Y1 B1",
                "R1 K1 Y1 R2 K2 Y2 B9 R8 R7 R6",
                "B1 K9 Y3 Y6 R9 B2 B9 Y2 Y4 Y5",
                "R5 R5 R4 R4 B4 B4 R3 R3 R1 K1",
            ),
        ),
    ),
    "the third adds a one where the fourth would, and is left with nothing": (
        [
            hand("A", "? ? ?B ? ?K ? ?K ? ?K ?Y"),
            hand("B", "?B ?2 ?K ?2 ?K ?1 ?2 ?Y ?Y ?Y"),
            hand("C", "R1 B9 B10 B11 B12 Y8 Y9 Y10 Y11 Y12"),
            hand("D", "R1 B13 K1 K8 K9 K10 K11 K12 K13 Y13"),
        ],
        (
            (
                "B13 K4 K5 K6 K13 Y3 Y4 Y5 Y6 Y13",
                "Y1 Y2 Y3 Y4 Y5 R2 B2 K2 Y2 K3",
                "R1 B9 B10 B11 B12 Y8 Y9 Y10 Y11 Y12",
                "R1 B13 K1 K8 K9 K10 K11 K12 K13 Y13",
            ),
            (
                "R10 B10 K10 Y9 Y10 Y11 Y12 Y13 K9 K8",
                "R2 B1 B1 B2 K1 K2 Y1 Y1 Y2 Y3",
                "R1 B9 B10 B11 B12 Y8 Y9 Y10 Y11 Y12",
                "R1 B13 K1 K8 K9 K10 K11 K12 K13 Y13",
            ),
            (
                "K2 K3 K4 Y3 Y4 Y5 B10 K10 Y10 K9",
                "R2 B2 K1 K2 Y1 Y2 Y2 Y3 Y4 Y5",
                "R1 B9 B10 B11 B12 Y8 Y9 Y10 Y11 Y12",
                "R1 B13 K1 K8 K9 K10 K11 K12 K13 Y13",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", KEPT_FREE)
def test_who_has_a_tile_that_fits_does_not_leave_it_to_others(name):
    players, fillings = KEPT_FREE[name]
    check_ends({"declarer": "A", "players": players}, fillings)
