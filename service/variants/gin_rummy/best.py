"""The best move of Gin-Rummy: a declaration wherever there is one, else what leaves the least."""

from collections import Counter
from dataclasses import replace

from service.engine.deadwood.minimum import Melding
from service.rules.move_records import Discard
from service.rules.turns import BestMove, Objective, in_order, pieces_of
from service.variants.gin_rummy.combinations import BOX, LEAST
from service.variants.gin_rummy.declaring import BIG_GIN, LITTLE_GIN, count_melded, find_declarations
from service.variants.gin_rummy.snapshot import TAKE, GinPosition
from service.variants.gin_rummy.taking import PILE, STOCK, Take, take_discard


def find_best(position: GinPosition, objective: Objective) -> BestMove:
    """The declaration that scores the most; or the take or the discard that leaves the least."""
    declared = find_best_declaration(position)
    if declared:
        return declared
    if position.snapshot.phase == TAKE:
        return find_best_take(position, objective)
    return find_best_discard(position, objective)


def find_best_declaration(position: GinPosition) -> BestMove | None:
    """A Big Gin before a Little Gin before eight or nine tiles melded; of equals the one that leaves the least."""
    found = list(find_declarations(position))
    if not found:
        return None
    move, melding = min(found, key=lambda way: rank_declaration(way[1]))
    laid = [tile for meld in melding.melds for tile in meld]
    from_hand = in_order([*laid, move.discard] if move.discard else laid)
    points = sum(tile.number for tile in from_hand)
    return BestMove(move, from_hand, points, melding.left, melding.melds, goes_out=True)


def rank_declaration(melding: Melding) -> tuple[int, int, int]:
    """The lower, the better."""
    kinds = (BIG_GIN, LITTLE_GIN)
    melded = count_melded(melding)
    return kinds.index(melded) if melded in kinds else len(kinds), melding.points, len(melding.left)


def find_best_discard(position: GinPosition, objective: Objective) -> BestMove:
    """The discard that leaves the least points, then the fewest tiles; none goes out."""
    if objective == "out":
        return BestMove(leaves=position.snapshot.hand)
    tile, melding = LEAST.discard(position.snapshot.hand)
    return BestMove(Discard(tile), (tile,), tile.number, melding.left, melding.melds)


def find_best_take(position: GinPosition, objective: Objective) -> BestMove:
    """The take that leaves the least after the best discard: from the stock, on average of all tiles it may be."""
    snapshot = position.snapshot
    if snapshot.discard_top is not None:
        after = replace(position, snapshot=take_discard(snapshot))
        known = find_best(after, objective)
        left = (sum(tile.number for tile in known.leaves), len(known.leaves))
        if known.goes_out or (objective != "out" and (not snapshot.stock or left < average_left(position))):
            return replace(known, move=Take(PILE))
    if objective == "out":
        return BestMove(leaves=snapshot.hand)
    melding = LEAST.meld(snapshot.hand)
    return BestMove(Take(STOCK), leaves=melding.left, melds=melding.melds)


def average_left(position: GinPosition) -> tuple[float, float]:
    """The points, and the tiles, that are left on average with a tile of the stock: it may be any that is not seen."""
    hand, top = position.snapshot.hand, position.snapshot.discard_top
    unseen = Counter(BOX.holds) - pieces_of([*hand, top] if top else hand)
    points = tiles = 0
    for piece, count in unseen.items():
        melding = LEAST.discard([*hand, BOX.tiles[piece]]).melding
        points += melding.points * count
        tiles += len(melding.left) * count
    return points / unseen.total(), tiles / unseen.total()
