"""Random numbers from a text: the same on every machine and in every version.

The generator is SHA-256 in counter mode. Block number ``i`` is the SHA-256 of the text, a space and ``i`` in decimal
(from 0), all in ASCII. Each block yields four 64-bit numbers, most significant byte first. A number below ``n`` is one
of these modulo ``n``; numbers of the last, incomplete multiple of ``n`` are rejected, so that no result is favoured.
The shuffle is Fisher-Yates: for ``i`` from the last index down to 1, the items at ``i`` and at a random number below
``i + 1`` are swapped.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from secrets import token_hex
from struct import unpack
from typing import TypeVar

COMMITMENT = "rummy-referee commitment"
Seed = int | str
"""An integer that every JSON parser reads exactly, or 128 bits as 32 hexadecimal digits."""
_WORD = 1 << 64
Item = TypeVar("Item")


def draw_seed() -> str:
    """A seed of 128 bits from the operating system."""
    return token_hex(16)


def mix(seed: Seed, entropy: Iterable[str]) -> str:
    """The text of a seed with what players have contributed: the seed, and the SHA-256 of each contribution."""
    return " ".join([str(seed), *[sha256(text.encode()).hexdigest() for text in entropy]])


def commit(variant: str, seed: Seed) -> str:
    """The commitment to a seed: it tells nothing of a seed of 128 bits, and fits no other one."""
    return sha256(f"{COMMITMENT} {variant} {seed}".encode("ascii")).hexdigest()


class SeededRandom:
    """Random numbers from a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._numbers = self._generate()

    def below(self, bound: int) -> int:
        """A uniform number from 0 to ``bound - 1``."""
        usable = _WORD - _WORD % bound
        return next(number for number in self._numbers if number < usable) % bound

    def shuffle(self, items: list[Item]) -> None:
        """Shuffle in place; every order is equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _generate(self) -> Iterator[int]:
        block = 0
        while True:
            yield from unpack(">4Q", sha256(f"{self._text} {block}".encode("ascii")).digest())
            block += 1
