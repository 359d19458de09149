"""The tiles of a game and every code that names one of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rummy_referee.cached_property import cached_property
from rummy_referee.tiles.tile import Tile

JOKER = "J"
FALSE_JOKER = "F"
UNKNOWN = "?"


@dataclass(frozen=True)
class Box:
    """The tiles of a game. ``doubled`` numbers have one copy more; tiles of the ``wild_colour`` can replace others.

    ``values`` is what a tile of each number counts; by default, that is its number. In a box of playing cards the
    colours are suits, and ``ranks`` has the letter of each number: a code is then rank and suit, such as ``Qh``.
    """

    colours: str
    numbers: range
    copies: int = 2
    jokers: int = 0
    doubled: tuple[int, ...] = ()
    wild_colour: str = ""
    symbols: range = range(0)
    values: tuple[int, ...] = ()
    ranks: str = ""
    false_jokers: int = 0
    """Tiles without a colour and a number that are not wild: the round decides which tile they are the same as."""
    wild_by_round: bool = False
    """Whether the round decides which tiles are wild, so that every one may be pinned to any."""

    def symbol_of(self, number: int) -> str:
        """What a code says for a number: ``7``, or ``Q`` on a card."""
        return self.ranks[number - self.numbers[0]] if self.ranks else str(number)

    def _code_of(self, colour: str, number: int) -> str:
        symbol = self.symbol_of(number)
        return f"{symbol}{colour}" if self.ranks else f"{colour}{symbol}"

    @cached_property
    def points(self) -> Mapping[int, int]:
        """What a tile of each number counts."""
        return dict(zip(self.numbers, self.values or self.numbers, strict=True))

    @cached_property
    def holds(self) -> Mapping[str, int]:
        """The number of each piece, in canonical order: by colour, then by number, jokers last."""
        pieces = {
            self._code_of(colour, number): self.copies + (number in self.doubled)
            for colour in self.colours or ("",)
            for number in self.numbers
        }
        pieces |= {FALSE_JOKER: self.false_jokers} if self.false_jokers else {}
        return pieces | ({JOKER: self.jokers} if self.jokers else {})

    @cached_property
    def size(self) -> int:
        """The number of tiles."""
        return sum(self.holds.values())

    @cached_property
    def tiles(self) -> Mapping[str, Tile]:
        """The tile of every code that a request may contain."""
        return {tile.code: tile for tile in self._all_tiles()}

    @cached_property
    def faces(self) -> Mapping[tuple[str, int], Tile]:
        """The real tile of each colour and number."""
        real = (self.tiles[piece] for piece in self.holds if piece not in (FALSE_JOKER, JOKER))
        return {(tile.colour, tile.number): tile for tile in real}

    @cached_property
    def jokers_as(self) -> Mapping[tuple[str, int], Tile]:
        """The joker pinned to each colour and number."""
        return {(face.colour, face.number): self.tiles[f"{JOKER}={face.code}"] for face in self.faces.values()}

    @cached_property
    def unknown_tiles(self) -> Mapping[str, Tile]:
        """The codes of tiles of which nothing, only the colour or only the number is known.

        On a card with symbols, the number or only the symbols may be unknown: ``85*?`` is the card 85.
        """
        order = (len(self.colours) + 1) * 1000
        tiles = [Tile(UNKNOWN, UNKNOWN, order, is_unknown=True)]
        if self.symbols:
            return {UNKNOWN: tiles[0]} | {f"{piece}*{UNKNOWN}": self.tiles[piece] for piece in self.holds}
        for place, colour in enumerate(self.colours):
            code = f"{UNKNOWN}{colour}"
            tiles.append(Tile(code, code, order + 1 + place, colour=colour, is_unknown=True))
        for number in self.numbers if self.colours else ():
            code = f"{UNKNOWN}{self.symbol_of(number)}"
            tiles.append(Tile(code, code, order + 100 + number, "", number, self.points[number], is_unknown=True))
        return {tile.code: tile for tile in tiles}

    def can_be(self, unknown: Tile, piece: str) -> bool:
        """Whether an unknown tile can be this piece. A tile with a known colour or number is not a joker."""
        if unknown.code == UNKNOWN:
            return True
        tile = self.tiles[piece]
        if piece in (FALSE_JOKER, JOKER):
            return False
        return tile.colour == unknown.colour if unknown.colour else tile.number == unknown.number

    def pin(self, wild: Tile, face: Tile) -> Tile:
        """The wild tile pinned to a face: ``J`` and ``R8`` give ``J=R8``."""
        return self.tiles[f"{wild.piece}={face.code}"]

    def _all_tiles(self) -> Iterator[Tile]:
        real: list[Tile] = []
        for place, colour in enumerate(self.colours or ("",)):
            for number in self.numbers:
                code = self._code_of(colour, number)
                wild = bool(colour) and colour == self.wild_colour
                real.append(Tile(code, code, place * 1000 + number, colour, number, self.points[number], wild))
        yield from real
        for tile in real:
            for symbols in self.symbols:
                yield Tile(f"{tile.code}*{symbols}", tile.piece, tile.order, number=tile.number, symbols=symbols)
        if self.wild_colour:
            yield from _pinned_wild_colour(real)
        if self.wild_by_round:
            yield from (_pin(tile, face) for tile in real for face in real)
        if self.false_jokers:
            yield Tile(FALSE_JOKER, FALSE_JOKER, len(self.colours) * 1000 - 1)
        if self.jokers:
            joker_order = len(self.colours) * 1000
            yield Tile(JOKER, JOKER, joker_order, wild=True)
            for face in real:
                code = f"{JOKER}={face.code}"
                yield Tile(code, JOKER, joker_order, face.colour, face.number, face.points, wild=True, pinned_to=face)


def _pin(tile: Tile, face: Tile) -> Tile:
    """A tile that stands for a face in a round in which it is wild: ``7c=5h``."""
    code = f"{tile.code}={face.code}"
    return Tile(code, tile.piece, tile.order, face.colour, face.number, face.points, wild=True, pinned_to=face)


def _pinned_wild_colour(real: list[Tile]) -> Iterator[Tile]:
    """A card of the wild colour replaces the same number in another colour: ``Y6=R6``."""
    for wild in real:
        if not wild.wild:
            continue
        for face in real:
            if face.number == wild.number and not face.wild:
                code = f"{wild.code}={face.code}"
                yield Tile(
                    code, wild.piece, wild.order, wild.colour, wild.number, face.points, wild=True, pinned_to=face
                )
