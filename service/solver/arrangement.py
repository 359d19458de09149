"""What the search for an arrangement of loose tiles gives back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds and what is left over. ``proven`` is false where the bound on work ended the search first."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    proven: bool = True


Arranger = Callable[[Sequence[Tile], bool], Arrangement]
"""Lays every tile into melds, or (second argument false) the most that can lie in melds at once."""
