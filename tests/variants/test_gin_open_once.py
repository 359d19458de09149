"""Rounds of Gin-Rummy of which it was open once who can win, or by how much: it is known, and proven."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends
from tests.variants.test_gin_told_ranges import hand

# Each round with fillings that reach the ends of every range.
OPEN_ONCE: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "the second is lowest where the declarer has a run of four": (
        {},
        [
            hand("A", "?1 ?4 ?5 ?6 ?7 ?8 ?9 Y10 ?11 ?12"),
            hand("B", "?1 ?2 ?4 ?1 ?4 ?1 ?2 ?2 ?3 ?4"),
        ],
        (
            (
                "Y10 Y4 Y5 Y6 Y7 Y8 Y9 Y11 Y12 R1",
                "R4 R4 B4 R3 B2 B2 K2 R1 B1 B1",
            ),
            (
                "Y10 Y4 Y5 Y6 Y7 Y8 Y9 Y11 Y12 R1",
                "R1 B1 K1 R4 B4 K4 R2 B2 K2 Y3",
            ),
            (
                "Y10 R4 R5 R6 R7 Y9 Y11 Y12 K8 B1",
                "R3 R4 B1 B2 B4 K1 K2 Y1 Y2 Y4",
            ),
        ),
    ),
    "what the third lacks, the second has in a group": (
        {},
        [
            hand("A", "? ? ?R ?R ?K ? ? ? ?Y ?"),
            hand("B", "R1 R2 B1 B1 B2 K1 ?2 Y1 Y1 Y2"),
            hand("C", "R1 B2 B7 B8 B9 B10 Y2 Y3 Y4 Y5"),
            hand("D", "?3 B3 B3 B4 ?11 B12 B13 K2 K3 Y4"),
        ],
        (
            (
                "R10 R11 R12 R13 K11 K12 K13 Y11 Y12 Y13",
                "R1 R2 B1 B1 B2 K1 Y1 Y1 Y2 R2",
                "R1 B2 B7 B8 B9 B10 Y2 Y3 Y4 Y5",
                "B3 B3 B4 B12 B13 K2 K3 Y4 B11 R3",
            ),
            (
                "R13 B13 K13 Y11 Y11 Y12 Y12 Y13 Y13 R2",
                "R1 R2 B1 B1 B2 K1 Y1 Y1 Y2 K2",
                "R1 B2 B7 B8 B9 B10 Y2 Y3 Y4 Y5",
                "B3 B3 B4 B12 B13 K2 K3 Y4 B11 R3",
            ),
            (
                "R4 B4 B5 B6 B7 K4 Y11 Y12 Y13 R9",
                "R1 R2 B1 B1 B2 K1 Y1 Y1 Y2 R2",
                "R1 B2 B7 B8 B9 B10 Y2 Y3 Y4 Y5",
                "B3 B3 B4 B12 B13 K2 K3 Y4 B11 R3",
            ),
        ),
    ),
    "the second would be left with nothing": (
        {},
        [
            hand("A", "? ?3 ?4 ?5 ?K Y2 Y3 ?Y Y5 ?Y"),
            hand("B", "? ?R ?B ? ?B ? ?B ?B ?K ?"),
            hand("C", "?4 R5 B1 B4 B5 B5 B8 K3 K9 Y7"),
        ],
        (
            (
                "Y2 Y3 Y5 K3 K4 K5 Y4 Y6 Y7 Y8",
                "B1 B2 B3 B4 R1 R1 K1 K1 Y1 Y1",
                "R5 B1 B4 B5 B5 B8 K3 K9 Y7 Y4",
            ),
            (
                "Y2 Y3 Y5 R3 K3 R5 K5 Y3 Y4 Y9",
                "R1 R2 R2 B1 B2 B2 B3 K1 K2 K2",
                "R5 B1 B4 B5 B5 B8 K3 K9 Y7 R4",
            ),
        ),
    ),
    "the last of four wins by eights and sevens of others": (
        {},
        [
            hand("A", "? ? R2 ? ? R6 B6 ? ? ?Y"),
            hand("B", "?1 ?B ?2 ?4 ?5 ?6 ?B ?2 ?Y ?3"),
            hand("C", "R3 R4 B1 B1 B3 K1 K2 Y1 Y2 Y2"),
            hand("D", "R5 R7 R7 B3 K3 K5 K7 K7 Y4 Y7"),
        ],
        (
            (
                "R2 R6 B6 R3 R4 R5 K6 K6 Y6 Y6",
                "R2 B2 K2 B4 B5 B6 Y3 Y4 Y5 R1",
                "R3 R4 B1 B1 B3 K1 K2 Y1 Y2 Y2",
                "R5 R7 R7 B3 K3 K5 K7 K7 Y4 Y7",
            ),
            (
                "R2 R6 B6 B6 K6 B5 B7 B2 K2 Y9",
                "R1 R2 R3 R4 R5 R6 B2 B4 B8 Y6",
                "R3 R4 B1 B1 B3 K1 K2 Y1 Y2 Y2",
                "R5 R7 R7 B3 K3 K5 K7 K7 Y4 Y7",
            ),
            (
                "R2 R6 B6 R1 K1 Y1 B2 K2 R4 R5",
                "R1 R2 R3 B4 B5 B6 B13 B13 Y13 B2",
                "R3 R4 B1 B1 B3 K1 K2 Y1 Y2 Y2",
                "R5 R7 R7 B3 K3 K5 K7 K7 Y4 Y7",
            ),
            (
                "R2 R6 B6 R3 R4 R5 K4 K5 K6 Y3",
                "K2 K3 K4 Y5 Y6 Y7 B13 B13 R2 R1",
                "R3 R4 B1 B1 B3 K1 K2 Y1 Y2 Y2",
                "R5 R7 R7 B3 K3 K5 K7 K7 Y4 Y7",
            ),
        ),
    ),
    "the third meld of two players takes ones": (
        {"drew": False, "options": {"little_gin_before_take_only": True}},
        [
            hand("A", "?5 ?2 ? ? ?5 ?5 ? ? ? ?", lay_offs=[]),
            hand("B", "? ?5 ? ? ?5 ?1 ? ?1 ?2 ?"),
            hand("C", "R1 R2 R2 ? B12 ?2 ?3 Y1 Y2 Y12", lay_offs=[("A", 2, "Y1"), ("B", 2, "R1")]),
        ],
        (
            (
                "B5 K5 K5 K6 K7 K8 Y2 Y3 Y4 Y5",
                "R5 R12 B1 B5 B12 K1 K12 Y1 Y5 B2",
                "R1 R2 R2 B12 Y1 Y2 Y12 R12 B2 R3",
            ),
            (
                "Y2 Y3 Y4 R5 R11 K5 K11 Y5 Y11 K9",
                "R4 R5 B1 B2 B4 B5 K1 Y1 Y4 Y5",
                "R1 R2 R2 B12 Y1 Y2 Y12 R13 R3 B2",
            ),
            (
                "Y2 Y3 Y4 R5 B5 K3 K4 K5 Y5 Y9",
                "R5 K5 Y5 B1 B1 B2 B3 K1 Y1 R13",
                "R1 R2 R2 B12 Y1 Y2 Y12 R12 K2 Y3",
            ),
        ),
    ),
    "all ones are held, and two players are told to be added to": (
        {},
        [
            hand("A", "?4 ? ?3 ? ?10 ?3 ?4 ? ? ?10"),
            hand("B", "?1 ?1 ?2 ?1 ?1 ?2 ?1 ?1 ?1 ?1", lay_offs=[]),
            hand("C", "?2 ? B2 ?K ? ?3 Y2 ? Y3 ?4"),
            hand("D", "? ? ? ? ? ? ? ? ? ?", lay_offs=[("A", 2, "R3"), ("C", 1, "B3")]),
        ],
        (
            (
                "R4 R10 B3 B4 K3 K4 K10 Y3 Y4 Y10",
                "R1 R1 B1 B1 K1 K1 Y1 Y1 R2 R2",
                "B2 Y2 Y3 R3 B4 B5 B6 K3 R13 B2",
                "R3 B3 R4 R5 R6 R5 R6 R7 R8 R9",
            ),
            (
                "B3 K3 Y3 R4 R10 B10 K4 K10 Y4 B9",
                "K1 R1 B2 R2 K1 B1 B1 R1 Y1 Y1",
                "B2 Y2 Y3 B4 B5 B6 B7 R3 K3 R2",
                "R3 B3 R4 R13 R8 B13 R6 R5 R7 B13",
            ),
            (
                "R4 R10 B3 B4 K3 K4 K10 Y3 Y10 Y9",
                "B1 R1 Y1 Y1 B2 K1 B1 K1 R1 R2",
                "B2 Y2 Y3 B7 K3 B4 R2 B5 R3 B13",
                "R3 B3 K11 K12 K13 Y13 R13 R13 K13 B6",
            ),
            (
                "R10 B10 K10 B3 K3 Y3 R4 K4 Y4 R9",
                "R1 B1 K1 Y1 R1 B1 K1 Y1 R2 B2",
                "B2 Y2 Y3 R3 K3 R2 R13 B13 K13 R4",
                "R3 B3 R13 B13 K13 Y13 B8 B9 B10 B11",
            ),
        ),
    ),
    "threes lie nowhere": (
        {},
        [
            hand("A", "?2 ?2 ?3 ?4 ?5 ?6 ?10 ?11 ?12 ?2"),
            hand("B", "?1 ?1 ?2 ?1 ?1 K1 K1 ?2 ?1 ?1"),
            hand("C", "?7 ?7 ?8 ?9 ?7 ?7 ?10 ?11 ?12 ?13"),
            hand("D", "?3 B2 B9 B10 B11 ?12 ?13 K2 ?2 ?3"),
        ],
        (
            (
                "B2 K2 Y2 Y3 Y4 Y5 Y6 Y10 Y11 Y12",
                "K1 K1 R1 B1 R1 B1 Y1 Y2 Y1 R2",
                "Y7 Y8 Y9 Y10 Y11 Y12 Y13 R7 B7 K7",
                "B2 B9 B10 B11 K2 B12 R2 Y13 R3 R3",
            ),
            (
                "R2 B2 Y2 R3 R4 R5 B10 B11 B12 Y6",
                "K1 K1 R1 R1 R2 B1 B1 K2 Y1 Y1",
                "R13 R12 R11 R10 R9 R8 R7 R7 B7 B7",
                "B2 B9 B10 B11 K2 R13 R12 R3 B3 Y2",
            ),
            (
                "R4 R5 R6 R2 K2 Y2 Y10 Y11 Y12 K3",
                "K1 K1 R2 B2 R1 R1 B1 B1 Y1 Y1",
                "R7 R7 R8 R9 R10 R11 R12 R13 B7 K7",
                "B2 B9 B10 B11 K2 R13 R12 R3 R3 Y2",
            ),
        ),
    ),
    "seven ones of one player": (
        {},
        [
            hand("A", "R8 ?2 ?6 ?7 ?8 ?9 B10 ?1 ?8 ?8"),
            hand("B", "?1 ?1 ?1 ?1 ?2 ?1 ?2 ?2 ?1 ?1"),
            hand("C", "?11 ?11 ?11 ?2 ?2 ?9 ?10 ?11 ?12 ?13"),
            hand("D", "?2 ?3 ?3 ?4 ?5 ? ? ? ?3 ?"),
        ],
        (
            (
                "R8 B10 B6 B7 B8 B8 B9 Y8 R2 Y1",
                "B2 B2 K2 R1 R1 B1 B1 K1 K1 Y1",
                "K13 R12 R11 R11 B11 B11 B10 R9 K2 Y2",
                "R5 R4 B3 B3 K3 R2 R13 R13 B13 B13",
            ),
            (
                "R8 B10 B6 B7 B8 B9 K8 Y8 R1 R2",
                "R1 B1 K1 Y1 R2 B2 K2 B1 K1 Y1",
                "R9 R10 R11 R12 R13 R11 B11 K11 Y2 B2",
                "K2 K3 K4 K5 B3 B4 B5 R3 R4 R5",
            ),
            (
                "R8 B10 B8 Y8 B6 B7 B8 B9 R2 Y1",
                "R1 B1 K1 Y1 B2 B2 K2 R1 B1 K1",
                "Y2 R13 B11 K10 R11 K12 K2 K11 R11 R9",
                "R2 R3 R4 R5 B3 B4 B5 R3 R4 R5",
            ),
        ),
    ),
    "an eleven fits at an own run": (
        {"drew": True},
        [
            hand("A", "R7 ? ? ?7 ?2 ? Y7 ?7 ?8 ?9"),
            hand("B", "R8 B8 ? K8 K8 K9 K10 K11 Y8 Y11"),
            hand("C", "R2 R7 R8 R9 K11 Y2 Y3 Y4 Y5 Y10"),
            hand("D", "?R ?B ?B ?K ?2 ?3 ?4 ? ?1 ?"),
        ],
        (
            (
                "R7 Y7 B7 B8 B9 B10 K2 K3 K4 K7",
                "R8 B8 K8 K8 K9 K10 K11 Y8 Y11 R11",
                "R2 R7 R8 R9 K11 Y2 Y3 Y4 Y5 Y10",
                "R1 R1 B1 B1 K1 K1 Y1 R2 R3 R4",
            ),
            (
                "R7 Y7 Y5 Y6 B8 B9 B10 K7 Y7 Y2",
                "R8 B8 K8 K8 K9 K10 K11 Y8 Y11 R11",
                "R2 R7 R8 R9 K11 Y2 Y3 Y4 Y5 Y10",
                "R13 R13 B13 B13 K13 K13 R4 R3 R2 R1",
            ),
            (
                "R7 Y7 Y5 Y6 B8 B9 B10 K7 Y7 B2",
                "R8 B8 K8 K8 K9 K10 K11 Y8 Y11 K7",
                "R2 R7 R8 R9 K11 Y2 Y3 Y4 Y5 Y10",
                "R13 R13 B13 B13 K13 K13 R4 R3 R2 R1",
            ),
        ),
    ),
    "all ones and twos are held, and the third is left with none": (
        {},
        [
            hand("A", "?1 ?2 ?2 ?3 ?4 ?4 ?2 ?4 ?2 ?4"),
            hand("B", "?3 ?4 ?5 ?6 R7 ?1 K5 ?6 ?7 ?8"),
            hand("C", "R1 ?1 ?2 ?2 K1 ?1 ?2 ?1 ?1 ?2"),
            hand("D", "? ?7 ?8 R9 R10 R11 B3 K11 ? ?11"),
        ],
        (
            (
                "B2 B4 K2 K4 Y1 Y2 Y2 Y3 Y4 Y4",
                "R7 K5 R3 R4 R5 R6 K6 K7 R1 R8",
                "R1 K1 R2 B1 Y1 B1 K1 R2 B2 K2",
                "R9 R10 R11 B3 K11 B11 R3 K3 R7 R8",
            ),
            (
                "R2 B2 B3 B4 B4 K2 K4 Y2 Y4 K1",
                "R7 K5 R1 R3 R4 R5 R6 K6 K7 K8",
                "R1 K1 R2 B2 K2 Y2 B1 B1 Y1 Y1",
                "R9 R10 R11 B3 K11 R13 R13 R11 R8 R7",
            ),
            (
                "R2 R4 Y2 K2 B4 B2 K4 Y4 K1 R3",
                "R7 K5 K6 K7 K8 R3 R4 R5 R6 R1",
                "R1 K1 R2 B2 K2 Y2 B1 B1 Y1 Y1",
                "R9 R10 R11 B3 K11 B5 B6 B7 R11 R8",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", OPEN_ONCE)
def test_rounds_that_were_open_are_proven_and_their_ends_are_reached(name):
    others, players, fillings = OPEN_ONCE[name]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
