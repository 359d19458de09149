"""What players at the end of a round of Gin-Rummy are told to add to melds of others, before all hands are filled."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import LAYING, Lying, ToldLayOff
from service.variants.gin_rummy.unread.seats import Seat


def can_take(meld: Meld, told: ToldLayOff, helpers: Sequence[Seat] = ()) -> bool:
    """Whether a meld may take tiles, if others help who lay down before: they may add what is between."""
    if not set(meld).isdisjoint(told.tiles) or len({tile.number for tile in meld}) == 1:
        return all(tile.number == meld[0].number and tile not in meld for tile in told.tiles)
    if any(tile.colour != meld[0].colour for tile in told.tiles):
        return False
    known = {tile for seat in helpers for tile in seat.known}
    return len(find_between(meld, told) - known) <= sum(seat.open_count for seat in helpers)


def find_between(meld: Meld, told: ToldLayOff) -> set[Tile]:
    """What others must add to a run for tiles to be added after that."""
    numbers = {tile.number for tile in (*meld, *told.tiles)}
    missing = set(range(min(numbers), max(numbers))) - numbers
    return {BOX.tiles[f"{meld[0].colour}{number}"] for number in missing}


def find_told_to(seats: Iterable[Seat], host: Seat) -> Sequence[ToldLayOff]:
    """What others are told to add to melds of a player."""
    told = [added for seat in seats for added in seat.additions]
    return [added for added in told if added.player == host.entry.player]


def can_be_added(told: Sequence[ToldLayOff], melds: Sequence[Meld], missing: int, helpers: Sequence[Seat]) -> bool:
    """Whether what is told to be added to melds of a player may be, if more melds of so many tiles can follow.

    Melds lie in canonical order, and those that follow may come to lie before any of these.
    """
    further = missing // SHORTEST
    ranks = sorted(map(rank_meld, melds))

    def can_lie(meld: Meld, place: int) -> bool:
        return bisect_left(ranks, rank_meld(meld)) <= place < bisect_right(ranks, rank_meld(meld)) + further

    others = {
        added.meld
        for added in told
        if not any(can_lie(meld, added.meld) and can_take(meld, added, helpers) for meld in melds)
    }
    return len(others) <= further and all(added.meld < len(melds) + further for added in told)


@cache
def rank_meld(meld: Meld) -> int:
    """The place of a meld in canonical order."""
    ranks = {own: rank for rank, own in LAYING.counted.melds.items()}
    return ranks[meld]


def can_take_told(seats: Sequence[Seat], lying: Lying) -> bool:
    """Whether what the players to come are told to add may be added to what lies, as far as that lies already."""
    return all(
        told.player not in lying
        or (told.meld < len(lying[told.player]) and can_take(lying[told.player][told.meld], told, seats[:place]))
        for place, seat in enumerate(seats)
        for told in seat.additions
    )


def find_helped(seats: Sequence[Seat], lying: Lying) -> set[Tile]:
    """What the first of the players to come must have, so that what the next is told to add can be added."""
    if len(seats) < 2:
        return set()
    between: set[Tile] = set()
    for told in seats[1].additions:
        if told.player in lying and len({tile.number for tile in lying[told.player][told.meld]}) > 1:
            between |= find_between(lying[told.player][told.meld], told)
    return between
