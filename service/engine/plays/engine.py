"""What the compiled kernel and its fallback both do."""

from array import array
from typing import NamedTuple, Protocol

Word = bytes
"""How many tiles of each face leave the hand, in listing order; jokers last."""


AS_JOKER = 0x40
OPEN_JOKER = 0xFF
"""A tile in a meld is a byte: the cell of its face, with a bit set where a joker lies for it; or a joker left open."""


class WrittenMelds(NamedTuple):
    """Melds as bytes, one after another, and how many tiles each has."""

    sizes: bytes
    tiles: bytes


class Found(NamedTuple):
    """A word, and the first case that lets it, as the engine names it."""

    letters: bytes
    case: int


class FoundWords(NamedTuple):
    """Some words one after the other; of each how many tiles it has, and the first case that lets it."""

    letters: bytes
    sizes: bytes
    cases: "array[int]"


class LaidWords(NamedTuple):
    """Some words, laid: every different new meld once, and a table for each word."""

    melds: WrittenMelds
    places: tuple[int, ...]
    """The melds of all tables: those of the old table that stay, then new ones, counted on from the old."""
    ends: tuple[int, ...]
    """Where each table ends in that."""


class Engine(Protocol):
    """Answers questions about one problem."""

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven."""

    def any(self) -> bool:
        """Whether a word but the empty one is found."""

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""

    def words(self, after: Word | None, limit: int) -> FoundWords:
        """The next words in listing order; fewer than there are only past the bound on work."""

    def lay(self, letters: bytes, cases: "array[int]", table: WrittenMelds) -> LaidWords:
        """Melds for words, one after the other, each of a case: if possible those of the table."""
