"""Teams: pairs of players sitting opposite."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummy_referee.rules import records
from rummy_referee.rules.faults import no_teams_for_players, player_unknown, teams_not_opposite
from rummy_referee.rules.verdicts import MAX_POINTS, Points, Teams
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer

TEAMS = "The teams: pairs of players sitting opposite. Null if everybody plays alone."


@dataclass(frozen=True, slots=True)
class TeamsHistory:
    """The rounds so far."""

    players: tuple[str, ...] = records.names("The players' names, in seat order.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, the points of every player.", minimum=-MAX_POINTS, maximum=MAX_POINTS
    )
    teams: Teams | None = records.teams(TEAMS)


def check_teams(players: Sequence[str], teams: Teams | None, cite: Cite, sizes: Sequence[int]) -> Iterator[Violation]:
    """Teams are pairs sitting opposite, with one of these numbers of players."""
    if teams is None:
        return
    for team, pair in enumerate(teams):
        for place, player in enumerate(pair):
            if player not in players:
                path = pointer("teams", team, place)
                yield make_violation(cite, player_unknown(player=player), path)
    half = len(players) // 2
    opposite = [(players[seat], players[seat + half]) for seat in range(half)]
    if len(players) not in sizes:
        yield make_violation(cite, no_teams_for_players(players=len(players)), "/teams")
    elif sorted(map(sorted, teams)) != sorted(map(sorted, opposite)):
        wanted = [" + ".join(pair) for pair in opposite]
        yield make_violation(cite, teams_not_opposite(teams=wanted), "/teams")
