"""All the tiles of a game, and every code that names one of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from service.tiles.tile import Tile

JOKER = "J"
UNREAD = "?"


@dataclass(frozen=True)
class Box:
    """What lies in the box. ``doubled`` numbers have one more copy; tiles of the ``wild_colour`` stand for others."""

    colours: str
    numbers: range
    copies: int = 2
    jokers: int = 0
    doubled: tuple[int, ...] = ()
    wild_colour: str = ""
    symbols: range = range(0)

    @cached_property
    def holds(self) -> Mapping[str, int]:
        """How many of each piece there are, in canonical order: by colour, then by number, jokers last."""
        pieces = {
            f"{colour}{number}": self.copies + (number in self.doubled)
            for colour in self.colours or ("",)
            for number in self.numbers
        }
        return pieces | ({JOKER: self.jokers} if self.jokers else {})

    @cached_property
    def size(self) -> int:
        """How many tiles there are in all."""
        return sum(self.holds.values())

    @cached_property
    def tiles(self) -> Mapping[str, Tile]:
        """Every code a request may write, with its tile."""
        return {tile.code: tile for tile in self._all_tiles()}

    @cached_property
    def faces(self) -> Mapping[tuple[str, int], Tile]:
        """The real tile of each colour and number."""
        return {(tile.colour, tile.number): tile for tile in map(self.tiles.__getitem__, self.holds) if tile.number}

    @cached_property
    def unread(self) -> Mapping[str, Tile]:
        """The codes of tiles that could not be read: nothing of them, or only their colour, or only their number.

        Of a card with symbols only these may be unread: ``85*?`` is the card 85.
        """
        order = (len(self.colours) + 1) * 1000
        tiles = [Tile(UNREAD, UNREAD, order, unread=True)]
        if self.symbols:
            return {UNREAD: tiles[0]} | {f"{piece}*{UNREAD}": self.tiles[piece] for piece in self.holds}
        for place, colour in enumerate(self.colours):
            code = f"{UNREAD}{colour}"
            tiles.append(Tile(code, code, order + 1 + place, colour=colour, unread=True))
        for number in self.numbers if self.colours else ():
            code = f"{UNREAD}{number}"
            tiles.append(Tile(code, code, order + 100 + number, number=number, unread=True))
        return {tile.code: tile for tile in tiles}

    def may_be(self, unread: Tile, piece: str) -> bool:
        """Whether a tile that could not be read may be this piece. A colour or a number is never that of a joker."""
        if unread.code == UNREAD:
            return True
        tile = self.tiles[piece]
        if piece == JOKER:
            return False
        return tile.colour == unread.colour if unread.colour else tile.number == unread.number

    def pin(self, wild: Tile, face: Tile) -> Tile:
        """The wild tile, standing for a face. ``J`` and ``R8`` give ``J=R8``."""
        return self.tiles[f"{wild.piece}={face.code}"]

    def _all_tiles(self) -> Iterator[Tile]:
        real: list[Tile] = []
        for place, colour in enumerate(self.colours or ("",)):
            for number in self.numbers:
                code = f"{colour}{number}"
                wild = bool(colour) and colour == self.wild_colour
                real.append(Tile(code, code, place * 1000 + number, colour, number, wild))
        yield from real
        for tile in real:
            for symbols in self.symbols:
                yield Tile(f"{tile.code}*{symbols}", tile.piece, tile.order, number=tile.number, symbols=symbols)
        if self.wild_colour:
            yield from _pinned_wild_colour(real)
        if self.jokers:
            joker_order = len(self.colours) * 1000
            yield Tile(JOKER, JOKER, joker_order, wild=True)
            for face in real:
                code = f"{JOKER}={face.code}"
                yield Tile(code, JOKER, joker_order, face.colour, face.number, wild=True, pinned_to=face)


def _pinned_wild_colour(real: list[Tile]) -> Iterator[Tile]:
    """A card of the wild colour stands for the same number in another colour: ``Y6=R6``."""
    for wild in real:
        if not wild.wild:
            continue
        for face in real:
            if face.number == wild.number and not face.wild:
                code = f"{wild.code}={face.code}"
                yield Tile(code, wild.piece, wild.order, wild.colour, wild.number, wild=True, pinned_to=face)
