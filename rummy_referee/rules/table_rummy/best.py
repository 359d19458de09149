"""The best play of table rummy."""

from typing import Any

from rummy_referee.rules.moves import generate_other_moves
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import BestMove, Meld, Objective, pieces_of, without


def find_best_play(position: TableRummyPosition[Any], objective: Objective) -> BestMove[Any]:
    """The play that takes the most tiles or points out of the hand, or the one that goes out."""
    hand = position.snapshot.hand
    if objective == "out" and len(hand) == 1:
        for move in generate_other_moves(position):
            outcome = position.turn.rules_by_type[move.type].apply(position, move)
            if outcome.ends_round and outcome.from_hand:
                return _describe(position, move, hand, proven=True)
    if not position.is_available(position.plays.type):
        return BestMove(leaves=hand)
    if objective == "points":
        best = position.plays.best(lambda tile: tile.points, position.turn.joker_points_for(position.options))
    else:
        best = position.plays.best(lambda _: 1, 1)
    play = best.play
    if play is None or (objective == "out" and len(hand) - play.size > position.turn.goes_out_with(position)):
        return BestMove(leaves=hand, proven=best.proven)
    (move,) = position.plays.to_moves([play])
    return _describe(position, move, move.from_hand, proven=best.proven or play.size == len(hand))


def _describe(position: TableRummyPosition[Any], move: Any, from_hand: Meld, *, proven: bool) -> BestMove[Any]:
    leaves = without(position.snapshot.hand, pieces_of(from_hand))
    return BestMove(
        move,
        from_hand,
        points=sum(position.turn.points_in_hand(position, tile) for tile in from_hand),
        leaves=leaves,
        goes_out=len(leaves) <= position.turn.goes_out_with(position),
        proven=proven,
    )
