"""Whether a player of a round of Gin-Rummy may still be left with little, while hands with unread tiles are filled.

All others are taken to lay whatever helps the player the most, so that a no is certain and a yes is not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.leftovers.filled_melds import find_melds_by_tile
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import Fill, Steps, UnreadHand, in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.declarations import Declaration, part
from service.variants.gin_rummy.hosts import Wanted, find_wanted
from service.variants.gin_rummy.laying_down import LAYING, is_told
from service.variants.gin_rummy.outcomes import Left
from service.variants.gin_rummy.seats import Seat, find_hosted, find_most

Melds = tuple[Meld, ...]
LAST_WAYS = 10
"""So many of the ways that were found before are tried again."""
SOME_LOOKS = 3
"""So many looks at a tile take as long as a step."""


class Standing(NamedTuple):
    """How far the hands are filled: what lies and is left, and of the player whose turn it is the melds chosen so far.

    ``missing`` is how many tiles that player may meld beside.
    """

    lying: Melds
    left: Left
    turn: int
    chosen: Melds
    missing: int


class Way(NamedTuple):
    """Where the search stands: the tiles to be covered, what is filled, what others must hold, and what lies."""

    undecided: Fill
    fill: Fill
    held: tuple[tuple[Meld, ...], ...]
    """By player from the one on whose turn it is: melds, and single tiles that are added to others'."""
    table: tuple["_End", ...]
    points: int


class _End(NamedTuple):
    """A meld that tiles can be added to: the first player who can, and the row of one colour, or the tile it lacks."""

    helper: int
    colour: str
    low: int
    high: int


class Prospects:
    """Remembers what was asked, which melds of a player can take a tile, and what melds of a player lack."""

    def __init__(self, seats: Sequence[Seat], steps: Steps) -> None:
        self.seats = seats
        self.steps = steps
        self._hosts: dict[tuple[int, Tile], Sequence[Meld]] = {}
        self._lacking: dict[tuple[int, Melds], Fill | None] = {}
        self._answers: dict[object, bool] = {}
        self._ways: dict[object, list[Way]] = {}
        """What was found when it was asked with other melds chosen."""
        self._fills: dict[int, list[Fill]] = {}
        """Fills that leave much of a hand."""
        self._declarer: UnreadHand | None = None
        self._declared: dict[Melds, int] = {}
        """What the declarer can be left with at most who has some melds."""
        self.wanted = [find_wanted(seats[place:]) for place in range(len(seats))]
        """By player, the melds to which others are told to add."""
        self._looks = 0

    def may_leave(self, place: int, most: int, lead: int, standing: Standing) -> bool:
        """Whether so little may be left of a hand, and so much less than the declarer is left with."""
        before = (place, most, lead, standing.lying, tuple(standing.left.items()), standing.turn)
        key = (*before, *standing[3:])
        if key not in self._answers:
            prospect = _Prospect(self, place, (most, lead), standing)
            ways = self._ways.setdefault(before, [])
            self._answers[key] = any(map(prospect.can_be, ways[: -LAST_WAYS - 1 : -1])) or prospect.is_there()
            if prospect.found and prospect.found not in ways:
                ways.append(prospect.found)
        return self._answers[key]

    def find_way(
        self, place: int, wanted: tuple[int, int], standing: Standing, accept: Callable[[Way], bool], steps: Steps
    ) -> bool:
        """Whether one of the ways that may leave so little, and so much less than the declarer's, is accepted."""
        outer, self.steps = self.steps, steps
        try:
            return _Prospect(self, place, wanted, standing, accept).is_there()
        finally:
            self.steps = outer

    def may_leave_more(self, place: int, points: int, standing: Standing) -> bool:
        """Whether more than so much may be left of a hand, beside what lies and is chosen."""
        key = ("more", place, points, standing.lying, tuple(standing.left.items()), *standing[2:4])
        if key not in self._answers:
            lacking = self.find_lacking(standing.turn, standing.chosen) if standing.turn < place else ()
            left = Counter(standing.left)
            left.subtract(lacking or ())
            seat, lying = self.seats[place], {"": (*standing.lying, *standing.chosen)}
            self._answers[key] = self._find_more(place, seat.unread_hand(left), seat.left_beside(lying), points)
        return self._answers[key]

    def _find_more(self, place: int, hand: UnreadHand, left_of: LeftBeside | AllLeft, points: int) -> bool:
        """Whether more than so much can be left; what could before is tried first."""
        if isinstance(left_of, AllLeft):
            return find_most(hand, left_of, self.steps, points) is not None
        fills = self._fills.setdefault(place, [])
        for fill in reversed(fills):
            self.look()
            if hand.can_be(fill) and left_of(hand.count_with(fill)) > points:
                return True
        found = hand.find_more(left_of, self.steps, find_hosted(left_of), points)
        if found:
            fills.append(found.fill)
        return found is not None

    def look(self) -> None:
        """Count the work."""
        self._looks += 1
        if not self._looks % SOME_LOOKS:
            self.steps.take()

    def find_hosts(self, owner: int, tile: Tile) -> Sequence[Meld]:
        """The melds of a player that tiles can be added to up to this one, those first that lack the least."""
        if (owner, tile) not in self._hosts:
            seat = self.seats[owner]
            known: Counter[Tile] = Counter(seat.known)
            melds = [meld for meld in seat.possible_melds if len(meld) == SHORTEST and _can_reach(meld, tile)]
            self._hosts[owner, tile] = sorted(melds, key=lambda meld: sum(not known[other] for other in meld))
        return self._hosts[owner, tile]

    def find_declared(self, melds: Melds, left: Left) -> int:
        """What the declarer can be left with at most who has some melds. Nothing is filled, so ``left`` is the same."""
        if self._declarer is None:
            self._declarer = self.seats[0].unread_hand(left)
        if melds not in self._declared:
            self._declared[melds] = Declaration(self.seats[0], self._declarer, melds, self.look).find_most()
        return self._declared[melds]

    def find_lacking(self, place: int, melds: Melds) -> Fill | None:
        """The tiles that a player lacks for melds; None if the hand cannot hold them."""
        key = (place, melds)
        if key not in self._lacking:
            seat = self.seats[place]
            wanted: Counter[Tile] = Counter(tile for meld in melds for tile in meld)
            lacking: Fill = tuple((wanted - Counter(seat.known)).elements())
            self._lacking[key] = lacking if seat.unread.fits((*seat.told, *lacking)) else None
        return self._lacking[key]


