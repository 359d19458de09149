"""The best move of Gin-Rummy: a declaration if there is one, else the move with the least deadwood."""

from collections import Counter
from dataclasses import replace

from service.engine.deadwood.minimum import Melding, count_points
from service.rules.move_records import Discard
from service.rules.turns import BestMove, Objective, in_order, pieces_of
from service.variants.gin_rummy.core.combinations import BOX, DEADWOOD
from service.variants.gin_rummy.core.declarations import BIG_GIN, LITTLE_GIN, count_melded
from service.variants.gin_rummy.turn.declaring import find_declarations
from service.variants.gin_rummy.turn.snapshot import TAKE, GinPosition
from service.variants.gin_rummy.turn.taking import PILE, STOCK, TakeTile, take_discard


def find_best(position: GinPosition, objective: Objective) -> BestMove:
    """The declaration that scores the most; or the take or the discard with the least deadwood."""
    declared = find_best_declaration(position)
    if declared:
        return declared
    if position.snapshot.phase == TAKE:
        return find_best_take(position, objective)
    return find_best_discard(position, objective)


def find_best_declaration(position: GinPosition) -> BestMove | None:
    """A Big Gin before a Little Gin before eight or nine tiles melded; of equals the one with the least deadwood."""
    found = list(find_declarations(position))
    if not found:
        return None
    move, melding = min(found, key=lambda declaration: rank_declaration(declaration[1]))
    laid = [tile for meld in melding.melds for tile in meld]
    from_hand = in_order([*laid, move.discard] if move.discard else laid)
    points = count_points(from_hand)
    return BestMove(move, from_hand, points, melding.left, melding.melds, goes_out=True)


def rank_declaration(melding: Melding) -> tuple[int, int, int]:
    """The sort key of a declaration: the lower, the better."""
    kinds = (BIG_GIN, LITTLE_GIN)
    melded = count_melded(melding)
    return kinds.index(melded) if melded in kinds else len(kinds), melding.points, len(melding.left)


def find_best_discard(position: GinPosition, objective: Objective) -> BestMove:
    """The discard with the fewest points, then the fewest tiles of deadwood; no discard goes out."""
    if objective == "out":
        return BestMove(leaves=position.snapshot.hand)
    tile, melding = DEADWOOD.discard(position.snapshot.hand)
    return BestMove(Discard(tile), (tile,), tile.points, melding.left, melding.melds)


def find_best_take(position: GinPosition, objective: Objective) -> BestMove:
    """The take with the least deadwood after the best discard; from the stock, the average over all unseen tiles."""
    snapshot = position.snapshot
    if snapshot.discard_top is not None:
        after = replace(position, snapshot=take_discard(snapshot))
        known = find_best(after, objective)
        deadwood = (count_points(known.leaves), len(known.leaves))
        if known.goes_out or (objective != "out" and (not snapshot.stock or deadwood < average_deadwood(position))):
            return replace(known, move=TakeTile(PILE))
    if objective == "out":
        return BestMove(leaves=snapshot.hand)
    melding = DEADWOOD.meld(snapshot.hand)
    return BestMove(TakeTile(STOCK), leaves=melding.left, melds=melding.melds)


def average_deadwood(position: GinPosition) -> tuple[float, float]:
    """The average points and tiles of deadwood after a tile of the stock: each unseen tile is equally likely."""
    hand, top = position.snapshot.hand, position.snapshot.discard_top
    unseen = Counter(BOX.holds) - pieces_of([*hand, top] if top else hand)
    points = tiles = 0
    for piece, count in unseen.items():
        melding = DEADWOOD.discard([*hand, BOX.tiles[piece]]).melding
        points += melding.points * count
        tiles += len(melding.left) * count
    return points / unseen.total(), tiles / unseen.total()
