"""The score of a round of Rummü: melds by their owner, going out, and the cards left in the hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.games.rummu.combinations import BOX, MELD_POINTS, MELDS, score_row
from rummy_referee.games.rummu.faults import owner_unknown
from rummy_referee.games.rummu.teams import check_teams
from rummy_referee.rules import records
from rummy_referee.rules.records import OwnedMeld
from rummy_referee.rules.score import (
    OF_THE_OTHERS,
    FinishedRound,
    PlayerHand,
    RoundScoring,
    Score,
    ScoreLine,
    check_winner,
    sum_weights,
)
from rummy_referee.rules.tables import is_readable
from rummy_referee.rules.teams import TEAMS
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.verdicts import Teams
from rummy_referee.rules.violations import Violation, pointer

GOING_OUT = 10
YELLOW_IN_HAND = -10
OTHER_IN_HAND = -5


@dataclass(frozen=True, slots=True)
class RummuRoundEnd:
    """The end of a round."""

    players: tuple[PlayerHand, ...] = records.one_for_each_player(
        "The players in seat order and their hands.", PlayerHand
    )
    melds: tuple[OwnedMeld, ...] = records.owned_melds("The melds on the table, each with the player who laid it.")
    went_out: str | None = records.name_or_none("The player who went out; null if nobody did.")
    teams: Teams | None = records.teams(TEAMS)


def check_round_end(finished: FinishedRound) -> Iterator[Violation]:
    """Only the winner holds nothing; every meld is valid and has an owner; teams sit opposite."""
    yield from check_winner(finished)
    names = [entry.player for entry in finished.players]
    for index, meld in enumerate(finished.end.melds):
        if meld.owner not in names:
            yield finished.violation(owner_unknown(player=meld.owner), pointer("melds", index, "owner"))
        path = pointer("melds", index)
        if is_readable(BOX.holds, meld.cards):
            for fault in MELDS.judge(meld.cards).faults:
                yield finished.violation(fault, path)
    yield from check_teams(names, finished.end.teams, finished.cite)


def score_cards(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """The melds of a player, going out, and the cards left in the hand."""
    winner, teams = finished.end.went_out, finished.end.teams or ()
    spared = {player for team in teams if winner in team for player in team}
    for entry in finished.players:
        lines = [
            line for meld in finished.end.melds if meld.owner == entry.player for line in score_meld_lines(meld.cards)
        ]
        if entry.player == winner:
            lines.append(ScoreLine("going_out", Range(GOING_OUT, GOING_OUT)))
        elif entry.player in spared:
            lines.append(ScoreLine("partner_of_winner_pays_nothing", Range(0, 0), entry.hand))
        certain = sum(line.points.low for line in lines)
        if entry.player == winner or entry.player in spared:
            yield Score(entry.player, tuple(lines), Range(certain, certain))
            continue
        low, high = sum_weights(completions, [entry], cost_of, BOX)[0]
        for code, cost in (("yellow_card_in_hand", YELLOW_IN_HAND), ("other_card_in_hand", OTHER_IN_HAND)):
            points, cards = sum_weights(completions, [entry], partial(cost_as, cost), BOX)
            if cards:
                lines.append(ScoreLine(code, points, cards))
        yield Score(entry.player, tuple(lines), Range(certain + low, certain + high))


def is_round_possible(points: Sequence[int], _options: object) -> bool:
    """Everything in the scoring table counts a multiple of five."""
    return all(score % 5 == 0 for score in points)


def cost_of(piece: str) -> int:
    """The points of a card left in the hand."""
    return YELLOW_IN_HAND if BOX.tiles[piece].wild else OTHER_IN_HAND


def cost_as(cost: int, piece: str) -> int:
    """The same for the cards with this cost, otherwise 0: each cost is a line of its own."""
    return cost if cost_of(piece) == cost else 0


def score_meld_lines(cards: Meld) -> Iterator[ScoreLine]:
    """A meld scores by its best reading; a run of more than five cards has a line for the further cards."""
    best = MELDS.judge(cards).readings[0]
    lowest = min(card.number for card in best.tiles)
    row = score_row(best.kind, len(cards), bool(best.pure), lowest)
    yield ScoreLine(row, Range(MELD_POINTS[row], MELD_POINTS[row]), cards)
    further = (best.value or 0) - MELD_POINTS[row]
    if further:
        yield ScoreLine("further_run_card", Range(further, further))


SCORING = RoundScoring(record=RummuRoundEnd, score=score_cards, check=check_round_end, needed={"hand": OF_THE_OTHERS})
