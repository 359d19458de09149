"""Verdicts: is the game over, who has won, and what decided it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from service.rules import records
from service.rules.violations import Citation, Violation, pointer

Points = Mapping[str, int]
"""What each player has."""
Teams = tuple[tuple[str, ...], ...]

TARGET_REACHED = "target_reached"
ROUNDS_PLAYED = "rounds_played"
CHIPS_WON = "chips_won"
HAND_EMPTY = "hand_empty"
STOCK_EMPTY = "stock_empty"
REASONS = (TARGET_REACHED, ROUNDS_PLAYED, CHIPS_WON, HAND_EMPTY, STOCK_EMPTY)

TOTAL = "total"
LAST_ROUND = "last_round"
CHIPS = "chips"
HAND_COUNT = "hand_count"
SHARED = "shared"
DECIDED_BY = (TOTAL, LAST_ROUND, CHIPS, HAND_EMPTY, HAND_COUNT, SHARED)


HISTORY_FAULTS = ("player_repeated", "player_unknown", "points_missing", "round_after_end")
"""What can be wrong with the rounds so far."""

MOST_POINTS = 100_000
"""No round has more for anybody."""


@dataclass(frozen=True, slots=True)
class RoundsHistory:
    """The rounds so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, the points of every player.", minimum=-MOST_POINTS, maximum=MOST_POINTS
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands; a player of a team has the team's total and rank."""

    player: str
    total: int
    rank: int
    team: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the game is over (None where the history cannot be), and how it stands."""

    over: bool | None = None
    reason: str | None = None
    winners: tuple[str, ...] = ()
    decided_by: str | None = None
    standings: tuple[Standing, ...] = ()
    violations: tuple[Violation, ...] = ()


class GameEnd(Protocol):
    """How a game ends."""

    @property
    def history(self) -> type[Any]:
        """The record of what has happened so far."""

    def judge(self, history: Any, options: Any, cite: Callable[[str], Citation]) -> Verdict:
        """The verdict on it."""


@dataclass(frozen=True, kw_only=True)
class EndByRounds:
    """The end of a game whose rounds add up: at a target, or after the rounds agreed on; the most points win."""

    history: type[Any]
    target_for: Callable[[Any, bool], int | None] = lambda *_: None
    """The points with which the game is over, for single players or (true) for teams."""
    rounds_for: Callable[[Any], int | None] = lambda _: None
    """The number of rounds agreed on. It replaces the target."""
    at_target: str = TARGET_REACHED
    decides: str = TOTAL
    last_round_decides: bool = False
    """Whether of equal totals the better last round wins."""
    missing_is_nothing: bool = False
    """Whether a player whom a round does not name has no points in it."""
    check_sides: Callable[[Any, Callable[[str], Citation]], Iterator[Violation]] = lambda *_: iter(())
    """What cannot be about teams, in a game that has them."""
    check_round: Callable[[Points], Iterator[tuple[str, Mapping[str, object]]]] = lambda _: iter(())
    """What cannot be in one round: codes with their params."""

    def judge(self, history: Any, options: Any, cite: Callable[[str], Citation]) -> Verdict:
        """The verdict on the rounds so far."""
        violations = tuple(self._check(history, options, cite))
        if violations:
            return Verdict(violations=violations)
        sides = find_sides(history)
        totals = add_up(sides, history.rounds)
        ended = self._find_end(history, options)
        last = history.rounds[-1] if ended and self.last_round_decides else {}
        order = {side: (totals[side], sum(last.get(player, 0) for player in side)) for side in sides}
        standings = tuple(rank_sides(sides, order, is_team=bool(find_teams(history))))
        if ended is None:
            return Verdict(over=False, standings=standings)
        return self._decide(sides, order, standings, self._reason(options))

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
        decided_by = SHARED if len(winning) > 1 else LAST_ROUND if equal_totals > 1 else self.decides
        return Verdict(True, reason, tuple(player for side in winning for player in side), decided_by, standings)

    def _reason(self, options: Any) -> str:
        return self.at_target if self.rounds_for(options) is None else ROUNDS_PLAYED

    def _find_end(self, history: Any, options: Any) -> int | None:
        """After which round (counted from 1) the game was over, if it was."""
        agreed, target = self.rounds_for(options), self.target_for(options, bool(find_teams(history)))
        if agreed is not None:
            return agreed if len(history.rounds) >= agreed else None
        sides = find_sides(history)
        totals = dict.fromkeys(sides, 0)
        for played, points in enumerate(history.rounds, start=1):
            for side in sides:
                totals[side] += sum(points.get(player, 0) for player in side)
            if target is not None and max(totals.values()) >= target:
                return played
        return None

    def _check(self, history: Any, options: Any, cite: Callable[[str], Citation]) -> Iterator[Violation]:
        """Every player is named once, every round is theirs, and none was played after the end."""
        yield from check_names(history.players, cite)
        yield from self.check_sides(history, cite)
        for index, points in enumerate(history.rounds):
            yield from self._check_points(history, index, points, cite)
        ended = self._find_end(history, options)
        if ended is not None and ended < len(history.rounds):
            path = pointer("rounds", ended)
            yield Violation("round_after_end", path, {"round": ended + 1, "last": ended}, cite("round_after_end"))

    def _check_points(
        self, history: Any, index: int, points: Points, cite: Callable[[str], Citation]
    ) -> Iterator[Violation]:
        for player in points:
            if player not in history.players:
                path = pointer("rounds", index, player)
                yield Violation("player_unknown", path, {"player": player}, cite("player_unknown"))
        missing = [player for player in dict.fromkeys(history.players) if player not in points]
        for player in missing if not self.missing_is_nothing else ():
            yield Violation("points_missing", pointer("rounds", index), {"player": player}, cite("points_missing"))
        for code, params in self.check_round(points):
            yield Violation(code, pointer("rounds", index), params, cite(code))


# --- sides: players, or teams of them ---------------------------------------------------------------------------------


def find_teams(history: Any) -> Teams | None:
    """The teams, in a game that has them and is played so."""
    teams: Teams | None = getattr(history, "teams", None)
    return teams


def find_sides(history: Any) -> Teams:
    """Who plays against whom: the teams, or every player alone."""
    return find_teams(history) or tuple((player,) for player in dict.fromkeys(history.players))


def add_up(sides: Teams, rounds: Iterable[Points]) -> dict[tuple[str, ...], int]:
    """The total of each side."""
    played = list(rounds)
    return {side: sum(points.get(player, 0) for points in played for player in side) for side in sides}


def rank_sides(sides: Teams, order: Mapping[tuple[str, ...], tuple[int, int]], *, is_team: bool) -> Iterator[Standing]:
    """The players from the first to the last; equals share a rank, and the next one is left out."""
    for side in sorted(sides, key=lambda side: order[side], reverse=True):
        rank = 1 + sum(other > order[side] for other in order.values())
        for player in side:
            yield Standing(player, order[side][0], rank, side if is_team else None)


def check_names(players: Sequence[str], cite: Callable[[str], Citation]) -> Iterator[Violation]:
    """No two players have one name."""
    for index, player in enumerate(players):
        if player in players[:index]:
            yield Violation("player_repeated", pointer("players", index), {"player": player}, cite("player_repeated"))
