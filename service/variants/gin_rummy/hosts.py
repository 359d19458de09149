"""Which melds of a player take the most of the hands that follow."""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.leftovers.hosting import Hosting
from service.variants.gin_rummy.additions import can_take, find_told_to
from service.variants.gin_rummy.laying_down import LAYING, ToldLayOff
from service.variants.gin_rummy.seats import Seat


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


def find_wanted(seats: Sequence[Seat]) -> Sequence[Wanted]:
    """The melds of the first of these players to which others are told to add."""
    host, *others = seats
    if host.entry.melds is not None:
        return ()
    told: dict[int, list[tuple[ToldLayOff, Sequence[Seat]]]] = {}
    for place, seat in enumerate(others):
        for added in find_told_to([seat], host):
            told.setdefault(added.meld, []).append((added, others[:place]))
    all_melds = [
        [meld for meld in host.possible_melds if all(can_take(meld, *added) for added in all_added)]
        for _, all_added in sorted(told.items())
    ]
    return [Wanted(melds, _find_least(melds)) for melds in all_melds]


def _find_least(melds: Sequence[Meld]) -> Sequence[Meld]:
    """The melds that no other one is a part of."""
    tiles = [frozenset(meld) for meld in melds]
    return [meld for meld, own in zip(melds, tiles, strict=True) if not any(other < own for other in tiles)]
