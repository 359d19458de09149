"""The points of the minimum deadwood in a box with one copy of each tile, by bit sets.

A hand is one integer: a bit for each tile, colour by colour, and above all bits the weight of the hand. Adding the
units of the tiles packs both at once:

    bits 0-12: As to Ks   bits 13-25: hearts   bits 26-38: diamonds   bits 39-51: clubs   from bit 52: the weight

A table has the greatest weight of disjoint runs for every set of tiles of one colour, so without groups the melds weigh
``runs[s] + runs[h] + runs[d] + runs[c]``. Each number that is there in three or four colours is branched on: no group,
or each possible one. Of As 2s 3s 3h 3d, the run weighs 6 points and the group 9.
"""

from collections.abc import Iterable
from itertools import combinations

from rummy_referee.engine.deadwood.counted_tiles import MAX_COLOURS, TILES_BITS
from rummy_referee.engine.work import count_steps
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

_ENGINE_STEPS = 10
"""A choice of groups takes as long as this many steps of the compiled engine: see ``work.py``."""


class SingleCards:
    """Weighs the minimum deadwood of hands. A weight is ``points << TILES_BITS | tiles``."""

    def __init__(self, box: Box) -> None:
        if box.copies != 1 or box.jokers or box.wild_colour or box.doubled or len(box.colours) != MAX_COLOURS:
            raise ValueError("bit sets need four colours and one copy of each tile")
        size = len(box.numbers)
        self._colour_mask = (1 << size) - 1
        self._shifts = (size, 2 * size, 3 * size, 4 * size)
        self._weights = [box.points[number] << TILES_BITS | 1 for number in box.numbers]
        self.units = {
            tile.piece: 1 << colour * size + place | self._weights[place] << MAX_COLOURS * size
            for colour, letter in enumerate(box.colours)
            for place, tile in enumerate(box.faces[letter, number] for number in box.numbers)
        }
        """What a piece adds to a packed hand."""
        self._runs = self._weigh_runs(size)
        self._column = sum(1 << colour * size for colour in range(MAX_COLOURS))
        """The lowest number in all colours."""
        self._groups: dict[int, list[tuple[int, int]]] = {}
        """The groups of each set of tiles of one number, as far as they were needed."""

    def _weigh_runs(self, size: int) -> list[int]:
        """The greatest weight of disjoint runs, for every set of tiles of one colour.

        Dynamic programming over the sets in ascending order: the highest tile is in no run, or it ends one.
        """
        best = [0] * (1 << size)
        for tiles in range(1, 1 << size):
            highest = tiles.bit_length() - 1
            best[tiles] = best[tiles ^ 1 << highest]
            run, weight, length = 1 << highest, self._weights[highest], 1
            while highest >= length and tiles & 1 << highest - length:
                run |= 1 << highest - length
                weight += self._weights[highest - length]
                length += 1
                if length >= SHORTEST_MELD:
                    best[tiles] = max(best[tiles], best[tiles & ~run] + weight)
        return best

    def pack(self, hand: Iterable[Tile]) -> int:
        """A hand as one integer. Tiles must differ."""
        units = self.units
        return sum([units[tile.piece] for tile in hand])

    def weigh(self, packed: int) -> int:
        """The weight of the minimum deadwood: the fewest points, and of equals the fewest tiles."""
        second, third, fourth, end = self._shifts
        mask, runs = self._colour_mask, self._runs
        s, h, d, c = packed & mask, packed >> second & mask, packed >> third & mask, packed >> fourth & mask
        numbers = s & h & (d | c) | d & c & (s | h)
        if not numbers:
            return (packed >> end) - runs[s] - runs[h] - runs[d] - runs[c]
        choices = [(packed, 0)]
        while numbers:
            number = numbers & -numbers
            numbers ^= number
            column = packed & number * self._column
            groups = self._groups.get(column) or self._groups.setdefault(column, self._find_groups(column))
            choices += [(rest ^ group, melded + own) for rest, melded in choices for group, own in groups]
        count_steps(_ENGINE_STEPS * len(choices))
        return (packed >> end) - max(
            [
                melded
                + runs[rest & mask]
                + runs[rest >> second & mask]
                + runs[rest >> third & mask]
                + runs[rest >> fourth & mask]
                for rest, melded in choices
            ]
        )

    def _find_groups(self, column: int) -> list[tuple[int, int]]:
        """The groups among tiles of one number: their bits and weights."""
        bits = [1 << place for place in range(column.bit_length()) if column >> place & 1]
        weight = self._weights[(bits[0].bit_length() - 1) % self._shifts[0]]
        return [
            (sum(group), weight * size)
            for size in range(SHORTEST_MELD, len(bits) + 1)
            for group in combinations(bits, size)
        ]
