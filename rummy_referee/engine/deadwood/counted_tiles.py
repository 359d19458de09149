"""The tiles of a box without jokers as counts packed into one integer, and the ranks of all melds.

Each tile has two bits for its copies. Colours follow one another, and in a colour the numbers:

    bits 0-1: R1   bits 2-3: R2   ...   bits 24-25: R13   bits 26-27: B1   ...

Adding and removing tiles is plain arithmetic, and the tiles of one colour are a small integer. R1 R1 R3 is 0b010010.

Melds are ranked in canonical order: as tuples of their tiles by ``Tile.order``. R1 R2 R3 comes before R1 R2 R3 R4, that
before R1 B1 K1, and that before R2 R3 R4. Lists of melds are compared by their sorted ranks. Only runs of up to five
tiles have a rank: a longer run is two runs, and the list with the two comes first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from operator import le
from typing import NamedTuple

from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

MAX_RUN = 5
"""The longest run that cannot be split into two runs."""
MAX_COLOURS = 4
SLOTS = 8
"""Ranks for the melds with the same first tile: three runs and, with four colours, at most four groups."""
BITS = 2
FIELD = (1 << BITS) - 1
TILES_BITS = 7
"""The low bits of a weight count the tiles."""


class GroupChoice(NamedTuple):
    """Disjoint groups: their tiles, the weight of these, and the ranks."""

    tiles: int
    weight: int
    ranks: tuple[int, ...]

    def plus(self, other: "GroupChoice") -> "GroupChoice":
        """These groups and those of another number."""
        return GroupChoice(self.tiles + other.tiles, self.weight + other.weight, self.ranks + other.ranks)


NO_GROUPS = GroupChoice(0, 0, ())


class CountedTiles:
    """Packs the tiles of a box, weighs them by their points, and ranks its melds.

    A weight is ``points << TILES_BITS | tiles``: the heavier of two melds has more points, or as many points and more
    tiles.
    """

    def __init__(self, box: Box) -> None:
        if box.jokers or box.wild_colour or box.doubled or box.copies >= 1 << BITS or len(box.colours) > MAX_COLOURS:
            raise ValueError("the search supports boxes of at most four colours and three copies, without wild tiles")
        self.numbers = box.numbers
        self.colours = range(len(box.colours))
        self._weights = {number: points << TILES_BITS | 1 for number, points in box.points.items()}
        rows = [[box.faces[colour, number] for number in box.numbers] for colour in box.colours]
        self._colour_bits = BITS * len(box.numbers)
        self._units = {
            tile: 1 << self._colour_bits * colour + BITS * place
            for colour, row in enumerate(rows)
            for place, tile in enumerate(row)
        }
        """The lowest bit of each tile."""
        self._shifts = [colour * len(box.numbers) * SLOTS for colour in self.colours]
        """The rank of a run, minus the rank of the same run in the first colour."""
        self.melds = {**self._rank_runs(rows), **self._rank_groups(rows)}
        """Every run of up to five tiles and every group, by rank."""
        self._all_groups = [list(self._find_all_groups(place, box.copies)) for place in range(len(box.numbers))]
        self._group_choices: dict[int, tuple[GroupChoice, ...]] = {}
        self._colour_mask = (1 << self._colour_bits) - 1
        self._low_bits = sum(self._units.values())
        self._run_starts = sum(self._units[tile] for row in rows for tile in row[: 1 - SHORTEST_MELD])
        self._columns = [sum(self._units[row[place]] for row in rows) * FIELD for place in range(len(box.numbers))]

    def _rank_runs(self, rows: Sequence[Sequence[Tile]]) -> dict[int, tuple[Tile, ...]]:
        return {
            self._shifts[colour] + place * SLOTS + length - SHORTEST_MELD: tuple(row[place : place + length])
            for colour, row in enumerate(rows)
            for length in range(SHORTEST_MELD, MAX_RUN + 1)
            for place in range(len(row) - length + 1)
        }

    def _rank_groups(self, rows: Sequence[Sequence[Tile]]) -> dict[int, tuple[Tile, ...]]:
        ranked: dict[int, tuple[Tile, ...]] = {}
        for first in self.colours:
            others = range(first + 1, len(rows))
            colours = sorted((first, *rest) for size in (2, 3) for rest in combinations(others, size))
            for slot, chosen in enumerate(colours, MAX_RUN - SHORTEST_MELD + 1):
                for place in range(len(self.numbers)):
                    ranked[self._shifts[first] + place * SLOTS + slot] = tuple(rows[c][place] for c in chosen)
        return ranked

    def count(self, tiles: Iterable[Tile]) -> int:
        """The packed tiles. There must be no more of each than in the box."""
        return sum(map(self._units.__getitem__, tiles))

    def weight(self, number: int, tiles: int = 1) -> int:
        """The weight of some tiles of a number."""
        return self._weights[number] * tiles

    def count_tiles(self, weight: int) -> int:
        """How many tiles have this weight."""
        return weight & (1 << TILES_BITS) - 1

    def holds(self, counted: int, others: int) -> bool:
        """Whether the others, each one once, are among the tiles."""
        return (counted | counted >> 1) & others == others

    def split_colours(self, counted: int) -> list[tuple[int, int]]:
        """The tiles of each colour, and the offset of its ranks from those of the first colour."""
        return [
            (counted >> self._colour_bits * colour & self._colour_mask, self._shifts[colour]) for colour in self.colours
        ]

    def find_run_starts(self, counted: int) -> int:
        """The lowest bits of the tiles that are followed by the next two of their colour."""
        present = counted | counted >> 1
        return present & present >> BITS & present >> 2 * BITS & self._run_starts

    def find_group_places(self, counted: int) -> list[int]:
        """The places of the numbers that are there in three or more colours."""
        present = (counted | counted >> 1) & self._low_bits
        next_too = present & present >> self._colour_bits
        third_too = present & present >> 2 * self._colour_bits
        fourth_too = present & present >> 3 * self._colour_bits
        three = next_too & next_too >> self._colour_bits | (next_too | third_too) & fourth_too
        three = (three | three >> self._colour_bits) & self._colour_mask
        places = []
        while three:
            lowest = three & -three
            places.append(lowest.bit_length() // BITS)
            three ^= lowest
        return places

    def find_group_choices(self, counted: int, place: int) -> tuple[GroupChoice, ...]:
        """Every choice of groups of one number. The first one has no groups."""
        column = counted & self._columns[place]
        choices = self._group_choices.get(column)
        if choices is None:
            held = self._count_copies(counted, place)
            fitting = [groups for used, groups in self._all_groups[place] if all(map(le, used, held))]
            choices = self._group_choices[column] = tuple(fitting)
        return choices

    def _find_all_groups(self, place: int, copies: int) -> Iterator[tuple[list[int], GroupChoice]]:
        """Every choice of groups of one number, with the tiles of each colour in them."""
        first, end = place * SLOTS + MAX_RUN - SHORTEST_MELD + 1, (place + 1) * SLOTS
        ranks = [shift + rank for shift in self._shifts for rank in range(first, end) if shift + rank in self.melds]
        for size in range(copies * len(self.colours) // SHORTEST_MELD + 1):
            for chosen in combinations_with_replacement(ranks, size):
                tiles = [tile for rank in chosen for tile in self.melds[rank]]
                if all(tiles.count(tile) <= copies for tile in tiles):
                    counted = self.count(tiles)
                    weight = self.weight(self.numbers[place], len(tiles))
                    yield self._count_copies(counted, place), GroupChoice(counted, weight, chosen)

    def _count_copies(self, counted: int, place: int) -> list[int]:
        """How many tiles of a number there are in each colour."""
        return [counted >> self._colour_bits * colour + BITS * place & FIELD for colour in self.colours]
