"""Covering the tiles of a hand of Gin-Rummy one by one, while others hold whatever helps: a no is certain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from service.rules.turns import Meld
from service.solver.leftovers.unread_tiles import in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.additions import rank_meld
from service.variants.gin_rummy.unread.covering.alike_ways import AlikeWays
from service.variants.gin_rummy.unread.covering.declarations import part
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.order import CoverOrder
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.covering.wandering import Wandering
from service.variants.gin_rummy.unread.hosts import Wanted
from service.variants.gin_rummy.unread.ways import End, Standing, Way, find_ends, find_hosted, sorted_melds, without_end

LOOKS_AT_REST = 100
"""After so many looks at tiles of which no number is known it is taken for granted that they can be covered."""
LEFT_FIRST, ADDED_FIRST = 5, 2
"""Once in so many times, at random, a tile is left or added to another meld before it is tried to meld it."""

_Choice = TypeVar("_Choice")


class Covering:
    """Covers the tiles of a hand one by one: each lies in an own meld, or at a meld of another, or it is left."""

    def __init__(
        self,
        holdings: Holdings,
        place: int,
        wanted: tuple[int, int],
        standing: Standing,
        wandering: Wandering | None = None,
        *,
        are_all_wanted: bool = False,
    ) -> None:
        """``wanted`` is what may be left at most, and how much less than the declarer's that must be.

        With ``wandering`` a way is looked for at random. ``are_all_wanted`` is whether others but the declarer have the
        melds that lie before those to which is added, too. To try all of these takes long.
        """
        self._holdings = holdings
        self._wandering = wandering
        # What is really laid is not the same in all colours, so whoever asks for a way to follow may be shown any.
        self._alike = AlikeWays(() if wandering else holdings.alike.colours, standing)
        self._are_all_wanted = are_all_wanted
        self._place = place
        self._most, self._lead = wanted
        self._standing = standing
        self._seat = holdings.seats[place]
        self._open = holdings.seats[standing.turn : place]
        others = [*self._open, *holdings.seats[place + 1 :]]
        self._hand = self._seat.unread_hand(standing.left, others)
        self._box = Supply(holdings, standing, self._hand, others)
        self._order = CoverOrder(holdings, self._box, self._most, self._find_ways)
        self._tried: dict[object, int] = {}
        self._looks_at_rest = 0
        self.found: Way | None = None
        """The way that was found."""
        self._is_helped = not is_told(self._seat.entry)

    def can_be(self, way: Way) -> bool:
        """Whether a way that was found before can be one, with the melds chosen now."""
        self._holdings.look()
        standing = self._standing
        if not way.held:
            return True
        more = Counter(standing.chosen) - Counter(way.held[0])
        held = sorted_melds((*way.held[0], *more.elements()))
        if sum(map(len, held)) > standing.missing + sum(map(len, standing.chosen)):
            return False
        if self._holdings.find_lacking(standing.turn, held) is None:
            return False
        self.found = way._replace(held=(held, *way.held[1:]))
        return self._box.is_enough(self.found) and way.points <= self._find_most(self.found)

    def is_there(self) -> bool:
        """Whether there is a way."""
        standing = self._standing
        held = [tuple(seat.entry.melds or ()) for seat in self._open]
        if held and not held[0]:
            held[0] = standing.chosen
        table = [end for meld in standing.lying for end in find_ends(standing.turn, meld)]
        for owner, melds in enumerate(held, standing.turn):
            if self._holdings.find_lacking(owner, melds) is None:
                return False
            table += [end for meld in melds for end in find_ends(owner + 1, meld)]
        undecided = tuple(sorted(self._seat.loose, key=lambda tile: (-tile.number, tile.order)))
        start = Way(undecided, (), tuple(map(sorted_melds, held)), tuple(sorted(table)), 0)
        if not self._box.is_enough(start) or self.find_least() > self._find_most(start):
            return False
        ways: Iterable[Way] = [self._order.begin(start, (self._place, standing.turn))]
        for index, wanted in enumerate(self._holdings.wanted[standing.turn : self._place + 1]):
            are_all = self._are_all_wanted and standing.turn + index > 0
            all_wanted = [meld for meld in wanted if meld.is_added_to or are_all]
            ways = chain.from_iterable(map(partial(self._have, index, all_wanted, 0), ways))
        return any(map(self._cover, ways))

    def find_least(self) -> int:
        """No more than what is left at least, by the numbers of the tiles."""
        hosted: set[int] = set()
        if self._is_helped and self._hand.are_numbers_known:
            standing, seats = self._standing, (*self._open, self._seat)
            known = {number for seat in seats for number in seat.numbers}
            hosted = find_hosted(standing.lying, known) | self._holdings.find_hosted(standing.turn, self._place, known)
        return self._hand.find_least_by_numbers(hosted)

    def _have(self, index: int, all_wanted: Sequence[Wanted], rank: int, way: Way) -> Iterator[Way]:
        """A player has the melds to which others are told to add, which lie in canonical order."""
        if not all_wanted:
            yield way
            return
        wanted, *others = all_wanted
        if index == len(self._open):
            for meld in self._mix(wanted.melds):
                if rank_meld(meld) >= rank:
                    for more in self._take(way, meld):
                        yield from self._have(index, others, rank_meld(meld), more)
            return
        if not index and any(set(meld) <= set(own) for meld in wanted.least for own in self._standing.chosen):
            yield from self._have(index, others, rank, way)
            return
        for meld in self._mix(wanted.least):
            low, high = wanted.ranks[meld]
            if high >= rank:
                for more in self._host(way, index, meld):
                    yield from self._have(index, others, max(rank, low), more)

    def _cover(self, way: Way) -> bool:
        """Whether all that is undecided can be covered, but for few points."""
        if self._wandering:
            self._wandering.turn()
        name = self._alike.name(way)
        if self._tried.get(name, self._most + 1) <= way.points:
            return False
        if not self._wandering and way.points > self._find_most(way):
            return False
        self._tried[name] = way.points
        if way.undecided:
            return self._cover_read(way)
        tiles = self._mix(self._box.find_missing(way.fill)) if self._wandering else self._order.find_next(way)
        if not tiles:
            return self._cover_rest(way)
        if_left = (
            way._replace(fill=in_order((*way.fill, tile)), points=way.points + tile.number)
            for tile in tiles
            if way.points + tile.number <= self._most
        )
        to_leave = (more for more in if_left if self._box.is_enough(more))
        covered = (more for tile in tiles for more in self._find_ways(way, tile))
        # A tile of a number that was read is high, or it is best left. One of a colour can be any that is covered.
        is_of_number = tiles[0].number == tiles[-1].number
        if not is_of_number and self._is_enough(way):
            return True
        return any(map(self._cover, chain(to_leave, covered) if is_of_number else chain(covered, to_leave)))

    def _cover_read(self, way: Way) -> bool:
        """The same, where a tile that was read is the next to be covered, or left."""
        tile, *others = way.undecided
        left = way._replace(undecided=tuple(others), points=way.points + tile.number)
        if self._wandering and self._wandering.is_one_of(LEFT_FIRST) and self._cover(left):
            return True
        return any(map(self._cover, self._find_ways(way, tile))) or self._cover(left)

    def _cover_rest(self, way: Way) -> bool:
        """Whether the tiles of which no number is known can be left, the lowest that can be, or be covered as well."""
        held, most = self._box.find_held(way), self._find_most(way)
        for complete in (self._hand.complete_sparing, self._hand.complete):
            whole = complete(way.fill, self._hand.rising, held)
            if whole is None:
                return False
            points = way.points + sum(tile.number for tile in whole[len(way.fill) :])
            if points <= most:
                self.found = way._replace(fill=whole, points=points)
                return True
        if self._is_enough(way):
            return True
        return any(map(self._cover, self._find_rest_ways(way)))

    def _is_enough(self, way: Way) -> bool:
        """Whether it was looked often enough at tiles of which no number is known: the way is taken to be one."""
        self._looks_at_rest += 1
        if self._looks_at_rest > LOOKS_AT_REST:
            self.found = way
        return self._looks_at_rest > LOOKS_AT_REST

    def _find_rest_ways(self, way: Way) -> Iterator[Way]:
        """The ways to cover one of the tiles of which no number is known, and perhaps more of them."""
        missing = self._hand.count - len(way.fill)
        if self._seat.entry.melds is None:
            for meld in self._seat.possible_melds:
                if len(meld) <= missing:
                    yield from self._take(way, meld)
        for tile in self._hand.rising:
            yield from self._add_somewhere(way, tile)

    def _find_most(self, way: Way) -> int:
        """What may be left at most; the declarer's count decides that, as long as it is not known."""
        if self._standing.turn:
            return self._most
        declared = self._holdings.find_declared(way.held[0], self._standing.left)
        return -1 if declared < 0 else min(self._most, declared - self._lead)

    def _find_ways(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to cover a tile: it lies in an own meld, or at the end of one that lies, or of one that may lie."""
        ways = (self._meld, self._add_somewhere)
        if self._wandering and self._wandering.is_one_of(ADDED_FIRST):
            ways = ways[::-1]
        for find in ways:
            yield from find(way, tile)

    def _meld(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to have the tile in an own meld."""
        if self._seat.entry.melds is None:
            for meld in self._mix(self._seat.melds_with[tile]):
                yield from self._take(way, meld)

    def _mix(self, choices: Sequence[_Choice]) -> Sequence[_Choice]:
        """The same choices, in any order if one way will do."""
        return self._wandering.mix(choices) if self._wandering else choices

    def _add_somewhere(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to add a tile to the end of a meld that lies, or of one that may lie."""
        if not self._is_helped:
            return
        for end in self._mix(tuple(dict.fromkeys(way.table))):
            yield from self._add(way, end, tile)
        for index, seat in self._mix(tuple(enumerate(self._open))):
            if seat.entry.melds is None:
                for host in self._mix(self._holdings.find_hosts(self._standing.turn + index, tile)):
                    for longer in self._host(way, index, host):
                        for end in find_ends(self._standing.turn + index, host):
                            yield from self._add(longer, end, tile, self._standing.turn + index + 1)

    def _take(self, way: Way, tiles: Meld) -> Iterator[Way]:
        """The player has these tiles, and they are covered, if that can be."""
        rest, lacking = part(way.undecided, tiles)
        if not lacking:
            yield way._replace(undecided=rest)
            return
        more = way._replace(undecided=rest, fill=in_order((*way.fill, *lacking)))
        if self._box.is_enough(more):
            yield more

    def _add(self, way: Way, end: End, tile: Tile, helper: int | None = None) -> Iterator[Way]:
        """The tile is added to an end, with all between by whoever may have it, if that can be."""
        if end.colour != tile.colour or end.low <= tile.number <= end.high:
            return
        if end.low > end.high:  # the tile that a group lacks
            if end.high == tile.number:
                yield from self._take(way._replace(table=without_end(way.table, end)), (tile,))
            return
        if tile.number < end.low:
            longer, between = end._replace(low=tile.number), range(tile.number + 1, end.low)
        else:
            longer, between = end._replace(high=tile.number), range(end.high + 1, tile.number)
        ways = self._take(way._replace(table=tuple(sorted((*without_end(way.table, end), longer)))), (tile,))
        for number in between:
            ways = self._supply(ways, end.helper if helper is None else helper, BOX.tiles[f"{tile.colour}{number}"])
        yield from ways

    def _supply(self, ways: Iterable[Way], helper: int, tile: Tile) -> Iterator[Way]:
        """A tile is added by the player, or by one of those who lay down before."""
        for way in ways:
            yield from self._take(way, (tile,))
            for index, seat in enumerate(self._open):
                if self._standing.turn + index < helper:
                    continue
                # Whose meld it is may have a longer one, also if it is told what that player adds to others'.
                is_own = self._standing.turn + index == helper and seat.entry.melds is None
                if not is_told(seat.entry) or is_own:
                    yield from self._hold(way, index, (tile,))
                elif any(tile in told.tiles for told in seat.entry.lay_offs or ()):
                    yield way

    def _host(self, way: Way, index: int, meld: Meld) -> Iterator[Way]:
        """Another lays a meld, if that can be."""
        self._holdings.look()
        standing, melds = self._standing, way.held[index]
        room = len(self._open[index].entry.hand)
        if not index:
            room = standing.missing + sum(map(len, standing.chosen))
        if len(meld) + sum(map(len, melds)) <= room:
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
