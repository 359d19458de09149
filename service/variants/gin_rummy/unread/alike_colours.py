"""Colours of which nothing is known in a round of Gin-Rummy: what may be with one of them may be with another."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import chain, groupby, permutations, product

from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.outcomes import Left
from service.variants.gin_rummy.unread.seats import Seat
from service.variants.gin_rummy.unread.ways import Melds, sorted_melds

ROWS = {colour: [BOX.tiles[f"{colour}{number}"] for number in BOX.numbers] for colour in BOX.colours}
Row = tuple[int, ...]
"""How many copies there are of each number of a colour."""


class AlikeColours:
    """Says of melds that differ in such colours only which come first.

    Players lay the first of equal melds, by colour, so that what they really lay can differ; what they may lay cannot.
    But where others are told to add to a first or a second meld, the order of melds counts, and with it their colours.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        known = {tile.colour for seat in seats for tile in (*seat.entry.hand, *seat.told)}
        is_order_told = any(seat.additions for seat in seats)
        alike = [colour for colour in BOX.colours if colour not in known and not is_order_told]
        self.colours: Sequence[str] = alike if len(alike) > 1 else ()
        self._others = [colour for colour in BOX.colours if colour not in self.colours]
        self._changes = {order: dict(zip(order, self.colours, strict=True)) for order in permutations(self.colours)}
        """By the order in which the colours become the first, the second and so on: what each of them becomes."""
        self._changed: dict[tuple[str, ...], dict[Meld, Meld]] = {order: {} for order in self._changes}
        self._counted: dict[tuple[str, ...], dict[Meld, int]] = {order: {} for order in self._changes}
        self._first: dict[Melds, Melds] = {}

    def find_first(self, melds: Melds) -> Melds:
        """The first of the melds that are alike."""
        if not self.colours or not melds:
            return melds
        if melds not in self._first:
            ways = [tuple(self._change(order, meld) for meld in melds) for order in self._changes]
            self._first[melds] = min(map(sorted_melds, ways), key=_order)
        return self._first[melds]

    def name(self, left: Left, fillable: Collection[Tile], *kinds: Melds) -> Hashable:
        """The same for all that differs in such colours only: what is left in the box, and melds of several kinds.

        Of what is left just the tiles count that are ``fillable``, which are alike in these colours, too.
        """
        rows = {colour: tuple([left[tile] if tile in fillable else 0 for tile in row]) for colour, row in ROWS.items()}
        names = (
            tuple([tuple(sorted([self._count(order, meld) for meld in melds])) for melds in kinds])
            for order in self._find_orders(rows)
        )
        alike = sorted([rows[colour] for colour in self.colours])
        return (*(rows[colour] for colour in self._others), *alike, min(names))

    def _find_orders(self, rows: Mapping[str, Row]) -> Iterator[tuple[str, ...]]:
        """The orders of the colours in which what is left of them rises: few, as soon as something is filled."""
        rising = sorted(self.colours, key=rows.__getitem__)
        equal = [tuple(colours) for _, colours in groupby(rising, key=rows.__getitem__)]
        return (tuple(chain.from_iterable(order)) for order in product(*map(permutations, equal)))

    def _count(self, order: tuple[str, ...], meld: Meld) -> int:
        """The meld in other colours, as one number."""
        counted = self._counted[order].get(meld)
        if counted is None:
            counted = self._counted[order][meld] = LAYING.counted.count(self._change(order, meld))
        return counted

    def _change(self, order: tuple[str, ...], meld: Meld) -> Meld:
        """The meld in other colours."""
        changed = self._changed[order].get(meld)
        if changed is None:
            colours = self._changes[order]
            tiles = [BOX.tiles[f"{colours.get(tile.colour, tile.colour)}{tile.number}"] for tile in meld]
            changed = self._changed[order][meld] = tuple(sorted(tiles, key=lambda tile: tile.order))
        return changed


def _order(melds: Melds) -> list[list[object]]:
    return [[tile.order for tile in meld] for meld in melds]
