"""Gin-Rummy with the tiles of "Série Noire": take and discard in secret, lay everything down at the end."""

from dataclasses import dataclass

from service.melds.faults import GROUP_FAULTS, RUN_FAULTS
from service.melds.joker_melds import JokerMelds
from service.melds.judgement import GROUP, RUN, Judge
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow, sections_of
from service.rules.options import flag, whole_number
from service.rules.verdicts import EndByRounds, RoundsHistory
from service.solver.arrangement import Arranger
from service.solver.joker_tables import JokerTableSolver
from service.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
MELDS = JokerMelds(BOX)
SOLVER = JokerTableSolver(MELDS)


@dataclass(frozen=True, slots=True)
class GinRummyOptions:
    """What a table may agree on: how strictly the Little Gin is read, and when the game is over."""

    little_gin_before_take_only: bool = flag(False)
    target: int | None = whole_number(None, minimum=1, maximum=100_000)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)


def judge_for(_options: GinRummyOptions) -> Judge:
    """A meld is one whatever was agreed."""
    return MELDS.judge


def arranger_for(_options: GinRummyOptions) -> Arranger:
    """Loose tiles are arranged alike whatever was agreed."""
    return SOLVER.arrange


GIN_RUMMY = Game(
    id="gin-rummy",
    name="Gin-Rummy (Série Noire)",
    rulebook=Rulebook(
        title="Rummy – Série Noire",
        headings={
            "box": "Gin-Rummy, « Préparation » / “Preparation”",
            "setup": "Gin-Rummy, « Préparation » / “Preparation”",
            "combinations": "« Les combinaisons » / “Combinations”",
            "ace": "« Début du jeu », note / “Beginning of the game”, note",
            "turn": "Gin-Rummy, « Début du jeu » / “Beginning of the game”",
            "end": "Gin-Rummy, « Fin de la partie » / “End of the game”",
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=10, starter_hand=11) for players in range(2, 5)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
    ),
    options=GinRummyOptions,
    judge_for=judge_for,
    arranger_for=arranger_for,
    planned_moves=(
        Move("take", ("from",), ("drawn",)),
        Move("discard", ("tile",)),
        Move("declare", (), ("melds", "discard")),
    ),
    scoring=(
        ScoreRow("big_gin", 50),
        ScoreRow("little_gin", 25),
        ScoreRow("eight_or_nine_melded", 20),
        ScoreRow("lower_count_takes_difference"),
        ScoreRow("lower_count_bonus", 20),
        ScoreRow("second_player_has_lower_count", 10),
        ScoreRow("second_player_has_equal_count", 10),
        ScoreRow("lowest_count_of_three_or_four", 50),
    ),
    end=EndByRounds(
        history=RoundsHistory,
        target_for=lambda options, _: options.target,
        rounds_for=lambda options: options.rounds,
    ),
    rulings=(
        Ruling("eleventh_tile_counts_as_taken", "turn"),
        Ruling("empty_stock_voids_the_round", "turn"),
        Ruling("little_gin_also_after_a_take", "end"),
        Ruling("declarer_keeps_the_bonus", "end"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    sections=sections_of(
        end=(
            "player_repeated",
            "player_unknown",
            "points_missing",
            "round_after_end",
        ),
        box=("box_exceeded",),
        combinations=("meld_too_short", "run_too_long", *RUN_FAULTS, *GROUP_FAULTS),
        ace=("one_not_high",),
    ),
)
