"""Rounds of Gin-Rummy with very many unread tiles in which players are told how to lay down: these are proven, too."""

from typing import Any

import pytest

from tests.variants.gin_rounds import check_ends


def hand(
    player: str, tiles: str, melds: list[str] | None = None, **added: list[tuple[str, int, str]]
) -> dict[str, Any]:
    """A player, who may be told to have melds, and to have added tiles to a meld of another."""
    told: dict[str, Any] = {"player": player, "hand": tiles.split()}
    if melds is not None:
        told["melds"] = [meld.split() for meld in melds]
    if "lay_offs" in added:
        told["lay_offs"] = [{"player": to, "meld": meld, "tiles": own.split()} for to, meld, own in added["lay_offs"]]
    return told


# Rounds that were hard to prove, each with fillings that reach the ends of every range.
TOLD: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[tuple[str, ...], ...]]] = {
    "a declarer of whom nothing was read takes two blue ones": (
        {},
        [
            hand("A", "? ? ? ? ? ? ? ? ? ?"),
            hand("B", "R2 ? R3 R4 R5 R6 B1 ? ? Y3", ["R2 R3 R4 R5 R6"], lay_offs=[("A", 0, "B1"), ("A", 1, "B1")]),
            hand("C", "? ? ? ? ? ? ? ? ? ?"),
            hand("D", "? ? ? ? ? ? ? ? Y11 ?", ["Y8 Y9 Y10 Y11 Y12"]),
        ],
        (
            (
                "R1 R1 B2 B3 B4 B5 K1 K1 Y1 Y1",
                "R2 R3 R4 R5 R6 B1 Y3 B1 R2 B2",
                "R7 B6 R3 R4 R5 R6 R7 R8 R9 R10",
                "Y11 Y8 Y9 Y10 Y12 K2 K2 Y2 Y2 B3",
            ),
            (
                "R1 R1 K1 K1 Y1 Y1 B7 B8 B9 R9",
                "R2 R3 R4 R5 R6 B1 Y3 B1 R2 B2",
                "R13 R13 B13 B13 K13 K13 Y13 Y13 R12 R12",
                "Y11 Y8 Y9 Y10 Y12 B12 B12 K12 K12 Y12",
            ),
            (
                "R1 K1 Y1 B2 B3 B4 B2 K2 Y2 R9",
                "R2 R3 R4 R5 R6 B1 Y3 B1 R13 R13",
                "R1 K1 Y1 R2 K2 Y2 R3 B3 K3 K3",
                "Y11 Y8 Y9 Y10 Y12 B13 B13 K13 K13 Y13",
            ),
            (
                "R1 K1 Y1 B2 B3 B4 K8 K9 K10 R9",
                "R2 R3 R4 R5 R6 B1 Y3 B1 R13 R13",
                "B13 B13 K13 K13 Y13 Y13 R12 R12 B12 B12",
                "Y11 Y8 Y9 Y10 Y12 R1 K1 Y1 R2 B2",
            ),
        ),
    ),
    "melds of two players take what the third is told to add": (
        {},
        [
            hand("A", "? ? ? ? ? ? ? ? ? ?"),
            hand("B", "? ? B2 ? K2 ? ? Y2 ? Y7"),
            hand("C", "? ? ? ? B1 B2 ? ? ? ?", ["B1 K1 Y1"], lay_offs=[("A", 2, "R6"), ("B", 0, "B1")]),
        ],
        (
            (
                "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10",
                "B2 K2 Y2 Y7 R1 K1 Y1 R2 K2 Y2",
                "B1 B2 B1 K1 Y1 R6 R3 B3 B3 K3",
            ),
            (
                "R1 R2 R3 R4 R5 R6 R7 R8 R9 R9",
                "B2 K2 Y2 Y7 R1 R2 K1 Y1 K2 Y2",
                "B1 B2 B1 K1 Y1 R6 R13 R13 B13 B13",
            ),
            (
                "R1 R2 R3 R4 R5 R6 R7 R8 R9 R9",
                "B2 K2 Y2 Y7 B3 B4 R13 R13 B13 B13",
                "B1 B2 B1 K1 Y1 R6 R1 K1 Y1 R2",
            ),
        ),
    ),
    "only the numbers were read": (
        {"drew": True},
        [
            hand("A", "?4 ?4 ?6 ?7 ?8 ?4 ?9 ?10 ?11 ?12"),
            hand("B", "?1 ?2 ?7 ?8 ?9 ?9 ?10 ?11 ?12 ?13"),
            hand("C", "?4 ?5 ?6 ?7 ?2 ?11 ?12 ?13 ?4 ?4"),
            hand("D", "?1 ?2 ?3 ?3 ?5 ?1 ?2 ?5 ?1 ?2", ["R1 K1 Y1", "R2 K2 Y2"], lay_offs=[("A", 1, "B5")]),
        ],
        (
            (
                "B6 B7 B8 R4 B4 B10 B11 B12 Y4 R9",
                "R13 R12 R11 R10 R9 B9 R8 R7 R2 R1",
                "R13 R12 R11 R7 R6 R5 R4 B4 K4 B2",
                "R1 K1 Y1 R2 K2 Y2 B5 R3 R5 B3",
            ),
            (
                "B6 B7 B8 B9 B10 B11 B12 R4 K4 Y4",
                "R10 R1 R13 R7 R9 K9 B11 B8 R12 K2",
                "R6 R4 R13 R12 B4 B4 R7 K11 R5 B2",
                "R1 K1 Y1 R2 K2 Y2 B5 R3 R5 R3",
            ),
            (
                "B6 B7 B8 B4 K4 Y4 Y10 Y11 Y12 R9",
                "R1 R2 R9 R10 R11 R12 R13 B7 B8 B9",
                "R13 R12 R11 R7 R6 R5 R4 R4 B4 B2",
                "R1 K1 Y1 R2 K2 Y2 B5 R5 R3 R3",
            ),
        ),
    ),
    "tiles of all kinds are unread on all sides but one": (
        {"options": {"little_gin_before_take_only": True}},
        [
            hand("A", "? ?2 ?8 Y9 ?Y Y10 ?10 ?Y ?Y ?Y"),
            hand("B", "?9 ?13 ?4 ?5 ? ? ?13 ? ?K ?13"),
            hand("C", "?1 ? ?R ? ? ?K Y1 ? ?Y ?3", lay_offs=[("B", 2, "B3")]),
            hand("D", "R4 R5 B1 B3 B4 K1 K2 K2 K6 Y2"),
        ],
        (
            (
                "Y9 Y10 B10 K10 Y1 Y2 Y3 Y8 Y10 Y11",
                "R3 R13 B4 B5 B6 B13 K3 K13 Y3 R9",
                "Y1 B3 R1 B1 K1 Y4 Y5 Y6 Y7 Y8",
                "R4 R5 B1 B3 B4 K1 K2 K2 K6 Y2",
            ),
            (
                "Y9 Y10 Y11 Y12 Y7 Y8 Y10 Y11 R1 R2",
                "R3 R13 B4 B5 B6 B13 K3 K13 Y3 Y9",
                "Y1 B3 R13 B13 K13 Y13 Y13 R12 R12 R1",
                "R4 R5 B1 B3 B4 K1 K2 K2 K6 Y2",
            ),
            (
                "Y9 Y10 K8 K9 K10 Y8 Y11 Y12 R2 Y3",
                "B4 B5 B6 R13 R13 B13 B13 K13 K13 R9",
                "Y1 B3 Y1 Y2 Y3 R1 R1 B1 K1 R2",
                "R4 R5 B1 B3 B4 K1 K2 K2 K6 Y2",
            ),
            (
                "Y9 Y10 R2 B2 Y2 Y8 Y8 Y9 Y10 R8",
                "R3 R13 B4 B5 B6 B13 K3 K13 Y3 R9",
                "Y1 B3 R1 R2 R3 K3 K4 K5 R13 Y13",
                "R4 R5 B1 B3 B4 K1 K2 K2 K6 Y2",
            ),
        ),
    ),
    "three hands of which nothing was read": (
        {"options": {"little_gin_before_take_only": True}},
        [
            hand("A", "? ? ? ? ? ? ? ? ? ?"),
            hand("B", "? ? ? ? ? ? ? ? ? ?"),
            hand("C", "? ? ? ? ? ? ? ? ? ?"),
            hand("D", "R1 R2 B5 ? K3 K10 K11 K12 ? ?", lay_offs=[("A", 1, "K2")]),
        ],
        (
            (
                "R2 B2 Y2 Y1 Y2 Y3 Y4 Y5 R1 B1",
                "R13 R13 B13 B13 K13 Y13 Y13 R12 R12 B12",
                "B12 K12 Y12 Y12 R11 R11 B11 B11 K11 Y11",
                "R1 R2 B5 K3 K10 K11 K12 K2 R3 K13",
            ),
            (
                "R7 K6 B1 R1 R6 R8 K7 R5 K8 K5",
                "B1 K1 K7 K8 K6 Y1 K10 K11 K12 K1",
                "B4 K4 Y4 K3 R6 R3 R13 B4 B13 R4",
                "R1 R2 B5 K3 K10 K11 K12 K2 B7 Y3",
            ),
            (
                "K3 K4 K5 B9 B10 B11 B12 B13 R1 B1",
                "Y9 Y8 R8 B13 R10 K7 R7 Y7 R9 R13",
                "R5 R7 R11 B4 R9 K4 R8 R6 R4 B1",
                "R1 R2 B5 K3 K10 K11 K12 K2 R12 B12",
            ),
            (
                "K5 R8 K4 R10 R7 K3 B1 R9 R6 K8",
                "K7 K8 K9 K10 K11 K1 B10 Y2 R13 B13",
                "R2 B13 B12 R12 B8 B6 B7 R4 B11 R13",
                "R1 R2 B5 K3 K10 K11 K12 K2 R5 K5",
            ),
        ),
    ),
    "a player is told to add nothing": (
        {},
        [
            hand("A", "R3 ?3 ?4 R4 ? ?3 ? K3 K4 ?3"),
            hand("B", "? ?2 ?11 ?12 ?13 ? ? ?11 ?12 ?13"),
            hand("C", "R2 B1 B2 K1 Y1 ?1 ? Y3 ?4 Y5", lay_offs=[]),
            hand("D", "? ?2 ?8 B8 ?1 ? ? ? ? ?", ["R8 B8 K8", "K1 K2 K3"]),
        ],
        (
            (
                "R3 R4 K3 K4 R3 B3 B3 B4 Y3 Y4",
                "K13 K13 Y13 Y13 R12 R12 B12 R11 R11 R2",
                "R2 B1 B2 K1 Y1 Y3 Y5 R4 B1 B12",
                "B8 R8 K8 K1 K2 K3 R13 R13 B13 B13",
            ),
            (
                "R3 R4 K3 K4 B3 B4 Y3 Y4 R1 R3",
                "R2 R9 R10 R10 R11 R11 R12 R12 R13 R13",
                "R2 B1 B2 K1 Y1 Y3 Y5 B13 R4 R1",
                "B8 R8 K8 K1 K2 K3 B13 K13 K13 Y13",
            ),
            (
                "R3 R4 K3 K4 R2 R3 R5 B3 Y3 R4",
                "R13 R13 B13 B13 K13 R12 R12 R11 R11 B2",
                "R2 B1 B2 K1 Y1 Y3 Y5 R1 Y2 Y4",
                "B8 R8 K8 K1 K2 K3 K13 Y13 Y13 B12",
            ),
            (
                "R3 R4 K3 K4 B4 Y4 B3 B3 Y3 K4",
                "R13 R11 B2 R11 B13 R12 K13 R13 R12 B13",
                "R2 B1 B2 K1 Y1 Y3 Y5 Y6 B1 B4",
                "B8 R8 K8 K1 K2 K3 R1 Y1 R2 K2",
            ),
        ),
    ),
    "one tile of a colour that lies nowhere": (
        {},
        [
            hand("A", "?B ?B ?B B4 ?B ?B ?Y ?Y Y5 ?Y", lay_offs=[]),
            hand("B", "?R ?K ?K ?K ?K ?K ?K ?K ?K ?K"),
        ],
        (
            (
                "B4 B5 B6 B11 B12 B13 Y5 Y6 Y7 Y8",
                "R13 K7 K9 K9 K10 K10 K12 K12 K13 K13",
            ),
            (
                "B1 B2 B3 B4 B5 Y2 Y3 Y4 Y5 B9",
                "K1 K2 K3 K4 K1 K2 K3 K4 K5 R1",
            ),
        ),
    ),
    "how much lower the second can be by the numbers": (
        {},
        [
            hand("A", "?1 ?3 ?1 ?3 ?1 ?3 ?5 ?6 ?7 ?8", lay_offs=[]),
            hand("B", "?1 R2 ?2 ?1 ?3 ?4 ?2 ?10 ?11 ?12"),
        ],
        (
            (
                "B1 K1 Y1 B3 K3 Y3 Y5 Y6 Y7 Y8",
                "R2 R2 R4 R11 R12 B2 B3 B10 K1 Y1",
            ),
            (
                "R3 B3 K3 B1 K1 Y1 K5 K6 K7 R8",
                "R2 B2 K2 R10 R11 R12 R1 K3 K4 R1",
            ),
        ),
    ),
    "the first and the third meld of a hand take ones": (
        {"options": {"little_gin_before_take_only": True}},
        [
            hand("A", "? ? ? ? ? ? ? ? ? ?"),
            hand("B", "? ? ? ? ? ? ? ? ? Y2"),
            hand("C", "? ? ? K2 ? ? ? ? ? ?", lay_offs=[("B", 0, "Y1"), ("B", 2, "R1")]),
        ],
        (
            (
                "K2 K3 K4 K5 K6 Y2 Y3 Y4 Y5 Y6",
                "R1 B1 K1 R2 B2 Y2 B1 K1 Y1 K7",
                "R2 B2 K2 R3 R4 R5 R6 R7 Y1 R1",
            ),
            (
                "R5 R6 R7 R8 R9 Y3 Y4 Y5 R2 B2",
                "R1 B1 K1 R2 R3 R4 B1 K1 Y1 Y2",
                "R13 B13 K13 R13 B13 K13 Y13 Y1 R1 K2",
            ),
            (
                "R10 K10 Y10 Y9 Y10 Y11 Y12 Y13 B2 B2",
                "R1 B1 K1 R2 R3 R4 R2 R3 R4 Y2",
                "B1 K1 Y1 K2 K3 K4 K5 K6 Y1 R1",
            ),
        ),
    ),
    "a run takes tiles at both ends, of one who is told to add nothing": (
        {},
        [
            hand("A", "R10 R11 K1 K2 K3 K4 Y2 Y4 ?R ?R", lay_offs=[]),
            hand("B", "B1 B3 B6 B9 B12 K7 K9 K11 K13 Y13"),
            hand("C", "R8 R13 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        ],
        (
            (
                "R10 R11 K1 K2 K3 K4 Y2 Y4 R9 R12",
                "B1 B3 B6 B9 B12 K7 K9 K11 K13 Y13",
                "R8 R13 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12",
            ),
            (
                "R10 R11 K1 K2 K3 K4 Y2 Y4 R12 R13",
                "B1 B3 B6 B9 B12 K7 K9 K11 K13 Y13",
                "R8 R13 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12",
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_rounds_with_told_hands_are_proven_and_their_ends_are_reached(name):
    others, players, fillings = TOLD[name]
    check_ends({"declarer": "A", "players": players, **others}, fillings)
