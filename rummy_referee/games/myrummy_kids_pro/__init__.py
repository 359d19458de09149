"""myRummy Kids, the variant for pros: groups are melds too, and the whole table may be rearranged."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    JOKER_FAULTS,
    RUN_FAULTS,
    group_colour_repeated,
    group_numbers_differ,
    group_too_large,
    one_not_high,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import GROUP, RUN
from rummy_referee.rules.chips import END_BY_CHIPS, score_chip
from rummy_referee.rules.faults import (
    CHIP_FAULTS,
    FIXED_JOKER_FAULTS,
    PLAY_FAULTS,
    WINNER_FAULTS,
    move_not_in_phase,
    must_play,
    nothing_on_table,
    own_meld_missing,
    pass_while_playable,
    pass_with_stock,
    rack_exceeded,
    return_not_due,
    stock_empty,
    table_tiles_missing,
    tile_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.move_records import Draw, Pass, Play, Return
from rummy_referee.rules.options import choice, flag, whole_number
from rummy_referee.rules.racks import (
    PHASES,
    apply_draw,
    apply_return,
    check_available,
    check_rack,
    check_return,
    check_round_end,
)
from rummy_referee.rules.round_play import TableRound
from rummy_referee.rules.score import NEVER, RoundScoring
from rummy_referee.rules.table_rummy.best import find_best_play
from rummy_referee.rules.table_rummy.check_play import check_play
from rummy_referee.rules.table_rummy.moves import check_pass
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.rounds import ROUND_PLAY
from rummy_referee.rules.table_rummy.turns import (
    FirstPlay,
    TableRummyPosition,
    TableRummyRules,
    TableSnapshot,
    apply_play,
)
from rummy_referee.rules.turns import MoveRule, check_stock, each_tile, end_turn
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)


@dataclass(frozen=True, slots=True)
class KidsProOptions:
    """What players may agree on: must they play if they can, how many chips win, and how jokers are released."""

    must_play: bool = flag(False)
    chips: int = whole_number(3, minimum=1, maximum=100, scores=True)
    joker_release: Literal["replace", "free"] = choice("replace", "free")


# --- the turn -------------------------------------------------------------------------------------------------------

KidsProPosition = TableRummyPosition[KidsProOptions]


def check_draw(position: KidsProPosition, _move: Draw) -> Iterator[Violation]:
    """There is a tile face down; if ``must_play`` is set, the player cannot play."""
    yield from check_stock(position)
    if position.options.must_play and position.plays.is_playable():
        yield position.violation(must_play(), "/move/type")


KidsProMove = Play | Draw | Return | Pass

TURN = TableRummyRules[KidsProOptions, TableSnapshot, KidsProMove](
    snapshot=TableSnapshot,
    melds_for=lambda _: MELDS,
    phases=PHASES,
    check_snapshot=check_rack,
    check_available=check_available,
    rules=(
        MoveRule(Play, check_play, apply_play),
        MoveRule(Draw, check_draw, apply_draw),
        MoveRule(Return, check_return, apply_return, each_tile(Return, check_return)),
        MoveRule(Pass, check_pass, end_turn),
    ),
    find_plays=PositionPlays,
    find_best=find_best_play,
    first_play=FirstPlay.WITH_AN_OWN_MELD,
    jokers_keep_role=lambda options: options.joker_release == "replace",
)


MyRummyKidsPro = Game[KidsProOptions, TableSnapshot, KidsProMove, TableRound]

MYRUMMY_KIDS_PRO = MyRummyKidsPro(
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
    judge_for=lambda *_: MELDS.judge,
    arranger_for=lambda *_: ARRANGER.arrange,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(ScoreRow("chip_for_going_out", 1, section="end"),),
    round_scoring=RoundScoring(score=score_chip, check=check_round_end, needed={"hand": NEVER}),
    end=END_BY_CHIPS,
    rulings=(
        Ruling("fourth_colour_is_yellow", "box"),
        Ruling("one_real_tile_in_a_meld", "jokers"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("draw_is_always_allowed", "drawing"),
        Ruling("pass_only_if_nothing_can_be_laid", "drawing"),
        Ruling("first_play_has_an_own_meld", "opening"),
        Ruling("only_the_final_table_is_judged", "variations"),
    ),
    violations=(
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *PLAY_FAULTS,
        *FIXED_JOKER_FAULTS,
        *WINNER_FAULTS,
        *CHIP_FAULTS,
        run_too_long,
        one_not_high,
        run_gap_too_wide,
        tile_not_in_hand,
        rack_exceeded,
        return_not_due,
        move_not_in_phase,
        must_play,
        own_meld_missing,
        nothing_on_table,
    ),
    sections=sections_of(
        variations=(
            group_too_large,
            group_numbers_differ,
            group_colour_repeated,
            table_tiles_missing,
        ),
        drawing=(
            move_not_in_phase,
            stock_empty,
            pass_with_stock,
            pass_while_playable,
        ),
    ),
    ruled={
        "meld_without_real_tile": "one_real_tile_in_a_meld",
        "joker_moved": "joker_release_on_the_whole_play",
        "own_meld_missing": "first_play_has_an_own_meld",
        "must_play": "draw_is_always_allowed",
    },
)
