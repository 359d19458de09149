"""Games whose rounds are worth a chip, and in which a number of chips wins."""

from collections.abc import Iterator
from dataclasses import dataclass

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.faults import Fault
from rummy_referee.rules import records
from rummy_referee.rules.faults import chips_in_a_round
from rummy_referee.rules.score import FinishedRound, Score, ScoreLine
from rummy_referee.rules.verdicts import CHIPS, CHIPS_WON, EndByRounds, Points


@dataclass(frozen=True, slots=True)
class ChipsHistory:
    """Who won the chip in each round so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Round by round, the chips of each player: 1 for the winner. A player who is missing has none.",
        minimum=0,
        maximum=1,
    )


def check_chips(points: Points) -> Iterator[Fault]:
    """At most one player wins the chip of a round."""
    winners = sorted(player for player, chips in points.items() if chips)
    if len(winners) > 1:
        yield chips_in_a_round(players=winners)


END_BY_CHIPS = EndByRounds(
    history=ChipsHistory,
    target_for=lambda options, _: options.chips,
    reason_at_target=CHIPS_WON,
    decided_by=CHIPS,
    missing_is_zero=True,
    check_round=check_chips,
)


def score_chip(finished: FinishedRound, _completions: Completions) -> Iterator[Score]:
    """The player who goes out gets a chip."""
    for entry in finished.players:
        won = entry.player == finished.end.went_out
        lines = (ScoreLine("chip_for_going_out", Range(1, 1)),) if won else ()
        yield Score(entry.player, lines, Range(int(won), int(won)))
