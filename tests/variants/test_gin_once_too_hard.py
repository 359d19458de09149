"""Rounds of Gin-Rummy of which numbers were read and few colours, or nothing of the declarer: these are proven, too."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends

# Rounds that were too hard to prove once, each with fillings that reach the ends of every range.
ONCE_TOO_HARD: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "a big gin by its numbers": (
        {"drew": True, "options": {"little_gin_before_take_only": True}},
        (
            "?1 ?1 ?3 ?4 B5 ?1 ?4 ?5 ?6 K7 ?8",
            "?1 ?1 ?2 ?4 ?5 ?6 ?7 ?1 ?1 ?2",
        ),
        (
            (
                "B1 B3 B4 B5 K1 K4 K5 K6 K7 K8 Y1",
                "R1 R1 R2 R2 R4 R6 R7 B1 B5 K1",
            ),
            (
                "B1 B3 B4 B5 K1 K4 K5 K6 K7 K8 Y1",
                "R1 R2 R4 R5 R6 R7 B1 B2 K1 Y1",
            ),
        ),
    ),
    "twos of which there are not enough": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "?10 ?2 ?9 B10 ?10 ?11 ?2 ?10 ?1 ?2",
            "?1 ?2 ?2 ?7 ?8 ?9 ?10 ?11 ?2 ?3",
        ),
        (
            (
                "R1 B2 B10 K2 K10 Y2 Y9 Y10 Y10 Y11",
                "R2 R2 R3 R8 R9 R11 B1 B2 B7 B10",
            ),
            (
                "R1 B2 B10 K2 K10 Y2 Y9 Y10 Y10 Y11",
                "R1 R2 R2 R3 R7 R8 R9 R10 R11 B2",
            ),
        ),
    ),
    "no equal counts in any colours": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "?1 ?9 ?9 ?13 ?4 ?5 ?6 ?13 ?9 ?13",
            "?2 ?1 ?1 ?2 ?1 K2 ?2 ?10 ?11 ?12",
        ),
        (
            (
                "R1 B9 B13 K9 K13 Y4 Y5 Y6 Y9 Y13",
                "R1 R2 R2 R11 R12 B1 B1 B10 K2 K2",
            ),
            (
                "R1 B9 B13 K9 K13 Y4 Y5 Y6 Y9 Y13",
                "R1 R2 R10 R11 R12 B1 B2 K1 K2 Y2",
            ),
        ),
    ),
    "ones and fours on both sides": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "?1 ?4 ?1 ?10 ?11 ?12 ?1 ?4 ?1 ?4",
            "?1 ?2 ?1 ?2 ?3 ?4 ?1 ?2 ?2 ?3",
        ),
        (
            (
                "R1 B1 B4 K1 K4 Y1 Y4 Y10 Y11 Y12",
                "R2 R2 R3 R3 B1 B2 B2 B4 K1 Y1",
            ),
            (
                "B1 B1 B4 K1 K4 Y1 Y4 Y10 Y11 Y12",
                "R1 R2 R3 R3 R4 B2 K1 K2 Y1 Y2",
            ),
            (
                "R1 B1 B4 K1 K4 Y1 Y4 Y10 Y11 Y12",
                "R1 R2 R2 R3 R3 R4 B1 B2 K1 K2",
            ),
        ),
    ),
    "how little lower the second can be": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "?1 ?2 ?2 ?3 ?4 ?9 ?9 ?2 ?9 ?2",
            "?6 ?2 ?3 ?1 ?2 ?1 ?2 ?3 ?6 ?7",
        ),
        (
            (
                "B2 B9 K2 K9 Y1 Y2 Y2 Y3 Y4 Y9",
                "R2 R2 R3 R3 R6 R6 R7 B1 B1 B2",
            ),
            (
                "R4 B2 B9 K2 K9 Y1 Y2 Y2 Y3 Y9",
                "R1 R2 R2 R3 R6 R6 R7 B1 B2 B3",
            ),
            (
                "B2 B9 K2 K9 Y1 Y2 Y2 Y3 Y4 Y9",
                "R1 R2 R2 R3 R6 R6 R7 B1 B2 B3",
            ),
        ),
    ),
    "a third hand that was read cannot win": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "? ? ? ? ? ? ? ? ? ?",
            "R1 R4 B1 B2 B2 B3 K1 K3 Y2 Y4",
            "R6 B3 B4 B5 K2 K5 Y4 Y6 Y8 Y10",
        ),
        (
            (
                "K11 K12 K13 Y6 Y7 Y8 Y10 Y11 Y12 Y13",
                "R1 R4 B1 B2 B2 B3 K1 K3 Y2 Y4",
                "R6 B3 B4 B5 K2 K5 Y4 Y6 Y8 Y10",
            ),
            (
                "R1 R2 R3 R4 R9 B4 K4 K4 K5 K6",
                "R1 R4 B1 B2 B2 B3 K1 K3 Y2 Y4",
                "R6 B3 B4 B5 K2 K5 Y4 Y6 Y8 Y10",
            ),
        ),
    ),
    "a declarer of whom three tiles were read, who can help neither the second nor the last": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "? R9 ? B9 ? B12 ? ? ? ?",
            "R1 R3 B1 B2 K1 K2 K3 Y1 Y3 Y4",
            "R1 R11 B3 B4 B5 B6 B7 K2 K11 Y11",
            "?2 R3 B1 B3 B4 K1 ?3 K4 Y2 Y3",
        ),
        (
            (
                "R9 B9 B10 B11 B12 B12 K9 K12 Y9 Y12",
                "R1 R3 B1 B2 K1 K2 K3 Y1 Y3 Y4",
                "R1 R11 B3 B4 B5 B6 B7 K2 K11 Y11",
                "R3 B1 B2 B3 B4 K1 K3 K4 Y2 Y3",
            ),
            (
                "R8 R9 B9 B12 K9 K9 K12 Y9 Y9 Y12",
                "R1 R3 B1 B2 K1 K2 K3 Y1 Y3 Y4",
                "R1 R11 B3 B4 B5 B6 B7 K2 K11 Y11",
                "R3 B1 B2 B3 B4 K1 K3 K4 Y2 Y3",
            ),
        ),
    ),
    "no equal counts, since nothing can be added down to the ones": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        (
            "?2 ?6 ?7 ?8 ?9 ?2 ?2 ?6 ?7 ?8",
            "?1 ?5 ?6 ?7 ?8 ?9 ?10 ?11 ?12 ?1",
        ),
        (
            (
                "B2 K2 Y2 Y6 Y6 Y7 Y7 Y8 Y8 Y9",
                "R12 R11 B10 R9 R8 B7 R6 R5 R1 R1",
            ),
            (
                "B2 K2 Y2 Y6 Y7 Y7 Y8 Y8 Y9 R6",
                "R1 R1 R5 R6 R7 R8 R9 R10 R11 R12",
            ),
            (
                "R2 B2 K6 K6 K7 K7 K8 K8 Y2 R9",
                "R1 R1 R5 R6 R7 R8 R9 R10 R11 R12",
            ),
            (
                "B2 K2 Y2 Y6 Y6 Y7 Y7 Y8 Y8 Y9",
                "R1 R1 R5 R6 R7 R8 R9 R10 R11 R12",
            ),
        ),
    ),
    "all ones are held, and the last cannot win": (
        {"drew": False, "options": {"little_gin_before_take_only": True}},
        (
            "? ? ?11 ?12 ?2 ?1 ?2 ?11 ? ?",
            "?9 B9 ?1 ?9 K9 ?10 K11 ?12 K13 ?9",
            "?1 R6 ?7 ?8 ?8 ?9 ?10 ?11 ?1 ?1",
            "?1 ?2 ?1 ?1 ?3 ?2 ?2 ?8 ?9 ?10",
        ),
        (
            (
                "Y1 Y2 Y3 Y11 Y11 Y12 Y12 Y13 Y13 R2",
                "B9 K9 K11 K13 R12 R10 R9 R9 B9 R1",
                "R6 R11 R10 K9 R8 R8 B7 R1 B1 B1",
                "Y8 Y9 Y10 R2 B2 K2 K1 K1 Y1 R3",
            ),
            (
                "Y1 Y2 Y3 Y11 Y11 Y12 Y12 Y13 Y13 R2",
                "B9 K9 K11 K13 K10 K12 R9 K9 Y9 R1",
                "R6 R7 R8 R8 R9 R10 R11 R1 B1 K1",
                "Y8 Y9 Y10 R2 B2 K2 B1 K1 Y1 R3",
            ),
            (
                "Y1 Y2 Y3 Y11 Y11 Y12 Y12 Y13 Y13 R2",
                "B9 K9 K11 K13 K10 K12 R9 K9 Y9 R1",
                "R6 R11 R10 B9 R8 R8 B7 R1 B1 B1",
                "Y8 Y9 Y10 R2 B2 K2 K1 K1 Y1 R3",
            ),
        ),
    ),
    "the third of four wins by tiles at three melds": (
        {"drew": False, "options": {"little_gin_before_take_only": False}},
        (
            "R8 ? ? ? B8 ? Y8 ? ? ?",
            "R1 R7 B4 B5 B6 ? B7 B8 ?7 Y1",
            "R2 R2 R3 B3 K2 K2 Y1 Y2 Y3 ?Y",
            "R1 R11 R12 R13 K1 K3 Y2 Y3 Y4 Y5",
        ),
        (
            (
                "R8 B8 Y8 Y10 Y11 Y11 Y12 Y12 Y13 Y13",
                "R1 R7 B4 B5 B6 B7 B8 Y1 B7 K7",
                "R2 R2 R3 B3 K2 K2 Y1 Y2 Y3 Y4",
                "R1 R11 R12 R13 K1 K3 Y2 Y3 Y4 Y5",
            ),
            (
                "R8 B8 Y8 Y11 Y11 Y12 Y12 Y13 Y13 R9",
                "R1 R7 B4 B5 B6 B7 B8 Y1 B7 K7",
                "R2 R2 R3 B3 K2 K2 Y1 Y2 Y3 Y4",
                "R1 R11 R12 R13 K1 K3 Y2 Y3 Y4 Y5",
            ),
            (
                "R8 B8 Y8 R5 R6 R7 Y5 Y6 Y7 R9",
                "R1 R7 B4 B5 B6 B7 B8 Y1 R4 B7",
                "R2 R2 R3 B3 K2 K2 Y1 Y2 Y3 Y4",
                "R1 R11 R12 R13 K1 K3 Y2 Y3 Y4 Y5",
            ),
            (
                "R8 B8 Y8 Y11 Y11 Y12 Y12 Y13 Y13 R9",
                "R1 R7 B4 B5 B6 B7 B8 Y1 R13 R7",
                "R2 R2 R3 B3 K2 K2 Y1 Y2 Y3 Y4",
                "R1 R11 R12 R13 K1 K3 Y2 Y3 Y4 Y5",
            ),
        ),
    ),
    "the last of four wins by a nine at a long run": (
        {"drew": True, "options": {"little_gin_before_take_only": False}},
        (
            "?4 ?5 ?5 ?6 ?1 ?5 ?5 ?6 ?7 ?8",
            "?1 B1 ?9 B10 ?11 K3 ?4 ?5 ?6 Y1",
            "?1 ?6 ?7 ?8 ?9 ?11 ?11 ?1 ?1 ?11",
            "?9 ?2 ?7 ?9 ?1 ?2 ?7 ?9 ?7 ?9",
        ),
        (
            (
                "R4 R5 R6 R6 R7 R8 B5 K5 Y5 R1",
                "B1 B10 K3 Y1 R11 B9 B6 B5 R4 B1",
                "R11 B11 B11 B9 R8 B7 B6 R1 K1 K1",
                "R7 B7 K7 R9 K9 Y9 Y1 R2 R2 R9",
            ),
            (
                "R4 R5 R6 R6 R7 R8 B5 K5 Y5 R1",
                "B1 B10 K3 Y1 B9 B11 K4 K5 K6 R1",
                "B6 B7 B8 B9 R11 B11 K11 B1 K1 Y1",
                "R7 B7 K7 R9 K9 Y9 R9 K1 K2 R2",
            ),
            (
                "R4 R5 R6 R6 R7 R8 B5 K5 Y5 R1",
                "B1 B10 K3 Y1 R11 B9 B6 B5 R4 B1",
                "B6 B7 B8 B9 R1 K1 Y1 R11 B11 K11",
                "R7 B7 K7 R9 K9 Y9 K1 R2 R2 R9",
            ),
            (
                "B4 B5 B5 B6 B7 B8 K5 Y5 R6 R1",
                "B1 B10 K3 Y1 R11 R9 R6 R5 R4 R1",
                "B6 B7 B8 R11 B11 B11 K9 B1 K1 Y1",
                "R7 R9 B9 B9 K1 K2 K2 K7 Y7 Y9",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", ONCE_TOO_HARD)
def test_rounds_that_were_too_hard_are_proven_and_their_ends_are_reached(name):
    others, hands, fillings = ONCE_TOO_HARD[name]
    players = [{"player": player, "hand": hand.split()} for player, hand in zip("ABCD", hands, strict=False)]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
