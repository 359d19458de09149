"""Verdicts: is the game over, who has won, and what decided it?"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol

from rummy_referee.faults import Fault
from rummy_referee.rules import records
from rummy_referee.rules.faults import (
    player_repeated,
    player_unknown,
    points_impossible,
    points_missing,
    round_after_end,
)
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.texts.sentences import text

Points = Mapping[str, int]
"""The points of each player."""
Teams = tuple[tuple[str, ...], ...]

TARGET_REACHED = "target_reached"
ROUNDS_PLAYED = "rounds_played"
CHIPS_WON = "chips_won"
HAND_EMPTY = "hand_empty"
STOCK_EMPTY = "stock_empty"
PLAYERS_ELIMINATED = "players_eliminated"
POINTS_USED_UP = "points_used_up"
REASONS = (TARGET_REACHED, ROUNDS_PLAYED, CHIPS_WON, HAND_EMPTY, STOCK_EMPTY, PLAYERS_ELIMINATED, POINTS_USED_UP)

TOTAL = "total"
LAST_ROUND = "last_round"
CHIPS = "chips"
HAND_COUNT = "hand_count"
SHARED = "shared"
LOWEST_TOTAL = "lowest_total"
LAST_PLAYER = "last_player"
DECIDED_BY = (TOTAL, LAST_ROUND, CHIPS, HAND_EMPTY, HAND_COUNT, SHARED, LOWEST_TOTAL, LAST_PLAYER)


MAX_POINTS = 100_000
"""The bound on points in requests, far beyond any game."""


@dataclass(frozen=True, slots=True)
class RoundsHistory:
    """The rounds so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, the points of every player.", minimum=-MAX_POINTS, maximum=MAX_POINTS
    )


class BonusLine(NamedTuple):
    """A row of the scoring table that counts at the end of the game, and its points."""

    code: str
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The total and the rank of a player; a member of a team has those of the team."""

    player: str
    total: int
    rank: int
    team: tuple[str, ...] | None = None
    bonuses: tuple[BonusLine, ...] = ()
    """What is added to the total when the game is over, in a game with bonuses."""
    eliminated_after: int | None = None
    """The number of the round (from 1) that eliminated the player, in a game that eliminates players."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the game is over (None if the history is impossible), and the standings."""

    over: bool | None = None
    reason: str | None = None
    winners: tuple[str, ...] = ()
    decided_by: str | None = None
    standings: tuple[Standing, ...] = ()
    violations: tuple[Violation, ...] = ()

    def text(self, language: str = "en") -> str:
        """The verdict on a possible history: why the game is over, who has won, and what decided it."""
        if not self.over:
            return text("verdict.going_on", language)
        several = "winners" if self.decided_by == SHARED else "winning_team"
        sentences = (
            text(f"verdict.{self.reason}", language),
            text(f"verdict.{'winner' if len(self.winners) == 1 else several}", language, {"winners": self.winners}),
            text(f"decided_by.{self.decided_by}", language),
        )
        return " ".join(sentences)


class GameEnd(Protocol):
    """How a game ends."""

    @property
    def history(self) -> type[Any]:
        """The record of the game so far."""

    @property
    def has_bonuses(self) -> bool:
        """Whether bonuses are added at the end of the game."""

    @property
    def eliminates(self) -> bool:
        """Whether players can leave the game before its end."""

    def judge(self, history: Any, options: Any, cite: Cite) -> Verdict:
        """The verdict on a history."""


