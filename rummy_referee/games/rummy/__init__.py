"""Rummy with 106 tiles, "Série Noire": rearrange the table, go out first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.completions import Completions
from rummy_referee.faults import declared_in
from rummy_referee.games.rummy import faults
from rummy_referee.games.rummy.faults import (
    discard_before_play,
    exchange_after_opening,
    hand_emptied,
    move_not_in_turn,
    not_opened_this_turn,
    pass_after_draw,
)
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    JOKER_FAULTS,
    RUN_FAULTS,
    groups_not_allowed,
    one_in_the_middle,
    one_not_high,
    run_gap_too_wide,
    run_too_long,
    runs_not_allowed,
)
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import GROUP, MIXED_RUN, RUN
from rummy_referee.rules import records
from rummy_referee.rules.faults import (
    FIXED_JOKER_FAULTS,
    HISTORY_FAULTS,
    OPENING_FAULTS,
    PLAY_FAULTS,
    WINNER_FAULTS,
    move_not_in_phase,
    opened_already,
    pass_while_playable,
    pass_with_stock,
    phase_not_in_turn,
    played_without_jokers,
    stock_empty,
    tile_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.move_records import Discard, Draw, Exchange, Pass, Play
from rummy_referee.rules.options import choice, flag, whole_number
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import (
    RoundPlay,
    Seats,
    TableRound,
    apply_on_table,
    check_laid,
    find_winner,
    start_table,
    top_of_discards,
)
from rummy_referee.rules.score import (
    OF_THE_OTHERS,
    OF_THE_WINNER,
    CountedHand,
    FinishedRound,
    RoundScoring,
    Score,
    ScoreLine,
    check_winner,
    points_of_piece,
    scale,
)
from rummy_referee.rules.table_rummy.best import find_best_play
from rummy_referee.rules.table_rummy.check_play import check_play
from rummy_referee.rules.table_rummy.moves import check_draw
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.rounds import view_table
from rummy_referee.rules.table_rummy.score import is_won_round, score_hands
from rummy_referee.rules.table_rummy.turns import (
    FirstPlay,
    TableRummyPosition,
    TableRummyRules,
    TableSnapshot,
    apply_table,
    tiles_played,
)
from rummy_referee.rules.turns import (
    Meld,
    Move,
    MoveRule,
    Outcome,
    add_to_hand,
    check_stock,
    check_tile_in_hand,
    each_tile,
    end_turn,
    needs,
    remove_from_hand,
)
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.tiles.box import JOKER, Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)


@dataclass(frozen=True, slots=True)
class RummyOptions:
    """What players may agree on ("Other versions" and "Variations" in the booklet)."""

    turn: Literal["exchange", "draw-discard", "draw-keep"] = choice("exchange", "draw-discard", "draw-keep")
    jokers: bool = flag(True, scores=True)
    opening_minimum: int = whole_number(30, minimum=0, maximum=1000)
    melds: Literal["all", "runs", "groups"] = choice("all", "runs", "groups")
    ace: Literal["low", "low-or-high"] = choice("low", "low-or-high")
    mixed_runs: bool = flag(False)
    joker_release: Literal["replace", "free"] = choice("replace", "free")
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)
    joker_penalty: int = whole_number(25, minimum=0, maximum=1000, scores=True)


@lru_cache
def melds_of(kinds: str, ace: str, *, mixed_runs: bool) -> JokerMelds:
    """Runs of one colour and groups of different colours; options remove a kind or relax the runs."""
    return JokerMelds(
        BOX,
        runs=kinds != "groups",
        groups=kinds != "runs",
        mixed_runs=mixed_runs,
        ace_high=ace == "low-or-high",
    )


def melds_for(options: RummyOptions) -> JokerMelds:
    """The melds under these options."""
    return melds_of(options.melds, options.ace, mixed_runs=options.mixed_runs)


def holds_for(options: RummyOptions) -> Mapping[str, int]:
    """Without jokers in the game, there are none in the box."""
    return BOX.holds if options.jokers else {**BOX.holds, JOKER: 0}


# --- the turn -------------------------------------------------------------------------------------------------------

RummyPosition = TableRummyPosition[RummyOptions]

PHASES = {"exchange": (), "draw-discard": ("draw", "play", "discard"), "draw-keep": ("draw", "play")}
MOVES = {
    "exchange": ("play", "exchange", "pass"),
    "draw-discard": ("play", "draw", "discard", "pass"),
    "draw-keep": ("play", "exchange", "draw", "pass"),
}
"""The moves of each style of turn ("Beginning of the game" and "Other versions" in the booklet)."""
PHASES_OF_MOVE = {
    "draw": ("draw",),
    "play": ("play",),
    "exchange": ("play",),
    "pass": ("play",),
    "discard": ("play", "discard"),
}
"""The phases in which each move is available, in a style of turn with phases."""


def skips_draw(position: RummyPosition) -> bool:
    """Whether nothing can be drawn: the turn continues with a play and nothing drawn."""
    return position.snapshot.phase == "draw" and not position.snapshot.stock


def phase_of(position: RummyPosition) -> str:
    """The phase of the turn. With an empty stock the draw phase is skipped."""
    return "play" if skips_draw(position) else position.snapshot.phase or "play"


def check_snapshot(position: RummyPosition) -> Iterator[Violation]:
    """The part of a turn after a play is that of a player who has opened."""
    if position.snapshot.phase == "discard" and not position.snapshot.opened:
        yield position.violation(opened_already(), "/opened")


def check_available(position: RummyPosition, move: str) -> Iterator[Violation]:
    """Draw, then play or a move instead of it, then discard."""
    turn, phase = position.options.turn, phase_of(position)
    if move not in MOVES[turn]:
        yield position.violation(move_not_in_turn(move=move, turn=turn), "/move/type")
    elif (
        turn != "exchange"
        and phase not in PHASES_OF_MOVE[move]
        and not (move == "draw" and position.snapshot.phase == "draw")
    ):
        yield position.violation(move_not_in_phase(move=move, phase=phase), "/move/type")


def apply_play(position: RummyPosition, move: Play) -> Outcome:
    """The tiles are on the table. Where a discard ends the turn, the turn continues."""
    after = apply_table(position.snapshot, move.table)
    if position.options.turn == "draw-discard":
        return Outcome(replace(after, phase="discard"), tiles_played(position, move))
    return position.end_turn(after, tiles_played(position, move))


def check_exchange(position: RummyPosition, move: Exchange) -> Iterator[Violation]:
    """A tile of the hand for one from the stock; where tiles are drawn anyway, only before the opening."""
    yield from check_tile_in_hand(position, move.tile)
    if position.options.turn == "draw-keep" and position.snapshot.opened:
        yield position.violation(exchange_after_opening(), "/move/type")
    yield from check_stock(position)


def apply_exchange(position: RummyPosition, move: Exchange) -> Outcome:
    """The tile goes into the stock after the draw, so the size of the stock stays the same."""
    after = remove_from_hand(add_to_hand(position.snapshot, move.drawn), move.tile)
    outcome = replace(position.end_turn(after, (move.tile,)), ends_round=False)
    return outcome if move.drawn else needs(outcome, "drawn")


def apply_draw(position: RummyPosition, move: Draw) -> Outcome:
    """One tile more in the hand, one less in the stock."""
    after = add_to_hand(position.snapshot, move.drawn)
    outcome = Outcome(replace(after, stock=after.stock - 1, phase="play"))
    return outcome if move.drawn else needs(outcome, "drawn")


def check_discard(position: RummyPosition, move: Discard) -> Iterator[Violation]:
    """A player who has drawn discards; with nothing to draw from an empty stock, only a play allows it."""
    yield from check_tile_in_hand(position, move.tile)
    if skips_draw(position) and position.options.turn == "draw-discard":
        yield position.violation(discard_before_play(), "/move/type")


def apply_discard(position: RummyPosition, move: Discard) -> Outcome:
    """The tile is out of the game. A player who discards the last tile goes out."""
    return position.end_turn(remove_from_hand(position.snapshot, move.tile), (move.tile,))


def check_pass(position: RummyPosition, _move: Pass) -> Iterator[Violation]:
    """With an empty stock, a player who cannot play passes. A player who has drawn discards, or passes at will."""
    stock, has_drawn = position.snapshot.stock, position.snapshot.phase == "play"
    if position.options.turn == "draw-keep" and (stock or has_drawn):
        return
    if has_drawn:
        yield position.violation(pass_after_draw(), "/move/type")
    if stock:
        yield position.violation(pass_with_stock(), "/move/type")
    if not has_drawn and position.is_available(Play.type) and position.plays.is_playable():
        yield position.violation(pass_while_playable(), "/move/type")


def max_tiles_for(position: RummyPosition) -> int | None:
    """Where the last tile must be discarded, a play must not take it."""
    return len(position.snapshot.hand) - 1 if position.options.turn == "draw-discard" else None


RummyMove = Play | Exchange | Draw | Discard | Pass

TURN = TableRummyRules[RummyOptions, TableSnapshot, RummyMove](
    snapshot=TableSnapshot,
    melds_for=melds_for,
    phases=("draw", "play", "discard"),
    phases_for=lambda options: PHASES[options.turn],
    check_snapshot=check_snapshot,
    check_available=check_available,
    rules=(
        MoveRule(Play, check_play, apply_play),
        MoveRule(Exchange, check_exchange, apply_exchange, each_tile(Exchange, check_exchange)),
        MoveRule(Draw, check_draw, apply_draw),
        MoveRule(Discard, check_discard, apply_discard, each_tile(Discard, check_discard)),
        MoveRule(Pass, check_pass, end_turn),
    ),
    find_plays=PositionPlays,
    find_best=find_best_play,
    first_play=FirstPlay.OWN_MELDS_ONLY,
    opening_minimum_for=lambda options: options.opening_minimum,
    jokers_keep_role=lambda options: options.joker_release == "replace",
    joker_points_for=lambda options: options.joker_penalty,
    max_tiles_for=max_tiles_for,
    too_many=hand_emptied,
    goes_out_with=lambda position: 1 if position.options.turn == "draw-discard" else 0,
)


# --- the score ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RummyHand(CountedHand):
    """A player at the end of a round."""

    opened_before: bool = records.flag(
        "For the player who went out: whether anything was laid before. If not, the round counts double.",
        default=True,
    )


@dataclass(frozen=True, slots=True)
class RummyRoundEnd:
    """The end of a round."""

    players: tuple[RummyHand, ...] = records.one_for_each_player("The players and their hands.", RummyHand)
    went_out: str | None = records.name_or_none("The player who went out; null if everybody is blocked.")


def score_round(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """The player who went out scores the others' hands, the others minus their own; all at once doubles."""
    doubles = any(not entry.opened_before for entry in finished.players if entry.player == finished.end.went_out)
    for score in score_hands(finished, completions, finished.options.joker_penalty):
        if doubles:
            lines = (*score.lines, ScoreLine("all_at_once_doubles", score.points))
            yield replace(score, lines=lines, points=scale(2, score.points))
        else:
            yield score


