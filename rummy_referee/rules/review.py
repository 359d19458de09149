"""A review of a played round: where a player could have done clearly better, from what this player could see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rummy_referee.rules.advice import LAYING_NOTHING
from rummy_referee.rules.turns import Move

if TYPE_CHECKING:
    from rummy_referee.rules.replay import AnyPlayedRecord
    from rummy_referee.rules.strong_play import Candidate, StrongPlayer

WINS_MORE, LAYS_MORE = "wins_more", "lays_more"
REASONS = (WINS_MORE, LAYS_MORE)
CERTAIN_ERRORS = 3
"""A difference is certain enough above this many standard errors."""
LEAST_CHANCE = 0.015
"""Smaller differences of the chance to win are not worth a word."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move, or the turn that begins with it, and a better one."""

    player: str
    after: int
    """The number of moves before it."""
    played: Move
    better: Move
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)
    less: float | None = None
    """By how much the chance to win the game is less than with the better move; None if the difference is exact."""
    uncertainty: float | None = None
    """Half of its 95% interval."""
    tiles: int | None = None
    """How many tiles more the better turn lays; None if the difference is one of chances."""


@dataclass(frozen=True, slots=True)
class Review:
    """The number of moves or turns that were reviewed, and those where another was clearly better, worst first."""

    reviewed: int
    found: Sequence[Reviewed]


def review_round(record: "AnyPlayedRecord", players: Sequence[str], seed: int) -> Review:
    """The review of what players did in a legal record, of each from what this player could see."""
    strong = record.game.turn.strong
    if strong and not (strong.compare and strong.plays(record.rounds[0].position)):
        strong = None
    findings = [
        finding
        for player in players
        for finding in (_review_moves(record, strong, player, seed) if strong else _review_turns(record, player))
    ]
    found = [finding for finding in findings if finding]
    return Review(len(findings), sorted(found, key=lambda one: (-(one.less or 0), -(one.tiles or 0), one.after)))


def _review_moves(
    record: "AnyPlayedRecord", strong: "StrongPlayer", player: str, seed: int
) -> Iterator[Reviewed | None]:
    """For each move of the player a better one, if that is certain. What the player has seen grows with the round."""
    for after, (before, move) in enumerate(zip(record.rounds, record.moves, strict=False)):
        if before.turn != player:
            continue
        seen = strong.watch(record.rounds[: after + 1], record.moves[:after], player)
        candidates = strong.compare(before.position, seen, move, seed + after) if strong.compare else ()
        if len(candidates) > 1:
            yield _find_better(player, after, candidates)


def _find_better(player: str, after: int, candidates: Sequence["Candidate[Any]"]) -> Reviewed | None:
    """The candidate that wins the most games, if it is certainly better than the first, which was played."""
    played, *others = candidates
    best = max(others, key=lambda other: -other.less)
    gain, uncertainty = -best.less, best.uncertainty or 0.0
    if gain < LEAST_CHANCE or gain <= uncertainty * CERTAIN_ERRORS / 2:
        return None
    params = {"own": round(100 * best.chance), "other": round(100 * played.chance)}
    return Reviewed(player, after, played.move, best.move, WINS_MORE, params, gain, uncertainty)


def _review_turns(record: "AnyPlayedRecord", player: str) -> Iterator[Reviewed | None]:
    """For each turn of the player one that lays more tiles, if there is one. This difference is exact."""
    after = 0
    while after < len(record.played):
        before, start = record.rounds[after], after
        while after < len(record.played) and record.rounds[after].turn == before.turn:
            after += 1
        if before.turn != player:
            continue
        moves = record.played[start:after]
        laid = sum(
            len(played.from_hand)
            for played, move in zip(moves, record.moves[start:after], strict=True)
            if move.type not in LAYING_NOTHING
        )
        best = before.position.best()
        possible = 0 if best.advice or best.move is None or best.move.type in LAYING_NOTHING else len(best.from_hand)
        if laid < possible and best.move:
            params = {"tiles": possible, "actual": laid}
            yield Reviewed(player, start, record.moves[start], best.move, LAYS_MORE, params, tiles=possible - laid)
        else:
            yield None
