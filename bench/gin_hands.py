"""Gin hands from a seed, dealt from one deck of 52 cards, as the peers require; a king is a 13 that counts ten."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from rummy_referee.tiles.box import Box

TWO_DECKS = Box(colours="RBKY", numbers=range(1, 14), copies=2, values=(*range(1, 11), 10, 10, 10))
ONE_DECK = replace(TWO_DECKS, copies=1)
DECK = tuple(ONE_DECK.holds)

Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands of one kind. For ``eleven`` tiles the question is the minimum deadwood after the best discard."""

    name: str
    make: Callable[[Random], Hand]
    eleven: bool = False

    def hands(self, seed: int, count: int) -> list[Hand]:
        """The first hands of this kind. A longer list starts with the same hands."""
        random = Random(f"{seed} {self.name}")
        return [self.make(random) for _ in range(count)]


def random_hand(size: int) -> Callable[[Random], Hand]:
    """Hands as dealt."""
    return lambda random: tuple(random.sample(DECK, size))


def rich_hand(size: int) -> Callable[[Random], Hand]:
    """Hands of six consecutive numbers, as late in a round: many tiles can be melded, in many ways."""

    def make(random: Random) -> Hand:
        low = random.randint(1, 8)
        return tuple(random.sample([code for code in DECK if low <= int(code[1:]) < low + 6], size))

    return make


CLASSES = (
    HandClass("gin: ten as dealt", random_hand(10)),
    HandClass("gin: ten, much to meld", rich_hand(10)),
    HandClass("gin: eleven as dealt", random_hand(11), eleven=True),
    HandClass("gin: eleven, much to meld", rich_hand(11), eleven=True),
)
