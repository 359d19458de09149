"""Rummy as played on Brettspielnetz.de: two players rearrange the board; at most twelve cards a turn leave a hand."""

from dataclasses import dataclass

from service.melds.joker_melds import JokerMelds
from service.melds.judgement import GROUP, RUN, Judge
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow
from service.rules.options import whole_number
from service.solver.arrangement import Arranger
from service.solver.joker_tables import JokerTableSolver
from service.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 14), copies=2, jokers=2)
MELDS = JokerMelds(BOX)
SOLVER = JokerTableSolver(MELDS)


@dataclass(frozen=True, slots=True)
class BrettspielnetzOptions:
    """The text of the rules deals 18 cards, their screenshots show 14."""

    hand_size: int = whole_number(18, minimum=1, maximum=52)


def judge_for(_options: BrettspielnetzOptions) -> Judge:
    """A meld is one however many cards were dealt."""
    return MELDS.judge


def arranger_for(_options: BrettspielnetzOptions) -> Arranger:
    """Loose cards are arranged alike however many were dealt."""
    return SOLVER.arrange


BRETTSPIELNETZ_RUMMY = Game(
    id="brettspielnetz-rummy",
    name="Rummy (Brettspielnetz.de)",
    rulebook=Rulebook(
        title="Brettspielnetz.de, Rummy Spielregeln",
        headings={
            "box": "„Einleitung und Ziel des Spiels“",
            "setup": "„Start des Spiels und das erste Auslegen“",
            "opening": "„Start des Spiels und das erste Auslegen“",
            "combinations": "„Spielbare Kombinationen“",
            "jokers": "„Spielbare Kombinationen“, Joker",
            "turn": "„Das Anlegen“",
            "end": "„Das Spielende“",
        },
    ),
    players=range(2, 3),
    box=BOX,
    deals=(Deal(players=2, hand=18),),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
    ),
    options=BrettspielnetzOptions,
    judge_for=judge_for,
    arranger_for=arranger_for,
    moves=(
        Move("play", ("table",), ("from_hand",)),
        Move("pass", (), ("drawn",)),
    ),
    scoring=(
        ScoreRow("hand_counts_against"),
        ScoreRow("joker_in_hand", -25),
    ),
    rulings=(
        Ruling("hand_of_eighteen", "setup"),
        Ruling("jokers_in_a_meld", "jokers"),
        Ruling("jokers_are_free", "jokers"),
    ),
    sections={
        "box_exceeded": "box",
        "meld_too_short": "combinations",
        "meld_without_real_tile": "jokers",
        "pin_unfit": "jokers",
        "run_too_long": "combinations",
        "run_colours_differ": "combinations",
        "run_number_repeated": "combinations",
        "run_not_consecutive": "combinations",
        "run_gap_too_wide": "jokers",
        "one_not_high": "combinations",
        "group_too_large": "combinations",
        "group_numbers_differ": "combinations",
        "group_colour_repeated": "combinations",
    },
    ruled={"meld_without_real_tile": "jokers_in_a_meld"},
)
