"""What the search for an arrangement of loose tiles gives back."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.melds.judgement import Judge, Reading
from service.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds and what is left over. ``proven`` is false where the bound on work ended the search first."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    proven: bool = True


Arranger = Callable[[Sequence[Tile], bool], Arrangement]
"""Lays every tile into melds, or (second argument false) the most that can lie in melds at once."""


def canonical_arrangement(
    tiles: Sequence[Tile], melds: Sequence[Sequence[Tile]], judge: Judge, *, proven: bool
) -> Arrangement:
    """Melds in canonical order, each in the order of its best reading, and the rest of the tiles."""
    left = Counter(tiles)
    left.subtract(tile for meld in melds for tile in meld)
    ordered = [_in_reading_order(meld, judge(meld).readings[0]) for meld in melds]
    return Arrangement(
        tuple(sorted(ordered, key=lambda meld: [canonical_place(tile) for tile in meld])),
        tuple(sorted(left.elements(), key=canonical_place)),
        proven,
    )


def _in_reading_order(meld: Sequence[Tile], reading: Reading) -> tuple[Tile, ...]:
    """The tiles as they were given, where their pinned likes are in the reading."""
    by_code = {tile.code: tile for tile in meld}
    return tuple(by_code[tile.code if tile.code in by_code else tile.piece] for tile in reading.tiles)


def canonical_place(tile: Tile) -> tuple[int, str]:
    """Where a tile comes in canonical order."""
    return tile.order, tile.code
