"""What the compiled kernel and its fallback both do."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from service.solver.plays.questions import LaidTable

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
    """A word, and the first case that lets it."""

    letters: bytes
    case: int


class FoundWords(NamedTuple):
    """Some words, and for each the first case that lets it."""

    letters: list[Word]
    cases: Sequence[int]


class LaidWords(NamedTuple):
    """Some words, laid: every different new meld once, and a table for each word."""

    melds: list[bytes]
    tables: list[LaidTable]


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

    def lay(self, words: FoundWords, table: WrittenMelds) -> LaidWords:
        """Melds for each word: if possible those of the table."""
