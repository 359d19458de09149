"""Rummikub by its official rules ("Sabra"): open with 30 points, then rearrange the table; who cannot play draws."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.completions import Completions
from rummy_referee.faults import fault
from rummy_referee.games.rummikub.best import find_best_turn
from rummy_referee.games.rummikub.blocked import score_blocked
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    JOKER_FAULTS,
    RUN_FAULTS,
    one_not_high,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import GROUP, RUN
from rummy_referee.rules import records
from rummy_referee.rules.faults import (
    FIXED_JOKER_FAULTS,
    HISTORY_FAULTS,
    OPENING_FAULTS,
    PLAY_FAULTS,
    WINNER_FAULTS,
    move_not_in_phase,
    phase_not_in_turn,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.move_records import Draw, Pass, Play
from rummy_referee.rules.options import choice, flag, whole_number
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import TableRound
from rummy_referee.rules.score import (
    OF_THE_OTHERS,
    CountedHand,
    FinishedRound,
    RoundScoring,
    Score,
    check_winner,
    points_of_piece,
)
from rummy_referee.rules.table_rummy import moves
from rummy_referee.rules.table_rummy.check_play import check_play
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.rounds import ROUND_PLAY
from rummy_referee.rules.table_rummy.score import is_won_round, score_hands
from rummy_referee.rules.table_rummy.strong_play import wait_for_all
from rummy_referee.rules.table_rummy.turns import (
    FirstPlay,
    TableRummyPosition,
    TableRummyRules,
    TableSnapshot,
    apply_play,
)
from rummy_referee.rules.turns import MoveRule, Outcome, end_turn
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.box import Box


@fault("opening")
def play_on_before_opening() -> None: ...


BOX = Box(colours="KBRO", numbers=range(1, 14), copies=2, jokers=2)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)
JOKER_POINTS = 30
"""The points of a joker left on a rack."""
PENALTY_TILES = 3
"""What a player draws who lays an invalid table."""


@dataclass(frozen=True, slots=True)
class RummikubOptions:
    """What editions and players differ in."""

    opening_minimum: int = whole_number(30, minimum=0, maximum=1000)
    play_on_after_opening: bool = flag(False)
    joker_release: Literal["replace", "free"] = choice("replace", "free")
    target: int | None = whole_number(None, minimum=1, maximum=100_000, scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)


# --- the turn -------------------------------------------------------------------------------------------------------

RummikubPosition = TableRummyPosition[RummikubOptions]

PLAY, PLAY_ON = "play", "play_on"
"""The phases if players may play on after the opening; otherwise a turn has none."""
NOT_ON_THE_TABLE = ("tiles_not_in_hand", "from_hand_differs")
"""The violations of a play that are errors of the request, not of the player."""


def check_snapshot(position: RummikubPosition) -> Iterator[Violation]:
    """Only a player who has opened plays on."""
    if position.snapshot.phase == PLAY_ON and not position.snapshot.opened:
        yield position.violation(play_on_before_opening(), "/phase")


def check_available(position: RummikubPosition, move: str) -> Iterator[Violation]:
    """A player who has opened in this turn does not draw any more."""
    if move == Draw.type and position.snapshot.phase == PLAY_ON:
        yield position.violation(move_not_in_phase(move=move, phase=PLAY_ON), "/move/type")


def check_play_and_penalty(position: RummikubPosition, move: Play) -> Iterator[Violation]:
    """As on every table. The penalty for an invalid table is named, not dealt."""
    for violation in check_play(position, move):
        is_error = violation.code in NOT_ON_THE_TABLE
        yield violation if is_error else replace(violation, params={**violation.params, "penalty": PENALTY_TILES})


def apply_play_or_opening(position: RummikubPosition, move: Play) -> Outcome:
    """The turn is over, unless the player has opened and may play on."""
    outcome = apply_play(position, move)
    if position.is_opening and position.options.play_on_after_opening and not outcome.ends_round:
        return Outcome(replace(outcome.next, phase=PLAY_ON), outcome.from_hand)
    return outcome


def check_pass(position: RummikubPosition, move: Pass) -> Iterator[Violation]:
    """The pool is empty, and the player cannot play; after an opening a player need not play on."""
    if position.snapshot.phase != PLAY_ON:
        yield from moves.check_pass(position, move)


RummikubMove = Play | Draw | Pass

TURN = TableRummyRules[RummikubOptions, TableSnapshot, RummikubMove](
    snapshot=TableSnapshot,
    melds_for=lambda _: MELDS,
    phases=(PLAY, PLAY_ON),
    phases_for=lambda options: (PLAY, PLAY_ON) if options.play_on_after_opening else (),
    check_snapshot=check_snapshot,
    check_available=check_available,
    rules=(
        MoveRule(Play, check_play_and_penalty, apply_play_or_opening),
        MoveRule(Draw, moves.check_draw, moves.apply_draw),
        MoveRule(Pass, check_pass, end_turn),
    ),
    find_plays=PositionPlays,
    find_best=find_best_turn,
    first_play=FirstPlay.OWN_MELDS_ONLY,
    opening_minimum_for=lambda options: options.opening_minimum,
    jokers_keep_role=lambda options: options.joker_release == "replace",
    joker_points_for=lambda _: JOKER_POINTS,
    strong=wait_for_all({2: 30, 3: 20, 4: 10, 5: 0}),
)


# --- the score ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedRoundEnd:
    """The end of a round."""

    players: tuple[CountedHand, ...] = records.one_for_each_player("The players and their hands.", CountedHand)
    went_out: str | None = records.name_or_none("The player who went out; null if nobody did.")


def score_round(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """Who goes out scores the other racks; if everybody is blocked, the lowest rack takes the differences."""
    score = score_blocked if finished.end.went_out is None else score_hands
    return score(finished, completions, JOKER_POINTS)


def is_round_possible(points: Sequence[int], _options: object) -> bool:
    """One player takes what the others lose; where two racks are equally low, nobody scores."""
    return not any(points) or is_won_round(points)


Rummikub = Game[RummikubOptions, TableSnapshot, RummikubMove, TableRound]

RUMMIKUB = Rummikub(
    id="rummikub",
    name="Rummikub",
    rulebook=Rulebook(
        title="Rummikub, official rules (“Sabra”)",
        headings={
            "box": "“Contents”",
            "setup": "“Setting up”",
            "combinations": "“Sets”",
            "opening": "“Initial meld”",
            "turn": "“Playing the game”",
            "jokers": "“The joker”",
            "penalties": "“Time limit and penalties”",
            "end": "“Winning and scoring”",
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=14) for players in range(2, 5)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
    ),
    options=RummikubOptions,
    judge_for=lambda *_: MELDS.judge,
    arranger_for=lambda *_: ARRANGER.arrange,
    hand_points=points_of_piece(BOX, JOKER_POINTS),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("winner_takes_hands", section="end"),
        ScoreRow("hand_counts_against", section="end"),
        ScoreRow("joker_in_hand", -JOKER_POINTS, section="end"),
        ScoreRow("lowest_rack_takes_differences", section="end"),
        ScoreRow("difference_to_lowest_rack", section="end"),
    ),
    round_scoring=RoundScoring(
        record=CountedRoundEnd,
        score=score_round,
        check=check_winner,
        needed={"hand": OF_THE_OTHERS, "counted": OF_THE_OTHERS},
    ),
    end=EndByRounds(
        history=RoundsHistory,
        target_for=lambda options, _: options.target,
        rounds_for=lambda options: options.rounds,
        is_possible=is_round_possible,
    ),
    rulings=(
        Ruling("jokers_in_a_meld", "jokers"),
        Ruling("opening_turn_is_opening_only", "opening"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("freed_joker_in_any_meld", "jokers"),
        Ruling("penalty_is_named_not_dealt", "penalties"),
        Ruling("lowest_rack_takes_the_differences", "end"),
        Ruling("equally_low_racks_score_nothing", "end"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    violations=(
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *PLAY_FAULTS,
        *OPENING_FAULTS,
        *FIXED_JOKER_FAULTS,
        *WINNER_FAULTS,
        *HISTORY_FAULTS,
        run_too_long,
        one_not_high,
        run_gap_too_wide,
        phase_not_in_turn,
        move_not_in_phase,
        play_on_before_opening,
    ),
    sections=sections_of(opening=(phase_not_in_turn,)),
    ruled={
        "meld_without_real_tile": "jokers_in_a_meld",
        "opening_touches_table": "opening_turn_is_opening_only",
        "joker_moved": "joker_release_on_the_whole_play",
    },
)
