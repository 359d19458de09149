"""Filling a hand meld by meld: what melds lack is filled, and what lies beside can be added to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from service.solver.arranging.open_runs import SHORTEST
from service.solver.leftovers.laying_off import LayingOff
from service.solver.leftovers.left_beside import LeftBeside
from service.solver.leftovers.unread_hands import Fill, Filled, Steps, UnreadHand, in_order
from service.tiles.tile import Tile

FILLING_STEPS = 10
"""Filling the rest of a hand takes as long as so many steps."""
LOOK_AGAIN = 8
"""After so many shapes it is asked again whether those that follow are in vain."""

IsHopeless = Callable[[tuple[int, ...], int, int], bool]
"""Says of shapes by place, of so many tiles beside, and of the first place of a further shape, if they are in vain."""


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
def _find_melds_by_tile(laying: LayingOff) -> Mapping[Tile, Sequence[Shape]]:
    return _find_by_tile(find_melds(laying))


def _find_by_tile(shapes: Iterable[Shape]) -> Mapping[Tile, Sequence[Shape]]:
    """For each tile the shapes that it is in."""
    found: dict[Tile, list[Shape]] = {}
    for shape in shapes:
        for tile in shape.tiles:
            found.setdefault(tile, []).append(shape)
    return found


class LeastSearch:
    """Finds the fill that leaves the least of a hand."""

    def __init__(self, laying: LayingOff, hand: UnreadHand, left_of: LeftBeside, steps: Steps) -> None:
        self._hand = hand
        self._left_of = left_of
        self._steps = steps
        rows = tuple(find_rows(laying, left_of))
        # What uses up half-read tiles comes first: the others can be anything.
        self._shapes = sorted((*rows, *find_melds(laying)), key=lambda shape: -hand.count_half_read(shape.tiles))
        self._rows_with = _find_by_tile(rows)
        self._melds_with = _find_melds_by_tile(laying)
        self._best: Filled | None = None
        self._rest_counts = True
        self._free: Counter[Tile] = Counter()

    def find(self) -> Filled | None:
        """The least that can be left, and a fill; None if there is none at all."""
        read = Counter(sorted(self._hand.read, key=lambda tile: -tile.number))
        self._cover(read, (), frozenset(), frozenset(), 0)
        return self._best

    def find_floor(self, free: Iterable[Tile]) -> int:
        """The least that can be left of the tiles that were read, if neither the others nor the free ones count."""
        self._free = Counter(free)
        self._rest_counts = False
        self.find()
        return self._best.points if self._best else 0

    def _is_hopeless(self, points: int) -> bool:
        """Whether what must be left already is no less than what was found."""
        return self._best is not None and points >= self._best.points

    def _cover(
        self, undecided: Counter[Tile], fill: Fill, taken: frozenset[object], given_up: frozenset[Tile], points: int
    ) -> None:
        """The highest tile lies in a meld or at an end, which is filled; or it is left."""
        if self._is_hopeless(points):
            return
        self._steps.take(2)
        tile = next((tile for tile, copies in undecided.items() if copies), None)
        if tile is None and self._rest_counts:
            self._fill_rest(fill, taken, 0, points)
        elif tile is None:
            self._best = Filled(points, fill)
        if tile is None:
            return
        for shape in (*self._rows_with.get(tile, ()), *self._melds_with[tile]):
            # A tile that was given up and is needed now should not have been given up.
            if (shape.end and shape.end in taken) or not given_up.isdisjoint(shape.tiles):
                continue
            lacking = (*fill, *(other for other in shape.tiles if not undecided[other]))
            if len(lacking) <= self._hand.count and (lacking == fill or self._hand.can_be(lacking)):
                rest = undecided.copy()
                rest.subtract(other for other in shape.tiles if undecided[other])
                self._cover(rest, lacking, taken | {shape.end} if shape.end else taken, given_up, points)
        rest = undecided.copy()
        rest[tile] = 0
        points += tile.number * max(0, undecided[tile] - self._free[tile])
        self._cover(rest, fill, taken, given_up | {tile}, points)

    def _fill_rest(self, fill: Fill, taken: frozenset[object], first: int, points: int) -> None:
        """What is still to be filled is as low as can be, or lies in melds of nothing but filled tiles."""
        whole = self._hand.complete(fill, self._hand.rising)
        self._steps.take(FILLING_STEPS)
        if whole is not None:
            left = self._left_of(self._hand.count_with(whole))
            if not self._is_hopeless(left):
                self._best = Filled(left, whole)
        if len(fill) == self._hand.count:
            return
        for place in range(first, len(self._shapes)):
            if self._is_hopeless(points):
                return
            shape = self._shapes[place]
            if shape.end and shape.end in taken:
                continue
            more = (*fill, *shape.tiles)
            if len(more) <= self._hand.count and self._hand.can_be(more):
                self._fill_rest(more, taken | {shape.end} if shape.end else taken, place, points)


class DeclaredFills:
    """The fills with which so many tiles lie in melds, and little is left."""

    def __init__(
        self, shapes: Sequence[Shape], hand: UnreadHand, most_left: int, is_hopeless: IsHopeless, steps: Steps
    ) -> None:
        """``is_hopeless`` says of some melds (by place), and so many tiles to be melded, whether they are in vain.
        ``shapes`` are all melds there are; the first are tried first."""
        self._shapes = shapes
        self._hand = hand
        self._most_left = most_left
        self._is_hopeless = is_hopeless
        self._steps = steps
        self._with_tile: dict[Tile, list[int]] = {}
        for place, shape in enumerate(shapes):
            for tile in shape.tiles:
                self._with_tile.setdefault(tile, []).append(place)

    def find(self, melded: int) -> Iterator[Fill]:
        """What is filled in melds of just so many tiles together, each fill once."""
        seen: set[Fill] = set()
        read = Counter(sorted(self._hand.read, key=lambda tile: -tile.number))
        spare = len(self._hand.read) + self._hand.count - melded
        for fill in self._cover(read, _Melds((), (), melded), spare, self._most_left):
            key = in_order(fill)
            if key not in seen:
                seen.add(key)
                yield key

    def _cover(self, undecided: Counter[Tile], melds: "_Melds", spare: int, points: int) -> Iterator[Fill]:
        """The highest tile lies in a meld, which is filled; or it is left, as far as tiles may be left."""
        self._steps.take()
        if self._is_hopeless(melds.chosen, melds.missing, 0):
            return
        tile = next((tile for tile, copies in undecided.items() if copies), None)
        if tile is None:
            yield from self._fill_rest(melds, 0)
            return
        for place in self._with_tile.get(tile, ()):
            tiles = self._shapes[place].tiles
            lacking = [other for other in tiles if not undecided[other]]
            more = melds.add(place, len(tiles), lacking)
            if more.missing >= 0 and (not lacking or self._hand.can_be(more.fill)):
                rest = undecided.copy()
                rest.subtract(other for other in tiles if undecided[other])
                yield from self._cover(rest, more, spare, points)
        if spare and tile.number <= points:
            rest = undecided.copy()
            rest[tile] -= 1
            yield from self._cover(rest, melds, spare - 1, points - tile.number)

    def _fill_rest(self, melds: "_Melds", first: int) -> Iterator[Fill]:
        """Further melds of nothing but filled tiles, until there are enough."""
        if not melds.missing:
            yield melds.fill
            return
        if len(melds.fill) == self._hand.count:
            return
        for place in range(first, len(self._shapes)):
            if not (place - first) % LOOK_AGAIN:
                self._steps.take()
                if self._is_hopeless(melds.chosen, melds.missing, place):
                    return
            tiles = self._shapes[place].tiles
            more = melds.add(place, len(tiles), tiles)
            if more.missing == 0 or more.missing >= SHORTEST:
                self._steps.take()
                if not self._is_hopeless(more.chosen, more.missing, place) and self._hand.can_be(more.fill):
                    yield from self._fill_rest(more, place)


class _Melds(NamedTuple):
    """Melds by place, what is filled in them, and how many tiles are to be melded still."""

    chosen: tuple[int, ...]
    fill: Fill
    missing: int

    def add(self, place: int, size: int, lacking: Sequence[Tile]) -> "_Melds":
        return _Melds((*self.chosen, place), (*self.fill, *lacking), self.missing - size)


class UsefulFills:
    """The fills of which every tile may lie in a meld or at an end, when the hand is laid down."""

    def __init__(self, shapes: Sequence[Shape], hand: UnreadHand, is_hopeless: IsHopeless, steps: Steps) -> None:
        """``is_hopeless`` says of some shapes (by place), and so many tiles beside, whether they are in vain."""
        self._shapes = shapes
        self._hand = hand
        self._is_hopeless = is_hopeless
        self._steps = steps
        self._read = Counter(hand.read)

    def find(self) -> Iterator[Fill]:
        """What lacks in some melds and at some ends, each fill once."""
        seen: set[Fill] = set()
        for fill in self._go_on(_Melds((), (), len(self._hand.read) + self._hand.count), self._read, 0):
            key = in_order(fill)
            if key not in seen:
                seen.add(key)
                yield key

    def _go_on(self, melds: _Melds, read: Counter[Tile], first: int) -> Iterator[Fill]:
        """No more melds; or one more, which comes no earlier than those before."""
        yield melds.fill
        ends = {self._shapes[place].end for place in melds.chosen}
        for place in range(first, len(self._shapes)):
            shape = self._shapes[place]
            if len(shape.tiles) > melds.missing or (shape.end and shape.end in ends):
                continue
            lacking = [tile for tile in shape.tiles if not read[tile]]
            if len(melds.fill) + len(lacking) > self._hand.count:
                continue
            self._steps.take()
            more = melds.add(place, len(shape.tiles), lacking)
            if (lacking and not self._hand.can_be(more.fill)) or self._is_hopeless(more.chosen, more.missing, 0):
                continue
            rest = read.copy()
            rest.subtract(tile for tile in shape.tiles if read[tile])
            yield from self._go_on(more, rest, place)
