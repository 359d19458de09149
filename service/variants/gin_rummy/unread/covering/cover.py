"""Covering the tiles of a hand of Gin-Rummy one by one, while others hold whatever helps: a no is certain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from service.solver.leftovers.unread_tiles import in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.additions import rank_meld
from service.variants.gin_rummy.unread.covering.alike_ways import AlikeWays
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.order import CoverOrder
from service.variants.gin_rummy.unread.covering.placing import Placing
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.covering.wandering import Wandering
from service.variants.gin_rummy.unread.hosts import Wanted
from service.variants.gin_rummy.unread.ways import Standing, Way, find_ends, find_hosted, sorted_melds

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
        is_strict: bool = True,
    ) -> None:
        """``wanted`` is what may be left at most, and how much less than the declarer's that must be.

        With ``wandering`` a way is looked for at random. ``are_all_wanted`` is whether others but the declarer have the
        melds that lie before those to which is added, too. To try all of these takes long. ``is_strict`` is whether it
        is looked closely at who has a tile that fits where another adds one, which takes longer (``keeping_free.py``).
        """
        self._holdings = holdings
        self._wandering = wandering
        # What is really laid is not the same in all colours, so whoever asks for a way to follow may be shown any.
        # And what is refused is not refused in all colours.
        is_any = bool(wandering or standing.refused)
        self._alike = AlikeWays(() if is_any else holdings.alike.colours, standing)
        self._are_all_wanted = are_all_wanted
        self._place = place
        self._most, self._lead = wanted
        self._must_be_lowest = self._lead > 0 and len(holdings.seats) > 2
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
        self._placing = Placing(
            holdings, place, standing, self._box, lead=self._lead, wandering=wandering, is_strict=is_strict
        )

    def can_be(self, way: Way) -> bool:
        """Whether a way that was found before can be one, with the melds chosen now."""
        self._holdings.look()
        standing = self._standing
        if not way.held:
            self.found = way
            return True
        more = Counter(standing.chosen) - Counter(way.held[0])
        held = sorted_melds((*way.held[0], *more.elements()))
        if sum(map(len, held)) > standing.missing + sum(map(len, standing.chosen)):
            return False
        if self._holdings.find_lacking(standing.turn, held) is None:
            return False
        changed = way._replace(held=(held, *way.held[1:]))
        if not self._box.is_enough(changed) or way.points > self._find_most(changed):
            return False
        self.found = changed
        return True

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
            all_wanted = [meld for meld in wanted if meld.told or are_all]
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
            for meld in self._placing.mix(wanted.melds):
                if rank_meld(meld) >= rank:
                    for more in self._placing.take(way, meld):
                        yield from self._have(index, others, rank_meld(meld), more)
            return
        # Where they are all wanted it is in order that they lie, else one may be made longer and come before others.
        are_whole = self._are_all_wanted and self._standing.turn + index > 0
        if not index and any(set(meld) <= set(own) for meld in wanted.least for own in self._standing.chosen):
            yield from self._have(index, others, rank, way)
            return
        for meld in self._placing.mix_hosts(wanted, index, are_whole=are_whole):
            low, high = (rank_meld(meld), rank_meld(meld)) if are_whole else wanted.ranks[meld]
            if high >= rank:
                for more in self._placing.host_told(way, index, meld, wanted.told):
                    yield from self._have(index, others, max(rank, low), more)

    def _cover(self, way: Way) -> bool:
        """Whether all that is undecided can be covered, but for few points."""
        if self._wandering:
            self._wandering.turn()
        name = self._alike.name(way)
        if self._tried.get(name, self._most + 1) <= way.points:
            return False
        if way.points > (self._find_most_beside(way) if self._wandering else self._find_most(way)):
            return False
        self._tried[name] = way.points
        tiles = () if self._wandering else self._order.find_urgent(way)
        if not tiles and way.undecided:
            return self._cover_read(way)
        tiles = tiles or self._find_next(way)
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

    def _find_next(self, way: Way) -> Sequence[Tile]:
        """The tiles one of which an unread one may be that is to be covered next, if there is any."""
        return self._placing.mix(self._box.find_missing(way.fill)) if self._wandering else self._order.find_next(way)

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
                    yield from self._placing.take(way, meld)
        for tile in self._hand.rising:
            yield from self._placing.add_somewhere(way, tile)

    def _find_most(self, way: Way) -> int:
        """What may be left at most: the declarer's count decides that, and of many the others' who lay down before."""
        most = self._find_most_beside(way)
        if self._standing.turn:
            return most
        ends = (BOX.tiles[f"{end.colour}{end.number}"] for end in way.table if not end.helper)
        declared = self._holdings.find_declared(way.held[0], ends, self._standing.left)
        return -1 if declared < 0 else min(most, declared - self._lead)

    def _find_most_beside(self, way: Way) -> int:
        """The same, but for what the declarer is left with."""
        most = self._most
        if self._must_be_lowest:
            for owner, held in enumerate(way.held, self._standing.turn):
                if owner and held and self._holdings.seats[owner].entry.melds is None:
                    most = min(most, self._holdings.find_rest(owner, held) - 1)
        return most

    def _find_ways(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to cover a tile: it lies in an own meld, or at the end of one that lies, or of one that may lie."""
        ways = (self._meld, self._placing.add_somewhere)
        if self._wandering and self._wandering.is_one_of(ADDED_FIRST):
            ways = ways[::-1]
        for find in ways:
            yield from find(way, tile)

    def _meld(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to have the tile in an own meld."""
        if self._seat.entry.melds is None:
            melds = self._placing.mix(self._seat.melds_with[tile])
            for meld in self._box.find_held_numbers(way, melds):
                yield from self._placing.take(way, meld)
