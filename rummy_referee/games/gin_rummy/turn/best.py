"""The best move of Gin-Rummy: a declaration if there is one, else the move with the least deadwood."""

from dataclasses import replace

from rummy_referee.engine.deadwood.minimum import Melding, count_points
from rummy_referee.games.gin_rummy.core.combinations import BOX, COMBINATIONS, DEADWOOD
from rummy_referee.games.gin_rummy.core.declarations import BIG_GIN, LITTLE_GIN, count_melded
from rummy_referee.games.gin_rummy.turn.declaring import GinMove, find_declarations
from rummy_referee.games.gin_rummy.turn.snapshot import TAKE, GinPosition
from rummy_referee.games.gin_rummy.turn.taking import take_discard
from rummy_referee.rules.knock_rummy.safest_melds import go_out_safely
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile, leaves_less
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import BestMove, Objective


def find_best(position: GinPosition, objective: Objective) -> BestMove[GinMove]:
    """The declaration that scores the most; or the take or the discard with the least deadwood."""
    declared = find_best_declaration(position)
    if declared:
        return declared
    if position.snapshot.phase == TAKE:
        return find_best_take(position, objective)
    return find_best_discard(position, objective)


def find_best_declaration(position: GinPosition) -> BestMove[GinMove] | None:
    """A Big Gin before a Little Gin before eight or nine tiles melded; of equals the least deadwood and lay-offs."""
    found = list(find_declarations(position))
    if not found:
        return None
    return go_out_safely(BOX, found, rank_declaration)


def rank_declaration(melding: Melding) -> tuple[int, int, int]:
    """The sort key of a declaration: the lower, the better."""
    kinds = (BIG_GIN, LITTLE_GIN)
    melded = count_melded(melding)
    return kinds.index(melded) if melded in kinds else len(kinds), melding.points, len(melding.left)


def find_best_discard(position: GinPosition, objective: Objective) -> BestMove[GinMove]:
    """The discard with the fewest points, then the fewest tiles of deadwood; no discard goes out."""
    if objective == "out":
        return BestMove(leaves=position.snapshot.hand)
    tile, melding = DEADWOOD.discard(position.snapshot.hand)
    return BestMove(Discard(tile), (tile,), tile.points, melding.left, melding.melds)


def find_best_take(position: GinPosition, objective: Objective) -> BestMove[GinMove]:
    """The take with the least deadwood after the best discard; from the stock, the average over all unseen tiles.

    An empty stock leaves the hand as it is and ends the round, so that no discard is passed on for ever.
    """
    snapshot, top = position.snapshot, position.snapshot.discard_top
    melding = DEADWOOD.meld(snapshot.hand)
    if top is not None:
        known = find_best(replace(position, given=take_discard(snapshot)), objective)
        if snapshot.stock:
            is_less = leaves_less(COMBINATIONS, known, snapshot.hand, top)
        else:
            is_less = (count_points(known.leaves), len(known.leaves)) < (melding.points, len(melding.left))
        if known.goes_out or (objective != "out" and is_less):
            return replace(known, move=TakeTile(PILE))
    if objective == "out":
        return BestMove(leaves=snapshot.hand)
    return BestMove(TakeTile(STOCK), leaves=melding.left, melds=melding.melds)
