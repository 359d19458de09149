"""A hand of which some tiles could not be read: what it can be filled with.

To *fill* the hand is to say what its unread tiles are. The least that can be left of it is searched for meld by meld
(``filled_melds.py``), the most from the highest tiles down (``most_left.py``).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from service.solver.counted_steps import Steps
from service.solver.leftovers.laying_off import LayingOff
from service.solver.leftovers.left_by_numbers import find_sums_by_numbers, find_sums_of_few
from service.solver.leftovers.unread_tiles import Fill, UnreadTiles
from service.tiles.tile import Tile

MOST_UNKNOWN = 2
"""With more tiles of unknown numbers nearly all can lie in melds, by the numbers."""
MOST_UNKNOWN_OF_FEW = 5
"""The same, where just a few tiles may be left."""


class Filled(NamedTuple):
    """What is left of a hand, and the fill that leaves so much."""

    points: int
    fill: Fill


class UnreadHand:
    """The tiles of a hand that were read, those that were not, and what these can be."""

    def __init__(
        self,
        laying: LayingOff,
        read: Sequence[Tile],
        unread: UnreadTiles,
        left: Mapping[Tile, int],
        told: Fill = (),
        *,
        spared: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """``left`` are the copies that a fill can take. ``told`` are filled tiles that are in no question: not in
        ``read``, not in ``left``, and not in the fills found, but they take places among the unread. So many of each
        number as are ``spared`` are for others, who hold that number."""
        self._laying = laying
        self.read = tuple(read)
        self._unread = unread
        self._told = told
        self.copies = left
        self.counted = laying.counted.count(read)
        self.count = unread.count - len(told)
        """How many tiles there are to fill."""
        self._can_be: dict[Fill, bool] = {}
        """Remembered: see ``can_be``."""
        self._spared = spared

    # Most hands are just asked what they can be, so what that does not take is found when it is needed.

    @cached_property
    def _usable(self) -> Sequence[Tile]:
        """The tiles that can be filled."""
        usable = [tile for tile, copies in self.copies.items() if copies > 0]
        return usable if self._unread.are_blank else [tile for tile in usable if self._unread.fits((*self._told, tile))]

    @cached_property
    def rising(self) -> Sequence[Tile]:
        """The tiles that can be filled, the lowest first."""
        return sorted(self._usable, key=lambda tile: (tile.number, tile.order))

    @cached_property
    def falling(self) -> Sequence[Tile]:
        """The tiles that can be filled, the highest first."""
        return sorted(self._usable, key=lambda tile: (-tile.number, tile.order))

    @cached_property
    def _scarce(self) -> Mapping[int, int]:
        """How many there are at most of numbers that others hold, where that is less than there are unread tiles."""
        spared = self._spared
        if not spared:
            return {}
        scarce = {number: self._left_of_numbers[number] - count for number, count in spared.items()}
        return {number: count for number, count in scarce.items() if count < self.count}

    @cached_property
    def _left_of_numbers(self) -> Counter[int]:
        """How many tiles of each number are left."""
        left: Counter[int] = Counter()
        for tile, copies in self.copies.items():
            left[tile.number] += max(copies, 0)
        return left

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
        return self.counted + self._laying.counted.count(fill)

    def find_kinds(self) -> Collection[Counter[Tile]]:
        """The tiles to be filled by what is known of them: for each way to take the told ones as some of the unread."""
        return [Counter(others) for others in self._unread.find_others(self._told)]

    def find_tiles(self, number: int) -> Sequence[Tile]:
        """The tiles of a number, one of each colour."""
        return [self._laying.box.tiles[f"{colour}{number}"] for colour in self._laying.box.colours]

    def count_half_read(self, tiles: Fill) -> int:
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
        if self._scarce:
            numbers = [tile.number for tile in fill]
            for number, most in self._scarce.items():
                if numbers.count(number) > most:
                    return False
        copies = self.copies
        return all(fill.count(tile) <= copies[tile] for tile in fill)

    def complete(self, fill: Fill, order: Sequence[Tile], gone: Fill = ()) -> Fill | None:
        """The fill and further tiles, the first in the order that can be, until there is nothing unread.

        Tiles that are ``gone`` are no longer left.

        What can be filled at once is a matroid, so taking the first each time gives the least sum in rising order and
        the greatest in falling order.
        """
        whole = fill
        matching = self._unread.match((*self._told, *fill))
        for tile in order:
            for _ in range(self.copies[tile] - fill.count(tile) - gone.count(tile)):
                if len(whole) == self.count:
                    return whole
                if matching.add(tile):
                    whole = (*whole, tile)
        return whole if len(whole) == self.count else None

    def complete_sparing(self, fill: Fill, order: Sequence[Tile], gone: Fill = ()) -> Fill | None:
        """The same, but so that others have enough of the numbers that they hold, if such tiles are found.

        These need not be the least nor the greatest.
        """
        if not self._scarce:
            return self.complete(fill, order, gone)
        whole = fill
        matching = self._unread.match((*self._told, *fill))
        free = {number: most - sum(tile.number == number for tile in fill) for number, most in self._scarce.items()}
        for tile in order:
            for _ in range(self.copies[tile] - fill.count(tile) - gone.count(tile)):
                if len(whole) < self.count and free.get(tile.number, 1) > 0 and matching.add(tile):
                    whole = (*whole, tile)
                    free[tile.number] = free.get(tile.number, self.count) - 1
        return whole if len(whole) == self.count else self.complete(fill, order, gone)

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

    # --- by the numbers -----------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> tuple[Counter[int], int]:
        """How many tiles of each number there are at least, and how many more."""
        known = self._unread.count_numbers() - Counter(tile.number for tile in self._told)
        return known + Counter(tile.number for tile in self.read), max(0, self.count - known.total())

    @property
    def are_numbers_known(self) -> bool:
        """Whether the numbers of nearly all tiles are known."""
        return self.held[1] <= MOST_UNKNOWN

    def may_leave(self, points: int, hosted: Collection[int]) -> bool:
        """Whether just so much may be left by the numbers. Some are hosted: they may lie at melds of others."""
        sums = self._find_sums(hosted)
        return not sums or bool(sums >> points & 1)

    def find_least_by_numbers(self, hosted: Collection[int]) -> int:
        """No more than what is left at least."""
        sums = self._find_sums(hosted)
        return (sums & -sums).bit_length() - 1 if sums else 0

    @cached_property
    def _free(self) -> Counter[int]:
        """How many tiles of each number there may be among those of unknown numbers: others have enough of theirs."""
        return self._left_of_numbers - self._wanted - Counter(self._spared)

    @cached_property
    def _wanted(self) -> Counter[int]:
        """How many tiles of each number are to be filled at least."""
        return +Counter(dict(self.numbers))

    def bound_sums(self) -> tuple[int, int]:
        """No more and no less than all tiles to fill can come to, by the numbers."""
        rest = sorted(self._free.elements())
        missing = self.count - self._wanted.total()
        known = sum(self._wanted.elements())
        return known + sum(rest[:missing]), known + sum(rest[::-1][:missing])

    def find_sums_of_few(self, tiles: int) -> int:
        """The points that may be left by the numbers, as bits, if these are just so many tiles; -1 if any may be."""
        held, unknown = self.held
        if unknown > MOST_UNKNOWN_OF_FEW:
            return -1
        numbers = self._laying.box.numbers
        return find_sums_of_few(
            tuple(held[number] for number in numbers), tuple(self._free[number] for number in numbers), unknown, tiles
        )

    def _find_sums(self, hosted: Collection[int]) -> int:
        """The points that may be left by the numbers, as bits; 0 if that cannot be said."""
        if not self.are_numbers_known:
            return 0
        held, unknown = self.held
        numbers = self._laying.box.numbers
        return find_sums_by_numbers(
            tuple(held[number] for number in numbers), tuple(number in hosted for number in numbers), unknown
        )
