"""Layouts: how a hand lies on the table, in own melds and laid off at the ends of other players' melds.

Two melds with the same open end take the same tile, and the next tile fits behind it in both. So a layout records the
end at which a tile is laid off, not the meld. After R3 R4 R5 the ends are R2 (downwards) and R6 (upwards); a tile at R6
opens the end R7. A group of three has one end, its fourth tile.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.laying_down import LaidMelds
from rummy_referee.rules.scores import LaidDown
from rummy_referee.rules.turns import Meld, in_order
from rummy_referee.tiles.tile import Tile

DOWN, GROUP, UP = -1, 0, 1


class End(NamedTuple):
    """An end of a meld: below or above a run, or the missing tile of a group."""

    tile: Tile
    """The tile that can be laid off."""
    direction: int


class Ends:
    """The ends of all melds of a box."""

    def __init__(self, combinations: Combinations) -> None:
        self._box = combinations.box
        tiles = list(combinations.tiles)
        self.all = [
            *(End(tile, GROUP) for tile in tiles),
            *(End(tile, UP) for tile in tiles),
            *(End(tile, DOWN) for tile in reversed(tiles)),
        ]
        """All ends, each after the one before it."""
        self.next = {end: self._move(end, end.direction) for end in self.all}
        """The end that opens once the tile of an end is laid off."""
        self.before = {end: self._move(end, -end.direction) for end in self.all}
        """The end whose tile opens an end, unless a meld as it was laid has this end."""
        self.find = cache(self._find)

    def _move(self, end: End, by: int) -> End | None:
        tile = self._box.faces.get((end.tile.colour, end.tile.number + by)) if by else None
        return End(tile, end.direction) if tile else None

    def _find(self, meld: Meld) -> Sequence[End]:
        """The open ends of a meld, whose tiles are in canonical order."""
        if meld[0].number == meld[-1].number:
            colours = {tile.colour for tile in meld}
            tiles = [self._box.faces[colour, meld[0].number] for colour in self._box.colours if colour not in colours]
            return [End(tile, GROUP) for tile in tiles]
        beyond = (self.next[End(meld[0], DOWN)], self.next[End(meld[-1], UP)])
        return [end for end in beyond if end]


ends_of = cache(Ends)
"""The ends of a game's melds, made once."""


class Layout(NamedTuple):
    """Own melds, and the ends at which tiles are laid off."""

    melds: Counter[Meld]
    lay_offs: Counter[End]

    def count_tiles(self) -> Counter[Tile]:
        """The tiles of the layout."""
        tiles: Counter[Tile] = Counter()
        for meld, number in self.melds.items():
            for tile in meld:
                tiles[tile] += number
        for end, number in self.lay_offs.items():
            tiles[end.tile] += number
        return tiles

    @property
    def melded(self) -> int:
        """How many tiles lie in own melds."""
        return sum(len(meld) * number for meld, number in self.melds.items())

    @property
    def worth(self) -> tuple[int, int, int]:
        """Points and tiles of the layout, and tiles in own melds: a player lays down the greatest."""
        tiles = self.count_tiles()
        points = sum(tile.points * number for tile, number in tiles.items())
        return points, tiles.total(), self.melded

    @property
    def order(self) -> list[list[int]]:
        """The melds in canonical order: of layouts with equal worth a player lays down the smallest."""
        return sorted([tile.order for tile in meld] for meld in self.melds.elements())

    def without(self, other: "Layout") -> "Layout":
        """What is in this layout and not in the other."""
        return Layout(self.melds - other.melds, self.lay_offs - other.lay_offs)


def find_layout(down: LaidDown, table: LaidMelds) -> Layout:
    """The layout of a hand that is laid down when these melds are on the table."""
    lay_offs: Counter[End] = Counter()
    for lay_off in down.lay_offs:
        numbers = [tile.number for tile in table[lay_off.player][lay_off.meld]]
        for tile in lay_off.tiles:
            direction = GROUP if min(numbers) == max(numbers) else UP if tile.number > max(numbers) else DOWN
            lay_offs[End(tile, direction)] += 1
    return Layout(Counter(in_order(meld) for meld in down.melds), lay_offs)
