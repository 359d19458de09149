"""What is covered first of a hand of Gin-Rummy: that for which there are the fewest ways. So a no is soon found."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from service.tiles.tile import Tile
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.ways import Way

MANY_WAYS = 60
"""So many ways to cover a tile are as good as any number more."""
FEW_WAYS = 12
"""A number with fewer ways comes before others."""


class CoverOrder:
    """Counts the ways to cover tiles, and those to cover a tile of a number, which may have any colour."""

    def __init__(
        self, holdings: Holdings, box: Supply, most: int, find_ways: Callable[[Way, Tile], Iterator[Way]]
    ) -> None:
        """``most`` is what may be left at most."""
        self._holdings = holdings
        self._box = box
        self._most = most
        self._find_ways = find_ways
        self._urgent: Sequence[tuple[int, int]] = ()
        """Numbers that cannot all be left and have few ways, and how many of each are to be filled."""

    def begin(self, start: Way, key: tuple[int, int]) -> Way:
        """Put the tiles that were read in order, and the numbers of those that were not.

        How many ways there are is counted just once for a ``key``. Numbers all of which can be left come last.
        """
        numbers = [number for number, _ in self._box.numbers]
        ways = self._holdings.ways.get(key)
        if ways is None:
            kinds: dict[Tile | int, Sequence[Tile]] = {tile: (tile,) for tile in start.undecided}
            kinds |= {number: self._box.find_tiles(number) for number in numbers}
            ways = self._holdings.ways[key] = {
                kind: self._count(start, tiles, MANY_WAYS) for kind, tiles in kinds.items()
            }

        def rank(wanted: tuple[int, int]) -> tuple[bool, int, int]:
            number, count = wanted
            can_be_left = number * count <= self._most
            return can_be_left, 0 if can_be_left else ways[number], -number

        self._box.numbers = sorted(self._box.numbers, key=rank)
        undecided = sorted(start.undecided, key=lambda tile: (ways[tile], -tile.number, tile.order))
        if undecided:
            first = (False, ways[undecided[0]])
            self._urgent = [wanted for wanted in self._box.numbers if rank(wanted)[:2] < first]
        return start._replace(undecided=tuple(undecided))

    def find_urgent(self, way: Way) -> Sequence[Tile]:
        """The tiles one of which an unread one may be that has fewer ways than any that was read, if there is any."""
        for number, count in self._urgent:
            if sum(tile.number == number for tile in way.fill) < count:
                return self._box.find_tiles(number)
        return ()

    def find_next(self, way: Way) -> Sequence[Tile]:
        """The tiles one of which an unread one may be that is to be covered next, if there is any.

        Of the numbers that cannot be left that with the fewest ways is the next, if they are few now.
        """
        first, fewest = self._box.find_missing(way.fill), FEW_WAYS
        for tiles in self._box.find_missing_numbers(way.fill):
            if way.points + tiles[0].number > self._most:
                count = self._count(way, tiles, fewest)
                if count < fewest:
                    first, fewest = tiles, count
        return first

    def _count(self, way: Way, tiles: Sequence[Tile], most: int) -> int:
        """How many ways there are to cover one of these tiles; so many at most are counted."""
        ways = chain.from_iterable(self._find_ways(way, tile) for tile in tiles)
        return sum(1 for _ in islice(ways, most))
