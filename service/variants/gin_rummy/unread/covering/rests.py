"""What may be left of the hand of a player of Gin-Rummy who lays some melds, and adds tiles to those of others."""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.counted_steps import Steps
from service.solver.leftovers.most_left import MostSearch
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.outcomes import Left
from service.variants.gin_rummy.unread.seats import ALONE, Seat
from service.variants.gin_rummy.unread.ways import Melds, can_reach

BOUND_STEPS = 5
"""Bounding what is left of a hand takes as long as so many steps."""


class Rest:
    """Bounds what is left: players lay what leaves the least, so no way to lay a hand leaves less than that."""

    def __init__(self, seat: Seat, melds: Melds, lacking: Fill, left: Left, steps: Steps) -> None:
        """``lacking`` is what is filled for the melds and single tiles, and ``left`` what the box had before."""
        self._loose = (*seat.loose, *lacking)
        self._unread = seat.unread
        self._told = (*seat.told, *lacking)
        self._left = Counter(left)
        self._left.subtract(lacking)
        self._melds = melds
        self._steps = steps

    def bound(self) -> int:
        """No less than what is left, whatever else is filled."""
        return min(self._bound_beside(self._melds), self._bound_with_added())

    def _bound_with_added(self) -> int:
        """The same, if the melds may be others, and just those tiles are added that are better added than melded."""
        added = list(_find_rows(_find_added(self._melds)))
        least = self._bound_beside(added)
        for row in tuple(added):
            fewer = [other for other in added if other is not row]
            bound = self._bound_beside(fewer)
            if bound < least:
                least, added = bound, fewer
        return least

    def _bound_beside(self, laid: Iterable[Meld]) -> int:
        """No less than what is left beside these melds and rows, if nothing more is added to others'."""
        rest = Counter(self._loose) - Counter(tile for tiles in laid for tile in tiles)
        hand = UnreadHand(LAYING, tuple(rest.elements()), self._unread, self._left, self._told)
        self._steps.take(BOUND_STEPS)
        return MostSearch(hand, ALONE, self._steps).bound()


def _find_added(melds: Melds) -> Sequence[Tile]:
    """The single tiles that are added to melds of others, in order: those that may make an own one longer are not."""
    own = [meld for meld in melds if len(meld) >= SHORTEST]
    singles = (tile for meld in melds if len(meld) < SHORTEST for tile in meld)
    added = [tile for tile in singles if not any(can_reach(meld, tile) for meld in own)]
    return sorted(added, key=lambda tile: (tile.colour, tile.number))


def _find_rows(tiles: Sequence[Tile]) -> Iterable[Meld]:
    """The tiles in rows, of which one may have to be added before another. Different rows do not need each other."""
    row: Meld = ()
    for tile in tiles:
        if row and (tile.colour != row[-1].colour or tile.number > row[-1].number + 1):
            yield row
            row = ()
        row = (*row, tile)
    if row:
        yield row
