"""Which melds of a player take the most of the hands that follow."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.fillings import Range
from service.solver.leftovers.hosting import Hosting
from service.variants.gin_rummy.laying_down import LAYING, ToldLayOff
from service.variants.gin_rummy.unread.additions import can_take, find_told_to, rank_meld
from service.variants.gin_rummy.unread.seats import Seat


def rank_melds(seats: Sequence[Seat]) -> Sequence[Meld]:
    """The melds that the first of these players can have.

    Those come first to which others are told to add, and then those that can take the most of the others' hands.
    """
    told = find_told_to(seats[1:], seats[0])
    hostings = [Hosting(LAYING, seat.loose, (), seat.open_count) for seat in seats[1:]]

    def weigh(meld: Meld) -> int:
        return sum(tile.number for hosting in hostings for tile in hosting.find_taken(meld))

    def is_wanted(meld: Meld) -> bool:
        return any(can_take(meld, added) for added in told)

    return sorted(seats[0].possible_melds, key=lambda meld: (not is_wanted(meld), -weigh(meld)))


class Wanted(NamedTuple):
    """What a meld may be to which others are told to add."""

    melds: Sequence[Meld]
    least: Sequence[Meld]
    """Those that no other one is a part of: whoever has one of the melds has one of these."""
    ranks: Mapping[Meld, Range]
    """In what order those with such a part may lie."""
    is_added_to: bool
    """Else it is wanted just because it lies before one that is."""


def find_wanted(seats: Sequence[Seat]) -> Sequence[Wanted]:
    """The melds of the first of these players to which others are told to add, and all that lie before one of them."""
    host, *others = seats
    if host.entry.melds is not None:
        return ()
    told: dict[int, list[tuple[ToldLayOff, Sequence[Seat]]]] = {}
    for place, seat in enumerate(others):
        for added in find_told_to([seat], host):
            told.setdefault(added.meld, []).append((added, others[:place]))
    return [_find_fitting(host.possible_melds, told.get(place, ())) for place in range(max(told, default=-1) + 1)]


def _find_fitting(possible: Sequence[Meld], told: Sequence[tuple[ToldLayOff, Sequence[Seat]]]) -> Wanted:
    """The melds that can take what is told."""
    melds = [meld for meld in possible if all(can_take(meld, *added) for added in told)]
    least = _find_least(melds)
    ranks = {}
    for part in least:
        longer = [rank_meld(meld) for meld in melds if set(part) <= set(meld)]
        ranks[part] = Range(min(longer), max(longer))
    return Wanted(melds, least, ranks, bool(told))


def _find_least(melds: Sequence[Meld]) -> Sequence[Meld]:
    """The melds that no other one is a part of."""
    tiles = [frozenset(meld) for meld in melds]
    return [meld for meld, own in zip(melds, tiles, strict=True) if not any(other < own for other in tiles)]
