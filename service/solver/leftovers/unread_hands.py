"""A hand of which some tiles could not be read: the least and the most that can be left of it.

To *fill* the hand is to say what its unread tiles are. The most is searched for from the highest tiles down: a tile
more never leaves more than its own points more, which bounds what can still come. The least is searched for meld by
meld (``filled_melds.py``): each tile that was read is left, or it lies in one of the few melds that contain it, and
what such a meld lacks is filled.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from service.solver.leftovers.laying_off import LayingOff
from service.solver.leftovers.least_leftover import ORDER
from service.solver.work import count_steps
from service.tiles.tile import Tile

Fill = tuple[Tile, ...]
"""What unread tiles are."""

CountLeft = Callable[[int], int]
"""Says the points that are left of a counted hand."""

MOST_OF_A_NUMBER = 4
"""So many tiles of a number can be left of a hand at most: five are of three colours, and three colours are a group."""


LOW = 10
"""Numbers below are low: what is of such a number makes little difference to the most that can be left."""
FIRST_BUDGET = 200
"""So many steps are spent on the most that can be left, before it is searched for in another order."""


class OutOfStepsError(Exception):
    """The search has come to its bound."""


WORK = 200
"""A step is about twenty microseconds: see ``count_steps``."""


class Steps:
    """Counts the steps of a search, up to a bound."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, number: int = 1) -> None:
        """So many steps more."""
        count_steps(WORK * number)
        self.take_counted(number)

    def take_counted(self, number: int) -> None:
        """So many steps more, of a search within that had a bound of its own and has counted them as work."""
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError


class Filled(NamedTuple):
    """What is left of a hand, and the fill that leaves so much."""

    points: int
    fill: Fill


class UnreadTiles:
    """Unread tiles of a hand: of some only the colour or the number is known, of others nothing."""

    def __init__(self, tiles: Collection[Tile]) -> None:
        self.count = len(tiles)
        self._tiles = tiles
        self._fitting: dict[Fill, bool] = {}
        """Remembered: see ``fits``."""
        self._half_read = [tile for tile in tiles if tile.colour or tile.number]
        self.are_blank = not self._half_read
        """Whether nothing is known of any."""

    def fits(self, fill: Fill) -> bool:
        """Whether some of them may be these tiles, each one of them."""
        if len(fill) > self.count:
            return False
        if self.are_blank:
            return True
        key = in_order(fill)
        fits = self._fitting.get(key)
        if fits is None:
            matching = Matching(self._half_read, self.count - len(self._half_read))
            fits = self._fitting[key] = all(matching.add(tile) for tile in fill)
        return fits

    def count_half_read(self, tiles: Sequence[Tile]) -> int:
        """How many of these tiles half-read ones may be at once."""
        if self.are_blank:
            return 0
        matching = Matching(self._half_read, 0)
        return sum(map(matching.add, tiles))

    def count_numbers(self) -> Counter[int]:
        """How many tiles there are of which only the number is known, by number."""
        return Counter(tile.number for tile in self._half_read if tile.number)

    def count_colours(self) -> Counter[str]:
        """How many tiles there are of which only the colour is known, by colour."""
        return Counter(tile.colour for tile in self._half_read if tile.colour)

    def match(self, fill: Fill) -> "Matching":
        """A matching of some that fit."""
        matching = Matching(self._half_read, self.count - len(self._half_read))
        for tile in fill:
            matching.add(tile)
        return matching

    def find_others(self, fill: Fill) -> set[tuple[Tile, ...]]:
        """What is left of the unread tiles, if some of them are these tiles: every way, each in order."""
        ways = {tuple(sorted(self._tiles, key=lambda tile: tile.order))}
        for tile in fill:
            ways = {
                (*way[:place], *way[place + 1 :])
                for way in ways
                for place, unread in enumerate(way)
                if may_be(unread, tile)
            }
        return ways


class Matching:
    """Which half-read tile is which tile; others are some of those of which nothing is known.

    A tile for which there is no half-read one is never given one later: that is so in a matroid.
    """

    def __init__(self, half_read: Sequence[Tile], blank: int) -> None:
        self._half_read = half_read
        self._blank = blank
        self._taken: dict[int, Tile] = {}

    def add(self, tile: Tile) -> bool:
        """Whether one more tile fits; it is added if so."""
        if self._half_read and self._match(tile, set()):
            return True
        self._blank -= 1
        if self._blank >= 0:
            return True
        self._blank = 0
        return False

    def _match(self, tile: Tile, tried: set[int]) -> bool:
        """Find a half-read tile for a tile, where others may have to move (Kuhn)."""
        for place, half in enumerate(self._half_read):
            if place not in tried and (half.colour == tile.colour or half.number == tile.number):
                tried.add(place)
                if place not in self._taken or self._match(self._taken[place], tried):
                    self._taken[place] = tile
                    return True
        return False


