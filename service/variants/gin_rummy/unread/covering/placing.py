"""Placing tiles of a hand of Gin-Rummy in own melds and at those of others, who hold whatever that takes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from service.rules.turns import Meld
from service.solver.leftovers.unread_tiles import in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.covering.declarations import part
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.covering.wandering import Wandering
from service.variants.gin_rummy.unread.hosts import ToldTo, Wanted
from service.variants.gin_rummy.unread.ways import End, Standing, Way, find_ends, sorted_melds, without_end

FAR_FIRST = 10
"""Once in so many times, at random, a meld is tried first to which more must be added before what is told."""
ASKED_FIRST = 500
"""So often it is asked for melds of others before it is asked which of them the declarer can have."""

_Choice = TypeVar("_Choice")


class Placing:
    """Says for a way what it becomes with a tile placed, or a meld of another laid: every way in which that can be."""

    def __init__(
        self,
        holdings: Holdings,
        place: int,
        standing: Standing,
        box: Supply,
        *,
        lead: int,
        wandering: Wandering | None,
    ) -> None:
        """``lead`` is how much less must be left than the declarer's."""
        self._holdings = holdings
        self._wandering = wandering
        self._place = place
        self._standing = standing
        self._open = holdings.seats[standing.turn : place]
        self._box = box
        self._lead = lead
        self._is_helped = not is_told(holdings.seats[place].entry)
        self._asked = 0
        """How often it was asked for melds of others."""

    def mix(self, choices: Sequence[_Choice]) -> Sequence[_Choice]:
        """The same choices, in any order if one way will do."""
        return self._wandering.mix(choices) if self._wandering else choices

    def add_somewhere(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to add a tile to the end of a meld that lies, or of one that may lie."""
        if not self._is_helped:
            return
        for end in self.mix(tuple(dict.fromkeys(way.table))):
            yield from self._add(way, end, tile)
        for index, seat in self.mix(tuple(enumerate(self._open))):
            if seat.entry.melds is None:
                for host in self.mix(self._find_hosts(way, self._standing.turn + index, tile)):
                    yield from self._add_to_host(way, index, host, tile)

    def _find_hosts(self, way: Way, owner: int, tile: Tile) -> Sequence[Meld]:
        """The melds of another that a tile may be added to, if it takes long: of the declarer's those that can be."""
        self._asked += 1
        if owner or self._wandering or self._asked <= ASKED_FIRST:
            return self._holdings.find_hosts(owner, tile)
        return self._holdings.find_declared_hosts(tile, way.points + self._lead, self._standing.left)

    def _add_to_host(self, way: Way, index: int, host: Meld, tile: Tile) -> Iterator[Way]:
        """Another lays a meld, and the tile is added to it."""
        owner = self._standing.turn + index
        for longer in self.host(way, index, host):
            for end in find_ends(owner, host):
                if end.is_reached_by(tile):
                    for free in self._keep_free(longer, index, host, BOX.tiles[f"{end.colour}{end.number}"]):
                        yield from self._add(free, end, tile, owner + 1)

    def _keep_free(self, way: Way, index: int, host: Meld, tile: Tile) -> Iterator[Way]:
        """Another leaves it to those who come later to add a tile to a meld: who has that tile lays it elsewhere."""
        held = way.held[index]
        if self._open[index].loose.count(tile) <= sum(meld.count(tile) for meld in held):
            yield way
            return
        elsewhere = self._holdings.find_elsewhere(self._standing.turn + index, host, held, tile)
        # Of melds that were chosen before some are not told here: the tile may lie in one of these.
        if () in elsewhere or (elsewhere and not index and self._standing.missing < len(self._open[0].entry.hand)):
            yield way
            return
        for further in elsewhere:
            yield from self.host(way, index, *further)

    def take(self, way: Way, tiles: Meld) -> Iterator[Way]:
        """The player has these tiles, and they are covered, if that can be."""
        rest, lacking = part(way.undecided, tiles)
        if not lacking:
            yield way._replace(undecided=rest)
            return
        more = way._replace(undecided=rest, fill=in_order((*way.fill, *lacking)))
        if self._box.is_enough(more):
            yield more

    def _add(self, way: Way, end: End, tile: Tile, helper: int | None = None) -> Iterator[Way]:
        """The tile is added to an end, with all between by whoever may have it, if that can be.

        Who comes later adds farther out, and beyond the tile is only what the player adds.
        """
        if not end.is_reached_by(tile):
            return
        table = tuple(sorted((*without_end(way.table, end), *_move(end, tile, self._place))))
        first = end.helper if helper is None else helper
        ways: Iterable[tuple[Way, int]] = ((more, first) for more in self.take(way._replace(table=table), (tile,)))
        for between in end.find_between(tile):
            ways = self._supply(ways, between, self._place + 1)
        yield from (more for more, _ in ways)

    def _supply(self, ways: Iterable[tuple[Way, int]], tile: Tile, before: int) -> Iterator[tuple[Way, int]]:
        """A tile is added by one of those from a helper on who lay down before another: who is the next helper.

        A helper whose meld it is may have a longer one, also if it is told what that player adds to others'.
        """
        for way, helper in ways:
            if before > self._place:
                yield from ((more, self._place) for more in self.take(way, (tile,)))
            for owner in range(helper, min(before, self._place)):
                index = owner - self._standing.turn
                entry = self._open[index].entry
                if not is_told(entry) or (owner == helper and entry.melds is None):
                    yield from ((more, owner) for more in self._hold(way, index, (tile,)))
                elif any(tile in told.tiles for told in entry.lay_offs or ()):
                    yield way, owner

    def host(self, way: Way, index: int, meld: Meld) -> Iterator[Way]:
        """Another lays a meld, if that can be."""
        self._holdings.look()
        standing, melds = self._standing, way.held[index]
        room = len(self._open[index].entry.hand)
        if not index:
            room = standing.missing + sum(map(len, standing.chosen))
        # Single tiles make runs of the declarer longer. Others add them, and may have been chosen to do so.
        if len(meld) + sum(len(own) for own in melds if len(own) > 1 or not standing.turn + index) <= room:
            # The player's own tiles may make it longer.
            ends = find_ends(standing.turn + index, meld)
            for more in self._hold(way, index, meld):
                yield more._replace(table=tuple(sorted((*way.table, *ends))))

    def _hold(self, way: Way, index: int, tiles: Meld) -> Iterator[Way]:
        """Another has these tiles beside what is held already, if that can be."""
        held = sorted_melds((*way.held[index], tiles))
        if self._holdings.find_lacking(self._standing.turn + index, held) is not None:
            more = way._replace(held=(*way.held[:index], held, *way.held[index + 1 :]))
            if self._box.is_enough(more):
                yield more

    # --- what others are told to add ----------------------------------------------------------------------------------

    def mix_hosts(self, wanted: Wanted, index: int, *, are_whole: bool) -> Sequence[Meld]:
        """The melds of another that may take what is told, or parts of them.

        At random those come first that take it at once, and those of which the player has tiles.
        """
        melds = wanted.melds if are_whole else wanted.least
        if not self._wandering:
            return melds
        if are_whole and not wanted.told:
            return self._wandering.lean(melds, partial(self._holdings.count_own, self._standing.turn + index))
        near = () if self._wandering.is_one_of(FAR_FIRST) else wanted.near
        return sorted(self.mix(melds), key=lambda meld: meld not in near)

    def host_told(self, way: Way, index: int, meld: Meld, told: Sequence[ToldTo]) -> Iterator[Way]:
        """Another lays a meld to which others are told to add, and those between have what must be added before."""
        host = self._standing.turn + index
        ways: Iterable[tuple[Way, Sequence[End]]] = (
            (more, find_ends(host, meld)) for more in self.host(way, index, meld)
        )
        for added, helpers in told:
            adder = host + 1 + len(helpers)
            if adder <= self._place:  # else the player may add something before
                for tile in sorted(added.tiles, key=lambda tile: abs(tile.number - meld[0].number)):
                    ways = self._add_told(ways, tile, adder)
        return (more for more, _ in ways)

    def _add_told(
        self, ways: Iterable[tuple[Way, Sequence[End]]], tile: Tile, adder: int
    ) -> Iterator[tuple[Way, Sequence[End]]]:
        """A player adds what is told to one of these ends: which are the ends then."""
        for way, ends in ways:
            for end in ends:
                if not end.is_reached_by(tile):
                    continue
                further = _move(end, tile, adder)
                table = tuple(sorted((*without_end(way.table, end), *further)))
                supplied: Iterable[tuple[Way, int]] = [(way._replace(table=table), end.helper)]
                for between in end.find_between(tile):
                    supplied = self._supply(supplied, between, adder)
                others = [other for other in ends if other != end]
                yield from ((more, (*others, *further)) for more, _ in supplied)


def _move(end: End, tile: Tile, helper: int) -> Sequence[End]:
    """Where tiles can be added from a helper on, after this one was: nowhere in a group, nor beyond the last number."""
    number = tile.number + end.step
    return [End(helper, end.colour, number, end.step)] if end.step and number in BOX.numbers else []