@dataclass(frozen=True, kw_only=True)
class EndByRounds:
    """A game of rounds ends at a target or after an agreed number of rounds; the best total wins."""

    history: type[Any]
    target_for: Callable[[Any, bool], int | None] = lambda *_: None
    """The points that end the game, for single players or (true) for teams."""
    rounds_for: Callable[[Any], int | None] = lambda _: None
    """The agreed number of rounds. It replaces the target."""
    start_for: Callable[[Any], int] | None = None
    """The points with which everybody starts, in a game that is over as soon as somebody has none of them left."""
    reason_at_target: str = TARGET_REACHED
    decided_by: str = TOTAL
    lowest_wins: bool = False
    """Whether the lowest total is the best, because points are penalties."""
    last_round_decides: bool = False
    """Whether the last round breaks ties."""
    missing_is_zero: bool = False
    """Whether a player who is missing in a round has no points in it."""
    check_sides: Callable[[Any, Cite], Iterator[Violation]] = lambda *_: iter(())
    """The violations of teams, in a game that has teams."""
    check_round: Callable[[Points], Iterator[Fault]] = lambda _: iter(())
    """What is wrong with one round."""
    is_possible: Callable[[Sequence[int], Any], bool] = lambda *_: True
    """Whether a round can end with these points of its players, under the options. Their order does not matter."""
    find_bonuses: Callable[[Any, Verdict, Any], Mapping[str, tuple[BonusLine, ...]]] | None = None
    """The bonuses of each player at the end of the game, from the history, the verdict and the options."""
    eliminates: ClassVar[bool] = False

    @property
    def has_bonuses(self) -> bool:
        """Whether bonuses are added at the end of the game."""
        return self.find_bonuses is not None

    def judge(self, history: Any, options: Any, cite: Cite) -> Verdict:
        """The verdict on the rounds so far."""
        violations = tuple(self._check(history, options, cite))
        if violations:
            return Verdict(violations=violations)
        sides = find_sides(history)
        start = self.start_for(options) if self.start_for else 0
        totals = {side: start + total for side, total in sum_totals(sides, history.rounds).items()}
        ended = self._find_end(history, options)
        last = history.rounds[-1] if ended and self.last_round_decides else {}
        sign = -1 if self.lowest_wins else 1
        order = {side: (sign * totals[side], sign * sum(last.get(player, 0) for player in side)) for side in sides}
        standings = tuple(rank_sides(sides, order, totals, is_team=bool(find_teams(history))))
        if ended is None:
            return Verdict(over=False, standings=standings)
        verdict = self._decide(sides, order, standings, self._reason(totals, options))
        if self.find_bonuses is None:
            return verdict
        bonuses = self.find_bonuses(history, verdict, options)
        with_bonuses = (replace(standing, bonuses=bonuses[standing.player]) for standing in standings)
        return replace(verdict, standings=tuple(with_bonuses))

    def _decide(
        self,
        sides: Teams,
        order: Mapping[tuple[str, ...], tuple[int, int]],
        standings: tuple[Standing, ...],
        reason: str,
    ) -> Verdict:
        best = max(order.values())
        winning = [side for side in sides if order[side] == best]
        equal_totals = sum(total == best[0] for total, _ in order.values())
        decided_by = SHARED if len(winning) > 1 else LAST_ROUND if equal_totals > 1 else self.decided_by
        return Verdict(True, reason, tuple(player for side in winning for player in side), decided_by, standings)

    def _reason(self, totals: Mapping[tuple[str, ...], int], options: Any) -> str:
        if self.start_for is not None and min(totals.values()) <= 0:
            return POINTS_USED_UP
        return self.reason_at_target if self.rounds_for(options) is None else ROUNDS_PLAYED

    def _find_end(self, history: Any, options: Any) -> int | None:
        """The number of the round (from 1) after which the game was over, if it is."""
        agreed, target = self.rounds_for(options), self.target_for(options, bool(find_teams(history)))
        sides = find_sides(history)
        totals = dict.fromkeys(sides, self.start_for(options) if self.start_for else 0)
        for played, points in enumerate(history.rounds, start=1):
            for side in sides:
                totals[side] += sum(points.get(player, 0) for player in side)
            if self.start_for is not None and min(totals.values()) <= 0:
                return played
            if played == agreed or (agreed is None and target is not None and max(totals.values()) >= target):
                return played
        return None

    def _check(self, history: Any, options: Any, cite: Cite) -> Iterator[Violation]:
        """Every player has one name, every round is of these players, and none was played after the end."""
        yield from check_names(history.players, cite)
        yield from self.check_sides(history, cite)
        for index, points in enumerate(history.rounds):
            yield from self._check_points(history, index, points, cite)
            if set(points) == set(history.players) and not self.is_possible(tuple(points.values()), options):
                yield make_violation(cite, points_impossible(), pointer("rounds", index))
        ended = self._find_end(history, options)
        if ended is not None and ended < len(history.rounds):
            path = pointer("rounds", ended)
            yield make_violation(cite, round_after_end(round=ended + 1, last=ended), path)

    def _check_points(self, history: Any, index: int, points: Points, cite: Cite) -> Iterator[Violation]:
        for player in points:
            if player not in history.players:
                path = pointer("rounds", index, player)
                yield make_violation(cite, player_unknown(player=player), path)
        missing = [player for player in dict.fromkeys(history.players) if player not in points]
        for player in missing if not self.missing_is_zero else ():
            yield make_violation(cite, points_missing(player=player), pointer("rounds", index))
        for fault in self.check_round(points):
            yield make_violation(cite, fault, pointer("rounds", index))


# --- sides: players, or teams of them ---------------------------------------------------------------------------------


def find_teams(history: Any) -> Teams | None:
    """The teams, if the game is played in teams."""
    teams: Teams | None = getattr(history, "teams", None)
    return teams


def find_sides(history: Any) -> Teams:
    """The teams, or every player alone."""
    return find_teams(history) or tuple((player,) for player in dict.fromkeys(history.players))


def sum_totals(sides: Teams, rounds: Iterable[Points]) -> dict[tuple[str, ...], int]:
    """The total of each side."""
    played = list(rounds)
    return {side: sum(points.get(player, 0) for points in played for player in side) for side in sides}


def rank_sides(
    sides: Teams,
    order: Mapping[tuple[str, ...], tuple[int, ...]],
    totals: Mapping[tuple[str, ...], int],
    *,
    is_team: bool,
) -> Iterator[Standing]:
    """The players by rank, the highest order first; ties share a rank, and the following rank is skipped."""
    for side in sorted(sides, key=lambda side: order[side], reverse=True):
        rank = 1 + sum(other > order[side] for other in order.values())
        for player in side:
            yield Standing(player, totals[side], rank, side if is_team else None)


def check_names(players: Sequence[str], cite: Cite) -> Iterator[Violation]:
    """No two players have the same name."""
    for index, player in enumerate(players):
        if player in players[:index]:
            yield make_violation(cite, player_repeated(player=player), pointer("players", index))
