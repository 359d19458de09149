"""Inventories: the tiles of a snapshot can never be more than the box holds."""

from collections.abc import Iterable, Iterator, Sequence

from service.rules.game import AnyGame
from service.rules.violations import Violation
from service.tiles.tile import Tile


def check_inventory(game: AnyGame, options: object, piles: Iterable[tuple[str, Sequence[Tile]]]) -> Iterator[Violation]:
    """No piece is there more often than in the box. The path is that of the first tile too many."""
    holds = game.holds(options)
    counts: dict[str, int] = {}
    too_many: dict[str, str] = {}
    for path, tiles in piles:
        for index, tile in enumerate(tiles):
            piece = tile.piece
            counts[piece] = count = counts.get(piece, 0) + 1
            if count > holds.get(piece, 0) and piece not in too_many:
                too_many[piece] = f"{path}/{index}"
    for piece, path in too_many.items():
        params = {"tile": piece, "maximum": holds.get(piece, 0), "actual": counts[piece]}
        yield Violation("box_exceeded", path, params, game.cite("box_exceeded"))
