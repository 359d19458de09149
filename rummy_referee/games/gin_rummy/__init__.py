"""Gin-Rummy with the tiles of "Série Noire": players take and discard, and lay down at the end of the round.

``core`` holds the tiles, what a declaration needs and how a round is scored; ``turn`` and ``rounds`` build on it.
"""

from rummy_referee.faults import declared_in
from rummy_referee.games.gin_rummy.core import faults
from rummy_referee.games.gin_rummy.core.awards import is_round_possible
from rummy_referee.games.gin_rummy.core.combinations import BOX, COMBINATIONS, GinRummyOptions
from rummy_referee.games.gin_rummy.core.ending import SCORING
from rummy_referee.games.gin_rummy.rounds import ROUND_PLAY, GinRoundState
from rummy_referee.games.gin_rummy.turn import TURN
from rummy_referee.games.gin_rummy.turn.declaring import GinMove
from rummy_referee.games.gin_rummy.turn.snapshot import GinSnapshot
from rummy_referee.melds.faults import GROUP_FAULTS, RUN_FAULTS, one_not_high, run_too_long
from rummy_referee.melds.judgement import GROUP, RUN
from rummy_referee.rules.faults import (
    HISTORY_FAULTS,
    discard_missing,
    drawn_not_hidden,
    fact_not_of_phase,
    hand_not_of_ten,
    hand_size_not_of_phase,
    lay_off_not_laid_before,
    meld_unknown,
    move_not_in_phase,
    pile_empty,
    rest_too_high,
    stock_empty,
    tile_not_in_hand,
    tiles_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.score import points_of_piece
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory

GinRummy = Game[GinRummyOptions, GinSnapshot, GinMove, GinRoundState]

GIN_RUMMY = GinRummy(
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
    judge_for=lambda *_: COMBINATIONS.melds.judge,
    arranger_for=lambda *_: COMBINATIONS.arranger.arrange,
    hand_points=points_of_piece(BOX, 0),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("big_gin", 50, section="end"),
        ScoreRow("little_gin", 25, section="end"),
        ScoreRow("eight_or_nine_melded", 20, section="end"),
        ScoreRow("lower_count_takes_difference", section="end"),
        ScoreRow("lower_count_bonus", 20, section="end"),
        ScoreRow("second_player_has_lower_count", 10, section="end"),
        ScoreRow("second_player_has_equal_count", 10, section="end"),
        ScoreRow("lowest_count_of_three_or_four", 50, section="end"),
    ),
    round_scoring=SCORING,
    end=EndByRounds(
        history=RoundsHistory,
        target_for=lambda options, _: options.target,
        rounds_for=lambda options: options.rounds,
        is_possible=is_round_possible,
    ),
    rulings=(
        Ruling("french_text_decides", "end"),
        Ruling("lowest_draw_deals", "setup"),
        Ruling("eleventh_tile_counts_as_taken", "turn"),
        Ruling("empty_stock_voids_the_round", "turn"),
        Ruling("little_gin_also_after_a_take", "end"),
        Ruling("eight_or_nine_before_a_take", "end"),
        Ruling("ties_of_the_least_deadwood", "end"),
        Ruling("declarer_keeps_the_bonus", "end"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *HISTORY_FAULTS,
        run_too_long,
        one_not_high,
        hand_size_not_of_phase,
        move_not_in_phase,
        stock_empty,
        pile_empty,
        drawn_not_hidden,
        tile_not_in_hand,
        tiles_not_in_hand,
        discard_missing,
        rest_too_high,
        hand_not_of_ten,
        lay_off_not_laid_before,
        meld_unknown,
        fact_not_of_phase,
    ),
    sections=sections_of(
        end=(
            tiles_not_in_hand,
            meld_unknown,
        ),
        ace=(one_not_high,),
    ),
    ruled={
        "little_gin_after_take": "little_gin_also_after_a_take",
        "stock_empty": "empty_stock_voids_the_round",
    },
)