class _Prospect:
    """Covers the tiles of a hand one by one: each lies in an own meld, or at a meld of another, or it is left."""

    def __init__(
        self,
        prospects: Prospects,
        place: int,
        wanted: tuple[int, int],
        standing: Standing,
        accept: Callable[[Way], bool] = lambda _: True,
    ) -> None:
        """``wanted`` is what may be left at most, and how much less than the declarer's that must be."""
        self._prospects = prospects
        self._accept = accept
        self._place = place
        self._most, self._lead = wanted
        self._standing = standing
        self._seat = prospects.seats[place]
        self._open = prospects.seats[standing.turn : place]
        self._hand = self._seat.unread_hand(standing.left)
        self._demand = self._hand.numbers
        self._tried: dict[object, int] = {}
        self._can_be: dict[Fill, bool] = {}
        self.found: Way | None = None
        """The way that was found."""
        self._is_helped = not is_told(self._seat.entry)

    def can_be(self, way: Way) -> bool:
        """Whether a way that was found before can be one, with the melds chosen now."""
        self._prospects.look()
        standing = self._standing
        if not way.held:
            return True
        more = Counter(standing.chosen) - Counter(way.held[0])
        held = sorted_melds((*way.held[0], *more.elements()))
        if sum(map(len, held)) > standing.missing + sum(map(len, standing.chosen)):
            return False
        if self._prospects.find_lacking(standing.turn, held) is None:
            return False
        self.found = way._replace(held=(held, *way.held[1:]))
        return self._is_filled(self.found) and way.points <= self._find_most(self.found)

    def is_there(self) -> bool:
        """Whether there is a way."""
        standing = self._standing
        held = [tuple(seat.entry.melds or ()) for seat in self._open]
        if held and not held[0]:
            held[0] = standing.chosen
        table = [end for meld in standing.lying for end in _find_ends(standing.turn, meld)]
        for owner, melds in enumerate(held, standing.turn):
            if self._prospects.find_lacking(owner, melds) is None:
                return False
            table += [end for meld in melds for end in _find_ends(owner + 1, meld)]
        undecided = tuple(sorted(self._seat.loose, key=lambda tile: (-tile.number, tile.order)))
        start = Way(undecided, (), tuple(map(sorted_melds, held)), tuple(sorted(table)), 0)
        if not self._is_filled(start):
            return False
        ways: Iterable[Way] = [start._replace(undecided=self._order(start))]
        for index, all_wanted in enumerate(self._prospects.wanted[standing.turn : self._place + 1]):
            for wanted in all_wanted:
                ways = self._have_one(ways, index, wanted)
        return any(map(self._cover, ways))

    def _have_one(self, ways: Iterable[Way], index: int, wanted: Wanted) -> Iterator[Way]:
        """A player has a meld to which others are told to add."""
        for way in ways:
            if index == len(self._open):
                for meld in wanted.melds:
                    yield from self._take(way, meld)
            elif not index and any(set(meld) <= set(own) for meld in wanted.least for own in self._standing.chosen):
                yield way
            else:
                for meld in wanted.least:
                    yield from self._host(way, index, meld)

    def _order(self, start: Way) -> Fill:
        """The tiles to be covered, those first for which there are the fewest ways."""
        ways = {tile: sum(1 for _ in self._find_ways(start, tile)) for tile in set(start.undecided)}
        return tuple(sorted(start.undecided, key=lambda tile: (ways[tile], -tile.number, tile.order)))

    def _cover(self, way: Way) -> bool:
        """Whether all that is undecided can be covered, but for few points."""
        if self._tried.get(way[:4], self._most + 1) <= way.points or way.points > self._find_most(way):
            return False
        self._tried[way[:4]] = way.points
        if way.undecided:
            tile = way.undecided[0]
            left = way._replace(undecided=way.undecided[1:], points=way.points + tile.number)
            return any(map(self._cover, self._find_ways(way, tile))) or self._cover(left)
        number = self._find_missing(way.fill)
        if not number:
            self.found = way
            return self._accept(way)
        tiles = [BOX.tiles[f"{colour}{number}"] for colour in BOX.colours]
        for tile in tiles:
            left = way._replace(fill=in_order((*way.fill, tile)), points=way.points + number)
            if left.points <= self._most and self._is_filled(left) and self._cover(left):
                return True
        return any(self._cover(more) for tile in tiles for more in self._find_ways(way, tile))

    def _find_most(self, way: Way) -> int:
        """What may be left at most; the declarer's count decides that, as long as it is not known."""
        if self._standing.turn:
            return self._most
        declared = self._prospects.find_declared(way.held[0], self._standing.left)
        return -1 if declared < 0 else min(self._most, declared - self._lead)

    def _find_ways(self, way: Way, tile: Tile) -> Iterator[Way]:
        """The ways to cover a tile: it lies in an own meld, or at the end of one that lies, or of one that may lie."""
        if self._seat.entry.melds is None:
            for shape in find_melds_by_tile(LAYING)[tile]:
                yield from self._take(way, shape.tiles)
        if not self._is_helped:
            return
        for end in dict.fromkeys(way.table):
            yield from self._add(way, end, tile)
        for index, seat in enumerate(self._open):
            if seat.entry.melds is None:
                for host in self._prospects.find_hosts(self._standing.turn + index, tile):
                    for longer in self._host(way, index, host):
                        for end in _find_ends(self._standing.turn + index, host):
                            yield from self._add(longer, end, tile, self._standing.turn + index + 1)

    def _take(self, way: Way, tiles: Meld) -> Iterator[Way]:
        """The player has these tiles, and they are covered, if that can be."""
        rest, lacking = part(way.undecided, tiles)
        if not lacking:
            yield way._replace(undecided=rest)
            return
        more = way._replace(undecided=rest, fill=in_order((*way.fill, *lacking)))
        if self._is_filled(more):
            yield more

    def _add(self, way: Way, end: _End, tile: Tile, helper: int | None = None) -> Iterator[Way]:
        """The tile is added to an end, with all between by whoever may have it, if that can be."""
        if end.colour != tile.colour or end.low <= tile.number <= end.high:
            return
        if end.low > end.high:  # the tile that a group lacks
            if end.high == tile.number:
                yield from self._take(way._replace(table=_without(way.table, end)), (tile,))
            return
        if tile.number < end.low:
            longer, between = end._replace(low=tile.number), range(tile.number + 1, end.low)
        else:
            longer, between = end._replace(high=tile.number), range(end.high + 1, tile.number)
        ways = self._take(way._replace(table=tuple(sorted((*_without(way.table, end), longer)))), (tile,))
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
                if is_told(seat.entry):
                    if any(tile in told.tiles for told in seat.entry.lay_offs or ()):
                        yield way
                else:
                    yield from self._hold(way, index, (tile,))

    def _host(self, way: Way, index: int, meld: Meld) -> Iterator[Way]:
        """Another lays a meld, if that can be."""
        standing, melds = self._standing, way.held[index]
        room = len(self._open[index].entry.hand)
        if not index:
            room = standing.missing + sum(map(len, standing.chosen))
        if len(meld) + sum(map(len, melds)) <= room:
            # The player's own tiles may make it longer.
            ends = _find_ends(standing.turn + index, meld)
            yield from self._hold(way._replace(table=tuple(sorted((*way.table, *ends)))), index, meld)

    def _hold(self, way: Way, index: int, tiles: Meld) -> Iterator[Way]:
        """Another has these tiles beside what is held already, if that can be."""
        held = sorted_melds((*way.held[index], tiles))
        if self._prospects.find_lacking(self._standing.turn + index, held) is not None:
            more = way._replace(held=(*way.held[:index], held, *way.held[index + 1 :]))
            if self._is_filled(more):
                yield more

    def _is_filled(self, way: Way) -> bool:
        """Whether the player may hold the fill, and the box has enough for all."""
        self._prospects.look()
        can_be = self._can_be.get(way.fill)
        if can_be is None:
            can_be = self._can_be[way.fill] = self._hand.can_be(way.fill)
        if not can_be:
            return False
        lacking = [
            tile
            for owner, held in enumerate(way.held, self._standing.turn)
            for tile in (held and self._prospects.find_lacking(owner, held)) or ()
        ]
        if not lacking:
            return True
        lacking += way.fill
        left = self._standing.left
        return all(lacking.count(tile) <= left[tile] for tile in lacking)

    def _find_missing(self, fill: Fill) -> int:
        """The highest number of which more tiles must be filled, if there is any."""
        numbers = [tile.number for tile in fill]
        return next((number for number, count in self._demand if numbers.count(number) < count), 0)


def _find_ends(helper: int, meld: Meld) -> Iterator[_End]:
    """Where tiles can be added to a meld: at both ends of a row, or where a group lacks a colour."""
    numbers = [tile.number for tile in meld]
    low, high = min(numbers), max(numbers)
    if low < high:
        yield _End(helper, meld[0].colour, low, high)
        return
    colours = {tile.colour for tile in meld}
    yield from (_End(helper, colour, low + 1, low) for colour in BOX.colours if colour not in colours)


def _can_reach(meld: Meld, tile: Tile) -> bool:
    """Whether a tile can come to lie at a meld, if all between do."""
    return any(
        end.colour == tile.colour and (end.low <= end.high or end.high == tile.number) and tile not in meld
        for end in _find_ends(0, meld)
    )


def _without(table: tuple[_End, ...], end: _End) -> tuple[_End, ...]:
    place = table.index(end)
    return (*table[:place], *table[place + 1 :])


def sorted_melds(melds: Sequence[Meld]) -> Melds:
    """The melds in canonical order."""
    return tuple(sorted(melds, key=lambda meld: [tile.order for tile in meld]))
