"""Rounds of Gin-Rummy with told hands for which too few low numbers are left: others hold them."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends
from tests.variants.test_gin_told_ranges import hand

# Rounds that were too hard to prove once, each with fillings that reach the ends of every range.
SCARCE: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "others hold the ones and twos of which a told hand has the rest": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "?10 R11 R12 ? ?B B7 ?B ?8 ? ?"),
            hand("B", "? ? ? ? ? ? ? ? ? ?", ["R1 B1 K1 Y1"]),
            hand("C", "?2 ?2 ?1 ?1 ?2 ?2 ?4 ?1 ?3 ?3"),
            hand("D", "?3 ?5 B2 ?2 ?3 ?3 B4 ?3 K5 ?4", ["R3 B3 K3", "B2 B3 B4"], lay_offs=[]),
        ],
        (
            (
                "R11 R12 B7 B8 B9 B10 B11 K12 Y11 Y12",
                "R1 B1 K1 Y1 R13 R13 B13 B13 K13 K13",
                "R1 B1 K1 R2 R2 B2 K2 R3 K3 R4",
                "B2 B4 K5 R3 B3 B3 K3 K2 R4 R5",
            ),
            (
                "R11 R12 B7 Y2 Y3 Y4 R10 B8 B9 B9",
                "R1 B1 K1 Y1 R13 R13 B13 B13 K13 K13",
                "R1 R2 R3 R4 B2 K1 K2 K2 K3 Y1",
                "B2 B4 K5 R3 B3 B3 K3 R5 R4 R2",
            ),
        ),
    ),
    "no ones are left for a told hand": (
        {"drew": False, "options": {"little_gin_before_take_only": True}},
        [
            hand("A", "?3 ?1 ?3 ?5 ?6 ?7 ?8 ?9 ?3 ?3"),
            hand("B", "?1 ?1 ?1 ?1 ?1 ?2 ?2 ?1 ?1 ?2"),
            hand("C", "?R ?2 B2 ? ?B ? B8 B9 ?B ?", ["B7 B8 B9 B10"]),
            hand("D", "? ? ? ? ? ? ? ? ? ?", ["R4 B4 K4", "Y2 Y3 Y4 Y5"]),
        ],
        (
            (
                "R3 B3 K3 Y3 Y5 Y6 Y7 Y8 Y9 R1",
                "R2 R2 B2 R1 B1 B1 K1 K1 Y1 Y1",
                "B2 B8 B9 B7 B10 K2 K2 Y2 R3 B3",
                "R4 B4 K4 Y2 Y3 Y4 Y5 K3 R4 B4",
            ),
            (
                "R3 B3 K3 Y3 Y5 Y6 Y7 Y8 Y9 R1",
                "R1 B1 K1 Y1 R2 B2 K2 B1 K1 Y1",
                "B2 B8 B9 B7 B10 R2 K2 Y2 R3 B3",
                "R4 B4 K4 Y2 Y3 Y4 Y5 K3 R4 B4",
            ),
        ),
    ),
    "no twos are left for a told hand": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        [
            hand("A", "?11 ?9 ?10 ?11 ?11 ?7 ?8 ?9 ?10 ?11"),
            hand("B", "?1 ?1 ?2 ?2 ?1 ?1 ?2 ?2 ?1 ?2"),
            hand("C", "? ?3 ?R ? ? ?2 ?B ? ?1 ?Y", ["R2 B2 Y2", "R3 B3 K3"], lay_offs=[("B", 0, "B1")]),
            hand("D", "? ? ? ? ? ? ? ? ? ?"),
        ],
        (
            (
                "B11 K11 Y7 Y8 Y9 Y9 Y10 Y10 Y11 Y11",
                "R1 R2 B2 K1 K2 Y1 Y2 R1 K1 K2",
                "R2 B2 Y2 R3 B3 K3 B1 B1 Y1 R3",
                "B3 K3 Y3 Y3 R4 R4 B4 B4 K4 K4",
            ),
            (
                "B11 K11 Y8 Y9 Y9 Y10 Y10 Y11 Y11 R7",
                "R1 R2 B2 K1 K2 Y1 Y2 R1 K1 K2",
                "R2 B2 Y2 R3 B3 K3 B1 B1 Y1 R3",
                "B3 K3 Y3 Y3 R4 R4 B4 B4 K4 K4",
            ),
            (
                "B11 K11 Y8 Y9 Y9 Y10 Y10 Y11 Y11 R7",
                "R1 R2 B2 K1 K2 Y1 Y2 R1 K1 K2",
                "R2 B2 Y2 R3 B3 K3 B1 B1 Y1 R3",
                "R13 R13 B13 B13 R12 R12 K12 K12 B11 K11",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", SCARCE)
def test_rounds_in_which_others_hold_the_low_numbers_are_proven_and_their_ends_are_reached(name):
    others, players, fillings = SCARCE[name]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
