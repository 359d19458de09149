"""Where tiles can be added to melds of Gin-Rummy, and how many can be at a player's turn, put as clauses."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from service.engine.sat import FALSE, Clauses, Literal, Number, at_least
from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.seats import WHOLE_BOX

DOWN, BESIDE, UP = -1, 0, 1
MOST = BOX.copies
"""No more melds have the same end than there are copies of the tile that lies there."""


class End(NamedTuple):
    """Where a tile can be added: below or above a row, or beside three of a number. To which meld is all the same."""

    tile: Tile
    """The tile that can be added."""
    way: int

    @property
    def next(self) -> "End | None":
        """Where the next tile can be added once this one was."""
        return _move(self, self.way)

    @property
    def before(self) -> "End | None":
        """Where a tile must be added for this one, unless a meld has just this end."""
        return _move(self, -self.way)


@cache
def _move(end: End, by: int) -> End | None:
    tile = BOX.faces.get((end.tile.colour, end.tile.number + by)) if by else None
    return End(tile, end.way) if tile else None


ENDS = [
    *(End(tile, BESIDE) for tile in WHOLE_BOX),
    *(End(tile, UP) for tile in WHOLE_BOX),
    *(End(tile, DOWN) for tile in reversed(WHOLE_BOX)),
]
"""All ends, each after the one before."""


@cache
def find_ends(meld: Meld) -> Sequence[End]:
    """Where tiles can be added to a meld, whose tiles are in order."""
    if meld[0].number == meld[-1].number:
        colours = {tile.colour for tile in meld}
        tiles = [BOX.faces[colour, meld[0].number] for colour in BOX.colours if colour not in colours]
        return [End(tile, BESIDE) for tile in tiles]
    beyond = (End(meld[0], DOWN).next, End(meld[-1], UP).next)
    return [end for end in beyond if end]


class Ends:
    """The ends of all melds at a player's turn: how many there are, and how many were used by then, and by the player.

    A tile that is added makes a new end, so ends and uses are added up along each way.
    """

    def __init__(self, clauses: Clauses, melds: Mapping[Meld, Number], before: "Ends | None") -> None:
        """``melds`` are those of the player before."""
        self._clauses = clauses
        self.bare: dict[End, Number] = {}
        """The ends of melds as they were laid."""
        self.used: dict[End, Number] = {}
        self._open: dict[End, Number] = {}
        self._spare: dict[tuple[End, int], Literal] = {}
        laid: dict[End, list[Number]] = {}
        for meld, number in melds.items():
            for end in find_ends(meld):
                laid.setdefault(end, []).append(number)
        for end in ENDS:
            earlier = [before.bare[end]] if before else []
            self.bare[end] = clauses.add_up([*earlier, *laid.get(end, ())], MOST)
        self._used_before = before.used if before else {}

    def find_open(self, end: End) -> Number:
        """How many such ends there are. What the player adds before this one must be put already."""
        added = self.used[end.before] if end.before else ()
        self._open[end] = self._clauses.add_up([self.bare[end], added], MOST)
        return self._open[end]

    def use(self, end: End, added: Number) -> None:
        """The player adds so many tiles there."""
        self.used[end] = self._clauses.add_up([self._used_before.get(end, ()), added], MOST, is_limit=True)
        for number, literal in enumerate(self.used[end], 1):
            self._clauses.put(-literal, at_least(self._open[end], number))

    def was_used(self, end: End) -> Literal:
        """Whether somebody before the player has added a tile there."""
        return at_least(self._used_before.get(end, ()), 1)

    def are_spare(self, end: End, number: int) -> Literal:
        """Must be true where so many ends or more are there that neither the player uses nor anybody before."""
        key = end, number
        if key not in self._spare:
            is_open, used = self._open[end], self.used[end]
            self._spare[key] = self._clauses.make_variable() if len(is_open) >= number else FALSE
            for ends in range(number, len(is_open) + 1):
                self._clauses.put(-is_open[ends - 1], at_least(used, ends - number + 1), self._spare[key])
        return self._spare[key]
