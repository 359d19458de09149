"""The least that a hand counts where two runs, one of them without jokers, protect the other melds.

A table over all sets of its cards, in C (``csrc/subset_melds.c``). Of equals, the melds with the fewest cards left;
then the smallest sorted list of melds, compared card by card in canonical order.
"""

import ctypes
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rummy_referee.engine.library import load_library
from rummy_referee.engine.work import count_steps
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

MAX_HAND = 14
_RESULT = 8
_PLAIN, _WILD_RANK, _PRINTED = range(3)
_BUFFER = ctypes.c_int32 * ((MAX_HAND + 1) * _RESULT)


class Counted(NamedTuple):
    """What a hand counts, and its melds with the least count: melds and cards in canonical order."""

    points: int
    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    protected: bool
    """Whether there are two runs, one of them without jokers; otherwise all cards count."""


@dataclass(frozen=True, slots=True)
class CountedHand:
    """The least that a hand counts, and that it counts without each of its cards."""

    cards: tuple[Tile, ...]
    """The hand in canonical order."""
    results: Sequence[int]

    def whole(self) -> Counted:
        """With all cards."""
        return self._read(0)

    def without(self, place: int) -> Counted:
        """Without the card at a place."""
        return self._read(place + 1)

    def count_without(self, place: int) -> tuple[int, int, bool]:
        """The same as its count, the number of cards left, and whether the melds are protected."""
        start = (place + 1) * _RESULT
        return self.results[start], self.results[start + 1].bit_count(), bool(self.results[start + 2])

    def _read(self, index: int) -> Counted:
        count, left, protected, size, *melds = self.results[index * _RESULT : (index + 1) * _RESULT]
        return Counted(count, tuple(map(self._pick, melds[:size])), self._pick(left), bool(protected))

    def _pick(self, chosen: int) -> tuple[Tile, ...]:
        return tuple([card for at, card in enumerate(self.cards) if chosen >> at & 1])


def count_hand(hand: Collection[Tile], wild_rank: int, *, pure_protects: bool = False) -> CountedHand:
    """Count a hand of at most 14 cards in which a rank is wild. Jokers and cards of that rank count nothing.

    With ``pure_protects``, a pure run is not counted even without a second run.
    """
    if len(hand) > MAX_HAND:
        raise ValueError(f"a hand has at most {MAX_HAND} cards")
    cards = tuple(sorted(hand, key=lambda card: card.order))
    packed = bytearray()
    for card in cards:
        role = _PRINTED if card.piece == JOKER else _WILD_RANK if card.number == wild_rank else _PLAIN
        packed += bytes((card.order // 1000, card.number, 0 if role else card.points, role))
    results, steps = _BUFFER(), ctypes.c_int64()
    if load_library().engine_meld_hand(bytes(packed), len(cards), pure_protects, results, ctypes.byref(steps)):
        raise MemoryError
    count_steps(steps.value)
    return CountedHand(cards, list(results))
