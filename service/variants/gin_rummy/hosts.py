"""Which melds of a player take the most of the hands that follow."""

from collections.abc import Sequence

from service.rules.turns import Meld
from service.solver.leftovers.hosting import Hosting
from service.variants.gin_rummy.additions import can_take, find_told_to
from service.variants.gin_rummy.laying_down import LAYING
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
