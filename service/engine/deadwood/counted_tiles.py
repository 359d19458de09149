"""Tiles of a box without jokers, counted in one whole number; and all runs and groups among them, ranked.

Two bits count the copies of each tile, colour after colour and number after number, so that adding and taking away
tiles is plain arithmetic, and the tiles of one colour are one small number.

Melds are ranked in canonical order: as tuples of their tiles by ``Tile.order``, compared from the first tile on.
R1 R2 R3 comes before R1 R2 R3 R4, that before R1 B1 K1, and that before R2 R3 R4. Lists of melds are compared as their
sorted ranks. Runs of up to five tiles have a rank: a longer one is two of them, and the list with the two comes first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from operator import le
from typing import NamedTuple

from service.melds.judgement import SHORTEST_MELD
from service.tiles.box import Box
from service.tiles.tile import Tile

LONGEST = 5
"""The longest run that is not two runs."""
MOST_COLOURS = 4
SLOTS = 8
"""Ranks for the melds with one and the same first tile: three runs, and four groups at most with four colours."""
BITS = 2
FIELD = (1 << BITS) - 1
TILES_BITS = 7
"""A box holds fewer tiles than this can count: see ``worth``."""


class GroupChoice(NamedTuple):
    """Groups of one number that can lie side by side: the tiles in them, what these are worth, and the ranks."""

    tiles: int
    worth: int
    ranks: tuple[int, ...]

    def beside(self, other: "GroupChoice") -> "GroupChoice":
        """These groups and those of another number."""
        return GroupChoice(self.tiles + other.tiles, self.worth + other.worth, self.ranks + other.ranks)


NO_GROUPS = GroupChoice(0, 0, ())


class CountedTiles:
    """A box's tiles as bits, what they are worth by the points of their numbers, and its melds by rank."""

    def __init__(self, box: Box, points: Mapping[int, int]) -> None:
        if box.jokers or box.wild_colour or box.doubled or box.copies >= 1 << BITS or len(box.colours) > MOST_COLOURS:
            raise ValueError("made for boxes of at most four colours and three copies, without wild tiles")
        self.numbers = box.numbers
        self.colours = range(len(box.colours))
        self._points = {tile: points[tile.number] for tile in box.tiles.values()}
        self._worth = {number: points[number] << TILES_BITS | 1 for number in box.numbers}
        rows = [[box.tiles[f"{colour}{number}"] for number in box.numbers] for colour in box.colours]
        self._lane = BITS * len(box.numbers)
        self._units = {
            tile: 1 << self._lane * colour + BITS * place
            for colour, row in enumerate(rows)
            for place, tile in enumerate(row)
        }
        """The lowest bit of each tile."""
        self._shifts = [colour * len(box.numbers) * SLOTS for colour in self.colours]
        """What to add to the rank of a run in the first colour for the same run in another."""
        self.melds = {**self._rank_runs(rows), **self._rank_groups(rows)}
        """Every run of up to five tiles and every group, by rank."""
        self._all_groups = [list(self._find_all_groups(place, box.copies)) for place in range(len(box.numbers))]
        self._group_choices: dict[int, tuple[GroupChoice, ...]] = {}
        self._in_lane = (1 << self._lane) - 1
        self._low_bits = sum(self._units.values())
        self._run_begins = sum(self._units[tile] for row in rows for tile in row[: 1 - SHORTEST_MELD])
        self._columns = [sum(self._units[row[place]] for row in rows) * FIELD for place in range(len(box.numbers))]

    def _rank_runs(self, rows: Sequence[Sequence[Tile]]) -> dict[int, tuple[Tile, ...]]:
        return {
            self._shifts[colour] + place * SLOTS + length - SHORTEST_MELD: tuple(row[place : place + length])
            for colour, row in enumerate(rows)
            for length in range(SHORTEST_MELD, LONGEST + 1)
            for place in range(len(row) - length + 1)
        }

    def _rank_groups(self, rows: Sequence[Sequence[Tile]]) -> dict[int, tuple[Tile, ...]]:
        ranked: dict[int, tuple[Tile, ...]] = {}
        for first in self.colours:
            others = range(first + 1, len(rows))
            colours = sorted((first, *rest) for size in (2, 3) for rest in combinations(others, size))
            for slot, chosen in enumerate(colours, LONGEST - SHORTEST_MELD + 1):
                for place in range(len(self.numbers)):
                    ranked[self._shifts[first] + place * SLOTS + slot] = tuple(rows[c][place] for c in chosen)
        return ranked

    def count(self, tiles: Iterable[Tile]) -> int:
        """The tiles as one number. No tile may be there more often than in the box."""
        return sum(map(self._units.__getitem__, tiles))

    def count_points(self, tiles: Iterable[Tile]) -> int:
        """The points of the tiles."""
        return sum(map(self._points.__getitem__, tiles))

    def worth(self, number: int, tiles: int = 1) -> int:
        """So many tiles of a number as one number to be made large: points first, and the tiles among equals."""
        return self._worth[number] * tiles

    def tiles_of(self, worth: int) -> int:
        """How many tiles are worth so much."""
        return worth & (1 << TILES_BITS) - 1

    def weigh(self, rank: int) -> tuple[int, int]:
        """The tiles of a meld, and what they are worth."""
        meld = self.melds[rank]
        return self.count(meld), sum(self.worth(tile.number) for tile in meld)

    def holds(self, counted: int, others: int) -> bool:
        """Whether the others, none of them twice, are among the tiles."""
        return (counted | counted >> 1) & others == others

    def find_lanes(self, counted: int) -> list[tuple[int, int]]:
        """The tiles colour by colour, and what to add to the rank of a run in the first colour for one in this."""
        return [(counted >> self._lane * colour & self._in_lane, self._shifts[colour]) for colour in self.colours]

    def find_column(self, counted: int, place: int) -> list[int]:
        """How many tiles of a number there are in each colour."""
        return [counted >> self._lane * colour + BITS * place & FIELD for colour in self.colours]

    def find_run_begins(self, counted: int) -> int:
        """The lowest bits of the tiles that are the first of three or more in a row."""
        present = counted | counted >> 1
        return present & present >> BITS & present >> 2 * BITS & self._run_begins

    def find_group_places(self, counted: int) -> list[int]:
        """The places of the numbers of which there are three colours or more."""
        present = (counted | counted >> 1) & self._low_bits
        next_too = present & present >> self._lane
        third_too = present & present >> 2 * self._lane
        fourth_too = present & present >> 3 * self._lane
        three = next_too & next_too >> self._lane | (next_too | third_too) & fourth_too
        three = (three | three >> self._lane) & self._in_lane
        places = []
        while three:
            lowest = three & -three
            places.append(lowest.bit_length() // BITS)
            three ^= lowest
        return places

    def find_group_choices(self, counted: int, place: int) -> tuple[GroupChoice, ...]:
        """Every way to lay groups of one number, the first of which is to lay none."""
        column = counted & self._columns[place]
        choices = self._group_choices.get(column)
        if choices is None:
            held = self.find_column(counted, place)
            fitting = [groups for used, groups in self._all_groups[place] if all(map(le, used, held))]
            choices = self._group_choices[column] = tuple(fitting)
        return choices

    def _find_all_groups(self, place: int, copies: int) -> Iterator[tuple[list[int], GroupChoice]]:
        """Every way to lay groups of one number, with the tiles of each colour in them."""
        first, behind = place * SLOTS + LONGEST - SHORTEST_MELD + 1, (place + 1) * SLOTS
        ranks = [shift + rank for shift in self._shifts for rank in range(first, behind) if shift + rank in self.melds]
        for laid in range(copies * len(self.colours) // SHORTEST_MELD + 1):
            for chosen in combinations_with_replacement(ranks, laid):
                tiles = [tile for rank in chosen for tile in self.melds[rank]]
                if all(tiles.count(tile) <= copies for tile in tiles):
                    counted = self.count(tiles)
                    yield (
                        self.find_column(counted, place),
                        GroupChoice(counted, self.worth(self.numbers[place], len(tiles)), chosen),
                    )
