"""myRummy Kids: lay runs from 1 to 6 step by step; nothing on the table is rearranged."""

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.faults import declared_in
from rummy_referee.games.myrummy_kids import faults
from rummy_referee.games.myrummy_kids.rounds import ROUND_PLAY, KidsRoundState
from rummy_referee.games.myrummy_kids.snapshot import BOX, MELDS, KidsOptions, KidsSnapshot
from rummy_referee.games.myrummy_kids.turn import TURN, KidsMove
from rummy_referee.melds.faults import (
    JOKER_FAULTS,
    RUN_FAULTS,
    groups_not_allowed,
    one_not_high,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.judgement import RUN
from rummy_referee.rules.chips import END_BY_CHIPS, score_chip
from rummy_referee.rules.faults import (
    CHIP_FAULTS,
    WINNER_FAULTS,
    meld_unknown,
    move_not_in_phase,
    must_play,
    no_joker_for_tile,
    nothing_laid,
    nothing_on_table,
    pass_while_playable,
    pass_with_stock,
    rack_exceeded,
    return_not_due,
    stock_empty,
    table_invalid,
    tile_not_in_hand,
    tiles_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.racks import check_round_end
from rummy_referee.rules.score import NEVER, RoundScoring

ARRANGER = JokerArranger(MELDS)


MyRummyKids = Game[KidsOptions, KidsSnapshot, KidsMove, KidsRoundState]

MYRUMMY_KIDS = MyRummyKids(
    id="myrummy-kids",
    name="myRummy Kids",
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
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=8) for players in range(2, 5)),
    meld_kinds=(MeldKind(RUN, 3, 6, "run_one_colour"),),
    options=KidsOptions,
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
        Ruling("freed_joker_is_laid_in_the_same_turn", "jokers"),
        Ruling("swap_without_an_own_run", "jokers"),
        Ruling("draw_is_always_allowed", "drawing"),
        Ruling("pass_only_if_nothing_can_be_laid", "drawing"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *JOKER_FAULTS,
        *WINNER_FAULTS,
        *CHIP_FAULTS,
        run_too_long,
        one_not_high,
        groups_not_allowed,
        run_gap_too_wide,
        table_invalid,
        no_joker_for_tile,
        tiles_not_in_hand,
        tile_not_in_hand,
        meld_unknown,
        nothing_laid,
        rack_exceeded,
        return_not_due,
        move_not_in_phase,
        stock_empty,
        must_play,
        pass_with_stock,
        pass_while_playable,
        nothing_on_table,
    ),
    sections=sections_of(
        opening=(
            meld_unknown,
            nothing_laid,
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
        "freed_joker_stuck": "freed_joker_is_laid_in_the_same_turn",
        "freed_joker_left": "freed_joker_is_laid_in_the_same_turn",
        "must_play": "draw_is_always_allowed",
    },
)
