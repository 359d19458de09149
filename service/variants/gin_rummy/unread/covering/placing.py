"""Placing tiles of a hand of Gin-Rummy in own melds and at those of others, who hold whatever that takes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from service.rules.turns import Meld
from service.solver.leftovers.unread_tiles import in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.covering.adding import Adding
from service.variants.gin_rummy.unread.covering.declarations import part
from service.variants.gin_rummy.unread.covering.helping import Help, Helping, move
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.remembered import Remembered
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.covering.wandering import Wandering
from service.variants.gin_rummy.unread.hosts import ToldTo, Wanted
from service.variants.gin_rummy.unread.ways import End, Standing, Way, find_ends

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
        is_strict: bool,
    ) -> None:
        """``lead`` is how much less must be left than the declarer's."""
        self._holdings = holdings
        self._wandering = wandering
        self._place = place
        self._standing = standing
        self._box = box
        self._lead = lead
        self._helping = Helping(holdings, place, standing, box)
        self._adding = Adding(self._helping, self.mix, is_strict=is_strict)
        self._added: dict[tuple[Help, Tile, int], Remembered[Help]] = {}
        """The ways to add a tile that were found before."""
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
        given = Help(way.held, way.table)
        least = way.points + self._lead
        find_hosts = partial(self._find_hosts, least)
        if self._wandering:
            helps: Iterable[Help] = self._adding.find(given, tile, find_hosts)
        else:
            key = (given, tile, 0 if self._standing.turn else least)
            if key not in self._added:
                self._added[key] = Remembered(self._adding.find(given, tile, find_hosts))
            helps = self._added[key]
        for more in helps:
            yield from self.take(Way(way.undecided, way.fill, more.held, more.table, way.points), more.own)

    def _find_hosts(self, least: int, owner: int, tile: Tile) -> Sequence[Meld]:
        """The melds of another that a tile may be added to, if it takes long: of the declarer's those that can be."""
        self._asked += 1
        if owner or self._wandering or self._asked <= ASKED_FIRST:
            return self._holdings.find_hosts(owner, tile)
        return self._holdings.find_declared_hosts(tile, least, self._standing.left)

    def take(self, way: Way, tiles: Meld) -> Iterator[Way]:
        """The player has these tiles, and they are covered, if that can be."""
        rest, lacking = part(way.undecided, tiles)
        fill = in_order((*way.fill, *lacking)) if lacking else way.fill
        more = Way(rest, fill, way.held, way.table, way.points)
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
        helps: Iterable[tuple[Help, Sequence[End]]] = (
            (more, find_ends(host, meld)) for more in self._helping.host(Help(way.held, way.table), index, meld)
        )
        for added, helpers in told:
            adder = host + 1 + len(helpers)
            if adder <= self._place:  # else the player may add something before
                for tile in sorted(added.tiles, key=lambda tile: abs(tile.number - meld[0].number)):
                    helps = self._add_told(helps, tile, adder)
        ways = (way._replace(held=more.held, table=more.table) for more, _ in helps)
        return filter(self._box.is_enough, ways)

    def _add_told(
        self, helps: Iterable[tuple[Help, Sequence[End]]], tile: Tile, adder: int
    ) -> Iterator[tuple[Help, Sequence[End]]]:
        """A player adds what is told to one of these ends: which are the ends then."""
        for given, ends in helps:
            for end in ends:
                if not end.is_reached_by(tile):
                    continue
                supplied: Iterable[tuple[Help, int]] = [(given.move(end, tile, adder), end.helper)]
                for between in end.find_between(tile):
                    supplied = self._add_between(supplied, between, adder)
                others = [other for other in ends if other != end]
                further = move(end, tile, adder)
                yield from ((more, (*others, *further)) for more, _ in supplied)

    def _add_between(self, helps: Iterable[tuple[Help, int]], tile: Tile, adder: int) -> Iterator[tuple[Help, int]]:
        """One of those who come before another adds a tile."""
        for given, helper in helps:
            yield from self._helping.add_between(given, tile, range(helper, adder))
