"""Which melds of a player take the most of the hands that follow."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.fillings import Range
from service.solver.leftovers.hosting import Hosting
from service.variants.gin_rummy.laying_down import LAYING, ToldLayOff
from service.variants.gin_rummy.unread.additions import can_take, find_between, find_told_to, rank_meld
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


ToldTo = tuple[ToldLayOff, Sequence[Seat]]
"""What a player is told to add to a meld, and those who lay down between."""


class Wanted(NamedTuple):
    """What a meld may be to which others are told to add."""

    melds: Sequence[Meld]
    least: Sequence[Meld]
    """Those that no other one is a part of: whoever has one of the melds has one of these."""
    ranks: Mapping[Meld, Range]
    """In what order those with such a part may lie."""
    near: Sequence[Meld]
    """Those to which all that is told can be added at once, if there are any."""
    told: Sequence[ToldTo]
    """What is added, in turn order. If nothing, the meld is wanted just because it lies before one that is added to."""


def find_wanted(seats: Sequence[Seat]) -> Sequence[Wanted]:
    """The melds of the first of these players to which others are told to add, and all that lie before one of them."""
    host, *others = seats
    if host.entry.melds is not None:
        return ()
    told: dict[int, list[ToldTo]] = {}
    for place, seat in enumerate(others):
        for added in find_told_to([seat], host):
            told.setdefault(added.meld, []).append((added, others[:place]))
    return [_find_fitting(host.possible_melds, told.get(place, ())) for place in range(max(told, default=-1) + 1)]


def _find_fitting(possible: Sequence[Meld], told: Sequence[ToldTo]) -> Wanted:
    """The melds that can take what is told."""
    melds = [meld for meld in possible if all(can_take(meld, *added) for added in told)]
    least = _find_least(melds)
    ranks = {}
    for part in least:
        longer = [rank_meld(meld) for meld in melds if set(part) <= set(meld)]
        ranks[part] = Range(min(longer), max(longer))
    near = [meld for meld in melds if not any(find_between(meld, added) for added, _ in told)]
    return Wanted(melds, least, ranks, near or melds, told)


def _find_least(melds: Sequence[Meld]) -> Sequence[Meld]:
    """The melds that no other one is a part of."""
    tiles = [frozenset(meld) for meld in melds]
    return [meld for meld, own in zip(melds, tiles, strict=True) if not any(other < own for other in tiles)]