class UnreadHand:
    """The tiles of a hand that were read, those that were not, and what these can be."""

    def __init__(
        self, laying: LayingOff, read: Sequence[Tile], unread: UnreadTiles, left: Mapping[Tile, int], told: Fill = ()
    ) -> None:
        """``left`` are the copies that a fill can take. ``told`` are filled tiles that are in no question: not in
        ``read``, not in ``left``, and not in the fills found, but they take places among the unread."""
        self._laying = laying
        self.read = tuple(read)
        self._unread = unread
        self._told = told
        self._copies = left
        self.counted = laying.counted.count(read)
        self.count = unread.count - len(told)
        """How many tiles there are to fill."""
        usable = [tile for tile, copies in left.items() if copies > 0]
        if not unread.are_blank:
            usable = [tile for tile in usable if unread.fits((*told, tile))]
        self.rising: Sequence[Tile] = sorted(usable, key=lambda tile: (tile.number, tile.order))
        self.falling: Sequence[Tile] = sorted(usable, key=lambda tile: (-tile.number, tile.order))
        self._hosted: Counter[Tile] = Counter()
        self._enough: float = inf
        self._can_be: dict[Fill, bool] = {}
        """Remembered: see ``can_be``."""
        self._units = {tile: laying.counted.count((tile,)) for tile in usable}

    @cached_property
    def numbers(self) -> Sequence[tuple[int, int]]:
        """The numbers that half-read tiles have, the highest first, and how many of each are to be filled."""
        wanted = self._unread.count_numbers()
        told = Counter(tile.number for tile in self._told)
        return [(number, wanted[number] - told[number]) for number in sorted(wanted, reverse=True)]

    @cached_property
    def colours(self) -> Sequence[tuple[str, int]]:
        """The colours that half-read tiles have, the rarest first, and how many of each are to be filled."""
        wanted = self._unread.count_colours()
        told = Counter(tile.colour for tile in self._told)
        return [(colour, wanted[colour] - told[colour]) for colour in sorted(wanted, key=lambda c: (wanted[c], c))]

    def count_with(self, fill: Iterable[Tile]) -> int:
        """The hand with a fill, counted."""
        return self.counted + sum(self._units[tile] for tile in fill)

    def count_half_read(self, tiles: Sequence[Tile]) -> int:
        """How many of these tiles half-read ones may be at once."""
        return self._unread.count_half_read(tiles)

    def can_be(self, fill: Fill) -> bool:
        """Whether there are such tiles left, and some of the unread tiles may be they."""
        can_be = self._can_be.get(fill)
        if can_be is None:
            can_be = self._can_be[fill] = self._has(fill) and self._unread.fits((*self._told, *fill))
        return can_be

    def _has(self, fill: Fill) -> bool:
        if len(fill) > self.count:
            return False
        return all(tile in self._units and fill.count(tile) <= self._copies[tile] for tile in fill)

    def complete(self, fill: Fill, order: Sequence[Tile]) -> Fill | None:
        """The fill and further tiles, the first in the order that can be, until there is nothing unread.

        What can be filled at once is a matroid, so taking the first each time gives the least sum in rising order and
        the greatest in falling order.
        """
        whole = fill
        matching = self._unread.match((*self._told, *fill))
        for tile in order:
            for _ in range(self._copies[tile] - fill.count(tile)):
                if len(whole) == self.count:
                    return whole
                if matching.add(tile):
                    whole = (*whole, tile)
        return whole if len(whole) == self.count else None

    def fills(self, first: Fill, points: int | None, steps: Steps) -> Iterator[Fill]:
        """Every way to go on with a fill until all is filled; of just so many points, if told."""
        number = self.count - len(first)
        highest = self.rising[-1].number if self.rising else 0

        def go_on(more: Fill, place: int, missing: int | None) -> Iterator[Fill]:
            wanted = number - len(more)
            if not wanted:
                yield more
                return
            for later in range(place, len(self.rising)):
                tile = self.rising[later]
                if missing is not None and not tile.number * wanted <= missing <= tile.number + highest * (wanted - 1):
                    continue
                steps.take()
                longer = (*more, tile)
                if self.can_be((*first, *longer)):
                    yield from go_on(longer, later, None if missing is None else missing - tile.number)

        return go_on((), 0, points)

    # --- the most ----------------------------------------------------------------------------------------------------

    def find_most(self, left_of: CountLeft, steps: Steps, hosted: Iterable[Tile], above: int = -1) -> Filled | None:
        """The fill that leaves the most, if there is any that leaves more than is told.

        ``hosted`` are tiles that can be added to melds of others at once: so many copies are never left.
        """
        self._enough = inf
        return self._find_above(left_of, steps, hosted, above)

    def find_more(self, left_of: CountLeft, steps: Steps, hosted: Iterable[Tile], above: int) -> Filled | None:
        """A fill that leaves more than is told, if there is any."""
        self._enough = above + 1
        return self._find_above(left_of, steps, hosted, above)

    def _find_above(self, left_of: CountLeft, steps: Steps, hosted: Iterable[Tile], above: int) -> Filled | None:
        self._hosted = Counter(hosted)
        self._hosted.subtract(Counter(self.read))
        start = self.complete((), self.falling)
        if start is None:
            return None
        steps.take()
        self._best = Filled(max(above, left_of(self.count_with(start))), start)
        orders, budget = self._orders, FIRST_BUDGET
        while not any(self._go_down_within(budget, ways, left_of, steps) for ways in orders):
            budget *= 2
        return self._best if self._best.points > above else None

    def _go_down_within(self, budget: int, ways: Sequence["_Groups"], left_of: CountLeft, steps: Steps) -> bool:
        """Search for the most in one order, in so many steps at most. Whether that was enough."""
        within = Steps(budget)
        try:
            for groups in ways:
                self._go_down(_Descent((), groups, 0, 0), left_of(self.counted), left_of, within)
        except OutOfStepsError:
            return False
        finally:
            steps.take_counted(budget - max(within.left, 0))
        return True

    def add_at_most(self) -> int:
        """What a fill can add to what is left, at most."""
        return max((self._rest_at_most(_Descent((), groups, 0, 0)) for groups in self._orders[0]), default=0)

    @cached_property
    def _orders(self) -> Sequence[Sequence["_Groups"]]:
        """For each way to take the told ones as some of the unread: the others alike, and what they may be, falling.

        Either those come first of which the number is known, or the low ones of them last. Now the one is quick and
        now the other.
        """
        others = self._unread.find_others(self._told)
        orders = [
            [self._group(rest, lambda unread: not unread.number) for rest in others],
            [self._group(rest, lambda unread: 0 < unread.number < LOW) for rest in others],
        ]
        return orders[: 1 + (orders[0] != orders[1])]

    def _group(self, unread: Iterable[Tile], comes_last: Callable[[Tile], bool]) -> "_Groups":
        kinds = Counter(unread)
        order = sorted(kinds, key=lambda tile: (comes_last(tile), -tile.number, not tile.colour, tile.code))
        return tuple(([tile for tile in self.falling if may_be(kind, tile)], kinds[kind]) for kind in order)

    def _go_down(self, at: "_Descent", points: int, left_of: CountLeft, steps: Steps) -> None:
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
                break  # those below promise no more
            if at.fill.count(tile) < self._copies[tile]:
                steps.take()
                now = left_of(self.count_with(after.fill))
                ways.append((now + rest, now, after))
        for promised, now, after in sorted(ways, key=lambda way: -way[0]):
            if self._best.points < min(promised, self._enough):
                self._go_down(after, now, left_of, steps)

    def _rest_at_most(self, at: "_Descent") -> int:
        """What the tiles still to be filled can leave at most: each kind by itself, or those of any number together."""
        total = together = missing = 0
        known: dict[int, int] = {}
        for index, (tiles, number) in enumerate(at.groups):
            rest, wanted = (tiles, number) if index else (tiles[at.first :], number - at.taken)
            highest = self._sum_highest(rest, wanted, at.fill)
            total += highest
            if tiles and tiles[0].number == tiles[-1].number:
                known[tiles[0].number] = wanted
            else:
                together += highest
                missing += wanted
        if together and len(at.groups) > 1:
            total -= together - min(together, self._sum_highest(self.falling, missing, at.fill, known))
        return total

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
            copies = self._copies[tile] - filled
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


def in_order(fill: Iterable[Tile]) -> Fill:
    """The same tiles in canonical order."""
    return tuple(sorted(fill, key=ORDER))


def may_be(unread: Tile, tile: Tile) -> bool:
    """Whether an unread tile may be this one."""
    return unread.colour in ("", tile.colour) and unread.number in (0, tile.number)