def is_round_possible(points: Sequence[int], options: RummyOptions) -> bool:
    """One player takes what the others lose, or in a blocked round everybody loses.

    Only a joker without a penalty can be left in a hand that counts nothing.
    """
    least = min(1, options.joker_penalty)
    return max(points) <= -least or is_won_round(points, least)


# --- the whole round --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyRoundState(TableRound):
    """A whole round. Discarded tiles are out of the game."""

    discards: Meld = records.tiles("The discarded tiles. They are out of the game.")
    opened_this_turn: bool = records.flag("Whether the player on turn has opened in this turn.")


def check_round(state: RummyRoundState, cite: Cite) -> Iterator[Violation]:
    """After an opening the turn either ends or goes on with a discard."""
    yield from check_laid(state, cite)
    if state.opened_this_turn and (state.phase != "discard" or state.turn not in state.opened):
        yield make_violation(cite, not_opened_this_turn(), "/opened_this_turn")


def start_round(seats: Seats, dealt: object, options: RummyOptions) -> Mapping[str, Any]:
    """Nothing is on the table."""
    phase = next(iter(PHASES[options.turn]), None)
    return {**start_table(seats, dealt, options), "discards": (), "opened_this_turn": False, "phase": phase}


def apply_move(state: RummyRoundState, move: Move, after: TableSnapshot) -> RummyRoundState:
    """As on every table; a discard is out of the game."""
    changed: RummyRoundState = apply_on_table(state, move, after)
    opens = move.type == Play.type and state.turn not in state.opened
    discarded = (move.tile,) if isinstance(move, Discard) else ()
    return replace(
        changed,
        discards=(*state.discards, *discarded),
        opened_this_turn=after.phase == "discard" and (opens or state.opened_this_turn),
    )


