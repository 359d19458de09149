"""myRummy Kids, the variant for pros: groups too, and everything on the table may be rearranged."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from service.engine.arrange import Arranger, JokerArranger
from service.melds.faults import GROUP_FAULTS, JOKER_FAULTS, RUN_FAULTS
from service.melds.joker_melds import JokerMelds
from service.melds.judgement import GROUP, RUN, Judge
from service.rules.chips import CHIP_FAULTS, ChipsHistory, check_chips, score_chip
from service.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from service.rules.move_records import Draw, Pass, Play, Return
from service.rules.options import choice, flag, whole_number
from service.rules.scores import ROUND_FAULTS, FinishedRound, RoundScoring, check_racks, check_winner
from service.rules.table_rummy.best import find_best_play
from service.rules.table_rummy.judging import check_play
from service.rules.table_rummy.plays import PositionPlays
from service.rules.table_rummy.turns import (
    FirstPlay,
    RearrangingPosition,
    RearrangingTurn,
    each_tile,
    lay_down,
    played_by,
)
from service.rules.turns import MoveRule, Outcome, check_stock, check_tile_in_hand, let_go, needs, pick_up
from service.rules.verdicts import CHIPS, CHIPS_WON, EndByRounds
from service.rules.violations import Violation
from service.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)


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
    return ARRANGER.arrange


# --- the turn -------------------------------------------------------------------------------------------------------

KidsProPosition = RearrangingPosition[KidsProOptions]

RACK = 15


def check_snapshot(position: KidsProPosition) -> Iterator[Violation]:
    """A rack holds 15; there is one tile more only while one of them has to go back."""
    returning = position.snapshot.phase == "return"
    size = len(position.snapshot.hand)
    if size > RACK + returning:
        yield position.refuse("rack_exceeded", "/hand", maximum=RACK + returning, actual=size)
    if returning and size <= RACK:
        yield position.refuse("return_not_due", "/phase", maximum=RACK, actual=size)


def check_time(position: KidsProPosition, move: str) -> Iterator[Violation]:
    """With a tile too many on the rack, one goes back, and nothing else."""
    phase = position.snapshot.phase
    if (move == "return") != (phase == "return"):
        yield position.refuse("move_not_in_phase", "/move/type", move=move, phase=phase)


def follow_play(position: KidsProPosition, move: Play) -> Outcome:
    """The tiles lie on the table, and it is the next player's turn."""
    return position.end_turn(lay_down(position.snapshot, move.table), played_by(position, move))


def check_draw(position: KidsProPosition, _move: Draw) -> Iterator[Violation]:
    """There must be a tile face down; where the table has agreed on it, whoever can lay something must."""
    yield from check_stock(position)
    if position.options.must_play and position.plays.is_playable():
        yield position.refuse("must_play", "/move/type")


def follow_draw(position: KidsProPosition, move: Draw) -> Outcome:
    """Drawing ends the turn, unless the rack was full: then a tile goes back first."""
    after = pick_up(position.snapshot, move.drawn)
    after = replace(after, stock=after.stock - 1)
    was_full = len(position.snapshot.hand) == RACK
    outcome = Outcome(replace(after, phase="return")) if was_full else position.end_turn(after)
    return outcome if move.drawn else needs(outcome, "drawn")


def check_return(position: KidsProPosition, move: Return) -> Iterator[Violation]:
    """The drawn tile or another one of the rack goes back."""
    yield from check_tile_in_hand(position, move.tile)


def follow_return(position: KidsProPosition, move: Return) -> Outcome:
    """It lies face down again."""
    after = let_go(position.snapshot, move.tile)
    return position.end_turn(replace(after, stock=after.stock + 1), (move.tile,))


def check_pass(position: KidsProPosition, _move: Pass) -> Iterator[Violation]:
    """With no tile face down, a player who can lay nothing passes."""
    if position.snapshot.stock:
        yield position.refuse("pass_with_stock", "/move/type")
    if position.plays.is_playable():
        yield position.refuse("pass_while_playable", "/move/type")


def follow_pass(position: KidsProPosition, _move: Pass) -> Outcome:
    """Nothing changes."""
    return position.end_turn(position.snapshot)


TURN = RearrangingTurn[KidsProOptions](
    melds_for=lambda _: MELDS,
    phases=("play", "return"),
    check_snapshot=check_snapshot,
    check_time=check_time,
    rules=(
        MoveRule(Play, check_play, follow_play),
        MoveRule(Draw, check_draw, follow_draw),
        MoveRule(Return, check_return, follow_return, each_tile(Return, check_return)),
        MoveRule(Pass, check_pass, follow_pass),
    ),
    find_plays=PositionPlays,
    find_best=find_best_play,
    first_play=FirstPlay.WITH_AN_OWN_MELD,
    jokers_keep_role=lambda options: options.joker_release == "replace",
)


# --- the score ------------------------------------------------------------------------------------------------------


def check_end(finished: FinishedRound) -> Iterator[Violation]:
    """Whoever went out holds nothing, everybody else something, and nobody more than a rack does."""
    yield from check_winner(finished)
    yield from check_racks(finished, RACK)


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
    turn=TURN,
    scoring=(ScoreRow("chip_for_going_out", 1, section="end"),),
    round_scoring=RoundScoring(score=score_chip, check=check_end),
    end=EndByRounds(
        history=ChipsHistory,
        target_for=lambda options, _: options.chips,
        at_target=CHIPS_WON,
        decides=CHIPS,
        missing_is_nothing=True,
        check_round=check_chips,
    ),
    rulings=(
        Ruling("fourth_colour_is_yellow", "box"),
        Ruling("one_real_tile_in_a_meld", "jokers"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("draw_is_always_allowed", "drawing"),
        Ruling("first_play_has_an_own_meld", "opening"),
        Ruling("only_the_final_table_is_judged", "variations"),
    ),
    sections=sections_of(
        box=("box_exceeded", "stock_exceeded"),
        combinations=("meld_too_short", "run_too_long", *RUN_FAULTS, "one_not_high", "table_invalid"),
        jokers=(*JOKER_FAULTS, "run_gap_too_wide", "joker_left_table", "joker_moved"),
        variations=(*GROUP_FAULTS, "table_tiles_missing"),
        end=(*ROUND_FAULTS, *CHIP_FAULTS, "round_over"),
        turn=("cursor_unknown", "nothing_played", "tiles_not_in_hand", "from_hand_differs", "tile_not_in_hand"),
        drawing=(
            "rack_exceeded",
            "return_not_due",
            "move_not_in_phase",
            "stock_empty",
            "must_play",
            "pass_with_stock",
            "pass_while_playable",
        ),
        opening=("own_meld_missing",),
    ),
    ruled={
        "meld_without_real_tile": "one_real_tile_in_a_meld",
        "joker_moved": "joker_release_on_the_whole_play",
        "own_meld_missing": "first_play_has_an_own_meld",
        "must_play": "draw_is_always_allowed",
    },
)
