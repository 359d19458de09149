"""Okey: arrange 14 tiles in runs and groups or in seven pairs, and declare; the indicator makes a tile wild.

``hand`` has the options and says whether a hand is finished and how near it is; ``turn``, ``best``, ``score`` and
``rounds`` build on it.
"""

from collections.abc import Sequence

from rummy_referee.faults import declared_in
from rummy_referee.games.okey import faults
from rummy_referee.games.okey.best import find_best
from rummy_referee.games.okey.hand import HAND, OkeyOptions, arranger_in, melds_in
from rummy_referee.games.okey.rounds import ROUND_PLAY, OkeyRoundState
from rummy_referee.games.okey.score import LOST, SCORING, SHOWN
from rummy_referee.games.okey.snapshot import DISCARD, TAKE, OkeyPosition, OkeySnapshot, check_snapshot
from rummy_referee.games.okey.turn import (
    MOVES,
    Declare,
    OkeyMove,
    apply_declare,
    apply_discard,
    apply_take,
    check_declare,
    check_discard,
    describe_declare,
    generate_declares,
)
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    RUN_FAULTS,
    one_in_the_middle,
    pair_differs,
    pin_unfit,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.judgement import GROUP, PAIR, RUN
from rummy_referee.rules.faults import (
    DECLARATION_FAULTS,
    HISTORY_FAULTS,
    drawn_not_hidden,
    hand_size_not_of_phase,
    indicator_unfit,
    move_not_in_phase,
    no_last_discard,
    pile_empty,
    tile_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow
from rummy_referee.rules.indicator import (
    BOX,
    IndicatorFacts,
    check_facts,
    find_shortest_with,
    find_wild,
    may_turn_up,
)
from rummy_referee.rules.knock_rummy.taking import TakeTile, check_take, describe_take, each_take
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import MoveRule, TurnRules, each_tile
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory

MOST_PLAYERS = 4
DOUBLINGS = (1, 2, 4)

TURN = TurnRules[OkeyOptions, OkeySnapshot, OkeyMove](
    snapshot=OkeySnapshot,
    position_type=OkeyPosition,
    phases=(TAKE, DISCARD),
    rules=(
        MoveRule(TakeTile, check_take, apply_take, each_take(check_take), describe_take),
        MoveRule(Discard, check_discard, apply_discard, each_tile(Discard, check_discard)),
        MoveRule(Declare, check_declare, apply_declare, generate_declares, describe_declare),
    ),
    find_best=find_best,
    moves_of_phase=MOVES,
    check_snapshot=check_snapshot,
    melds_with=lambda position, tile: find_shortest_with(melds_in(position.wild).melds, tile),
)

Okey = Game[OkeyOptions, OkeySnapshot, OkeyMove, OkeyRoundState]


def can_end_with(points: Sequence[int], options: OkeyOptions) -> bool:
    """Whether a round can end so: all but one have lost the same, and all but one another point for the indicator."""
    seats = range(len(points))
    lost = {tuple(LOST * factor * (seat != winner) for seat in seats) for factor in DOUBLINGS for winner in seats}
    lost.add((0,) * len(points))
    shown = {tuple(SHOWN * (seat != player) for seat in seats) for player in seats if options.show_indicator}
    shown.add((0,) * len(points))
    return any(
        all(one + other == total for one, other, total in zip(base, more, points, strict=True))
        for base in lost
        for more in shown
    )


OKEY = Okey(
    id="okey",
    name="Okey",
    rulebook=Rulebook(
        title="Okey, rules as commonly published",
        headings={
            "box": "“Tiles”",
            "setup": "“Dealing”",
            "combinations": "“Sets and runs”",
            "jokers": "“Okey and false jokers”",
            "ace": "“Sets and runs”, the 1",
            "turn": "“Play”",
            "declaring": "“Finishing”",
            "scoring": "“Scoring”",
            "end": "“End of the game”",
        },
    ),
    players=range(2, MOST_PLAYERS + 1),
    box=BOX,
    deals=tuple(Deal(players, hand=HAND, starter_hand=HAND + 1, turned_up=1) for players in range(2, MOST_PLAYERS + 1)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
        MeldKind(PAIR, 2, 2, "pair_of_equal_tiles"),
    ),
    options=OkeyOptions,
    facts=IndicatorFacts,
    check_facts=check_facts,
    may_turn_up=may_turn_up,
    judge_for=lambda _, facts: melds_in(find_wild(facts.indicator)).judge,
    arranger_for=lambda _, facts: arranger_in(find_wild(facts.indicator)).arrange,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("round_lost", LOST),
        ScoreRow("okey_finish"),
        ScoreRow("pairs_finish"),
        ScoreRow("indicator_shown", SHOWN),
    ),
    round_scoring=SCORING,
    end=EndByRounds(
        history=RoundsHistory,
        start_for=lambda options: options.start_points,
        rounds_for=lambda options: options.rounds,
        is_possible=can_end_with,
    ),
    rulings=(
        Ruling("false_joker_is_ordinary", "jokers"),
        Ruling("okeys_make_pairs", "jokers"),
        Ruling("one_follows_thirteen", "ace"),
        Ruling("tile_just_taken_may_be_discarded", "turn"),
        Ruling("empty_stock_ends_the_round", "turn"),
        Ruling("wrong_declaration_is_refused", "declaring"),
        Ruling("doublings_multiply", "scoring"),
        Ruling("showing_is_the_players", "scoring"),
        Ruling("shown_indicator_counts_anyway", "scoring"),
        Ruling("no_points_left_ends_the_game", "end"),
        Ruling("equal_points_share_the_win", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *HISTORY_FAULTS,
        *DECLARATION_FAULTS,
        pin_unfit,
        one_in_the_middle,
        pair_differs,
        run_gap_too_wide,
        run_too_long,
        indicator_unfit,
        drawn_not_hidden,
        hand_size_not_of_phase,
        move_not_in_phase,
        no_last_discard,
        pile_empty,
        tile_not_in_hand,
    ),
    ruled={"declaration_wrong": "wrong_declaration_is_refused"},
)
