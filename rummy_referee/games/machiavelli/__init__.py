"""Machiavelli: card rummy with two packs and a table that belongs to all. There is no opening and no joker."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.completions import Completions, Range
from rummy_referee.melds.faults import GROUP_FAULTS, RUN_FAULTS, one_in_the_middle, run_too_long
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import GROUP, RUN
from rummy_referee.rules.faults import HISTORY_FAULTS, PLAY_FAULTS, WINNER_FAULTS
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow
from rummy_referee.rules.move_records import Draw, Pass, Play
from rummy_referee.rules.options import whole_number
from rummy_referee.rules.round_play import RoundPlay, SharedTable, apply_on_table
from rummy_referee.rules.score import (
    IF_NOBODY_WENT_OUT,
    FinishedRound,
    RoundScoring,
    Score,
    ScoreLine,
    check_winner,
)
from rummy_referee.rules.table_rummy.best import find_best_play
from rummy_referee.rules.table_rummy.check_play import check_play
from rummy_referee.rules.table_rummy.moves import apply_draw, check_draw, check_pass
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.rounds import finish_round
from rummy_referee.rules.table_rummy.strong_play import wait_for_all
from rummy_referee.rules.table_rummy.turns import SnapshotWithoutOpening, TableRummyRules, apply_play
from rummy_referee.rules.turns import MoveRule, end_turn
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory
from rummy_referee.tiles.playing_cards import pack_of_cards

BOX = pack_of_cards(copies=2)
MELDS = JokerMelds(BOX, ace_high=True)
ARRANGER = JokerArranger(MELDS)
PLAYERS = range(2, 7)
MAX_HAND = BOX.size // PLAYERS[-1]
"""As many cards can be dealt to any number of players."""


@dataclass(frozen=True, slots=True)
class MachiavelliOptions:
    """How many cards are dealt, and after how many rounds the game is over."""

    hand_size: int = whole_number(15, minimum=1, maximum=MAX_HAND)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)


MachiavelliMove = Play | Draw | Pass

TURN = TableRummyRules[MachiavelliOptions, SnapshotWithoutOpening, MachiavelliMove](
    snapshot=SnapshotWithoutOpening,
    melds_for=lambda _: MELDS,
    rules=(
        MoveRule(Play, check_play, apply_play),
        MoveRule(Draw, check_draw, apply_draw),
        MoveRule(Pass, check_pass, end_turn),
    ),
    find_plays=PositionPlays,
    find_best=find_best_play,
    strong=wait_for_all({2: 13, 3: 10, 4: 6, 5: 0}),
)


def view_table(state: SharedTable, player: str) -> SnapshotWithoutOpening:
    """What a player sees."""
    return SnapshotWithoutOpening(state.table, state.hands[player], len(state.stock))


def start_round(_seats: object, _dealt: object, _options: object) -> Mapping[str, Any]:
    """The table is empty."""
    return {"table": ()}


ROUND_PLAY = RoundPlay(
    record=SharedTable, start=start_round, view=view_table, apply=apply_on_table, finish=finish_round
)


def score_round(finished: FinishedRound, _completions: Completions) -> Iterator[Score]:
    """A point for going out; if everybody is blocked, for the fewest cards, unless two players have as few."""
    sizes = [len(entry.hand) for entry in finished.players]
    fewest = min(sizes)
    code = "point_for_fewest_cards" if finished.end.went_out is None else "point_for_going_out"
    for entry in finished.players:
        wins = len(entry.hand) == fewest and sizes.count(fewest) == 1
        lines = (ScoreLine(code, Range(1, 1)),) if wins else ()
        yield Score(entry.player, lines, Range(int(wins), int(wins)))


def is_round_possible(points: Sequence[int], _options: object) -> bool:
    """One player has a point, or in a blocked round nobody."""
    return min(points) >= 0 and sum(points) <= 1


Machiavelli = Game[MachiavelliOptions, SnapshotWithoutOpening, MachiavelliMove, SharedTable]

MACHIAVELLI = Machiavelli(
    id="machiavelli",
    name="Machiavelli",
    rulebook=Rulebook(
        title="Machiavelli, rules as commonly published",
        headings={
            "box": "«Le carte»",
            "setup": "«La distribuzione»",
            "combinations": "«Le combinazioni»",
            "ace": "«L’asso»",
            "turn": "«Il turno»",
            "end": "«La fine»",
        },
    ),
    players=PLAYERS,
    box=BOX,
    deals=tuple(Deal(players, hand=15) for players in PLAYERS),
    hand_sizes_for=lambda options, players: (options.hand_size,) * players,
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_suit"),
        MeldKind(GROUP, 3, 4, "set_different_suits"),
    ),
    options=MachiavelliOptions,
    judge_for=lambda *_: MELDS.judge,
    arranger_for=lambda *_: ARRANGER.arrange,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("point_for_going_out", 1, section="end"),
        ScoreRow("point_for_fewest_cards", 1, section="end"),
    ),
    round_scoring=RoundScoring(score=score_round, check=check_winner, needed={"hand": IF_NOBODY_WENT_OUT}),
    end=EndByRounds(history=RoundsHistory, rounds_for=lambda options: options.rounds, is_possible=is_round_possible),
    rulings=(
        Ruling("hand_of_fifteen", "setup"),
        Ruling("ace_never_in_the_middle", "ace"),
        Ruling("run_of_thirteen_at_most", "ace"),
        Ruling("cards_have_points", "combinations"),
        Ruling("draw_is_always_allowed", "turn"),
        Ruling("fewest_cards_win_a_blocked_round", "end"),
        Ruling("equal_totals_share_the_win", "end"),
    ),
    violations=(
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *PLAY_FAULTS,
        *WINNER_FAULTS,
        *HISTORY_FAULTS,
        run_too_long,
        one_in_the_middle,
    ),
    ruled={"one_in_the_middle": "ace_never_in_the_middle", "run_too_long": "run_of_thirteen_at_most"},
)
