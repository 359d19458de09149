"""Tiles of a hand of Gin-Rummy that are added to melds of others, who hold whatever that takes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.tiles.tile import Tile
from service.variants.gin_rummy.unread.covering.helping import Help, Helping
from service.variants.gin_rummy.unread.covering.keeping_free import KeepingFree
from service.variants.gin_rummy.unread.ways import End, find_ends

Mix = Callable[[Sequence[Any]], Sequence[Any]]
"""Puts choices in another order, or leaves them as they are."""
FindHosts = Callable[[int, Tile], Sequence[Meld]]
"""Says which melds of a player may take a tile."""


class Adding:
    """Finds all ways to add a tile to a meld that lies, or to one that another may have."""

    def __init__(self, helping: Helping, mix: Mix, *, is_strict: bool) -> None:
        self._helping = helping
        self._place = helping.place
        self._free = KeepingFree(helping, is_strict=is_strict)
        self._mix = mix

    def find(self, given: Help, tile: Tile, find_hosts: FindHosts) -> Iterator[Help]:
        """The ways to add a tile."""
        for end in self._mix(tuple(dict.fromkeys(given.table))):
            yield from self._add(given, end, tile, end.helper)
        for index, seat in self._mix(tuple(enumerate(self._helping.seats))):
            if seat.entry.melds is None:
                for host in self._mix(find_hosts(self._helping.standing.turn + index, tile)):
                    yield from self._add_to_host(given, index, host, tile)

    def _add_to_host(self, given: Help, index: int, host: Meld, tile: Tile) -> Iterator[Help]:
        """Another lays a meld, which is not made longer by the same player, and the tile is added to it."""
        owner = self._helping.standing.turn + index
        for more in self._helping.host(given, index, host):
            for end in find_ends(owner, host):
                yield from self._add(more, end, tile, owner + 1)

    def _add(self, given: Help, end: End, tile: Tile, first: int) -> Iterator[Help]:
        """The tile is added to an end, with all between by whoever may have it, from the first helper on.

        Who comes later adds farther out, and beyond the tile is only what the player adds.
        """
        if not end.is_reached_by(tile):
            return
        helps: Iterable[_Added] = (_Added(given.move(end, tile, self._place), end.helper, 0),)
        at: End | None = end
        for between in end.find_between(tile):
            helps = self._add_next(helps, at, between, first)
            at, first = None, 0
        for more, last, row in helps:
            if last < self._place or row + 1 < SHORTEST:
                own = Help(more.held, more.table, (tile, *more.own))
                yield from self._free.keep(own, at, tile, range(last, self._place))

    def _add_next(self, helps: "Iterable[_Added]", end: End | None, tile: Tile, first: int) -> "Iterator[_Added]":
        """The same with the next tile between added, by a helper from the last on, or by the player.

        Nobody adds a row of three: that is an own meld, which is laid rather.
        """
        for given, last, row in helps:
            own = Help(given.held, given.table, (*given.own, tile))
            added = ((own, self._place), *self._helping.add_between(given, tile, range(max(last, first), self._place)))
            for more, owner in added:
                longer = row + 1 if owner == last else 1
                if longer < SHORTEST or self._helping.is_told(owner):
                    yield from (
                        _Added(kept, owner, longer) for kept in self._free.keep(more, end, tile, range(last, owner))
                    )


class _Added(NamedTuple):
    """What others hold, who added the last tile, and how many this one has added in a row."""

    given: Help
    last: int
    row: int
