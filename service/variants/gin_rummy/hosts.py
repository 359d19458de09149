"""Bounds for what can be left of the hands that follow, while one hand with unread tiles is filled."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.fillings import Range
from service.solver.leftovers.hosting import Hosting
from service.solver.leftovers.unread_hands import Fill, Steps
from service.tiles.tile import Tile
from service.variants.gin_rummy.laying_down import LAYING, Lying, is_told
from service.variants.gin_rummy.seats import Seat

COVER_STEPS = 4
"""So many looks at a set of tiles take as long as a step."""


class Hosts:
    """Bounds the counts of later players by what melds of one player can take of their hands at most."""

    def __init__(
        self, seats: Sequence[Seat], place: int, lying: Lying, ahead: Sequence[Range], reaches: "Reaches"
    ) -> None:
        later = range(place + 1, len(seats))
        for other in later:
            if (place, other) not in reaches:
                reaches[place, other] = _Reach(seats, place, other)
        self._later = [_Later(reaches[place, other], lying, ahead[other]) for other in later]
        melds = seats[place].possible_melds
        self.melds: Sequence[Meld] = sorted(melds, key=lambda meld: -sum(hand.gain(meld) for hand in self._later))
        """The melds that the player can have, those first that can take the most."""

    def rank(self, melds: Sequence[Meld]) -> Sequence[Sequence[int]]:
        """For each place, what one meld from there on can take at most of each later hand."""
        most = [0 for _ in self._later]
        ranks = []
        for meld in reversed(melds):
            most = [max(points, hand.weigh(meld)) for points, hand in zip(most, self._later, strict=True)]
            ranks.append(most)
        return ranks[::-1]

    def bound(self, melds: Sequence[Meld], missing: int, most: Sequence[int] | None = None) -> list[Range]:
        """The counts of the later players, if these melds lie, and further ones of so many tiles.

        ``most`` is what one of the further can take of each hand, if that is known.
        """
        further = missing // SHORTEST
        return [
            hand.bound(melds, further, None if most is None else further * most[place])
            for place, hand in enumerate(self._later)
        ]


class _Reach:
    """What melds of one player, and of those who lay down between, can take of a later hand."""

    def __init__(self, seats: Sequence[Seat], place: int, other: int) -> None:
        self.seat, own, between = seats[other], seats[place], seats[place + 1 : other]
        self.is_told = is_told(self.seat.entry)
        helping = [tile for helper in between for tile in helper.known]
        unread = self.seat.open_count + sum(helper.open_count for helper in between)
        self.hosting = Hosting(LAYING, self.seat.known, helping, unread)
        # What lies already can be added to by the player whose hand is filled, too.
        self.grown = Hosting(LAYING, self.seat.known, (*helping, *own.known), unread + own.open_count)
        self.taken = {meld: self.hosting.find_taken(meld) for meld in own.possible_melds}
        self.own = frozenset[Tile]().union(*self.taken.values())
        follow = [self.hosting.find_taken(meld) for helper in between for meld in helper.possible_melds]
        self.between = frozenset[Tile]().union(*follow)
        self._own, self._helpers = self._find_sets(own), [self._find_sets(helper) for helper in between]
        self._most: dict[tuple[Fill, int], int] = {}

    def _find_sets(self, host: Seat) -> "Takings":
        """What melds of a player can take, and how many tiles they lack at least."""
        known, loose = Counter(host.known), frozenset(self.seat.loose)
        lacking: dict[frozenset[Tile], int] = {}
        for meld in host.possible_melds:
            taken = self.hosting.find_taken(meld) & loose
            if taken:
                lacks = (Counter(meld) - known).total()
                lacking[taken] = min(lacks, lacking.get(taken, lacks))
        return Takings(lacking, len(host.entry.hand) // SHORTEST, host.open_count)

    def take_more(self, taken: Fill, further: int) -> int:
        """The most points that so many further melds of the player, and all of those between, take beside some."""
        if (taken, further) not in self._most:
            hand = Counter(self.seat.loose) - Counter(taken)
            sets = [self._own._replace(number=further), *self._helpers]
            self._most[taken, further] = sum(find_most_covered(hand, some, self.seat.steps) for some in sets)
        return self._most[taken, further]


Reaches = dict[tuple[int, int], _Reach]
"""Remembered, by the player who hosts and the later one."""


class _Later:
    """A later hand: what others can take of it, and so what is left of it at least."""

    def __init__(self, reach: _Reach, lying: Lying, ahead: Range) -> None:
        self._reach, self._ahead = reach, ahead
        lies = [reach.grown.find_taken(meld) for melds in lying.values() for meld in melds]
        self._always = tuple(chain.from_iterable(lies))

    def gain(self, meld: Meld) -> int:
        """What a meld can take, where nothing else lies."""
        if self._reach.is_told:
            return 0
        seat = self._reach.seat
        return seat.find_floor(()) - seat.find_floor(seat.find_loose(self._reach.taken[meld]))

    def weigh(self, meld: Meld) -> int:
        """The points of the tiles that a meld can take."""
        return _count(self._reach.taken.get(meld, ()))

    def bound(self, melds: Sequence[Meld], further: int, most_taken: int | None) -> Range:
        """The count, if these melds lie and so many more, which take no more points than is told."""
        reach = self._reach
        if reach.is_told:
            return self._ahead
        # Each meld takes one copy of a tile.
        more = [reach.taken[meld] if meld in reach.taken else reach.hosting.find_taken(meld) for meld in melds]
        taken = reach.seat.find_loose((*self._always, *chain.from_iterable(more)))
        least = reach.seat.find_floor(taken)
        points = reach.take_more(taken, further)
        if most_taken is not None:
            points = min(points, reach.take_more(taken, 0) + most_taken)
        if points:
            anything = reach.between | (reach.own if further else frozenset())
            most = reach.seat.find_loose((*taken, *anything, *anything))
            least = max(least - points, reach.seat.find_floor(most))
        return Range(max(self._ahead.low, least), self._ahead.high)


class Takings(NamedTuple):
    """Sets of tiles that melds of a player can take, with what those lack; so many melds, and so many unread tiles."""

    lacking: Mapping[frozenset[Tile], int]
    number: int
    unread: int


def find_most_covered(hand: Counter[Tile], sets: Takings, steps: Steps) -> int:
    """The most points of a hand that so many sets take, each one copy of a tile, and lack no more than is unread."""
    worth = {taken: _count(tile for tile in taken if hand[tile]) for taken in sets.lacking}
    falling = sorted((taken for taken in worth if worth[taken]), key=lambda taken: -worth[taken])
    best = looks = 0

    def go_on(rest: Counter[Tile], first: int, number: int, unread: int, points: int) -> None:
        nonlocal best, looks
        best = max(best, points)
        for place in range(first, len(falling) if number else 0):
            taken = falling[place]
            if points + number * worth[taken] <= best:
                return
            if sets.lacking[taken] <= unread:
                looks += 1
                new = [tile for tile in taken if rest[tile]]
                after = rest.copy()
                after.subtract(new)
                go_on(after, place, number - 1, unread - sets.lacking[taken], points + _count(new))

    go_on(hand, 0, sets.number, sets.unread, 0)
    steps.take(1 + looks // COVER_STEPS)
    return best


def _count(tiles: Iterable[Tile]) -> int:
    return sum(tile.number for tile in tiles)
