"""Positions whose searches take much memory."""

HARD_FIRST_PLAY = {
    "variant": "myrummy-kids-pro",
    "table": ["R6 J Y6", "J R4 G4", "B1 G1 Y1", "J G4 G5", "R2 R3 R4 R5", "B5 J G5", "B4 B5 B6"],
    "hand": "B3 R2 Y3 G3 Y5 R1 Y2 Y3 Y4 Y6 G2 R3 B4 B2",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""Four jokers on the table, each with several roles: hundreds of scenarios, with hard counts."""
MANY_SCENARIOS = {
    "variant": "myrummy-kids-pro",
    "table": ["Y5 B5 J", "R4 B4 J", "R6 J J", "B3 Y3 R3 G3"],
    "hand": "B6 G4 Y3 G6 Y2 R1 Y5 G1 Y1 R5 G2 Y4 G4 R6 Y6",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""The same in thousands of scenarios."""
EXACTLY_A_DEAL = {
    "variant": "rummy",
    "table": [
        *("Y8 B8 R8", "Y1 B1 R1", "K6 K7 K8 K9", "K11 B11 J", "Y4 Y5 Y6", "Y1 Y2 Y3 Y4 Y5", "B5 B6 B7 B8 B9 B10 B11"),
        *("K4 K5 K6 K7 K8", "R3 R4 R5", "K12 Y12 B12", "Y10 Y11 Y12", "Y2 B2 R2 K2", "Y7 Y8 Y9 J", "Y3 B3 R3"),
        *("K2 K3 K4", "K10 K11 K12 K13", "K1 R1 B1", "R6 R7 R8", "Y13 B13 R13"),
    ],
    "hand": "B10 B13 B3 R11 B4 R12 R9 Y11 K13 R13 R6 B12 Y13 K5",
    "opened": True,
    "stock": 3,
    "limit": 1000,
    "options": {"joker_release": "replace", "ace": "low-or-high"},
}
"""Fourteen tiles in hand, forty MB each."""
MANY_NODES = {
    "variant": "rummy",
    "table": ["Y3 Y4 Y5", "Y9 R9 B9", "K8 R8 Y8", "J R8 R9 R10 J", "R1 K1 B1 Y1"],
    "hand": "R13 K8 R7 K5 Y2 Y7 B10 K13 B10 B3 Y4 Y1 K10 Y11 B11 K9 K7 B2 K5 B4 B5 Y9 B12 B2 R10 K11 K13 R6 B6 K6 K3 "
    "R2 K12 R12 B5 Y6 Y11 R4 B8 B3 K2 R5 K3 K11 B8 K10 K9 B9 K7 B6 Y8 K2 Y3 K4 R13 B12 R11 B13 R5 B7 K6 R6 B11 Y13 R4 "
    "K1 Y12 Y7 R12 R2 Y2",
    "opened": True,
    "stock": 3,
    "objective": "points",
    "options": {"joker_release": "replace", "ace": "low-or-high", "mixed_runs": True},
}
"""Two jokers in one run of any colours, and mixed runs of 70 tiles: once 400 MB for one best play."""
LONG_PAGE = {
    "variant": "rummy",
    "table": ["R1 R2 R3 R4 R5 R6", "B1 B2 B3 B4 B5 B6 B7 B8", "K3 K4 K5 K6 K7 K8", "Y5 Y6 Y7 Y8 Y9", "R9 B9 K9"],
    "hand": "R7 R8 R9 B9 B10 B11 K9 K10 K11 Y10 Y11 Y12 R13 J",
    "opened": True,
    "stock": 5,
    "limit": 1000,
    "options": {"joker_release": "free"},
}
"""Thousands of plays, so that a page is long."""
SLOW_LIST = {
    "variant": "rummy",
    "table": [
        "K7 K8 K9",
        "R3 K3 Y3",
        "K11 K12 K13",
        "K5 K6 K7",
        "R3 R4 R5 R6",
        "R5 R6 R7",
        "K9 K10 K11",
        "Y7 Y8 Y9 Y10 Y11",
        "R12 B12 K12",
        "R9 B9 Y9",
        "R1 B1 K1 Y1",
        "B1 B2 B3 B4 B5",
        "B3 B4 B5",
    ],
    "hand": "R2 R2 R4 R8 R8 R10 R10 R11 R12 B2 B6 B7 B7 B8 B10 B11 B12 B13 K3 K4 K6 Y1 Y2 Y10 Y11 Y13 Y13 J",
    "opened": True,
    "stock": 33,
}
"""A hand of 28 tiles: its plays take a while to list, in little memory."""


def read_position(position: dict[str, object]) -> dict[str, object]:
    """The position with lists of tile codes."""
    table, hand = position["table"], position["hand"]
    assert isinstance(table, list)
    assert isinstance(hand, str)
    return {**position, "table": [meld.split() for meld in table], "hand": hand.split()}
