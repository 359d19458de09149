"""Rummy with 106 tiles, "Série Noire": rearrange the table, go out first."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from service.melds.joker_melds import JokerMelds
from service.melds.judgement import GROUP, MIXED_RUN, RUN, Judge
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow
from service.rules.options import choice, flag, whole_number
from service.solver.arrangement import Arranger
from service.solver.joker_tables import JokerTableSolver
from service.tiles.box import JOKER, Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)


@dataclass(frozen=True, slots=True)
class RummyOptions:
    """What a table may agree on ("Other versions" and "Variations" in the booklet)."""

    turn: Literal["exchange", "draw-discard", "draw-keep"] = choice("exchange", "draw-discard", "draw-keep")
    jokers: bool = flag(True)
    opening_minimum: int = whole_number(30, minimum=0, maximum=1000)
    melds: Literal["all", "runs", "groups"] = choice("all", "runs", "groups")
    ace: Literal["low", "low-or-high"] = choice("low", "low-or-high")
    mixed_runs: bool = flag(False)
    joker_release: Literal["replace", "free"] = choice("replace", "free")
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)
    joker_penalty: int = whole_number(25, minimum=0, maximum=1000)


@lru_cache
def melds_of(kinds: str, ace: str, *, mixed_runs: bool) -> JokerMelds:
    """Runs of one colour, groups of different colours; options take one kind away, or loosen the runs."""
    return JokerMelds(
        BOX,
        runs=kinds != "groups",
        groups=kinds != "runs",
        mixed_runs=mixed_runs,
        ace_high=ace == "low-or-high",
    )


@lru_cache
def solver_of(melds: JokerMelds) -> JokerTableSolver:
    """The search through these melds. Twelve choices of melds there are; each is prepared once."""
    return JokerTableSolver(melds)


def melds_for(options: RummyOptions) -> JokerMelds:
    """What these options let lie on the table."""
    return melds_of(options.melds, options.ace, mixed_runs=options.mixed_runs)


def judge_for(options: RummyOptions) -> Judge:
    """How these options judge a meld."""
    return melds_for(options).judge


def arranger_for(options: RummyOptions) -> Arranger:
    """How these options arrange loose tiles."""
    return solver_of(melds_for(options)).arrange


def holds_for(options: RummyOptions) -> Mapping[str, int]:
    """Played without jokers, the box has none."""
    return BOX.holds if options.jokers else {**BOX.holds, JOKER: 0}


RUMMY = Game(
    id="rummy",
    name="Rummy (Série Noire)",
    rulebook=Rulebook(
        title="Rummy – Série Noire",
        headings={
            "box": "« Le jeu comprend » / “The box contains”",
            "setup": "« Préparation » / “Preparation”",
            "combinations": "« Les combinaisons » / “Combinations”",
            "opening": "« Début du jeu » / “Beginning of the game”",
            "turn": "« Début du jeu » / “Beginning of the game”",
            "jokers": "« Début du jeu », note / “Beginning of the game”, note",
            "ace": "« Début du jeu », note / “Beginning of the game”, note",
            "end": "« Fin de la partie » / “End of the game”",
            "versions": "« Autres versions » / “Other versions”",
            "variations": "« Variantes » / “Variations”",
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=14) for players in range(2, 5)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
        MeldKind(MIXED_RUN, 3, 13, "mixed_run_by_option"),
    ),
    options=RummyOptions,
    judge_for=judge_for,
    arranger_for=arranger_for,
    holds_for=holds_for,
    moves=(
        Move("play", ("table",), ("from_hand",)),
        Move("exchange", ("tile",), ("drawn",)),
        Move("draw", (), ("drawn",)),
        Move("discard", ("tile",)),
        Move("pass"),
    ),
    scoring=(
        ScoreRow("winner_takes_hands"),
        ScoreRow("hand_counts_against"),
        ScoreRow("joker_in_hand", -25),
        ScoreRow("all_at_once_doubles"),
    ),
    rulings=(
        Ruling("jokers_in_a_meld", "jokers"),
        Ruling("opening_turn_is_opening_only", "opening"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("highest_total_wins", "end"),
        Ruling("high_ace_counts_one", "variations"),
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
        "one_not_high": "ace",
        "one_in_the_middle": "variations",
        "group_too_large": "combinations",
        "group_numbers_differ": "combinations",
        "group_colour_repeated": "combinations",
        "runs_not_allowed": "variations",
        "groups_not_allowed": "variations",
    },
    ruled={"meld_without_real_tile": "jokers_in_a_meld"},
)
