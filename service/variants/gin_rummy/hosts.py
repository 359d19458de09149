"""Bounds for what can be left of the hands that follow, while one hand with unread tiles is filled."""

from collections.abc import Sequence

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.fillings import Range
from service.solver.leftovers.hosting import Hosting
from service.tiles.tile import Tile
from service.variants.gin_rummy.laying_down import LAYING, Lying, is_told
from service.variants.gin_rummy.seats import Seat


class Hosts:
    """Bounds the counts of later players by what melds of one player can take of their hands at most."""

    def __init__(self, seats: Sequence[Seat], place: int, lying: Lying, ahead: Sequence[Range]) -> None:
        later = range(place + 1, len(seats))
        self._later = [_Later(seats, place, other, lying, ahead[other]) for other in later]
        melds = seats[place].possible_melds
        self.melds: Sequence[Meld] = sorted(melds, key=lambda meld: -sum(hand.gain(meld) for hand in self._later))
        """The melds that the player can have, those first that can take the most."""

    def bound(self, melds: Sequence[Meld], missing: int) -> list[Range]:
        """The counts of the later players, if these melds lie, and further ones of so many tiles."""
        return [hand.bound(melds, missing // SHORTEST) for hand in self._later]


class _Later:
    """A later hand: what others can take of it, and so what is left of it at least."""

    def __init__(self, seats: Sequence[Seat], place: int, other: int, lying: Lying, ahead: Range) -> None:
        self._seat, own, between = seats[other], seats[place], seats[place + 1 : other]
        self._ahead = ahead
        self._is_told = is_told(self._seat.entry)
        helping = [tile for helper in between for tile in helper.known]
        unread = self._seat.open_count + sum(helper.open_count for helper in between)
        self._hosting = Hosting(LAYING, self._seat.known, helping, unread)
        # What lies already can be added to by the player whose hand is filled, too.
        grown = Hosting(LAYING, self._seat.known, (*helping, *own.known), unread + own.open_count)
        lies = [grown.find_taken(meld) for melds in lying.values() for meld in melds]
        follow = [self._hosting.find_taken(meld) for helper in between for meld in helper.possible_melds]
        self._always = frozenset[Tile]().union(*lies, *follow)
        self._taken = {meld: self._hosting.find_taken(meld) for meld in own.possible_melds}
        self._all = self._always.union(*self._taken.values())
        self._most = max((self._seat.count_loose(taken) for taken in self._taken.values()), default=0)

    def gain(self, meld: Meld) -> int:
        """What a meld can take, where nothing else lies."""
        if self._is_told:
            return 0
        return self._seat.find_floor(frozenset()) - self._seat.find_floor(self._taken[meld])

    def bound(self, melds: Sequence[Meld], further: int) -> Range:
        """The count, if these melds lie and so many more."""
        if self._is_told:
            return self._ahead
        taken = self._always
        for meld in melds:
            taken |= self._taken[meld] if meld in self._taken else self._hosting.find_taken(meld)
        least = self._seat.find_floor(taken)
        if further:
            least = max(least - further * self._most, self._seat.find_floor(self._all | taken))
        return Range(max(self._ahead.low, least), self._ahead.high)
