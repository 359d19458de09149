"""Weighted set packing: lay out disjoint sets of cards so that the cards left weigh the least.

An exact cover search by branch and bound with iterative deepening. The lowest card is covered by a set or left; a
branch fails if the cards left weigh more than the target. The target starts at a lower bound and rises to the least
weight that any failed branch needs. Lower bounds are cached for each multiset of cards, over all targets and queries.

Example: the cards 0 1 2 weigh 1 each, the sets are {0, 1} and {1, 2}. The target 0 fails; with the target 1, {0, 1}
leaves card 2.

A multiset of cards is one number with two bits for each kind, since no box has more than two cards of a kind. A set has
no kind twice. So containment and subtraction are single operations.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from rummy_referee.engine.work import Steps

PackedCards = int
SETS_PER_STEP = 100
"""How many sets are filtered in one step of work."""
_INFINITE = 1 << 30


def pack_cards(kinds: Iterable[int]) -> PackedCards:
    """The packed multiset of these kinds."""
    return sum([1 << 2 * kind for kind in kinds])


def unpack_cards(cards: PackedCards) -> Iterator[int]:
    """The kind of each card, ascending."""
    while cards:
        kind = ((cards & -cards).bit_length() - 1) // 2
        yield kind
        cards -= 1 << 2 * kind


class Packing:
    """The search for one family of sets. Lower bounds are kept from query to query."""

    def __init__(self, sets: Iterable[PackedCards], weights: Sequence[int], steps: Steps) -> None:
        self._sets = sorted(sets, key=lambda one: (-one.bit_count(), one))
        self._weights = weights
        self._steps = steps
        self._one_of_each = pack_cards(range(len(weights)))
        self._lower_bounds: dict[PackedCards, int] = {}
        """A lower bound on the weight that is left of some cards."""

    def find_left(self, choices: Sequence[PackedCards], least: int, most: int) -> PackedCards | None:
        """The cards left of the choice that leaves the least; None if that weighs more than ``most``.

        The first result that weighs no more than ``least`` is returned.
        """
        target = max(least, self._bound(choices))
        while target <= most:
            for cards in choices:
                left = self._pack(cards, target, self._sets)
                if left is not None:
                    return left
            target = self._bound(choices)
        return None

    def _bound(self, choices: Sequence[PackedCards]) -> int:
        return min([self._lower_bounds.get(cards, 0) for cards in choices], default=_INFINITE)

    def _pack(self, cards: PackedCards, most: int, sets: Sequence[PackedCards]) -> PackedCards | None:
        """Cards that can be left of these with a weight of at most ``most``; None if there are none."""
        if not cards:
            return 0
        if self._lower_bounds.get(cards, 0) > most:
            return None
        self._steps.take(1 + len(sets) // SETS_PER_STEP)
        present = (cards | cards >> 1) & self._one_of_each
        absent = self._one_of_each ^ present
        fitting = [one for one in sets if not one & absent]
        uncovered = present & ~reduce(or_, fitting, 0)
        if uncovered:
            return self._leave(cards, cards & 3 * uncovered, most, fitting)
        lowest = present & -present
        bound = _INFINITE
        for one in fitting:
            if one & lowest:
                left = self._pack(cards - one, most, fitting)
                if left is not None:
                    return left
                bound = min(bound, self._lower_bounds[cards - one])
        left = self._leave(cards, lowest, most, fitting)
        if left is None:
            self._lower_bounds[cards] = min(bound, self._lower_bounds[cards])
        return left

    def _leave(
        self, cards: PackedCards, some: PackedCards, most: int, sets: Sequence[PackedCards]
    ) -> PackedCards | None:
        """The same if some of the cards are left."""
        weight = sum([self._weights[kind] for kind in unpack_cards(some)])
        if weight <= most:
            left = self._pack(cards - some, most - weight, sets)
            if left is not None:
                return left + some
        self._lower_bounds[cards] = weight + self._lower_bounds.get(cards - some, 0)
        return None
