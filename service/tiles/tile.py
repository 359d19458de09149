"""One tile, as a request writes it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile of one game's box. A box makes each code's tile once, so tiles compare by identity.

    ``R7`` is the piece ``R7``. ``J=R8`` is the piece ``J``, and its face is the tile ``R8``. ``Y6=R6`` is the piece
    ``Y6`` with the face ``R6``. ``85*3`` is the piece ``85``, with three symbols.

    ``colour`` and ``number`` are what is printed on the tile. A joker has nothing printed on it: free, it has neither;
    pinned, it has those of its face.
    """

    code: str
    piece: str
    order: int
    colour: str = ""
    number: int = 0
    wild: bool = False
    pinned_to: "Tile | None" = None
    symbols: int | None = None
    unread: bool = False
    """Whether it could not be read on a photograph; ``colour`` or ``number`` is what could be."""

    @property
    def face(self) -> "Tile":
        """What this tile counts as where nothing else is said: itself, or what it is pinned to."""
        return self.pinned_to or self

    def __hash__(self) -> int:
        """The same in every process, so that sets of tiles have one order, and searches take the same steps."""
        return self.order

    def __repr__(self) -> str:
        return f"<{self.code}>"
