"""The score of a round of Okey 101: penalties, doublings, and what is left in the hands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.games.okey_101.faults import others_opened, winner_not_opened
from rummy_referee.games.okey_101.tiles import (
    MELDS,
    MOST_PENALTIES,
    OKEY_DISCARDED,
    PAIRS,
    PENALTIES,
    PENALTY,
    PLAYABLE_DISCARDED,
    Okey101Options,
)
from rummy_referee.rules import records
from rummy_referee.rules.faults import no_last_discard
from rummy_referee.rules.indicator import BOX, INDICATOR, find_wild
from rummy_referee.rules.score import (
    IF_SOMEBODY_WENT_OUT,
    OF_THE_OTHERS,
    CountedHand,
    FinishedRound,
    RoundScoring,
    Score,
    ScoreLine,
    check_winner,
    scale,
    sum_hands,
    sum_weights,
)
from rummy_referee.rules.teams import TEAMS, check_teams
from rummy_referee.rules.verdicts import Teams
from rummy_referee.rules.violations import Violation, pointer
from rummy_referee.tiles.box import FALSE_JOKER
from rummy_referee.tiles.tile import Tile

GOING_OUT = -101
TEAM_PLAYERS = (4,)
DOUBLINGS = ("okey_finish", "pairs_finish", "one_turn_finish")


@dataclass(frozen=True, slots=True, kw_only=True)
class Okey101Hand(CountedHand):
    """A player at the end of a round."""

    opened: str | None = records.choice_or_none(
        "How the player has opened in this round, or null.", MELDS, PAIRS, required=True
    )
    penalties: tuple[str, ...] = records.some_choices(
        "What the player has incurred in this round.", *PENALTIES, most=MOST_PENALTIES
    )


@dataclass(frozen=True, slots=True)
class Okey101RoundEnd:
    """The end of a round."""

    indicator: Tile = records.tile(INDICATOR)
    players: tuple[Okey101Hand, ...] = records.one_for_each_player("The players and their hands.", Okey101Hand)
    went_out: str | None = records.name_or_none("The player who went out; null if the stock ran out.")
    last_discard: Tile | None = records.optional_tile("The last discard of the player who went out.")
    in_one_turn: bool = records.flag(
        "Whether the player who went out opened in that same turn, and nobody had opened before.", False
    )
    teams: Teams | None = records.teams(TEAMS)


def weigh(wild: Tile) -> Callable[[str], int]:
    """What a piece left in a hand counts: its number, a false joker that of the okey, and an okey nothing."""

    def worth(piece: str) -> int:
        if piece == wild.piece:
            return 0
        return wild.number if piece == FALSE_JOKER else BOX.tiles[piece].number

    return worth


def is_void(finished: FinishedRound) -> bool:
    """Whether all four players have opened with pairs."""
    players = finished.end.players
    return len(players) == TEAM_PLAYERS[0] and all(entry.opened == PAIRS for entry in players)


def check_end(finished: FinishedRound) -> Iterator[Violation]:
    """Who went out holds nothing and has opened; and the finish fits."""
    end = finished.end
    yield from check_winner(finished)
    yield from check_teams([entry.player for entry in end.players], end.teams, finished.cite, TEAM_PLAYERS)
    for index, entry in enumerate(end.players):
        if entry.player == end.went_out and entry.opened is None:
            path = pointer("players", index, "opened")
            yield finished.violation(winner_not_opened(player=entry.player), path)
    others = [entry.player for entry in end.players if entry.opened and entry.player != end.went_out]
    if end.in_one_turn and others:
        yield finished.violation(others_opened(players=others), "/in_one_turn")
    for name in ("last_discard", "in_one_turn"):
        if end.went_out is None and getattr(end, name):
            yield finished.violation(no_last_discard(), f"/{name}")


def find_doublings(finished: FinishedRound) -> list[str]:
    """The doublings of a round, as many as the options let count."""
    end = finished.end
    winner = next((entry for entry in end.players if entry.player == end.went_out), None)
    if winner is None:
        return []
    last = end.last_discard
    applies = (
        last is not None and last.piece == find_wild(end.indicator).piece,
        winner.opened == PAIRS,
        end.in_one_turn,
    )
    found = [code for code, is_so in zip(DOUBLINGS, applies, strict=True) if is_so]
    most = {"stack": len(found), "once": 1, "none": 0}[finished.options.multipliers]
    return found[:most]


def score_round(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """Points are bad: what a player has left, doubled or not, and what was incurred."""
    if is_void(finished):
        yield from (Score(entry.player, (), Range(0, 0)) for entry in finished.players)
        return
    end, doublings = finished.end, find_doublings(finished)
    partners = {player for team in end.teams or () if end.went_out in team for player in team} - {end.went_out}
    for entry in end.players:
        lines = list(score_player(finished, completions, entry, doublings, is_spared=entry.player in partners))
        yield Score(entry.player, tuple(lines), sum_lines(finished, completions, entry, lines, doublings))


def score_player(
    finished: FinishedRound, completions: Completions, entry: Any, doublings: list[str], *, is_spared: bool
) -> Iterator[ScoreLine]:
    """The lines of a player: the base, the doublings of all before them, okeys in the hand, penalties."""
    if is_spared:
        yield ScoreLine("partner_of_winner_pays_nothing", Range(0, 0))
    else:
        base = list(score_base(finished, completions, entry))
        yield from base
        so_far = Range(sum(line.points.low for line in base), sum(line.points.high for line in base))
        for code in doublings:
            yield ScoreLine(code, so_far)
            so_far = scale(2, so_far)
        if entry.opened and entry.player != finished.end.went_out:
            okeys, tiles = sum_weights(completions, [entry], weigh_okeys(finished), BOX)
            if okeys.high:
                yield ScoreLine("okey_in_hand", okeys, tiles)
    for code in entry.penalties:
        points = points_of_penalty(finished.options, code)
        if points:
            yield ScoreLine(code, Range(points, points))


def score_base(finished: FinishedRound, completions: Completions, entry: Any) -> Iterator[ScoreLine]:
    """What doublings apply to."""
    if entry.player == finished.end.went_out:
        yield ScoreLine("going_out", Range(GOING_OUT, GOING_OUT))
    elif entry.opened is None:
        points = finished.options.unopened_points
        yield ScoreLine("not_opened", Range(points, points))
    else:
        worth = weigh(find_wild(finished.end.indicator))
        points, tiles = sum_hands(completions, [entry], worth, BOX)
        yield ScoreLine("hand_counts_against", points, tiles)
        if entry.opened == PAIRS:
            yield ScoreLine("opened_with_pairs", points)


def weigh_okeys(finished: FinishedRound) -> Callable[[str], int]:
    """What a piece counts as an okey left in the hand."""
    wild = find_wild(finished.end.indicator)
    return lambda piece: PENALTY if piece == wild.piece else 0


def points_of_penalty(options: Okey101Options, code: str) -> int:
    """What a penalty costs."""
    agreed = {OKEY_DISCARDED: options.okey_discard_penalty, PLAYABLE_DISCARDED: options.playable_discard_penalty}
    return agreed.get(code, PENALTY)


def sum_lines(
    finished: FinishedRound, completions: Completions, entry: Any, lines: list[ScoreLine], doublings: list[str]
) -> Range:
    """The range of the sum. What the same unknown tiles count in several lines is counted together."""
    certain = [line.points for line in lines if line.points.low == line.points.high]
    if len(certain) == len(lines):
        total = sum(points.low for points in certain)
        return Range(total, total)
    wild = find_wild(finished.end.indicator)
    factor = (2 if entry.opened == PAIRS else 1) * 2 ** len(doublings)
    worth, okeys = weigh(wild), weigh_okeys(finished)
    points, _ = sum_weights(completions, [entry], lambda piece: factor * worth(piece) + okeys(piece), BOX)
    fixed = factor * entry.counted + sum(points_of_penalty(finished.options, code) for code in entry.penalties)
    return Range(points.low + fixed, points.high + fixed)


SCORING = RoundScoring(
    record=Okey101RoundEnd,
    score=score_round,
    check=check_end,
    is_void=is_void,
    are_penalties=lambda _: True,
    needed={
        "hand": OF_THE_OTHERS,
        "counted": OF_THE_OTHERS,
        "last_discard": IF_SOMEBODY_WENT_OUT,
        "in_one_turn": IF_SOMEBODY_WENT_OUT,
    },
)


def count_piece(piece: str) -> int:
    """What a piece counts in a hand when it is not an okey; a false joker counts as the okey does."""
    return BOX.tiles[piece].number
