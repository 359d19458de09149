"""Rummü by Doris & Frank: take, lay, discard; the yellow cards are the jokers, and pure melds score."""

from service.melds.faults import GROUP_FAULTS, JOKER_FAULTS, RUN_FAULTS
from service.melds.judgement import GROUP, MIXED_RUN, RUN, Judge
from service.melds.wild_colour_melds import WildColourMelds
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow, sections_of
from service.rules.options import NoOptions
from service.rules.verdicts import EndByRounds, TeamsHistory
from service.solver.arrangement import Arranger
from service.solver.wild_colour_tables import WildColourTableSolver
from service.tiles.box import Box

BOX = Box(colours="RBKGY", numbers=range(10), copies=1, doubled=(1, 7), wild_colour="Y")

HALF_NUMBERS = (1, 7)
"""Of these there are two cards in each colour, so a group of them is easier and counts half."""

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
    """The row of the scoring table for a meld; a run of six or more has that of five, and each further card its own."""
    purity = "pure" if pure else "mixed"
    if kind == GROUP:
        return f"{'half_' if lowest_number in HALF_NUMBERS else ''}group_of_{size}_{purity}"
    return f"run_of_{min(size, LONGEST_PRINTED_RUN)}_{purity}"


def score_meld(kind: str, size: int, pure: bool, lowest_number: int) -> int:
    """What a meld scores for the player who laid it. R2 R3 Y4 R5 R6 Y7 Y8, seven with yellow: 20 + 2 × 10."""
    further = 0 if kind == GROUP else max(0, size - LONGEST_PRINTED_RUN)
    return MELD_POINTS[score_row(kind, size, pure, lowest_number)] + FURTHER_RUN_CARD * further


MELDS = WildColourMelds(BOX, value=score_meld)
SOLVER = WildColourTableSolver(MELDS)


def judge_for(_options: NoOptions) -> Judge:
    """A meld, with its score as its value."""
    return MELDS.judge


def arranger_for(_options: NoOptions) -> Arranger:
    """How loose cards are arranged."""
    return SOLVER.arrange


RUMMU = Game(
    id="rummu",
    name="Rummü",
    rulebook=Rulebook(
        title="Rummü (Doris & Frank)",
        headings={
            "box": "« Matériel »",
            "setup": "« Mise en place »",
            "turn": "« Déroulement du jeu »",
            "drawing": "« Tirer des cartes »",
            "combinations": "« Jouer des cartes »",
            "jokers": "« Jokers jaunes »",
            "opening": "« Jokers jaunes », « Score individuel » / « Score d’équipe »",
            "discarding": "« Défausse de cartes »",
            "scoring": "« Le score »",
            "end": "« Le score »",
        },
    ),
    players=range(3, 7),
    team_players=(4, 6),
    box=BOX,
    deals=(
        Deal(players=3, hand=9, face_up=1),
        Deal(players=4, hand=8, face_up=1),
        Deal(players=5, hand=8, face_up=1),
        Deal(players=6, hand=7, face_up=1),
    ),
    meld_kinds=(
        MeldKind(RUN, 3, 10, "plain_run_of_more_real_than_yellow"),
        MeldKind(GROUP, 3, 5, "group_with_one_yellow"),
        MeldKind(MIXED_RUN, 3, 5, "mixed_run_of_different_colours"),
    ),
    options=NoOptions,
    judge_for=judge_for,
    arranger_for=arranger_for,
    planned_moves=(
        Move("take", ("from",), ("drawn", "revealed")),
        Move("meld", ("tiles",)),
        Move("lay_off", ("meld", "tiles")),
        Move("swap_joker", ("meld", "tile")),
        Move("take_back", ("meld", "tiles")),
        Move("discard", ("tile",)),
    ),
    scoring=(
        *(ScoreRow(code, points) for code, points in MELD_POINTS.items()),
        ScoreRow("further_run_card", FURTHER_RUN_CARD),
        ScoreRow("going_out", 10),
        ScoreRow("yellow_card_in_hand", -10),
        ScoreRow("other_card_in_hand", -5),
        ScoreRow("partner_of_winner_pays_nothing", 0),
    ),
    end=EndByRounds(
        history=TeamsHistory,
        target_for=lambda _, are_teams: 500 if are_teams else 200,
        team_players=(4, 6),
    ),
    rulings=(
        Ruling("pile_becomes_the_stock", "drawing"),
        Ruling("shared_bound_takes_the_higher_demand", "opening"),
        Ruling("meld_scores_for_who_laid_it", "scoring"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    sections=sections_of(
        end=(
            "player_repeated",
            "player_unknown",
            "points_missing",
            "round_after_end",
            "no_teams_for_players",
            "teams_not_opposite",
        ),
        box=("box_exceeded",),
        combinations=("meld_too_short", *RUN_FAULTS, "mixed_run_colour_repeated", *GROUP_FAULTS),
        jokers=(*JOKER_FAULTS, "wild_not_outnumbered"),
    ),
)
