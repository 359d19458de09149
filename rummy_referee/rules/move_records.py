"""The moves of several games. A move of one game only is in the module of that game."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.rules import records
from rummy_referee.rules.turns import Meld, Move, Table
from rummy_referee.tiles.tile import Tile

DRAWN = "The tile drawn face down, if it is known. Without it there is no `next`."
OF_THE_HAND = "A tile of the hand."
WHICH_MELD = "The index of the meld on the table, counted from 0."


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lay tiles from the hand; the whole table after it."""

    type: ClassVar[Literal["play"]] = "play"
    table: Table = records.melds("The whole table after the play.")
    from_hand: Meld | None = records.optional_tiles(
        "The tiles that the play takes from the hand. If given, they must match."
    )


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """A tile of the hand for one from the stock."""

    type: ClassVar[Literal["exchange"]] = "exchange"
    tile: Tile = records.tile(OF_THE_HAND)
    drawn: Tile | None = records.optional_tile(DRAWN)


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take a face-down tile."""

    type: ClassVar[Literal["draw"]] = "draw"
    drawn: Tile | None = records.optional_tile(DRAWN)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a tile."""

    type: ClassVar[Literal["discard"]] = "discard"
    tile: Tile = records.tile(OF_THE_HAND)


@dataclass(frozen=True, slots=True)
class Return(Move):
    """Put a tile back, face down."""

    type: ClassVar[Literal["return"]] = "return"
    tile: Tile = records.tile(OF_THE_HAND)


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing."""

    type: ClassVar[Literal["pass"]] = "pass"


@dataclass(frozen=True, slots=True)
class LayMeld(Move):
    """Lay a new meld from the hand."""

    type: ClassVar[Literal["meld"]] = "meld"
    tiles: Meld = records.tiles("The tiles of the new meld, all from the hand. A wild tile may be pinned.", pins=True)


@dataclass(frozen=True, slots=True)
class LayOff(Move):
    """Add tiles of the hand to a meld on the table."""

    type: ClassVar[Literal["lay_off"]] = "lay_off"
    meld: int = records.count(WHICH_MELD)
    tiles: Meld = records.tiles("The tiles to add, all from the hand. A wild tile may be pinned.", pins=True)


@dataclass(frozen=True, slots=True)
class SwapJoker(Move):
    """Put the real tile in the place of a wild one."""

    type: ClassVar[Literal["swap_joker"]] = "swap_joker"
    meld: int = records.count(WHICH_MELD)
    tile: Tile = records.tile("The tile of the hand that takes the place of the wild tile.")
