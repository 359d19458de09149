"""What the compiled kernel and its fallback both do."""

from typing import NamedTuple, Protocol

Word = tuple[int, ...]
"""How many tiles of each face leave the hand, in listing order; jokers last."""


class Found(NamedTuple):
    """A word, and the first case that lets it."""

    letters: Word
    case: int


class Stage(NamedTuple):
    """What happens at a cell: tiles that go into groups and jokers anywhere, packed; and the lanes' profiles then."""

    how: int
    profiles: tuple[int, ...]


class Engine(Protocol):
    """Answers questions about one problem."""

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven."""

    def any(self) -> bool:
        """Whether a word but the empty one is found."""

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""

    def words(self, after: Word | None, limit: int) -> list[Found]:
        """The next words in listing order; none if they cannot be counted."""

    def is_arrangeable(self) -> bool:
        """Whether there is a way to lay all the tiles of the first case, whose hand has none."""

    def arrange(self) -> list[Stage] | None:
        """A way to lay all the tiles of the first case, whose hand has none: what happens cell by cell."""
