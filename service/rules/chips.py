"""Games in which a round is worth a chip, and some chips win."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from service.engine.completions import Completions, Range
from service.rules import records
from service.rules.scores import FinishedRound, PlayerScore, ScoreLine
from service.rules.verdicts import Points

CHIP_FAULTS = ("player_repeated", "player_unknown", "chips_in_a_round", "round_after_end")
"""What can be wrong with the rounds so far."""


@dataclass(frozen=True, slots=True)
class ChipsHistory:
    """Who won the chip in each round so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, who won the chip: 1. A player who is not named has none.", minimum=0, maximum=1
    )


def check_chips(points: Points) -> Iterator[tuple[str, Mapping[str, object]]]:
    """One player at most wins the chip of a round."""
    winners = sorted(player for player, chips in points.items() if chips)
    if len(winners) > 1:
        yield "chips_in_a_round", {"players": winners}


def score_chip(finished: FinishedRound, _fillings: Completions) -> Iterator[PlayerScore]:
    """The first to lay the last tile gets a chip."""
    for entry in finished.players:
        won = entry.player == finished.end.went_out
        lines = (ScoreLine("chip_for_going_out", Range(1, 1)),) if won else ()
        yield PlayerScore(entry.player, lines, Range(int(won), int(won)))
