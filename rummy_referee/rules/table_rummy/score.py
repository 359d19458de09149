"""The score of a round in which the player who goes out takes the points of the other hands."""

from collections.abc import Iterator, Sequence

from rummy_referee.engine.completions import Completions
from rummy_referee.rules.score import (
    FinishedRound,
    Score,
    ScoreLine,
    points_of_piece,
    scale,
    score_hand,
    sum_hands,
)


def score_hands(finished: FinishedRound, completions: Completions, joker_points: int) -> Iterator[Score]:
    """The player who went out scores the points of the others' hands, each of the others minus the own hand."""
    worth = points_of_piece(finished.box, joker_points)
    for entry in finished.players:
        if entry.player == finished.end.went_out:
            others = [other for other in finished.players if other is not entry]
            points, tiles = sum_hands(completions, others, worth, finished.box)
            yield Score(entry.player, (ScoreLine("winner_takes_hands", points, tiles),), points)
        else:
            points, _ = sum_hands(completions, [entry], worth, finished.box)
            lines = score_hand(finished, completions, entry, joker_points)
            yield Score(entry.player, tuple(lines), scale(-1, points))


def is_won_round(points: Sequence[int], least: int = 1) -> bool:
    """Whether one player has exactly what the others lose: each of them at least this much."""
    return sum(score > -least for score in points) == 1 and not sum(points)
