"""Rummü by Doris & Frank: take, lay, discard; yellow cards are jokers, and pure melds score."""

from rummy_referee.faults import declared_in
from rummy_referee.games.rummu import faults
from rummy_referee.games.rummu.combinations import ARRANGER, BOX, FURTHER_RUN_CARD, MELD_POINTS, MELDS
from rummy_referee.games.rummu.rounds import ROUND_PLAY, RummuRoundState
from rummy_referee.games.rummu.score import (
    GOING_OUT,
    OTHER_IN_HAND,
    SCORING,
    YELLOW_IN_HAND,
    cost_of,
    is_round_possible,
)
from rummy_referee.games.rummu.snapshot import RummuSnapshot
from rummy_referee.games.rummu.teams import TEAM_PLAYERS, check_history
from rummy_referee.games.rummu.turn import TURN, RummuMove
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    JOKER_FAULTS,
    RUN_FAULTS,
    mixed_run_colour_repeated,
    more_than_one_wild,
    wild_not_outnumbered,
    zero_not_high,
)
from rummy_referee.melds.judgement import GROUP, MIXED_RUN, RUN
from rummy_referee.rules.faults import (
    HISTORY_FAULTS,
    PILE_FAULTS,
    TEAM_FAULTS,
    WINNER_FAULTS,
    drawn_not_hidden,
    meld_unknown,
    move_not_in_phase,
    no_joker_for_tile,
    nothing_laid,
    opened_already,
    pile_empty,
    round_over,
    stock_empty,
    table_invalid,
    tile_not_in_hand,
    tiles_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.options import NoOptions
from rummy_referee.rules.teams import TeamsHistory
from rummy_referee.rules.verdicts import EndByRounds

Rummu = Game[NoOptions, RummuSnapshot, RummuMove, RummuRoundState]

RUMMU = Rummu(
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
    team_players=TEAM_PLAYERS,
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
    judge_for=lambda *_: MELDS.judge,
    arranger_for=lambda *_: ARRANGER.arrange,
    hand_points=lambda piece: -cost_of(piece),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        *(ScoreRow(code, points) for code, points in MELD_POINTS.items()),
        ScoreRow("further_run_card", FURTHER_RUN_CARD),
        ScoreRow("going_out", GOING_OUT),
        ScoreRow("yellow_card_in_hand", YELLOW_IN_HAND),
        ScoreRow("other_card_in_hand", OTHER_IN_HAND),
        ScoreRow("partner_of_winner_pays_nothing", 0),
    ),
    round_scoring=SCORING,
    end=EndByRounds(
        history=TeamsHistory,
        target_for=lambda _, are_teams: 500 if are_teams else 200,
        check_sides=check_history,
        is_possible=is_round_possible,
    ),
    rulings=(
        Ruling("triangles_play_no_part", "box"),
        Ruling("pile_becomes_the_stock", "drawing"),
        Ruling("yellow_among_five_stands_for_itself", "jokers"),
        Ruling("shared_bound_takes_the_higher_demand", "opening"),
        Ruling("take_back_as_few_as_possible", "discarding"),
        Ruling("meld_scores_for_who_laid_it", "scoring"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *WINNER_FAULTS,
        *HISTORY_FAULTS,
        zero_not_high,
        mixed_run_colour_repeated,
        wild_not_outnumbered,
        more_than_one_wild,
        move_not_in_phase,
        tile_not_in_hand,
        tiles_not_in_hand,
        meld_unknown,
        nothing_laid,
        *PILE_FAULTS,
        *TEAM_FAULTS,
        table_invalid,
        no_joker_for_tile,
        opened_already,
    ),
    sections=sections_of(
        drawing=(stock_empty, pile_empty, drawn_not_hidden),
        discarding=(round_over,),
    ),
    ruled={
        "stock_empty": "pile_becomes_the_stock",
        "yellow_stands_for_itself": "yellow_among_five_stands_for_itself",
        "take_back_too_many": "take_back_as_few_as_possible",
    },
)