def finish_round(before: RummyRoundState, _move: Move, after: RummyRoundState) -> RummyRoundEnd:
    """The winner has laid everything at once if the opening was in the last turn."""
    opened_before = before.turn in before.opened and not before.opened_this_turn
    winner = find_winner(after)
    hands = (RummyHand(name, hand, opened_before=name != winner or opened_before) for name, hand in after.hands.items())
    return RummyRoundEnd(tuple(hands), winner)


ROUND_PLAY = RoundPlay(
    record=RummyRoundState,
    start=start_round,
    check=check_round,
    view=view_table,
    discard_top=top_of_discards,
    open_fields=("opened_this_turn",),
    apply=apply_move,
    finish=finish_round,
)


Rummy = Game[RummyOptions, TableSnapshot, RummyMove, RummyRoundState]

RUMMY = Rummy(
    id="rummy",
    name="Rummy (Série Noire)",
    rulebook=Rulebook(
        title="Rummy – Série Noire",
        headings={
            "box": "« Le jeu comprend » / “The box contains”",
            "setup": "« Préparation » / “Preparation”",
            "combinations": "« Les combinaisons » / “Combinations”",
            "opening": "« Début du jeu » / “Beginning of the game”",
            "turn": "« Début du jeu » / “Beginning of the game”",
            "jokers": "« Début du jeu », note / “Beginning of the game”, note",
            "ace": "« Début du jeu », note / “Beginning of the game”, note",
            "end": "« Fin de la partie » / “End of the game”",
            "versions": "« Autres versions » / “Other versions”",
            "variations": "« Variantes » / “Variations”",
        },
    ),
    players=range(2, 5),
    box=BOX,
    deals=tuple(Deal(players, hand=14) for players in range(2, 5)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
        MeldKind(MIXED_RUN, 3, 13, "mixed_run_by_option"),
    ),
    options=RummyOptions,
    judge_for=lambda options, _: melds_for(options).judge,
    arranger_for=lambda options, _: JokerArranger(melds_for(options)).arrange,
    holds_for=holds_for,
    hand_points=points_of_piece(BOX, RummyOptions().joker_penalty),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("winner_takes_hands", section="end"),
        ScoreRow("hand_counts_against", section="end"),
        ScoreRow("joker_in_hand", -25, section="end"),
        ScoreRow("all_at_once_doubles", section="end"),
    ),
    round_scoring=RoundScoring(
        record=RummyRoundEnd,
        score=score_round,
        check=check_winner,
        needed={"hand": OF_THE_OTHERS, "counted": OF_THE_OTHERS, "opened_before": OF_THE_WINNER},
    ),
    end=EndByRounds(history=RoundsHistory, rounds_for=lambda options: options.rounds, is_possible=is_round_possible),
    rulings=(
        Ruling("draw_again_for_the_start", "setup"),
        Ruling("jokers_in_a_meld", "jokers"),
        Ruling("joker_gives_way_to_its_tile", "jokers"),
        Ruling("opening_turn_is_opening_only", "opening"),
        Ruling("joker_release_on_the_whole_play", "jokers"),
        Ruling("highest_total_wins", "end"),
        Ruling("nothing_to_draw_leaves_the_play", "versions"),
        Ruling("high_ace_counts_one", "variations"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *PLAY_FAULTS,
        *OPENING_FAULTS,
        *FIXED_JOKER_FAULTS,
        *WINNER_FAULTS,
        *HISTORY_FAULTS,
        run_too_long,
        run_gap_too_wide,
        one_not_high,
        one_in_the_middle,
        runs_not_allowed,
        groups_not_allowed,
        played_without_jokers,
        tile_not_in_hand,
        phase_not_in_turn,
        move_not_in_phase,
        opened_already,
    ),
    sections=sections_of(
        ace=(one_not_high,),
        variations=(
            one_in_the_middle,
            groups_not_allowed,
        ),
        versions=(
            move_not_in_phase,
            stock_empty,
            pass_with_stock,
            pass_while_playable,
        ),
    ),
    ruled={
        "meld_without_real_tile": "jokers_in_a_meld",
        "opening_touches_table": "opening_turn_is_opening_only",
        "joker_moved": "joker_release_on_the_whole_play",
        "discard_before_play": "nothing_to_draw_leaves_the_play",
        "pass_after_draw": "nothing_to_draw_leaves_the_play",
    },
)
