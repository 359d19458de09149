"""Which draws help: what the best move would be after each tile that may be drawn face down."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rummy_referee.rules.described_moves import find_needs
from rummy_referee.rules.moves import find_best_move, generate_other_moves
from rummy_referee.rules.records import find_tiles
from rummy_referee.rules.turns import BestMove, Move, Objective, generate_moves, pieces_of, without_one
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition

DRAWN = ("drawn",)


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile that may be drawn, and the best move after it."""

    tile: Tile
    copies: int
    """How many of it nobody has seen."""
    best: BestMove[Any]
    gain: int
    """By how much the best move is better than without it."""


@dataclass(frozen=True, slots=True)
class DiscardDraws:
    """A discard, and what a draw after it would gain."""

    tile: Tile
    left: int
    """The points of the deadwood after it."""
    helping: int
    """The number of unseen tiles with which there is less than after the best discard now."""
    gain: int
    """The sum of what all unseen tiles gain."""


@dataclass(frozen=True, slots=True)
class Draws:
    """What a player can draw in a position."""

    now: BestMove[Any]
    """The best move without it."""
    unseen: int
    """The number of tiles that nobody has seen."""
    move: Move | None = None
    """The move that draws; None if none is legal."""
    tiles: Sequence[Draw] = ()
    """The tiles, those that gain the most first."""
    discards: Sequence[DiscardDraws] = ()
    """In a game with deadwood, after a tile is taken: the discards, the one that keeps the most first."""


def find_draws(position: "AnyPosition", objective: Objective) -> Draws:
    """What each unseen tile would do in a possible position."""
    shown = [tile for _, pile in find_tiles(position.snapshot) for tile in pile]
    unseen = Counter(position.game.holds(position.options)) - pieces_of(shown)
    tiles = [(position.game.box.tiles[piece], copies) for piece, copies in unseen.items()]
    total = unseen.total()
    now = find_best_move(position, objective)
    move = find_drawing_move(position, now)
    if move is None:
        return Draws(now, total, discards=weigh_discards(position, now, tiles))
    before = measure(position, now, objective)
    draws = []
    for tile, copies in tiles:
        after = position.turn.rules_by_type[move.type].apply(position, replace(move, drawn=tile)).next  # type: ignore[type-var] # a record, as every move
        best = find_best_move(replace(position, given=after), objective)
        draws.append(Draw(tile, copies, best, measure(position, best, objective) - before))
    return Draws(now, total, move, sorted(draws, key=lambda draw: (-draw.gain, draw.tile.order)))


def find_drawing_move(position: "AnyPosition", now: BestMove[Any]) -> Move | None:
    """The best move if it draws a tile face down, else the first legal one that does."""
    moves = ([now.move] if now.move else []) + generate_other_moves(position)
    return next((move for move in moves if find_needs(position, move) == DRAWN), None)


def measure(position: "AnyPosition", best: BestMove[Any], objective: Objective) -> int:
    """How good a best move is: by what is laid, else by the deadwood that is left, else by the tiles in order."""
    if hasattr(position.snapshot, "table"):
        is_laid = best.advice is None
        return is_laid * (best.points if objective == "points" else len(best.from_hand))
    if position.turn.deadwood:
        return -count_points(best.leaves)
    return sum(map(len, best.melds))


def count_points(tiles: Iterable[Tile]) -> int:
    """The points of the tiles."""
    return sum([tile.points for tile in tiles])


def weigh_discards(
    position: "AnyPosition", now: BestMove[Any], tiles: Sequence[tuple[Tile, int]]
) -> Sequence[DiscardDraws]:
    """What a draw gains after each discard, against the best discard now."""
    deadwood, rule = position.turn.deadwood, position.turn.rules_by_type.get("discard")
    if deadwood is None or rule is None:
        return ()
    hand, least = position.snapshot.hand, count_points(now.leaves)
    weighed = []
    for discard in generate_moves(position, rule):
        rest = without_one(hand, discard.tile.piece)
        gains = [(max(least - deadwood.find_discard((*rest, tile))[1], 0), copies) for tile, copies in tiles]
        helping = sum(copies for gain, copies in gains if gain)
        total = sum(gain * copies for gain, copies in gains)
        weighed.append(DiscardDraws(discard.tile, deadwood.find_points(rest), helping, total))
    return sorted(weighed, key=lambda discard: (-discard.gain, discard.left, discard.tile.order))
