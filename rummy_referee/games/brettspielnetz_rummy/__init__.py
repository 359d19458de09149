"""Rummy as played on Brettspielnetz.de: two players rearrange the board; a turn takes at most twelve cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.completions import Completions
from rummy_referee.faults import fault
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
    OPENING_FAULTS,
    WINNER_FAULTS,
    from_hand_differs,
    hand_missing,
    joker_left_table,
    nothing_played,
    player_unknown,
    stock_exceeded,
    stock_exhausted,
    table_invalid,
    table_tiles_missing,
    tiles_not_in_hand,
    too_many_played,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.move_records import DRAWN, Play
from rummy_referee.rules.options import whole_number
from rummy_referee.rules.records import find_tiles, replace
from rummy_referee.rules.round_play import TableRound
from rummy_referee.rules.score import (
    OF_THE_OTHERS,
    FinishedRound,
    RoundScoring,
    Score,
    check_winner,
    points_of_piece,
    scale,
    score_hand,
    sum_weights,
)
from rummy_referee.rules.table_rummy.best import find_best_play
from rummy_referee.rules.table_rummy.check_play import check_play
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.rounds import ROUND_PLAY
from rummy_referee.rules.table_rummy.turns import (
    FirstPlay,
    TableRummyPosition,
    TableRummyRules,
    TableSnapshot,
    apply_play,
)
from rummy_referee.rules.turns import Meld, Move, MoveRule, Outcome, add_to_hand, needs
from rummy_referee.rules.verdicts import HAND_COUNT, HAND_EMPTY, SHARED, STOCK_EMPTY, Verdict, check_names, rank_sides
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile


@fault("end")
def both_hands_empty() -> None: ...


BOX = Box(colours="BRGY", numbers=range(1, 14), copies=2, jokers=2)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)


@dataclass(frozen=True, slots=True)
class BrettspielnetzOptions:
    """The text of the rules deals 18 cards, its screenshots show 14."""

    hand_size: int = whole_number(18, minimum=1, maximum=52)


# --- the turn -------------------------------------------------------------------------------------------------------

BrettspielnetzPosition = TableRummyPosition[BrettspielnetzOptions]

MAX_TILES = 12
JOKER_POINTS = 25
"""The points of a joker left in a hand."""


@dataclass(frozen=True, slots=True)
class PassAndDraw(Move):
    """Lay nothing, and take a card."""

    type: ClassVar[Literal["pass"]] = "pass"
    drawn: Tile | None = records.optional_tile(DRAWN)


def check_snapshot(position: BrettspielnetzPosition) -> Iterator[Violation]:
    """The game is over as soon as the last card of the stock is drawn."""
    if not position.snapshot.stock:
        yield position.violation(stock_exhausted(), "/stock")


def check_pass(_position: BrettspielnetzPosition, _move: PassAndDraw) -> Iterator[Violation]:
    """A player may always pass."""
    return iter(())


def apply_pass(position: BrettspielnetzPosition, move: PassAndDraw) -> Outcome:
    """Passing takes a card from the stock; the last card ends the game."""
    after = add_to_hand(position.snapshot, move.drawn)
    outcome = position.end_turn(replace(after, stock=after.stock - 1))
    outcome = replace(outcome, ends_round=after.stock == 1)
    return outcome if move.drawn else needs(outcome, "drawn")


BrettspielnetzMove = Play | PassAndDraw

TURN = TableRummyRules[BrettspielnetzOptions, TableSnapshot, BrettspielnetzMove](
    snapshot=TableSnapshot,
    melds_for=lambda _: MELDS,
    rules=(MoveRule(Play, check_play, apply_play), MoveRule(PassAndDraw, check_pass, apply_pass)),
    find_plays=PositionPlays,
    find_best=find_best_play,
    first_play=FirstPlay.OWN_MELDS_ONLY,
    opening_minimum_for=lambda _: 30,
    opening_counts_jokers=False,
    joker_points_for=lambda _: JOKER_POINTS,
    max_tiles_for=lambda _: MAX_TILES,
    check_snapshot=check_snapshot,
)


# --- the score and the end --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandsHistory:
    """Both hands and the stock."""

    hands: Mapping[str, Meld] = records.hands("The cards that each player still holds, by name.")
    stock: int = records.count("The number of cards left to draw.")
    players: tuple[str, ...] | None = records.optional_names("The players' names; if given, those of the hands.")


@dataclass(frozen=True, slots=True)
class EndByHands:
    """A hand is empty, or the last card of the stock is drawn: then the higher count loses."""

    history: type[HandsHistory] = HandsHistory
    has_bonuses: bool = False
    eliminates: bool = False

    def judge(self, history: HandsHistory, _options: BrettspielnetzOptions, cite: Cite) -> Verdict:
        """The verdict on two hands."""
        violations = tuple(check_history(history, cite))
        if violations:
            return Verdict(violations=violations)
        counts: dict[tuple[str, ...], int] = {}
        for player, hand in history.hands.items():
            counts[player,] = -count_hand(hand)
        order = {side: (count,) for side, count in counts.items()}
        standings = tuple(rank_sides(tuple(counts), order, counts, is_team=False))
        emptied = tuple(player for player, hand in history.hands.items() if not hand)
        if emptied:
            return Verdict(True, HAND_EMPTY, emptied, HAND_EMPTY, standings)
        if history.stock:
            return Verdict(over=False, standings=standings)
        winners = tuple(standing.player for standing in standings if standing.rank == 1)
        return Verdict(True, STOCK_EMPTY, winners, HAND_COUNT if len(winners) == 1 else SHARED, standings)


def count_hand(hand: Meld) -> int:
    """The points of a hand against its player."""
    return sum(JOKER_POINTS if card.wild else card.points for card in hand)


def check_history(history: HandsHistory, cite: Cite) -> Iterator[Violation]:
    """The hands belong to the players, at most one is empty, and the box has all the cards."""
    if history.players is not None:
        yield from check_names(history.players, cite)
        for player in history.hands:
            if player not in history.players:
                yield make_violation(cite, player_unknown(player=player), pointer("hands", player))
        for player in dict.fromkeys(history.players):
            if player not in history.hands:
                yield make_violation(cite, hand_missing(player=player), "/hands")
    held = list(find_tiles(history))
    yield from check_inventory(BOX.holds, cite, held)
    shown = sum(len(hand) for _, hand in held)
    if shown + history.stock > BOX.size:
        maximum = max(BOX.size - shown, 0)
        yield make_violation(cite, stock_exceeded(maximum=maximum, actual=history.stock), "/stock")
    if not any(history.hands.values()):
        yield make_violation(cite, both_hands_empty(), "/hands")


def score_hands(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """The cards left in a hand count against its player."""
    for entry in finished.players:
        points, _ = sum_weights(completions, [entry], points_of_piece(BOX, JOKER_POINTS), BOX)
        lines = tuple(score_hand(finished, completions, entry, JOKER_POINTS))
        yield Score(entry.player, lines, scale(-1, points))


BrettspielnetzRummy = Game[BrettspielnetzOptions, TableSnapshot, BrettspielnetzMove, TableRound]

BRETTSPIELNETZ_RUMMY = BrettspielnetzRummy(
    id="brettspielnetz-rummy",
    name="Rummy (Brettspielnetz.de)",
    rulebook=Rulebook(
        title="Brettspielnetz.de, Rummy Spielregeln",
        headings={
            "box": "„Einleitung und Ziel des Spiels“",
            "setup": "„Start des Spiels und das erste Auslegen“",
            "opening": "„Start des Spiels und das erste Auslegen“",
            "combinations": "„Spielbare Kombinationen“",
            "jokers": "„Spielbare Kombinationen“, Joker",
            "turn": "„Das Anlegen“",
            "end": "„Das Spielende“",
        },
    ),
    players=range(2, 3),
    box=BOX,
    deals=(Deal(players=2, hand=18, joker_each=True),),
    hand_sizes_for=lambda options, players: (options.hand_size,) * players,
    meld_kinds=(
        MeldKind(RUN, 3, 13, "run_one_colour"),
        MeldKind(GROUP, 3, 4, "group_different_colours"),
    ),
    options=BrettspielnetzOptions,
    judge_for=lambda *_: MELDS.judge,
    arranger_for=lambda *_: ARRANGER.arrange,
    hand_points=points_of_piece(BOX, JOKER_POINTS),
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("hand_counts_against", section="end"),
        ScoreRow("joker_in_hand", -JOKER_POINTS, section="end"),
    ),
    round_scoring=RoundScoring(score=score_hands, check=check_winner, needed={"hand": OF_THE_OTHERS}),
    end=EndByHands(),
    rulings=(
        Ruling("hand_of_eighteen", "setup"),
        Ruling("starter_is_agreed", "setup"),
        Ruling("board_has_no_edges", "setup"),
        Ruling("jokers_in_a_meld", "jokers"),
        Ruling("jokers_are_free", "jokers"),
    ),
    violations=(
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *OPENING_FAULTS,
        *WINNER_FAULTS,
        run_too_long,
        one_not_high,
        run_gap_too_wide,
        table_invalid,
        stock_exhausted,
        nothing_played,
        table_tiles_missing,
        joker_left_table,
        tiles_not_in_hand,
        from_hand_differs,
        too_many_played,
        both_hands_empty,
    ),
    sections=sections_of(
        end=(
            hand_missing,
            stock_exhausted,
        ),
        turn=(joker_left_table,),
    ),
    ruled={
        "meld_without_real_tile": "jokers_in_a_meld",
    },
)
