"""What players of Gin-Rummy are told to add to melds that are not known, put as clauses."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.engine.sat import TRUE, Clauses, Literal, Number, at_least
from service.melds.judgement import SHORTEST_MELD
from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.declaring import BIG_GIN
from service.variants.gin_rummy.laying_down import ToldLayOff
from service.variants.gin_rummy.unread.clauses.ends import End, Ends, find_ends
from service.variants.gin_rummy.unread.seats import Seat

MOST_MELDS = BIG_GIN // SHORTEST_MELD


class ToldHosts:
    """Says of the melds of a player which can be the first, the second and so on."""

    def __init__(self, clauses: Clauses, seat: Seat, melds: Mapping[Meld, Number]) -> None:
        self._clauses = clauses
        self._told = seat.optional_melds
        self._melds = melds
        self._before: dict[Meld, tuple[Number, Number]] = {}
        """How many melds come before each in canonical order, and how many with it."""

    def find(self, place: int) -> list[tuple[Meld, Literal]]:
        """The melds that can be in a place, each with what is only true if it is there."""
        if self._told is not None:
            return [(meld, TRUE) for meld in self._told[place : place + 1]]
        if not self._before:
            self._count()
        return [(meld, self._is_placed(meld, place)) for meld in self._melds]

    def _count(self) -> None:
        before: Number = ()
        for meld in sorted(self._melds, key=lambda meld: [tile.order for tile in meld]):
            through = self._clauses.add_up([before, self._melds[meld]], MOST_MELDS)
            self._before[meld] = before, through
            before = through

    def _is_placed(self, meld: Meld, place: int) -> Literal:
        before, through = self._before[meld]
        is_placed = self._clauses.make_variable()
        self._clauses.put(-is_placed, -at_least(before, place + 1))
        self._clauses.put(-is_placed, at_least(through, place + 1))
        return is_placed


def put_told(
    clauses: Clauses, lay_offs: Sequence[ToldLayOff], hosts: Mapping[str, ToldHosts], ends: Ends
) -> dict[End, Number]:
    """What a player adds, as told: to each meld what fits it, as far as others have added to it before."""
    added: dict[End, list[Number]] = {}
    own: dict[tuple[str, int], Meld] = {}
    """What the player has added to a meld so far."""
    for told in lay_offs:
        so_far = own.get((told.player, told.meld), ())
        ways = []
        for meld, is_there in hosts[told.player].find(told.meld) if told.player in hosts else ():
            fitting = _fit(meld, so_far, told.tiles)
            if fitting is None:
                continue
            is_way = clauses.make_variable()
            clauses.put(-is_way, is_there)
            for end in fitting.needed:
                clauses.put(-is_way, ends.was_used(end))
            for end in fitting.added:
                added.setdefault(end, []).append((is_way,))
            ways.append(is_way)
        clauses.equate(clauses.add_up([(way,) for way in ways], 1, is_limit=True), (TRUE,))
        own[told.player, told.meld] = (*so_far, *told.tiles)
    return {end: clauses.add_up(numbers, BOX.copies, is_limit=True) for end, numbers in added.items()}


class _Fitting(NamedTuple):
    """Where tiles come to lie at a meld, and where others must have added some before."""

    added: Sequence[End]
    needed: Sequence[End]


def _fit(meld: Meld, own: Meld, tiles: Meld) -> _Fitting | None:
    """How tiles fit a meld to which the player has added some already."""
    added, needed = [], []
    for tile in tiles:
        chain = next((chain for end in find_ends(meld) if (chain := _find_chain(end, tile))), ())
        if not chain or (*own, *tiles).count(tile) > 1:
            return None
        added.append(chain[-1])
        needed += [end for end in chain if end.tile not in (*own, *tiles)]
    return _Fitting(added, needed)


def _find_chain(end: End, tile: Tile) -> Sequence[End]:
    """The ends that are used one after another up to a tile; nothing if it cannot lie there."""
    chain = [end]
    while chain[-1].tile is not tile:
        further = chain[-1].next
        if further is None:
            return []
        chain.append(further)
    return chain
