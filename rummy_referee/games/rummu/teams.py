"""Teams of Rummü: two with four players, three with six."""

from collections.abc import Iterator, Sequence

from rummy_referee.rules import teams
from rummy_referee.rules.teams import TeamsHistory
from rummy_referee.rules.verdicts import Teams
from rummy_referee.rules.violations import Cite, Violation

TEAM_PLAYERS = (4, 6)


def check_history(history: TeamsHistory, cite: Cite) -> Iterator[Violation]:
    """The teams of a game are valid."""
    yield from check_teams(history.players, history.teams, cite)


def check_teams(players: Sequence[str], of_players: Teams | None, cite: Cite) -> Iterator[Violation]:
    """Teams are pairs sitting opposite."""
    yield from teams.check_teams(players, of_players, cite, TEAM_PLAYERS)
