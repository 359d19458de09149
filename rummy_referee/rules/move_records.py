"""The moves of several games. A move of one game only is in the module of that game."""

from dataclasses import dataclass
from typing import ClassVar

from rummy_referee.rules import records
from rummy_referee.rules.turns import Meld, Table
from rummy_referee.tiles.tile import Tile

DRAWN = "The tile drawn face down, if it is known. Without it there is no `next`."
OF_THE_HAND = "A tile of the hand."
WHICH_MELD = "The index of the meld on the table, counted from 0."


@dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles from the hand; the whole table after it."""

    type: ClassVar[str] = "play"
    table: Table = records.melds("The whole table after the play.")
    from_hand: Meld | None = records.optional_tiles(
        "The tiles that the play takes from the hand. If given, they must match."
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """A tile of the hand for one from the stock."""

    type: ClassVar[str] = "exchange"
    tile: Tile = records.tile(OF_THE_HAND)
    drawn: Tile | None = records.optional_tile(DRAWN)


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a face-down tile."""

    type: ClassVar[str] = "draw"
    drawn: Tile | None = records.optional_tile(DRAWN)


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile."""

    type: ClassVar[str] = "discard"
    tile: Tile = records.tile(OF_THE_HAND)


@dataclass(frozen=True, slots=True)
class Return:
    """Put a tile back, face down."""

    type: ClassVar[str] = "return"
    tile: Tile = records.tile(OF_THE_HAND)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a new meld from the hand."""

    type: ClassVar[str] = "meld"
    tiles: Meld = records.tiles("The tiles of the new meld, all from the hand. A wild tile may be pinned.", pins=True)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add tiles of the hand to a meld on the table."""

    type: ClassVar[str] = "lay_off"
    meld: int = records.count(WHICH_MELD)
    tiles: Meld = records.tiles("The tiles to add, all from the hand. A wild tile may be pinned.", pins=True)


@dataclass(frozen=True, slots=True)
class SwapJoker:
    """Put the real tile in the place of a wild one."""

    type: ClassVar[str] = "swap_joker"
    meld: int = records.count(WHICH_MELD)
    tile: Tile = records.tile("The tile of the hand that takes the place of the wild tile.")
