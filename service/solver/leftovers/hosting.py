"""Which tiles of a hand melds of others can take, whoever adds what lies between: a bound for what is left of it."""

from collections.abc import Collection, Iterator, Sequence

from service.solver.leftovers.laying_off import LayingOff
from service.tiles.tile import Tile


class Hosting:
    """Says which tiles of a hand can be added to a meld.

    Tiles between the meld and a tile of the hand may be added by others, who lay down in between: ``helping`` are
    theirs. So many more as ``unread`` may be any tiles.
    """

    def __init__(self, laying: LayingOff, hand: Collection[Tile], helping: Collection[Tile], unread: int) -> None:
        self._box = laying.box
        self._hand = frozenset(hand)
        self._known = self._hand.union(helping)
        self._unread = unread

    def find_taken(self, meld: Sequence[Tile]) -> frozenset[Tile]:
        """The tiles that can be added to a meld."""
        return self._hand.intersection(self.find_reached(meld))

    def find_reached(self, meld: Sequence[Tile]) -> Iterator[Tile]:
        colour, numbers = meld[0].colour, [tile.number for tile in meld]
        if numbers[0] == numbers[1]:
            colours = {tile.colour for tile in meld}
            yield from (self._box.tiles[f"{other}{numbers[0]}"] for other in self._box.colours if other not in colours)
            return
        below, above = range(min(numbers) - 1, 0, -1), range(max(numbers) + 1, len(self._box.numbers) + 1)
        for way in (below, above):
            unread = self._unread
            for number in way:
                tile = self._box.tiles[f"{colour}{number}"]
                unread -= tile not in self._known
                if unread < 0:
                    break
                yield tile
