"""Whether the box has enough for a way in which a hand of Gin-Rummy may come to lie: for the player and all others."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from service.rules.turns import Meld
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.seats import Seat
from service.variants.gin_rummy.unread.ways import Melds, Standing, Way

MOST_EQUAL = len(BOX.colours)
"""A meld has no more tiles of one number."""


class Supply:
    """Knows the hand that is covered, what is left, and what the others must have of it."""

    def __init__(self, holdings: Holdings, standing: Standing, hand: UnreadHand, others: Sequence[Seat]) -> None:
        self._holdings = holdings
        self._standing = standing
        self._hand = hand
        self._others = others
        self._can_be: dict[Fill, bool] = {}
        self._lacking: dict[tuple[Melds, ...], Fill] = {}
        self._surplus: dict[tuple[Melds, ...], list[int]] = {}
        self.numbers = hand.numbers
        self._has_unknown = hand.count > sum(count for _, count in hand.numbers)
        """The numbers of half-read tiles, and how many of each are to be filled, in the order in which they are."""

    def is_enough(self, way: Way) -> bool:
        """Whether the player may hold the fill, and the box has enough for all."""
        self._holdings.look()
        can_be = self._can_be.get(way.fill)
        if can_be is None:
            can_be = self._can_be[way.fill] = self._hand.can_be(way.fill)
        if not can_be:
            return False
        return self._has_enough(way.held, way.fill)

    def is_enough_for(self, held: tuple[Melds, ...]) -> bool:
        """Whether the box has enough for the others."""
        self._holdings.look()
        return self._has_enough(held, ())

    def _has_enough(self, held: tuple[Melds, ...], fill: Fill) -> bool:
        """Whether the box has enough for what others hold, beside a fill."""
        lacking = self._find_lacking(held)
        if not lacking:
            return True
        lacking += fill
        left = self._standing.left
        for tile in lacking:
            if lacking.count(tile) > left[tile]:
                return False
        return self._has_numbers(held, fill)

    def _has_numbers(self, all_held: tuple[Melds, ...], fill: Fill) -> bool:
        """Whether there are enough tiles of each number, so far as it is known who holds that number."""
        surplus = self._surplus.get(all_held)
        if surplus is None:
            surplus = self._surplus[all_held] = [
                number
                for owner, held in enumerate(all_held, self._standing.turn)
                if held
                for number in self._holdings.find_surplus(owner, held)
            ]
        if not surplus:
            return True
        numbers = surplus + [tile.number for tile in fill]
        return all(numbers.count(number) <= self._free[number] for number in surplus)

    @cached_property
    def _free(self) -> Counter[int]:
        """How many tiles of each number are left, but for those that others hold."""
        free: Counter[int] = Counter()
        for tile, copies in self._standing.left.items():
            free[tile.number] += max(copies, 0)
        for seat in self._others:
            free.subtract(seat.demand)
        return free

    def find_held(self, way: Way) -> Fill:
        """What others must have filled."""
        return self._find_lacking(way.held)

    def _find_lacking(self, all_held: tuple[Melds, ...]) -> Fill:
        lacking = self._lacking.get(all_held)
        if lacking is None:
            lacking = self._lacking[all_held] = tuple(
                tile
                for owner, held in enumerate(all_held, self._standing.turn)
                for tile in (held and self._holdings.find_lacking(owner, held)) or ()
            )
        return lacking

    def find_held_numbers(self, way: Way, melds: Sequence[Meld]) -> Sequence[Meld]:
        """The melds of which the player may still have all the numbers. Of others ``is_enough`` says no, but later."""
        if self._has_unknown:
            return melds
        numbers = [0] * (BOX.numbers[-1] + 1)
        for number, count in self.numbers:
            numbers[number] += count
        for tile in way.undecided:
            numbers[tile.number] += 1
        for tile in way.fill:
            numbers[tile.number] -= 1
        held = _name_numbers(numbers)
        return [meld for meld in melds if not _name_meld(meld) & ~held]

    def find_missing(self, fill: Fill) -> Sequence[Tile]:
        """The tiles one of which must be filled: of the first number that is missing, else of the rarest colour."""
        for tiles in self.find_missing_numbers(fill):
            return tiles
        colours = [tile.colour for tile in fill]
        for colour, count in self._hand.colours:
            if colours.count(colour) < count:
                return [BOX.tiles[f"{colour}{number}"] for number in BOX.numbers]
        return ()

    def find_missing_numbers(self, fill: Fill) -> Iterator[Sequence[Tile]]:
        """For each number that is missing the tiles one of which must be filled."""
        numbers = [tile.number for tile in fill]
        for number, count in self.numbers:
            if numbers.count(number) < count:
                yield self.find_tiles(number)

    def find_tiles(self, number: int) -> Sequence[Tile]:
        """The tiles of a number, one of each colour."""
        return self._hand.find_tiles(number)


def _name_numbers(counts: Sequence[int]) -> int:
    """How many tiles there are of each number, as bits: one for each tile, so far as they can be in one meld."""
    name = 0
    for number, count in enumerate(counts):
        if count > 0:
            name |= ((1 << min(count, MOST_EQUAL)) - 1) << MOST_EQUAL * number
    return name


@lru_cache(1 << 12)
def _name_meld(meld: Meld) -> int:
    """The numbers of a meld."""
    numbers = [tile.number for tile in meld]
    return _name_numbers([numbers.count(number) for number in range(BOX.numbers[-1] + 1)])
