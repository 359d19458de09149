"""Numbers shared out among unread cards: each gets another one of those it may have (a matching)."""

from collections.abc import Sequence


class Sharing:
    """What each card may have, as bits of numbers, and the number that it has."""

    def __init__(self, wants: Sequence[int], numbers: int) -> None:
        self._wants = list(wants)
        self.given = [-1] * len(wants)
        self._owner = [-1] * numbers
        self._taken = 0

    def narrow(self, wants: Sequence[int]) -> "Sharing":
        """The same where cards may have less: what a card may not have any more goes back."""
        other = Sharing(wants, 0)
        other.given, other._owner, other._taken = self.given[:], self._owner[:], self._taken
        for card, (want, number) in enumerate(zip(wants, self.given, strict=True)):
            if number >= 0 and not want >> number & 1:
                other.given[card] = other._owner[number] = -1
                other._taken ^= 1 << number
        return other

    def complete(self) -> bool:
        """Give a number to every card that has none; false if that cannot be."""
        return all(number >= 0 or self._give(card) for card, number in enumerate(self.given))

    def _give(self, card: int) -> bool:
        """Look for a number that nobody has, or whose owner can have another one, and so on: the nearest first."""
        asked_by: dict[int, int] = {}
        seen = 0
        waiting = [card]
        for asking in waiting:
            left = self._wants[asking] & ~self._taken
            if left:
                self._pass_on(asking, _lowest(left), asked_by)
                return True
            others = self._wants[asking] & ~seen
            seen |= others
            while others:
                owner = self._owner[_lowest(others)]
                others &= others - 1
                if owner != card and owner not in asked_by:
                    asked_by[owner] = asking
                    waiting.append(owner)
        return False

    def _pass_on(self, card: int, number: int, asked_by: dict[int, int]) -> None:
        """Give the card a number that nobody has; the one it had goes to the card that asked for it, and so on."""
        self._taken |= 1 << number
        while number >= 0:
            had, self.given[card], self._owner[number] = self.given[card], number, card
            number, card = had, asked_by.get(card, card)


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
