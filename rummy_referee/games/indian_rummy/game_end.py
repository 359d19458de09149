"""The end of a game of Indian rummy, in each kind of play."""

from dataclasses import dataclass

from rummy_referee.games.indian_rummy.cards import FULL_COUNT, IndianRummyOptions, usual_drops
from rummy_referee.rules import records
from rummy_referee.rules.leaving import (
    MOST_REJOINS,
    EndByElimination,
    EndByTieBreaks,
    Rejoin,
    check_balance,
    refuse_rejoins,
)
from rummy_referee.rules.verdicts import MAX_POINTS, EndByRounds, Points, Verdict
from rummy_referee.rules.violations import Cite, Violation

LEAST_ROOM = 2
"""Who comes back with one point more than the highest can still drop once without reaching the limit."""


@dataclass(frozen=True, slots=True)
class IndianRummyHistory:
    """The deals so far."""

    players: tuple[str, ...] = records.names("The players' names.")
    rounds: tuple[Points, ...] = records.rounds(
        "Deal by deal, the points of the players who are in the game.", minimum=-MAX_POINTS, maximum=MAX_POINTS
    )
    rejoins: tuple[Rejoin, ...] | None = records.optional_records(
        "Pool play: the eliminated players who came back, in this order.", Rejoin, most=MOST_REJOINS
    )


def find_most_to_rejoin(options: IndianRummyOptions) -> int | None:
    """The most points of the others when a player comes back: 79 with a limit of 101, 174 with 201."""
    return options.pool_limit - usual_drops(options)[0] - LEAST_ROOM if options.rejoin else None


POINTS = EndByRounds(history=IndianRummyHistory, rounds_for=lambda options: options.rounds, check_round=check_balance)
POOL = EndByElimination(
    limit_for=lambda options: options.pool_limit,
    most_to_rejoin=find_most_to_rejoin,
    most_in_a_round=FULL_COUNT,
)
DEALS = EndByTieBreaks(rounds_for=lambda options: options.deals, start_for=lambda options: FULL_COUNT * options.deals)


@dataclass(frozen=True, slots=True)
class IndianRummyEnd:
    """Points play ends after an agreed number of deals, if one is agreed; pool play with the last player left."""

    history: type[IndianRummyHistory] = IndianRummyHistory
    has_bonuses: bool = False
    eliminates: bool = True

    def judge(self, history: IndianRummyHistory, options: IndianRummyOptions, cite: Cite) -> Verdict:
        """The verdict on the deals so far."""
        if options.play == "pool":
            return POOL.judge(history, options, cite)
        verdict = (POINTS if options.play == "points" else DEALS).judge(history, options, cite)
        refused: tuple[Violation, ...] = tuple(refuse_rejoins(history, cite))
        return Verdict(violations=(*verdict.violations, *refused)) if refused else verdict
