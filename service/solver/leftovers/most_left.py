"""The most that can be left of a hand of which some tiles could not be read.

It is searched for from the highest tiles down: a tile more never leaves more than its own points more, which bounds
what can still come.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from service.solver.counted_steps import OutOfStepsError, Steps
from service.solver.leftovers.left_of_number import find_most_left
from service.solver.leftovers.unread_hands import Filled, UnreadHand
from service.solver.leftovers.unread_tiles import Fill, may_be
from service.tiles.tile import Tile

CountLeft = Callable[[int], int]
"""Says the points that are left of a counted hand."""

MOST_OF_A_NUMBER = 4
"""So many tiles of one number can be left at most: of five some are a group, whatever their colours are."""
LOW = 10
"""Numbers below are low: what is of such a number makes little difference to the most that can be left."""
FIRST_BUDGET = 200
"""So many steps are spent, before it is searched in another order."""


class MostSearch:
    """Finds the fill that leaves the most of a hand, or one that leaves enough."""

    def __init__(self, hand: UnreadHand, left_of: CountLeft, steps: Steps, hosted: Iterable[Tile] = ()) -> None:
        """``hosted`` are tiles that can be added to melds of others at once: so many copies are never left."""
        self._hand = hand
        self._left_of = left_of
        self._steps = steps
        self._ends = Counter(hosted)
        self._read = Counter(hand.read)
        self._hosted = self._ends.copy()
        self._hosted.subtract(self._read)
        self._numbers_read = {tile.number for tile in hand.read}
        self._left_of_numbers: dict[int, Sequence[int]] = {}
        self._enough: float = inf
        self._best = Filled(-1, ())

    def find(self, above: int = -1) -> Filled | None:
        """The fill that leaves the most, if there is any that leaves more than is told."""
        self._enough = inf
        return self._find_above(above)

    def find_more(self, above: int) -> Filled | None:
        """A fill that leaves more than is told, if there is any."""
        self._enough = above + 1
        return self._find_above(above)

    def bound(self) -> int:
        """No less than the most that can be left: found without any search."""
        groups = (self._rest_at_most(_Descent((), groups, 0, 0)) for groups in self._orders[0])
        return min(self._left_of(self._hand.counted) + max(groups, default=0), self._left_by_groups())

    def _find_above(self, above: int) -> Filled | None:
        self._steps.take()
        if self._left_by_groups() <= above:
            return None
        start = self._hand.complete((), self._hand.falling)
        if start is None:
            return None
        self._best = Filled(max(above, self._left_of(self._hand.count_with(start))), start)
        budget = FIRST_BUDGET
        while not any(self._go_down_within(budget, ways) for ways in self._orders):
            budget *= 2
        return self._best if self._best.points > above else None

    def _go_down_within(self, budget: int, ways: Sequence["_Groups"]) -> bool:
        """Search for the most in one order, in so many steps at most. Whether that was enough."""
        within = Steps(budget)
        try:
            for groups in ways:
                self._go_down(_Descent((), groups, 0, 0), self._left_of(self._hand.counted), within)
        except OutOfStepsError:
            return False
        finally:
            self._steps.take_counted(budget - max(within.left, 0))
        return True

    def _left_by_groups(self) -> int:
        """What is left at most, if just groups are laid, and tiles at ends where they fit at once."""
        held, unknown = self._hand.held
        read = Counter(tile.number for tile in self._hand.read)
        by_number = {number: self._count_most(number, count - read[number]) for number, count in held.items()}
        return sum(number * count for number, count in by_number.items()) + self._sum_highest(
            self._hand.falling, unknown, (), by_number
        )

    def _count_most(self, number: int, filled: int) -> int:
        """How many tiles of a number can be left at most, if so many are filled beside those that were read."""
        if number not in self._left_of_numbers:
            tiles = self._hand.find_tiles(number)
            self._left_of_numbers[number] = find_most_left(
                tuple(self._read[tile] for tile in tiles),
                tuple(max(0, self._hand.copies.get(tile, 0)) for tile in tiles),
                tuple(self._ends[tile] for tile in tiles),
            )
        most = self._left_of_numbers[number]
        # With fewer copies than are to be filled there is no fill at all, of which others find out.
        return max(most[filled], 0) if filled < len(most) else 0

    @cached_property
    def _orders(self) -> Sequence[Sequence["_Groups"]]:
        """For each way to take the told ones as some of the unread: the others alike, and what they may be, falling.

        Either those come first of which the number is known, or the low ones of them last. Now the one is quick and
        now the other.
        """
        others = self._hand.find_kinds()
        orders = [
            [self._group(rest, lambda unread: not unread.number) for rest in others],
            [self._group(rest, lambda unread: 0 < unread.number < LOW) for rest in others],
        ]
        return orders[: 1 + (orders[0] != orders[1])]

    def _group(self, kinds: Mapping[Tile, int], comes_last: Callable[[Tile], bool]) -> "_Groups":
        order = sorted(kinds, key=lambda tile: (comes_last(tile), -tile.number, not tile.colour, tile.code))
        return tuple(([tile for tile in self._hand.falling if may_be(kind, tile)], kinds[kind]) for kind in order)

    def _go_down(self, at: "_Descent", points: int, steps: Steps) -> None:
        """Fill one tile more, no higher than those before of the same kind; what promises the most comes first."""
        if not at.groups:
            if points > self._best.points:
                self._best = Filled(points, at.fill)
            return
        ways = []
        tiles, _ = at.groups[0]
        for place in range(at.first, len(tiles)):
            tile = tiles[place]
            after = at.take(place, tile)
            rest = self._rest_at_most(after)
            if points + tile.number + rest <= self._best.points:
                if points + self._rest_at_most(at._replace(first=place)) <= self._best.points:
                    break  # those below promise no more
                continue
            if at.fill.count(tile) < self._hand.copies[tile]:
                steps.take()
                now = self._left_of(self._hand.count_with(after.fill))
                ways.append((now + rest, now, after))
        for promised, now, after in sorted(ways, key=lambda way: -way[0]):
            if self._best.points < min(promised, self._enough):
                self._go_down(after, now, steps)

    def _rest_at_most(self, at: "_Descent") -> int:
        """What the tiles still to be filled can leave at most: each kind by itself, or those of any number together."""
        total = together = missing = 0
        known: dict[int, int] = {}
        for index, (tiles, number) in enumerate(at.groups):
            rest, wanted = (tiles, number) if index else (tiles[at.first :], number - at.taken)
            if tiles and tiles[0].number == tiles[-1].number:
                known[tiles[0].number] = self._rest_of_number(at, rest, wanted, is_begun=not index and at.taken > 0)
                total += known[tiles[0].number] * tiles[0].number
                continue
            highest = self._sum_highest(rest, wanted, at.fill)
            total += highest
            together += highest
            missing += wanted
        if together and len(at.groups) > 1:
            total -= together - min(together, self._sum_highest(self._hand.falling, missing, at.fill, known))
        return total

    def _rest_of_number(self, at: "_Descent", rest: Sequence[Tile], wanted: int, *, is_begun: bool) -> int:
        """How many of so many tiles of one number can be left at most."""
        number = rest[0].number if rest else 0
        if not number:
            return 0
        if is_begun or number in self._numbers_read or any(tile.number == number for tile in at.fill):
            return self._sum_highest(rest, wanted, at.fill) // number
        return min(self._count_most(number, wanted), wanted)

    def _sum_highest(
        self, falling: Sequence[Tile], missing: int, fill: Fill, known: Mapping[int, int] = MappingProxyType({})
    ) -> int:
        """The sum of so many tiles that are still to be had, as far as they can be left beside some of a number."""
        total = of_number = number = 0
        for tile in falling:
            if not missing:
                break
            if tile.number != number:
                number = tile.number
                of_number = max(0, MOST_OF_A_NUMBER - known.get(number, 0))
            filled = fill.count(tile)
            copies = self._hand.copies[tile] - filled
            if self._hosted[tile] > filled:
                copies -= self._hosted[tile] - filled
            taken = max(0, min(copies, missing, of_number))
            total += taken * number
            of_number -= taken
            missing -= taken
        return total


_Groups = tuple[tuple[Sequence[Tile], int], ...]


class _Descent(NamedTuple):
    """Where the search for the most stands: what is filled, the kinds to be filled, and how far with the first."""

    fill: Fill
    groups: _Groups
    first: int
    taken: int

    def take(self, place: int, tile: Tile) -> "_Descent":
        """One tile of the first kind more."""
        if self.taken + 1 == self.groups[0][1]:
            return _Descent((*self.fill, tile), self.groups[1:], 0, 0)
        return _Descent((*self.fill, tile), self.groups, place, self.taken + 1)
