"""Bipartite matching by augmenting paths: each constrained card gets a different number of its domain."""

from collections.abc import Sequence


class Matching:
    """The domain of each card, as bits of numbers, and the number that is assigned to it."""

    def __init__(self, domains: Sequence[int], numbers: int) -> None:
        self._domains = list(domains)
        self.assigned = [-1] * len(domains)
        self._owner = [-1] * numbers
        self._taken = 0

    def restrict(self, domains: Sequence[int]) -> "Matching":
        """The matching under smaller domains, without the numbers that left their card's domain."""
        other = Matching(domains, 0)
        other.assigned, other._owner, other._taken = self.assigned[:], self._owner[:], self._taken
        for card, (domain, number) in enumerate(zip(domains, self.assigned, strict=True)):
            if number >= 0 and not domain >> number & 1:
                other.assigned[card] = other._owner[number] = -1
                other._taken ^= 1 << number
        return other

    def complete(self) -> bool:
        """Assign a number to every card; false if that is impossible."""
        return all(number >= 0 or self._augment(card) for card, number in enumerate(self.assigned))

    def _augment(self, card: int) -> bool:
        """Assign a number to a card along a shortest augmenting path, found by breadth-first search."""
        parent: dict[int, int] = {}
        seen = 0
        queue = [card]
        for current in queue:
            free = self._domains[current] & ~self._taken
            if free:
                self._shift(current, _lowest(free), parent)
                return True
            others = self._domains[current] & ~seen
            seen |= others
            while others:
                owner = self._owner[_lowest(others)]
                others &= others - 1
                if owner != card and owner not in parent:
                    parent[owner] = current
                    queue.append(owner)
        return False

    def _shift(self, card: int, number: int, parent: dict[int, int]) -> None:
        """Assign a free number to the last card of a path; each earlier card gets the number of the next one."""
        self._taken |= 1 << number
        while number >= 0:
            previous, self.assigned[card], self._owner[number] = self.assigned[card], number, card
            number, card = previous, parent.get(card, card)


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
