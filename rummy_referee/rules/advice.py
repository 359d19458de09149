"""The best move where nothing can be laid, and why."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rummy_referee.rules.turns import BestMove, Meld, Move, generate_moves, pieces_of, without
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition

DRAW_FIRST = "draw_first"
NOTHING_TO_LAY = "nothing_to_lay"
NOTHING_MORE_TO_LAY = "nothing_more_to_lay"
LEAST_USEFUL = "least_useful"
CLOSER_TO_A_MELD = "closer_to_a_meld"
NO_WAY_OUT = "no_way_out"

LAYING_NOTHING = ("end_turn", "exchange", "discard", "return", "draw", "take", "pass")
"""The types of move that lay nothing. The first one that is legal is the best."""


def advise(position: "AnyPosition", best: BestMove[Any]) -> BestMove[Any]:
    """The best move that lays nothing: of moves with a tile the one with the least useful tile, else the first."""
    rules = position.turn.rules_by_type
    legal = (generate_moves(position, rules[move]) for move in LAYING_NOTHING if move in rules)
    moves = next((moves for moves in legal if moves), None)
    if moves is None:
        return best
    move = moves[0]
    if hasattr(move, "tile"):
        by_tile = {move.tile: move for move in moves}
        move = by_tile[find_least_useful(position, by_tile)]
    outcome = rules[move.type].apply(position, move)
    leaves = without(position.snapshot.hand, pieces_of(outcome.from_hand))
    goes_out = outcome.ends_round and not leaves
    return replace(
        best,
        move=move,
        from_hand=outcome.from_hand,
        points=sum(position.turn.points_in_hand(position, tile) for tile in outcome.from_hand),
        leaves=leaves,
        goes_out=goes_out,
        advice=None if goes_out else find_reason(position, move),
    )


def find_reason(position: "AnyPosition", move: Move) -> str:
    """Why a move that lays nothing is the best."""
    if hasattr(move, "tile"):
        return LEAST_USEFUL
    if move.type == "end_turn":
        return NOTHING_MORE_TO_LAY
    is_first = move.type == "draw" and position.snapshot.phase == "draw"
    return DRAW_FIRST if is_first else NOTHING_TO_LAY


# --- how useful a tile is -------------------------------------------------------------------------------------------


def find_least_useful(position: "AnyPosition", tiles: Iterable[Tile]) -> Tile:
    """The least useful of these tiles of the hand; of equals the first."""
    return min(tiles, key=lambda tile: rank_use(position, tile))


def rank_use(position: "AnyPosition", tile: Tile) -> tuple[bool, list[int], int]:
    """The sort key of a tile of the hand: the lower, the less useful.

    Of the shortest melds that can be laid, how many the tile is part of: first those of which the hand has all tiles,
    then those that lack one, and so on. A second copy of a tile is part of none. Of equals, the tile that costs the
    most goes first. Jokers go last.
    """
    hand = position.snapshot.hand
    is_joker = tile.wild and not tile.colour
    melds = position.turn.melds_with(position, tile) if hand.count(tile) == 1 else ()
    held = frozenset(hand)
    missing = [len(meld - held) for meld in melds]
    counts = [missing.count(number) for number in range(max(missing, default=0) + 1)]
    return is_joker, counts, -position.turn.points_in_hand(position, tile)


def find_fewest_missing(position: "AnyPosition", hand: Meld) -> int:
    """How many tiles a hand lacks at least for one of the shortest melds that can be laid."""
    held = frozenset(hand)
    melds = (meld for tile in held for meld in position.turn.melds_with(position, tile))
    return min([len(meld - held) for meld in melds], default=0)
