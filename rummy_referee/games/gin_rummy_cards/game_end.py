"""The end of a game of Gin Rummy: the target, and the bonuses that are added when it is reached."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummy_referee.faults import Fault
from rummy_referee.games.gin_rummy_cards.cards import BOX, GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.faults import two_score_in_a_round
from rummy_referee.rules import records
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.verdicts import MAX_POINTS, BonusLine, EndByRounds, Points, Verdict

GAME_BONUS = 100
HIGHEST_KNOCK_LIMIT = 10
MOST_DEADWOOD = sum(sorted([*BOX.points.values()] * 2)[-HAND:])
"""Two cards each of the highest ranks: three would be a set."""


@dataclass(frozen=True, slots=True)
class GinCardsHistory:
    """The rounds so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, the points of both players. At most one of them scores in a round.",
        minimum=0,
        maximum=MAX_POINTS,
    )


def check_round(points: Points) -> Iterator[Fault]:
    """At most one player scores in a round."""
    if sum(map(bool, points.values())) > 1:
        yield two_score_in_a_round()


def is_round_possible(points: Sequence[int], options: GinRummyCardsOptions) -> bool:
    """Nobody scores, or one player what a knock, an undercut or a gin gives."""
    return max(points) in find_possible_points(options)


@lru_cache
def find_possible_points(options: GinRummyCardsOptions) -> frozenset[int]:
    """What the player who scores in a round can have, and 0 for a void round."""
    limit = HIGHEST_KNOCK_LIMIT if options.oklahoma else options.knock_limit
    gins = [options.gin_bonus, *([options.big_gin_bonus] if options.big_gin else [])]
    possible = {0, *(bonus + other for bonus in gins for other in range(MOST_DEADWOOD + 1))}
    if limit:
        possible |= {*range(1, MOST_DEADWOOD), *(options.undercut_bonus + less for less in range(limit + 1))}
    if options.oklahoma and options.oklahoma_spades_double:
        possible |= {2 * points for points in possible}
    return frozenset(possible)


def find_bonuses(
    history: GinCardsHistory, verdict: Verdict, options: GinRummyCardsOptions
) -> dict[str, tuple[BonusLine, ...]]:
    """A bonus for the game and for each round won; a shutout doubles all that the winner has."""
    if not options.box_bonuses:
        return {standing.player: () for standing in verdict.standings}
    won = {player: sum(points[player] > 0 for points in history.rounds) for player in history.players}
    found = {}
    for standing in verdict.standings:
        is_winner = standing.player in verdict.winners
        lines = [BonusLine("game_bonus", GAME_BONUS)] if is_winner else []
        lines.append(BonusLine("box_bonus", won[standing.player] * options.box_bonus))
        is_shutout = is_winner and not any(won[other] for other in history.players if other != standing.player)
        if is_shutout:
            lines.append(BonusLine("shutout", standing.total + sum(line.points for line in lines)))
        found[standing.player] = tuple(line for line in lines if line.points)
    return found


GAME_END = EndByRounds(
    history=GinCardsHistory,
    target_for=lambda options, _: options.target,
    check_round=check_round,
    is_possible=is_round_possible,
    find_bonuses=find_bonuses,
)
