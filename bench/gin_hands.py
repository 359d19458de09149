"""Hands of gin to measure on, made from a seed: of one deck of 52 cards, which the peers know; a king is a 13."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from service.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
DECK = tuple(BOX.holds)

Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands of one kind. Of ``eleven`` the best discard is asked for, and what is left then."""

    name: str
    make: Callable[[Random], Hand]
    eleven: bool = False

    def hands(self, seed: int, count: int) -> list[Hand]:
        """The first hands of this kind; more of them start with the same ones."""
        random = Random(f"{seed} {self.name}")
        return [self.make(random) for _ in range(count)]


def random_hand(size: int) -> Callable[[Random], Hand]:
    """As they are dealt."""
    return lambda random: tuple(random.sample(DECK, size))


def rich_hand(size: int) -> Callable[[Random], Hand]:
    """Hands of six neighbouring numbers, as late in a round: much can be melded, and in many ways."""

    def make(random: Random) -> Hand:
        low = random.randint(1, 8)
        return tuple(random.sample([code for code in DECK if low <= int(code[1:]) < low + 6], size))

    return make


def large_hand(random: Random) -> Hand:
    """What somebody would send who wants the service to be slow: any part of the whole box, no peer knows it."""
    box = [code for code, copies in BOX.holds.items() for _ in range(copies)]
    return tuple(random.sample(box, random.randint(20, len(box))))


LARGE = HandClass("gin: 20 to 104 tiles", large_hand)
CLASSES = (
    HandClass("gin: ten as dealt", random_hand(10)),
    HandClass("gin: ten, much to meld", rich_hand(10)),
    HandClass("gin: eleven as dealt", random_hand(11), eleven=True),
    HandClass("gin: eleven, much to meld", rich_hand(11), eleven=True),
)
