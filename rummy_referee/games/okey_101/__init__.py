"""Okey 101: the indicator makes a tile wild, the first melds need 101 points or five pairs, and the lowest total wins.

``tiles`` has the options and what an opening is, ``combinations`` the melds of a hand, ``openings`` all openings of it;
``turn``, ``best``, ``score`` and ``rounds`` build on them.
"""

from rummy_referee.faults import declared_in
from rummy_referee.games.okey_101 import faults
from rummy_referee.games.okey_101.best import find_best, points_of
from rummy_referee.games.okey_101.openings import Open
from rummy_referee.games.okey_101.rounds import ROUND_PLAY, Okey101RoundState
from rummy_referee.games.okey_101.score import GOING_OUT, SCORING, TEAM_PLAYERS, count_piece
from rummy_referee.games.okey_101.snapshot import (
    DRAW,
    MOST_PLAYERS,
    PLAY,
    Okey101Position,
    Okey101Snapshot,
    check_snapshot,
)
from rummy_referee.games.okey_101.tiles import HAND, PENALTY, Okey101Options, arranger_of
from rummy_referee.games.okey_101.turn import (
    MOVES,
    Okey101Move,
    PutBack,
    apply_discard,
    apply_lay_off,
    apply_meld,
    apply_open,
    apply_put_back,
    apply_swap,
    apply_take,
    check_available,
    check_discard,
    check_lay_off,
    check_meld,
    check_open,
    check_put_back,
    check_swap,
    check_take_tile,
    describe_open,
    describe_swap,
    generate_discards,
    generate_lay_offs,
    generate_melds,
    generate_swaps,
)
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    RUN_FAULTS,
    one_not_high,
    pair_differs,
    pin_unfit,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.judgement import GROUP, PAIR, RUN
