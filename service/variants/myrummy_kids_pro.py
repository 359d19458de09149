"""myRummy Kids, the variant for pros: groups too, and everything on the table may be rearranged."""

from dataclasses import dataclass
from typing import Literal

from service.melds.joker_melds import JokerMelds
from service.melds.judgement import GROUP, RUN, Judge
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow
from service.rules.options import choice, flag, whole_number
from service.solver.arrangement import Arranger
from service.solver.joker_tables import JokerTableSolver
from service.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX)
SOLVER = JokerTableSolver(MELDS)


@dataclass(frozen=True, slots=True)
class KidsProOptions:
    """What a table may agree on: whether drawing is a free choice, how many chips win, and how jokers come free."""

    must_play: bool = flag(False)
    chips: int = whole_number(3, minimum=1, maximum=100)
    joker_release: Literal["replace", "free"] = choice("replace", "free")


def judge_for(_options: KidsProOptions) -> Judge:
    """A meld is one whatever was agreed."""
    return MELDS.judge


def arranger_for(_options: KidsProOptions) -> Arranger:
    """Loose tiles are arranged alike whatever was agreed."""
    return SOLVER.arrange


MYRUMMY_KIDS_PRO = Game(
    id="myrummy-kids-pro",
    name="myRummy Kids Pro",
    rulebook=Rulebook(
        title="myRummy Kids (Schmidt Spiele 51439)",
        headings={
            "box": "„48 Kärtchen“ / « 48 cartes » / «48 mini carte»",
            "setup": "„Spielvorbereitung“ / « Préparation du jeu » / «Preparazione del gioco»",
            "turn": "„Spielablauf“ / « Déroulement de la partie » / «Svolgimento del gioco»",
            "opening": "„Kärtchen auslegen oder anlegen“ / « Poser et aligner des cartes » / "
            "«Poggiare o abbinare le carte»",
            "combinations": "„Was ist eine Reihe?“ / « Qu’est-ce qu’une série ? » / «Cos’è una fila?»",
            "jokers": "„Joker“ / « Joker » / «Jolly»",
            "drawing": "„Kärtchen ziehen“ / « Tirer des cartes » / «Pescare una carta»",
            "end": "„Spielende“ / « Fin de la partie » / «Fine del gioco»",
            "variations": "„Spielvariante für Profis“ / « Règle alternative pour les pros » / "
            "«Variante di gioco per esperti»",
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=8) for players in range(2, 5)),
    meld_kinds=(
        MeldKind(RUN, 3, 6, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
    ),
    options=KidsProOptions,
    judge_for=judge_for,
    arranger_for=arranger_for,
    moves=(
        Move("play", ("table",), ("from_hand",)),
        Move("draw", (), ("drawn",)),
        Move("return", ("tile",)),
        Move("pass"),
    ),
    scoring=(ScoreRow("chip_for_going_out", 1),),
    rulings=(
        Ruling("fourth_colour_is_yellow", "box"),
        Ruling("one_real_tile_in_a_meld", "jokers"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("draw_is_always_allowed", "drawing"),
        Ruling("first_play_has_an_own_meld", "opening"),
        Ruling("only_the_final_table_is_judged", "variations"),
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
        "group_too_large": "variations",
        "group_numbers_differ": "variations",
        "group_colour_repeated": "variations",
    },
    ruled={"meld_without_real_tile": "one_real_tile_in_a_meld"},
)
