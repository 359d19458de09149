"""Gin Rummy with 52 cards: players take and discard, and one of them knocks or goes gin.

``cards`` has the pack and the options, ``ending`` how a round is scored, ``game_end`` the bonuses of a game; ``turn``,
``best`` and ``rounds`` build on them. What the game shares with other games of this kind is in ``rules/knock_rummy``.
"""

from rummy_referee.faults import declared_in
from rummy_referee.games.gin_rummy_cards import faults
from rummy_referee.games.gin_rummy_cards.best import find_best
from rummy_referee.games.gin_rummy_cards.cards import BOX, COMBINATIONS, DEADWOOD, GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.ending import SCORING
from rummy_referee.games.gin_rummy_cards.game_end import GAME_BONUS, GAME_END
from rummy_referee.games.gin_rummy_cards.rounds import ROUND_PLAY, GinCardsRoundState
from rummy_referee.games.gin_rummy_cards.snapshot import DISCARD, OFFER, TAKE, GinCardsSnapshot, check_snapshot
from rummy_referee.games.gin_rummy_cards.strong import STRONG
from rummy_referee.games.gin_rummy_cards.turn import (
    MOVES,
    GinCardsMove,
    Knock,
    apply_discard,
    apply_knock,
    apply_pass,
    apply_take,
    check_discard,
    check_knock,
    check_pass,
    check_take_card,
    describe_knock,
    generate_discards,
    generate_knocks,
    generate_takes,
)
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
    round_over,
    stock_exhausted,
    tile_not_in_hand,
    tiles_not_in_hand,
    unread_unfillable,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.knock_rummy.taking import TakeTile, describe_take
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.rules.score import points_of_piece
from rummy_referee.rules.turns import MoveRule, TurnRules

TURN = TurnRules[GinRummyCardsOptions, GinCardsSnapshot, GinCardsMove](
    snapshot=GinCardsSnapshot,
    phases=(TAKE, OFFER, DISCARD),
    rules=(
        MoveRule(TakeTile, check_take_card, apply_take, generate_takes, describe_take),
        MoveRule(Pass, check_pass, apply_pass),
        MoveRule(Discard, check_discard, apply_discard, generate_discards),
        MoveRule(Knock, check_knock, apply_knock, generate_knocks, describe_knock),
    ),
    find_best=find_best,
    deadwood=DEADWOOD,
    moves_of_phase=MOVES,
    check_snapshot=check_snapshot,
    strong=STRONG,
)

GinRummyCards = Game[GinRummyCardsOptions, GinCardsSnapshot, GinCardsMove, GinCardsRoundState]

GIN_RUMMY_CARDS = GinRummyCards(
    id="gin-rummy-cards",
    name="Gin Rummy",
    rulebook=Rulebook(
        title="Gin Rummy, rules as commonly published",
        headings={
            "box": "“The Pack”",
            "setup": "“The Deal”",
            "combinations": "“Object of the Game”",
            "ace": "“Object of the Game”, rank of cards",
            "turn": "“The Play”",
            "knocking": "“Knocking”, “Going Gin”",
            "scoring": "“Scoring”",
            "variations": "“Oklahoma Gin”",
            "end": "“Game”",
        },
    ),
    players=range(2, 3),
    box=BOX,
    deals=(Deal(2, hand=HAND, face_up=1),),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_suit"),
        MeldKind(GROUP, 3, 4, "set_different_suits"),
    ),
    options=GinRummyCardsOptions,
    judge_for=lambda *_: COMBINATIONS.melds.judge,
    arranger_for=lambda *_: COMBINATIONS.arranger.arrange,
    hand_points=points_of_piece(BOX, 0),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("difference_of_deadwood"),
        ScoreRow("gin_bonus"),
        ScoreRow("big_gin_bonus"),
        ScoreRow("undercut_bonus"),
        ScoreRow("spade_doubles", section="variations"),
        ScoreRow("game_bonus", GAME_BONUS, section="end"),
        ScoreRow("box_bonus", section="end"),
        ScoreRow("shutout", section="end"),
    ),
    round_scoring=SCORING,
    end=GAME_END,
    rulings=(
        Ruling("starter_is_offered_the_upcard", "setup"),
        Ruling("refused_upcard_is_covered", "turn"),
        Ruling("two_cards_void_the_round", "turn"),
        Ruling("big_gin_needs_no_discard", "knocking"),
        Ruling("ties_of_the_least_deadwood", "knocking"),
        Ruling("equal_deadwood_is_an_undercut", "scoring"),
        Ruling("ace_upcard_means_gin", "variations"),
        Ruling("spade_doubles_the_round", "variations"),
        Ruling("bonuses_do_not_decide_the_game", "end"),
        Ruling("shutout_doubles_everything", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        run_too_long,
        one_not_high,
        hand_size_not_of_phase,
        move_not_in_phase,
        stock_exhausted,
        pile_empty,
        drawn_not_hidden,
        tile_not_in_hand,
        tiles_not_in_hand,
        discard_missing,
        rest_too_high,
        hand_not_of_ten,
        lay_off_not_laid_before,
        meld_unknown,
        *HISTORY_FAULTS,
        fact_not_of_phase,
    ),
    sections=sections_of(
        knocking=(
            round_over,
            unread_unfillable,
            tiles_not_in_hand,
            discard_missing,
            rest_too_high,
            hand_not_of_ten,
            lay_off_not_laid_before,
            meld_unknown,
        ),
        ace=(one_not_high,),
    ),
    ruled={
        "stock_during_offer": "starter_is_offered_the_upcard",
        "stock_exhausted": "two_cards_void_the_round",
        "big_gin_not_played": "big_gin_needs_no_discard",
    },
)
