"""Games that players leave before the end: at a limit of penalties, or because others lead after the last round."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rummy_referee.faults import Fault
from rummy_referee.rules import records
from rummy_referee.rules.faults import (
    not_in_tie_break,
    player_eliminated,
    player_unknown,
    points_impossible,
    points_missing,
    points_not_balanced,
    rejoin_not_allowed,
    round_after_end,
    winner_missing,
)
from rummy_referee.rules.verdicts import (
    LAST_PLAYER,
    PLAYERS_ELIMINATED,
    ROUNDS_PLAYED,
    TOTAL,
    Points,
    Standing,
    Teams,
    Verdict,
    check_names,
    rank_sides,
)
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer

MOST_REJOINS = 100


@dataclass(frozen=True, slots=True)
class Rejoin:
    """An eliminated player who comes back."""

    player: str = records.name("The player who comes back.")
    after: int = records.count("The number of rounds played before that.", minimum=1, maximum=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndByElimination:
    """Points are penalties. A player with as many as the limit is eliminated, and the last player wins.

    The history has ``rejoins``: directly after a round that eliminated them, players may come back, one after the
    other, while at least two others are left and none of these has more than ``most_to_rejoin``. A player who comes
    back has one point more than the highest of the others.
    """

    limit_for: Callable[[Any], int]
    most_to_rejoin: Callable[[Any], int | None]
    """The most points of the others; None if nobody can come back."""
    most_in_a_round: int
    """The most points of a player in a round. The winner of a round has none."""
    eliminates: ClassVar[bool] = True
    has_bonuses: ClassVar[bool] = False

    def judge(self, history: Any, options: Any, cite: Cite) -> Verdict:
        """The verdict on the rounds so far."""
        course = _Elimination(history, self.limit_for(options), self.most_to_rejoin(options), self.most_in_a_round)
        faults = tuple(course.play())
        violations = (*check_names(history.players, cite), *(make_violation(cite, *found) for found in faults))
        if violations:
            return Verdict(violations=violations)
        if len(course.left) > 1:
            return Verdict(over=False, standings=tuple(course.rank()))
        return Verdict(True, PLAYERS_ELIMINATED, tuple(course.left), LAST_PLAYER, tuple(course.rank()))


class _Elimination:
    """The players who are left, round after round."""

    def __init__(self, history: Any, limit: int, most_to_rejoin: int | None, most: int) -> None:
        self.rounds: Sequence[Points] = history.rounds
        self.rejoins: Sequence[Rejoin] = history.rejoins or ()
        self.totals = dict.fromkeys(history.players, 0)
        self.eliminated: dict[str, int] = {}
        """The number of the round that eliminated each player who is not left."""
        self._limit, self._most_to_rejoin, self._most = limit, most_to_rejoin, most

    @property
    def left(self) -> list[str]:
        """The players still in the game."""
        return [player for player in self.totals if player not in self.eliminated]

    def play(self) -> Iterator[tuple[Fault, str]]:
        """Play all rounds; every fault with its path."""
        for index, points in enumerate(self.rounds):
            if index and len(self.left) < 2:
                yield round_after_end(round=index + 1, last=index), pointer("rounds", index)
                break
            yield from self._check(index, points)
            for player in self.left:
                self.totals[player] += points.get(player, 0)
                if self.totals[player] >= self._limit:
                    self.eliminated[player] = index + 1
            yield from self._rejoin(index + 1)
        for place, rejoin in enumerate(self.rejoins):
            if rejoin.after > len(self.rounds):
                yield rejoin_not_allowed(player=rejoin.player), pointer("rejoins", place)

    def _check(self, index: int, points: Points) -> Iterator[tuple[Fault, str]]:
        for player in points:
            path = pointer("rounds", index, player)
            if player not in self.totals:
                yield player_unknown(player=player), path
            elif player in self.eliminated:
                yield player_eliminated(player=player, last=self.eliminated[player]), path
            elif not 0 <= points[player] <= self._most:
                yield points_impossible(), path
        missing = [player for player in self.left if player not in points]
        for player in missing:
            yield points_missing(player=player), pointer("rounds", index)
        if not missing and all(points[player] for player in self.left):
            yield winner_missing(), pointer("rounds", index)

    def _rejoin(self, played: int) -> Iterator[tuple[Fault, str]]:
        for place, rejoin in enumerate(self.rejoins):
            if rejoin.after != played:
                continue
            others = [self.totals[player] for player in self.left]
            can = self._most_to_rejoin is not None and len(others) > 1 and max(others) <= self._most_to_rejoin
            if rejoin.player not in self.totals:
                yield player_unknown(player=rejoin.player), pointer("rejoins", place, "player")
            elif not can or self.eliminated.get(rejoin.player) != played:
                yield rejoin_not_allowed(player=rejoin.player), pointer("rejoins", place)
            else:
                del self.eliminated[rejoin.player]
                self.totals[rejoin.player] = max(others) + 1

    def rank(self) -> Iterator[Standing]:
        """Those left by their points, the fewest first; then the others, the last to leave first."""
        stayed = len(self.rounds) + 1
        order = {player: (self.eliminated.get(player, stayed), -total) for player, total in self.totals.items()}
        for standing in rank_players(order, self.totals):
            after = self.eliminated.get(standing.player)
            yield Standing(standing.player, standing.total, standing.rank, eliminated_after=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndByTieBreaks:
    """After an agreed number of rounds the most points win. Players who share the lead play on alone until one leads.

    The points of a round add up to nothing.
    """

    rounds_for: Callable[[Any], int]
    start_for: Callable[[Any], int]
    """The points of each player at the start."""
    eliminates: ClassVar[bool] = False
    has_bonuses: ClassVar[bool] = False

    def judge(self, history: Any, options: Any, cite: Cite) -> Verdict:
        """The verdict on the rounds so far."""
        totals = dict.fromkeys(history.players, self.start_for(options))
        faults = tuple(self._play(history.rounds, totals, self.rounds_for(options)))
        violations = (*check_names(history.players, cite), *(make_violation(cite, *found) for found in faults))
        if violations:
            return Verdict(violations=violations)
        standings = tuple(rank_players({player: (total,) for player, total in totals.items()}, totals))
        leading = find_leading(totals)
        if len(history.rounds) < self.rounds_for(options) or len(leading) > 1:
            return Verdict(over=False, standings=standings)
        return Verdict(True, ROUNDS_PLAYED, leading, TOTAL, standings)

    def _play(self, rounds: Sequence[Points], totals: dict[str, int], agreed: int) -> Iterator[tuple[Fault, str]]:
        """Play all rounds; every fault with its path."""
        for index, points in enumerate(rounds):
            playing = find_leading(totals) if index >= agreed else tuple(totals)
            if len(playing) < 2:
                yield round_after_end(round=index + 1, last=index), pointer("rounds", index)
                break
            for player in points:
                path = pointer("rounds", index, player)
                if player not in totals:
                    yield player_unknown(player=player), path
                elif player not in playing:
                    yield not_in_tie_break(player=player), path
            for player in playing:
                if player not in points:
                    yield points_missing(player=player), pointer("rounds", index)
                totals[player] += points.get(player, 0)
            for fault in check_balance(points):
                yield fault, pointer("rounds", index)


def rank_players(order: Mapping[str, tuple[int, ...]], totals: Mapping[str, int]) -> Iterator[Standing]:
    """The players by rank, the highest order first."""
    sides: Teams = tuple((player,) for player in totals)
    by_side = {side: order[side[0]] for side in sides}
    return rank_sides(sides, by_side, {side: totals[side[0]] for side in sides}, is_team=False)


def find_leading(totals: Mapping[str, int]) -> tuple[str, ...]:
    """The players with the most points."""
    return tuple(player for player, total in totals.items() if total == max(totals.values()))


def check_balance(points: Points) -> Iterator[Fault]:
    """What some players win in a round, the others lose."""
    if sum(points.values()):
        yield points_not_balanced(actual=sum(points.values()))


def refuse_rejoins(history: Any, cite: Cite) -> Iterator[Violation]:
    """Nobody comes back in a game that nobody leaves."""
    for place, rejoin in enumerate(history.rejoins or ()):
        yield make_violation(cite, rejoin_not_allowed(player=rejoin.player), pointer("rejoins", place))