from rummy_referee.rules.faults import (
    TEAM_FAULTS,
    WINNER_FAULTS,
    drawn_not_hidden,
    fact_not_of_phase,
    indicator_unfit,
    meld_unknown,
    move_not_in_phase,
    no_joker_for_tile,
    no_last_discard,
    nothing_laid,
    pile_empty,
    points_missing,
    round_after_end,
    table_invalid,
    tile_not_in_hand,
    tiles_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow
from rummy_referee.rules.indicator import (
    BOX,
    IndicatorFacts,
    check_facts,
    find_shortest_with,
    find_wild,
    may_turn_up,
    melds_or_pairs_of,
)
from rummy_referee.rules.knock_rummy.taking import TakeTile, describe_take, each_take
from rummy_referee.rules.move_records import Discard, LayMeld, LayOff, SwapJoker
from rummy_referee.rules.teams import TeamsHistory, check_teams
from rummy_referee.rules.turns import MoveRule, TurnRules
from rummy_referee.rules.verdicts import LOWEST_TOTAL, EndByRounds

TURN = TurnRules[Okey101Options, Okey101Snapshot, Okey101Move](
    snapshot=Okey101Snapshot,
    position_type=Okey101Position,
    phases=(DRAW, PLAY),
    rules=(
        MoveRule(TakeTile, check_take_tile, apply_take, each_take(check_take_tile), describe_take),
        MoveRule(PutBack, check_put_back, apply_put_back),
        MoveRule(Open, check_open, apply_open, describe=describe_open),
        MoveRule(LayMeld, check_meld, apply_meld, generate_melds),
        MoveRule(LayOff, check_lay_off, apply_lay_off, generate_lay_offs),
        MoveRule(SwapJoker, check_swap, apply_swap, generate_swaps, describe_swap),
        MoveRule(Discard, check_discard, apply_discard, generate_discards),
    ),
    find_best=find_best,
    moves_of_phase=MOVES,
    check_available=check_available,
    check_snapshot=check_snapshot,
    melds_with=lambda position, tile: find_shortest_with(position.melds.melds, tile),
    points_in_hand=points_of,
)

Okey101 = Game[Okey101Options, Okey101Snapshot, Okey101Move, Okey101RoundState]

OKEY_101 = Okey101(
    id="okey-101",
    name="Okey 101",
    rulebook=Rulebook(
        title="Okey 101, rules as commonly published",
        headings={
            "box": "“Tiles”",
            "setup": "“Dealing”",
            "combinations": "“Sets and runs”",
            "jokers": "“Okey and false jokers”",
            "ace": "“Sets and runs”, the 1",
            "turn": "“Play”",
            "taking": "“Taking the discard”",
            "opening": "“Opening”",
            "laying": "“Laying further tiles”",
            "scoring": "“Scoring”",
            "end": "“End of the game”",
        },
    ),
    players=range(2, MOST_PLAYERS + 1),
    team_players=TEAM_PLAYERS,
    box=BOX,
    deals=tuple(Deal(players, hand=HAND, starter_hand=HAND + 1, turned_up=1) for players in range(2, MOST_PLAYERS + 1)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
        MeldKind(PAIR, 2, 2, "pair_of_equal_tiles"),
    ),
    options=Okey101Options,
    facts=IndicatorFacts,
    check_facts=check_facts,
    may_turn_up=may_turn_up,
    judge_for=lambda _, facts: melds_or_pairs_of(find_wild(facts.indicator)).judge,
    arranger_for=lambda _, facts: arranger_of(find_wild(facts.indicator)).arrange,
    hand_points=count_piece,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("going_out", GOING_OUT),
        ScoreRow("not_opened"),
        ScoreRow("hand_counts_against"),
        ScoreRow("opened_with_pairs"),
        ScoreRow("okey_finish"),
        ScoreRow("pairs_finish"),
        ScoreRow("one_turn_finish"),
        ScoreRow("okey_in_hand", PENALTY),
        ScoreRow("okey_discarded"),
        ScoreRow("playable_discarded"),
        ScoreRow("false_opening", PENALTY),
        ScoreRow("tile_put_back", PENALTY),
        ScoreRow("partner_of_winner_pays_nothing", 0),
    ),
    round_scoring=SCORING,
    end=EndByRounds(
        history=TeamsHistory,
        rounds_for=lambda options: options.rounds,
        lowest_wins=True,
        decided_by=LOWEST_TOTAL,
        check_sides=lambda history, cite: check_teams(history.players, history.teams, cite, TEAM_PLAYERS),
    ),
    rulings=(
        Ruling("hand_sizes_not_judged", "setup"),
        Ruling("false_joker_is_ordinary", "jokers"),
        Ruling("okeys_make_pairs", "jokers"),
        Ruling("unpinned_okey_may_be_read_anew", "jokers"),
        Ruling("taken_tile_is_used_or_put_back", "taking"),
        Ruling("no_play_on_after_opening", "opening"),
        Ruling("opened_with_pairs_lays_off", "laying"),
        Ruling("pairs_after_a_pairs_opening", "laying"),
        Ruling("okey_may_be_swapped_anywhere", "laying"),
        Ruling("freed_okey_may_be_kept", "laying"),
        Ruling("playable_means_one_lay_off", "laying"),
        Ruling("one_penalty_a_discard", "laying"),
        Ruling("empty_stock_ends_the_round", "end"),
        Ruling("doublings_multiply", "scoring"),
        Ruling("penalties_are_not_doubled", "scoring"),
        Ruling("unopened_ignores_the_hand", "scoring"),
        Ruling("four_pairs_openings_void", "scoring"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        pin_unfit,
        *WINNER_FAULTS,
        points_missing,
        round_after_end,
        *TEAM_FAULTS,
        one_not_high,
        pair_differs,
        run_gap_too_wide,
        run_too_long,
        indicator_unfit,
        drawn_not_hidden,
        fact_not_of_phase,
        meld_unknown,
        move_not_in_phase,
        no_joker_for_tile,
        no_last_discard,
        nothing_laid,
        pile_empty,
        table_invalid,
        tile_not_in_hand,
        tiles_not_in_hand,
    ),
    ruled={
        "opened_this_turn": "no_play_on_after_opening",
        "taken_not_used": "taken_tile_is_used_or_put_back",
        "discard_returned": "taken_tile_is_used_or_put_back",
        "pairs_only": "opened_with_pairs_lays_off",
        "pairs_not_yet": "pairs_after_a_pairs_opening",
    },
)
