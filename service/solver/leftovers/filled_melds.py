"""Filling a hand meld by meld: what melds lack is filled, and what lies beside can be added to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from service.solver.counted_steps import Steps
from service.solver.leftovers.laying_off import LayingOff
from service.solver.leftovers.left_beside import LeftBeside
from service.solver.leftovers.unread_hands import Filled, UnreadHand
from service.solver.leftovers.unread_tiles import Fill, in_order
from service.tiles.tile import Tile

FILLING_STEPS = 4
"""Filling the rest of a hand takes as long as so many steps."""
SOME_SHAPES = 8
"""Trying so many shapes takes as long as a step."""


class Shape(NamedTuple):
    """Tiles that lie together: an own meld (``end`` is None), or tiles added to an end of a lying meld."""

    tiles: Fill
    end: tuple[int, int] | None


def find_rows(laying: LayingOff, left_of: LeftBeside) -> Iterator[Shape]:
    """All that can be added to the ends of lying melds."""
    for colour, ends in zip(laying.box.colours, left_of.ends, strict=True):
        for end in ends:
            for place, length in end.rows:
                numbers = laying.box.numbers[place : place + length]
                tiles = tuple(laying.box.tiles[f"{colour}{number}"] for number in numbers)
                yield Shape(tiles, (end.meld, end.end))


@lru_cache(4)
def find_melds(laying: LayingOff) -> tuple[Shape, ...]:
    """All groups, and the runs that are not two runs."""
    return tuple(Shape(meld, None) for _, meld in sorted(laying.counted.melds.items()))


@lru_cache(4)
def find_melds_by_tile(laying: LayingOff) -> Mapping[Tile, Sequence[Shape]]:
    return _find_by_tile(find_melds(laying))


def _find_by_tile(shapes: Iterable[Shape]) -> Mapping[Tile, Sequence[Shape]]:
    """For each tile the shapes that it is in."""
    found: dict[Tile, list[Shape]] = {}
    for shape in shapes:
        for tile in shape.tiles:
            found.setdefault(tile, []).append(shape)
    return found


class LeastSearch:
    """Finds the fill that leaves the least of a hand, or one that leaves just so much."""

    def __init__(self, laying: LayingOff, hand: UnreadHand, left_of: LeftBeside, steps: Steps) -> None:
        self._hand = hand
        self._left_of = left_of
        self._steps = steps
        self._laying = laying
        self._rows = tuple(find_rows(laying, left_of))
        self._rows_with = _find_by_tile(self._rows)
        self._melds_with = find_melds_by_tile(laying)
        self._below: float = inf
        """Only what leaves less is looked for."""
        self._tried: set[object] = set()
        """What was covered and filled before in another order."""

    def find(self, below: float = inf) -> Filled | None:
        """The least that can be left, and a fill; None if there is none at all that leaves less than is told."""
        self._below = below
        self._tried.clear()
        self._steps.take()
        if below < inf and self._hand.find_least_by_numbers(self._hosted) >= below:
            return None
        best = None
        for covered in self._cover_read():
            for fill, points in self._find_lowest(covered, 0):
                self._below, best = points, Filled(points, fill)
        return best

    def find_just(self, points: int) -> Fill | None:
        """A fill that leaves just so many points, if there is any."""
        self._below = points + 1
        self._tried.clear()
        if not self.may_leave(points):
            return None
        seen: set[Fill] = set()
        for covered in self._cover_read():
            for fill in self._find_sums(covered, 0, points):
                key = in_order(fill)
                if key not in seen:
                    self._steps.take()
                    seen.add(key)
                    if self._left_of(self._hand.count_with(fill)) == points:
                        return fill
        return None

    def may_leave(self, points: int) -> bool:
        """Whether just so much may be left by the numbers, which is soon said."""
        return self._hand.may_leave(points, self._hosted)

    def _cover_read(self) -> "Iterator[_Covered]":
        """The ways to cover the tiles that were read."""
        read = Counter(sorted(self._hand.read, key=lambda tile: -tile.number))
        return self._cover(read, _Covered((), frozenset(), 0), frozenset())

    def _cover(self, undecided: Counter[Tile], so_far: "_Covered", given_up: frozenset[Tile]) -> "Iterator[_Covered]":
        """The highest tile lies in a meld or at an end, which is filled; or it is left."""
        if so_far.points >= self._below:
            return
        self._steps.take(2)
        tile = next((tile for tile, copies in undecided.items() if copies), None)
        if tile is None:
            yield so_far
            return
        if self._is_tried((*undecided.values(), given_up), so_far):
            return
        for shape in (*self._rows_with.get(tile, ()), *self._melds_with[tile]):
            # A tile that was given up and is needed now should not have been given up.
            if shape.end in so_far.taken or not given_up.isdisjoint(shape.tiles):
                continue
            lacking = tuple(other for other in shape.tiles if not undecided[other])
            more = so_far.add(shape, lacking)
            if len(more.fill) <= self._hand.count and (not lacking or self._hand.can_be(more.fill)):
                rest = undecided.copy()
                rest.subtract(other for other in shape.tiles if undecided[other])
                yield from self._cover(rest, more, given_up)
        rest = undecided.copy()
        rest[tile] = 0
        points = so_far.points + tile.number * undecided[tile]
        yield from self._cover(rest, so_far._replace(points=points), given_up | {tile})

    def _find_lowest(self, covered: "_Covered", first: int) -> Iterator[tuple[Fill, int]]:
        """What is still to be filled is as low as can be, or lies in melds of nothing but filled tiles."""
        self._steps.take()
        if self._is_tried(first, covered):
            return
        self._steps.take(FILLING_STEPS)
        whole = self._hand.complete(covered.fill, self._hand.rising)
        if whole is not None:
            left = self._left_of(self._hand.count_with(whole))
            if left < self._below:
                yield whole, left
        for more, place in self._add_shapes(covered, first):
            yield from self._find_lowest(more, place)

    def _find_sums(self, covered: "_Covered", first: int, points: int) -> Iterator[Fill]:
        """What is still to be filled has just so many points, or lies in melds of nothing but filled tiles."""
        if self._is_tried(first, covered):
            return
        if self._can_sum(covered.fill, points - covered.points):
            for rest in self._hand.fills(covered.fill, points - covered.points, self._steps):
                yield (*covered.fill, *rest)
        for more, place in self._add_shapes(covered, first):
            yield from self._find_sums(more, place, points)

    def _can_sum(self, fill: Fill, points: int) -> bool:
        """Whether what is still to be filled may have just so many points."""
        self._steps.take(FILLING_STEPS)
        for order, sign in ((self._hand.rising, 1), (self._hand.falling, -1)):
            whole = self._hand.complete(fill, order)
            if whole is None or sign * sum(tile.number for tile in whole[len(fill) :]) > sign * points:
                return False
        return True

    @cached_property
    def _hosted(self) -> set[int]:
        """The numbers of tiles that may lie at melds of others: with all that is added before them."""
        held, unknown = self._hand.held
        rows = [{tile.number for tile in shape.tiles} for shape in self._rows]
        return {number for row in rows if sum(not held[own] for own in row) <= unknown for number in row}

    def _is_tried(self, place: object, covered: "_Covered") -> bool:
        """Whether this was tried before. Else it is noted."""
        key = (place, in_order(covered.fill), covered.taken, covered.points)
        if key in self._tried:
            return True
        self._tried.add(key)
        return False

    def _add_shapes(self, covered: "_Covered", first: int) -> "Iterator[tuple[_Covered, int]]":
        """One shape of nothing but filled tiles more, which comes no earlier than those before.

        A half-read tile of a number that is too high to be left must lie in one, so that comes before all others.
        """
        if len(covered.fill) == self._hand.count:
            return
        number = self._find_too_high(covered)
        places: Sequence[int] = self._places_of.get(number, ()) if number else range(first, len(self._shapes))
        for count, place in enumerate(places, 1):
            if not count % SOME_SHAPES:
                self._steps.take()
            if covered.points >= self._below:
                return
            shape = self._shapes[place]
            if shape.end in covered.taken:
                continue
            more = covered.add(shape, shape.tiles)
            if len(more.fill) <= self._hand.count and self._hand.can_be(more.fill):
                yield more, 0 if number else place

    def _find_too_high(self, covered: "_Covered") -> int:
        """The highest number of half-read tiles that can neither be left nor are filled yet, if there is any."""
        for number, count in self._hand.numbers:
            if covered.points + number < self._below:
                break
            if sum(tile.number == number for tile in covered.fill) < count:
                return number
        return 0

    @cached_property
    def _shapes(self) -> Sequence[Shape]:
        """All that can be filled. What uses up half-read tiles comes first: the others can be anything."""
        shapes = [shape for shape in (*self._rows, *find_melds(self._laying)) if self._hand.can_be(shape.tiles)]
        return sorted(shapes, key=lambda shape: -self._hand.count_half_read(shape.tiles))

    @cached_property
    def _places_of(self) -> Mapping[int, Sequence[int]]:
        """The places of the shapes with a tile of a number."""
        places: dict[int, list[int]] = {}
        for place, shape in enumerate(self._shapes):
            for number in {tile.number for tile in shape.tiles}:
                places.setdefault(number, []).append(place)
        return places


class _Covered(NamedTuple):
    """What is filled, which ends are taken, and the points of what is left."""

    fill: Fill
    taken: frozenset[object]
    points: int

    def add(self, shape: Shape, lacking: Fill) -> "_Covered":
        return _Covered((*self.fill, *lacking), self.taken | {shape.end} if shape.end else self.taken, self.points)
