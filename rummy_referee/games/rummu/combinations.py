"""The combinations of Rummü and their points."""

from rummy_referee.engine.steps.wild_colour_steps import WildColourSteps
from rummy_referee.engine.wild_colour.arrange import WildColourArranger
from rummy_referee.melds.judgement import GROUP
from rummy_referee.melds.wild_colour_melds import WildColourMelds
from rummy_referee.tiles.box import Box

BOX = Box(colours="RBKGY", numbers=range(10), copies=1, doubled=(1, 7), wild_colour="Y")

HALF_NUMBERS = (1, 7)
"""There are two cards of these numbers in each colour, so a group of them counts half."""

MELD_POINTS = {
    "group_of_3_pure": 0,
    "group_of_4_pure": 30,
    "group_of_3_mixed": 0,
    "group_of_4_mixed": 10,
    "group_of_5_mixed": 50,
    "half_group_of_3_pure": 0,
    "half_group_of_4_pure": 15,
    "half_group_of_3_mixed": 0,
    "half_group_of_4_mixed": 5,
    "half_group_of_5_mixed": 25,
    "run_of_3_pure": 10,
    "run_of_4_pure": 20,
    "run_of_5_pure": 40,
    "run_of_3_mixed": 0,
    "run_of_4_mixed": 10,
    "run_of_5_mixed": 20,
}
FURTHER_RUN_CARD = 10
LONGEST_PRINTED_RUN = 5


def score_row(kind: str, size: int, pure: bool, lowest_number: int) -> str:
    """The row of the scoring table for a meld; a run of six or more has the row of five, and further cards."""
    purity = "pure" if pure else "mixed"
    if kind == GROUP:
        return f"{'half_' if lowest_number in HALF_NUMBERS else ''}group_of_{size}_{purity}"
    return f"run_of_{min(size, LONGEST_PRINTED_RUN)}_{purity}"


def score_meld(kind: str, size: int, pure: bool, lowest_number: int) -> int:
    """The points of a meld for its owner. R2 R3 Y4 R5 R6 Y7 Y8, seven with yellow: 20 + 2 × 10."""
    further = 0 if kind == GROUP else max(0, size - LONGEST_PRINTED_RUN)
    return MELD_POINTS[score_row(kind, size, pure, lowest_number)] + FURTHER_RUN_CARD * further


MELDS = WildColourMelds(BOX, value=score_meld)
ARRANGER = WildColourArranger(MELDS)
STEPS = WildColourSteps(MELDS)
