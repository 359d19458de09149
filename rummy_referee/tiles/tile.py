"""A tile."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile of one game's box. A box creates the tile of each code once, so tiles compare by identity.

    ``R7`` is the piece ``R7``. ``J=R8`` is the piece ``J`` with the face ``R8``. ``Y6=R6`` is the piece ``Y6`` with the
    face ``R6``. ``85*3`` is the piece ``85`` with three symbols.

    ``colour`` and ``number`` are printed on the tile. Nothing is printed on a joker: a free one has neither, a pinned
    one has those of its face.
    """

    code: str
    piece: str
    order: int
    colour: str = ""
    number: int = 0
    points: int = 0
    """What it counts in a meld, and against the player who holds it. A joker counts what its game says."""
    wild: bool = False
    pinned_to: "Tile | None" = None
    symbols: int | None = None
    is_unknown: bool = False
    """Whether only ``colour``, only ``number`` or nothing is known of it."""

    @property
    def face(self) -> "Tile":
        """The tile that this one counts as: what it is pinned to, or itself."""
        return self.pinned_to or self

    def __hash__(self) -> int:
        """The same in every process: sets of tiles have one order, and searches take the same steps."""
        return self.order

    def __repr__(self) -> str:
        return f"<{self.code}>"
