"""Tiles of a box without jokers, counted in one whole number; and all runs and groups among them, ranked.

Two bits count the copies of each tile, colour after colour and number after number, so that adding and taking away
tiles is plain arithmetic, and the tiles of one colour are one small number.

Melds are ranked in canonical order: as tuples of their tiles by ``Tile.order``, compared from the first tile on.
R1 R2 R3 comes before R1 R2 R3 R4, that before R1 B1 K1, and that before R2 R3 R4. Lists of melds are compared as their
sorted ranks. Runs of up to five tiles have a rank: a longer one is two of them, and the list with the two comes first.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from service.solver.open_runs import SHORTEST
from service.tiles.box import Box
from service.tiles.tile import Tile

LONGEST = 5
"""The longest run that is not two runs."""
MOST_COLOURS = 4
SLOTS = 8
"""Ranks for the melds with one and the same first tile: three runs, and four groups at most with four colours."""
BITS = 2
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
        self.points = points
        self.numbers = box.numbers
        self.colours = range(len(box.colours))
        self.lane = BITS * len(box.numbers)
        """The bits of one colour."""
        self.in_lane = (1 << self.lane) - 1
        self.any_copy = sum(1 << BITS * place for place in range(len(box.numbers)))
        """The lowest bit of each number in one colour."""
        self.tiles = [[box.tiles[f"{colour}{number}"] for number in box.numbers] for colour in box.colours]
        self._unit = {
            tile: 1 << self.lane * colour + BITS * place
            for colour, row in enumerate(self.tiles)
            for place, tile in enumerate(row)
        }
        self._low_bits = sum(self._unit.values())
        self._tiles_of_bit = {
            unit << bit: (tile,) * (1 << bit) for tile, unit in self._unit.items() for bit in range(BITS)
        }
        self._group_choices: dict[int, tuple[GroupChoice, ...]] = {}

    def count(self, tiles: Iterable[Tile]) -> int:
        """The tiles as one number. No tile may be there more often than in the box."""
        unit = self._unit
        return sum([unit[tile] for tile in tiles])

    def list_tiles(self, counted: int) -> tuple[Tile, ...]:
        """The tiles again, in canonical order."""
        tiles: list[Tile] = []
        while counted:
            lowest = counted & -counted
            tiles += self._tiles_of_bit[lowest]
            counted ^= lowest
        return tuple(tiles)

    def size(self, counted: int) -> int:
        """How many tiles there are."""
        return (counted & self._low_bits).bit_count() + 2 * (counted & self._low_bits << 1).bit_count()

    def holds(self, counted: int, others: int) -> bool:
        """Whether the others, none of them twice, are among the tiles."""
        return (counted | counted >> 1) & others == others

    def weigh(self, rank: int) -> tuple[int, int]:
        """The tiles of a meld, and what they are worth."""
        meld = self.melds[rank]
        return self.count(meld), sum(self.worth(tile.number, 1) for tile in meld)

    def without_each(self, counted: int) -> Iterator[tuple[Tile, int]]:
        """Each tile among them, in canonical order, and all the others."""
        for tile in dict.fromkeys(self.list_tiles(counted)):
            yield tile, counted - self._unit[tile]

    def lanes(self, counted: int) -> list[int]:
        """The tiles colour by colour."""
        return [counted >> self.lane * colour & self.in_lane for colour in self.colours]

    def worth(self, number: int, tiles: int) -> int:
        """So many tiles of a number as one number to be made large: points first, and the tiles among equals."""
        return (self.points[number] << TILES_BITS | 1) * tiles

    def points_of(self, worth: int) -> int:
        """The points of what is worth so much."""
        return worth >> TILES_BITS

    def tiles_of(self, worth: int) -> int:
        """How many tiles are worth so much."""
        return worth & (1 << TILES_BITS) - 1

    def colour_shift(self, colour: int) -> int:
        """What to add to the rank of a run in the first colour for the same run in another."""
        return colour * len(self.numbers) * SLOTS

    @cached_property
    def melds(self) -> Mapping[int, tuple[Tile, ...]]:
        """Every run of up to five tiles and every group, by rank."""
        places = len(self.numbers)
        runs = {
            self.colour_shift(colour) + place * SLOTS + length - SHORTEST: tuple(row[place : place + length])
            for colour, row in enumerate(self.tiles)
            for length in range(SHORTEST, LONGEST + 1)
            for place in range(places - length + 1)
        }
        groups: dict[int, tuple[Tile, ...]] = {}
        for colours in sorted(c for size in (3, 4) for c in combinations(self.colours, size)):
            for place in range(places):
                rank = self.colour_shift(colours[0]) + place * SLOTS + LONGEST - SHORTEST + 1
                while rank in groups:
                    rank += 1
                groups[rank] = tuple(self.tiles[colour][place] for colour in colours)
        return runs | groups

    def find_group_numbers(self, counted: int) -> list[int]:
        """The places of the numbers of which there are three colours or more."""
        once = twice = thrice = 0
        for colour in self.colours:
            lane = counted >> self.lane * colour & self.in_lane
            present = (lane | lane >> 1) & self.any_copy
            thrice |= twice & present
            twice |= once & present
            once |= present
        places = []
        while thrice:
            lowest = thrice & -thrice
            places.append(lowest.bit_length() // BITS)
            thrice ^= lowest
        return places

    def find_group_choices(self, counted: int, place: int) -> tuple[GroupChoice, ...]:
        """Every way to lay groups of one number, the first of which is to lay none."""
        column = counted & self._columns[place]
        choices = self._group_choices.get(column)
        if choices is None:
            choices = self._group_choices[column] = tuple(self._lay_groups(column, place))
        return choices

    @cached_property
    def _columns(self) -> list[int]:
        """The bits of each number in all colours."""
        both = (1 << BITS) - 1
        return [
            sum(both << self.lane * colour + BITS * place for colour in self.colours)
            for place in range(len(self.numbers))
        ]

    def _lay_groups(self, column: int, place: int) -> Iterable[GroupChoice]:
        held = self.list_tiles(column)
        groups = [rank for rank, meld in self.melds.items() if meld[0].number == meld[1].number == self.numbers[place]]
        for laid in range(len(held) // SHORTEST + 1):
            for ranks in combinations_with_replacement(sorted(groups), laid):
                used = [tile for rank in ranks for tile in self.melds[rank]]
                if all(used.count(tile) <= held.count(tile) for tile in used):
                    yield GroupChoice(self.count(used), self.worth(self.numbers[place], len(used)), ranks)
