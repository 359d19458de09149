"""Colours of which nothing is known in a round of Gin-Rummy: what may be with one of them may be with another."""

from collections.abc import Sequence
from itertools import permutations

from service.rules.turns import Meld
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.seats import Seat
from service.variants.gin_rummy.ways import Melds, sorted_melds


class AlikeColours:
    """Says of melds that differ in such colours only which come first.

    Players lay the first of equal melds, by colour, so that what they really lay can differ; what they may lay cannot.
    But where others are told to add to a first or a second meld, the order of melds counts, and with it their colours.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        known = {tile.colour for seat in seats for tile in (*seat.entry.hand, *seat.told)}
        is_order_told = any(seat.additions for seat in seats)
        alike = [colour for colour in BOX.colours if colour not in known and not is_order_told]
        self._changes = [dict(zip(alike, changed, strict=True)) for changed in permutations(alike)]
        self._changed: list[dict[Meld, Meld]] = [{} for _ in self._changes]
        self._first: dict[Melds, Melds] = {}

    def find_first(self, melds: Melds) -> Melds:
        """The first of the melds that are alike."""
        if len(self._changes) == 1 or not melds:
            return melds
        if melds not in self._first:
            ways = [tuple(self._change(number, meld) for meld in melds) for number in range(len(self._changes))]
            self._first[melds] = min(map(sorted_melds, ways), key=_order)
        return self._first[melds]

    def _change(self, number: int, meld: Meld) -> Meld:
        """The meld in other colours."""
        changed = self._changed[number].get(meld)
        if changed is None:
            colours = self._changes[number]
            tiles = [BOX.tiles[f"{colours.get(tile.colour, tile.colour)}{tile.number}"] for tile in meld]
            changed = self._changed[number][meld] = tuple(sorted(tiles, key=lambda tile: tile.order))
        return changed


def _order(melds: Melds) -> list[list[object]]:
    return [[tile.order for tile in meld] for meld in melds]
