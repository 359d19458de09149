"""Who has a tile that fits at a meld of Gin-Rummy does not leave it to those who come later to add theirs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.covering.helping import Help, Helping
from service.variants.gin_rummy.unread.ways import End, can_reach, find_ends

MOST_TRIED = 6
"""Where there are more places at melds of others for such a tile, it is not asked what each of them takes."""


class KeepingFree:
    """Says where players lay a tile that would fit at an end, if another is to add one there later.

    It lies in an own meld, or somewhere else at a meld of another, who must have that. Else it would be left, and that
    leaves more than to add it.
    """

    def __init__(self, helping: Helping, *, is_strict: bool) -> None:
        """``is_strict`` is whether it is asked of all who come between, and what it takes to add a tile elsewhere.

        Else it is just asked of whoever has the meld whether there is anywhere to lay the tile, which is soon said.
        """
        self._is_strict = is_strict
        self._helping = helping
        self._holdings = helping.holdings
        self._turn = helping.standing.turn

    def keep(self, given: Help, end: End | None, tile: Tile, players: range) -> Iterator[Help]:
        """The ways in which none of these players adds a tile where it would fit: at an end, or farther out there."""
        helps: Iterable[Help] = (given,)
        for player in players if self._is_strict else players[:1]:
            if tile in self._helping.seats[player - self._turn].loose:
                helps = self._keep_each(helps, end, tile, player)
        yield from helps

    def _keep_each(self, helps: Iterable[Help], end: End | None, tile: Tile, player: int) -> Iterator[Help]:
        for given in helps:
            yield from self._keep_one(given, end, tile, player)

    def _keep_one(self, given: Help, end: End | None, tile: Tile, player: int) -> Iterator[Help]:
        """The ways in which one player does not."""
        index = player - self._turn
        seat, held, standing = self._helping.seats[index], given.held[index], self._helping.standing
        host = self._find_host(given, end, player)
        if seat.loose.count(tile) <= sum(meld.count(tile) for meld in held) or (is_told(seat.entry) and not host):
            yield given
            return
        others = Counter(meld for meld in held if len(meld) >= SHORTEST) - Counter([host] if host else [])
        further = self._holdings.find_further(player, held, tile)
        # Of melds that were chosen before some are not told here: the tile may lie in one of these.
        is_perhaps_chosen = bool(further) and not index and standing.missing < len(seat.entry.hand)
        if is_perhaps_chosen or any(can_reach(meld, tile) for meld in others):
            yield given
            return
        for meld in further:
            yield from self._helping.host(given, index, meld)
        if not is_told(seat.entry):
            yield from self._add_elsewhere(given, tile, player, is_own=bool(host))

    def _find_host(self, given: Help, end: End | None, player: int) -> Meld | None:
        """The meld of the player to which the end belonged; None if it may be one of another."""
        if end in given.table or any(end in find_ends(self._turn, meld) for meld in self._helping.standing.lying):
            return None
        own = (meld for meld in given.held[player - self._turn] if len(meld) >= SHORTEST)
        return next((meld for meld in own if end in find_ends(player, meld)), None)

    def _add_elsewhere(self, given: Help, tile: Tile, player: int, *, is_own: bool) -> Iterator[Help]:
        """The player adds the tile to another end. If there are many, it is not asked to which."""
        most = MOST_TRIED if self._is_strict else 0
        helps = list(islice(self._find_elsewhere(given, tile, player, is_own=is_own), most + 1))
        if len(helps) <= most:
            yield from helps
        elif not self._is_strict or self._may_hold_next(player, tile):
            yield given
        else:
            yield from self._helping.hold(given, player - self._turn, (tile,))

    def _may_hold_next(self, player: int, tile: Tile) -> bool:
        """Whether the player may have to add others before the tile: then there is more to it than the tile."""
        codes = (f"{tile.colour}{tile.number + step}" for step in (-1, 1))
        return any(
            code in BOX.tiles and self._holdings.find_lacking(player, ((BOX.tiles[code],),)) is not None
            for code in codes
        )

    def _find_elsewhere(self, given: Help, tile: Tile, player: int, *, is_own: bool) -> Iterator[Help]:
        """The ways to add the tile to an end: of a meld that lies, or of one that another before may have."""
        for end in dict.fromkeys(given.table):
            if end.helper <= player:
                yield from self._add(given, end, tile, player, is_own=is_own)
        for index, seat in enumerate(self._helping.seats[: player - self._turn]):
            for host in self._holdings.find_hosts(self._turn + index, tile) if seat.entry.melds is None else ():
                for more in self._helping.host(given, index, host):
                    for end in find_ends(self._turn + index, host):
                        yield from self._add(more, end, tile, player, is_own=is_own)

    def _add(self, given: Help, end: End, tile: Tile, player: int, *, is_own: bool) -> Iterator[Help]:
        """The player adds the tile to an end, with all between by whoever may have it.

        What fits at an own meld, too, is laid there only if one more is added beyond it: of equals the way with the
        most in own melds is laid.
        """
        last = BOX.tiles.get(f"{end.colour}{tile.number + end.step}") if is_own and end.step else tile
        if last is None or (is_own and not end.step) or not end.is_reached_by(tile):
            return
        helps: Iterable[Help] = (given.move(end, last, player),)
        for own in dict.fromkeys((tile, last)):
            helps = [held for more in helps for held in self._helping.hold(more, player - self._turn, (own,))]
        added: Iterable[tuple[Help, int]] = [(more, end.helper) for more in helps]
        for between in end.find_between(tile):
            added = [
                further
                for more, helper in added
                for further in self._helping.add_between(more, between, range(helper, player + 1))
            ]
        yield from (more for more, _ in added)
