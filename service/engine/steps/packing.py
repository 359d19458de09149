"""Which cards are left over where pieces are laid side by side, each card in one piece at most.

Cards are counted in one number, two bits for each kind, for no box has more than two of a kind. A piece has no kind
twice.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from service.engine.work import Steps

Counted = int
PIECES_PER_STEP = 100
"""So many pieces are looked through in one step."""
_ENDLESS = 1 << 30


def count_cards(kinds: Iterable[int]) -> Counted:
    """Cards, or a piece."""
    return sum([1 << 2 * kind for kind in kinds])


def list_kinds(cards: Counted) -> Iterator[int]:
    """The kind of each card, rising; one that is there twice comes twice."""
    while cards:
        kind = ((cards & -cards).bit_length() - 1) // 2
        yield kind
        cards -= 1 << 2 * kind


class Packing:
    """Lays pieces so that what is left over weighs the least. What was found out about some cards is kept."""

    def __init__(self, pieces: Iterable[Counted], weights: Sequence[int], steps: Steps) -> None:
        self._pieces = sorted(pieces, key=lambda piece: (-piece.bit_count(), piece))
        self._weights = weights
        self._steps = steps
        self._one_of_each = count_cards(range(len(weights)))
        self._least: dict[Counted, int] = {}
        """What is left of some cards weighs so much or more."""

    def find_left(self, choices: Sequence[Counted], least: int, most: int) -> Counted | None:
        """What is left of that choice of cards of which the least is left, unless it weighs more than ``most``.

        What weighs no more than ``least`` need not be compared.
        """
        bound = max(least, self._bound(choices))
        while bound <= most:
            for cards in choices:
                left = self._pack(cards, bound, self._pieces)
                if left is not None:
                    return left
            bound = self._bound(choices)
        return None

    def _bound(self, choices: Sequence[Counted]) -> int:
        return min([self._least.get(cards, 0) for cards in choices], default=_ENDLESS)

    def _pack(self, cards: Counted, most: int, pieces: Sequence[Counted]) -> Counted | None:
        """What can be left of cards, if it weighs no more than ``most``: the lowest card is in a piece, or left."""
        if not cards:
            return 0
        if self._least.get(cards, 0) > most:
            return None
        self._steps.take(1 + len(pieces) // PIECES_PER_STEP)
        there = (cards | cards >> 1) & self._one_of_each
        missing = self._one_of_each ^ there
        fitting = [piece for piece in pieces if not piece & missing]
        stuck = there & ~reduce(or_, fitting, 0)
        if stuck:
            return self._leave(cards, cards & 3 * stuck, most, fitting)
        lowest = there & -there
        least = _ENDLESS
        for piece in fitting:
            if piece & lowest:
                left = self._pack(cards - piece, most, fitting)
                if left is not None:
                    return left
                least = min(least, self._least[cards - piece])
        left = self._leave(cards, lowest, most, fitting)
        if left is None:
            self._least[cards] = min(least, self._least[cards])
        return left

    def _leave(self, cards: Counted, some: Counted, most: int, pieces: Sequence[Counted]) -> Counted | None:
        """What can be left of cards if some of them are."""
        weight = sum([self._weights[kind] for kind in list_kinds(some)])
        if weight <= most:
            left = self._pack(cards - some, most - weight, pieces)
            if left is not None:
                return left + some
        self._least[cards] = weight + self._least.get(cards - some, 0)
        return None
