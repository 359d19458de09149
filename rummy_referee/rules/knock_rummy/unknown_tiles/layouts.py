"""Layouts: how a hand with unknown tiles can lie on the table, in own melds and at the ends of other melds.

The known tile with the most points is in a part of the layout, or it is deadwood; then the next one, and so on. What a
part lacks must be among the unknown tiles. When no known tile is left, parts of unknown tiles alone follow. The bound
on the deadwood may become lower while the search runs.

Example: of R12 K12 R5 R6 ? with at most 9 points of deadwood, R12 must be in a part. Groups lack B12 or Y12, and leave
R5 and R6, which are too many. Runs lack two tiles. So there is no layout.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rummy_referee.engine.deadwood.lay_offs import ABOVE
from rummy_referee.engine.work import Steps
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.laying_down import LaidMelds
from rummy_referee.rules.knock_rummy.unknown_tiles.hands import Seat, assign, complete
from rummy_referee.rules.turns import Meld, in_order
from rummy_referee.tiles.tile import Tile

ENGINE_STEPS = 30
"""A part that is tried takes as long as this many steps of the compiled engine: see ``work.py``."""

_STEPS_PER_ASSIGNMENT = 20
"""The work of finding out whether unknown tiles can be some tiles."""


class Part(NamedTuple):
    """An own meld, or tiles at an end of another meld: each end is used once."""

    tiles: Meld
    end: tuple[int, int] | None


class Layout(NamedTuple):
    """Own melds in canonical order, the unknown tiles that they and the lay-offs need, and points of deadwood."""

    melds: tuple[Meld, ...]
    needed: Meld
    points: int


class LayoutSearch:
    """The layouts of a hand with at most ``most`` points of deadwood."""

    def __init__(
        self,
        combinations: Combinations,
        seat: Seat,
        free: Mapping[Tile, int],
        steps: Steps,
        lay_offs: Iterable[Part] = (),
    ) -> None:
        self.most = combinations.max_points
        self._box = combinations.box
        self._free = free
        self._steps = steps
        self._seat = seat
        self._known = tuple(
            sorted((Counter(seat.known) - Counter(seat.given)).elements(), key=lambda tile: (-tile.points, tile.order))
        )
        self._parts = [] if seat.entry.melds is not None else [Part(meld, None) for meld in combinations.free_melds]
        if seat.entry.melds is None and seat.entry.lay_offs is None:
            self._parts += lay_offs
        held = Counter(self._known)
        self._setup_steps = len(self._parts)
        self._parts = [part for part in self._parts if sum(not held[tile] for tile in part.tiles) <= len(seat.unknown)]
        self._with: dict[Tile, list[Part]] = {tile: [] for tile in held}
        for part in self._parts:
            for tile in part.tiles:
                if tile in held:
                    self._with[tile].append(part)
        self._ways: dict[Meld, bool] = {}

    def find(self) -> Iterator[Layout]:
        """All layouts, with the points of known deadwood. Raises at the bound on work."""
        self._steps.take(self._setup_steps)
        needed = self._seat.given_unknown
        if self.most >= 0 and self._can_be(needed):
            yield from self._search(self._known, needed, 0, self._seat.entry.melds or (), (), 0)

    def _search(  # noqa: PLR0917
        self, known: Meld, needed: Meld, points: int, melds: tuple[Meld, ...], ends: tuple[object, ...], start: int
    ) -> Iterator[Layout]:
        """``start`` is the first part that may follow when no known tile is left."""
        parts: Sequence[Part] = self._with[known[0]] if known else self._parts[start:]
        self._steps.take(len(parts) + 1)
        for place, part in enumerate(parts, start):
            if part.end is not None and part.end in ends:
                continue
            if not known and len(needed) + len(part.tiles) > len(self._seat.unknown):
                continue
            left, more = list(known), list(needed)
            for tile in part.tiles:
                if tile in left:
                    left.remove(tile)
                else:
                    more.append(tile)
            if self._can_be(tuple(more)):
                own = (*melds, part.tiles) if part.end is None else melds
                used = (*ends, part.end) if part.end is not None else ends
                yield from self._search(tuple(left), tuple(more), points, own, used, 0 if known else place)
        if known:
            points += known[0].points
            if points <= self.most:
                yield from self._search(known[1:], needed, points, melds, ends, 0)
        elif points + len(self._seat.unknown) - len(needed) <= self.most:
            if self._seat.entry.melds is None:
                melds = tuple(sorted(melds, key=lambda meld: [tile.order for tile in meld]))
            yield Layout(melds, needed, points)

    def _can_be(self, needed: Meld) -> bool:
        """Whether these tiles are free, and unknown tiles can be these."""
        if len(needed) > len(self._seat.unknown):
            return False
        if needed not in self._ways:
            self._steps.take(_STEPS_PER_ASSIGNMENT)
            self._ways[needed] = bool(assign(self._box, self._seat.unknown, needed, self._free))
        return self._ways[needed]

    def find_hands(self) -> Iterator[tuple[Layout, Meld]]:
        """Every layout with each choice of unknown tiles: those that it needs, then those that are deadwood."""
        for layout in self.find():
            free = Counter(self._free) - Counter(layout.needed)
            for codes in assign(self._box, self._seat.unknown, layout.needed, self._free):
                for rest in complete(self._box, codes, free, partial(self._find_most, layout)):
                    points = layout.points + sum(tile.points for tile in rest)
                    if points <= self.most:
                        yield layout._replace(points=points), (*layout.needed, *rest)

    def _find_most(self, layout: Layout) -> int:
        """The most points that unknown tiles may add to the deadwood."""
        self._steps.take()
        return self.most - layout.points


def find_lay_offs(combinations: Combinations, melds: Iterable[Meld]) -> Iterator[Part]:
    """All tiles that can be laid off together at an end of one of these melds."""
    box = combinations.box
    ends = combinations.lay_offs.find_ends([in_order(meld) for meld in melds if meld])
    for colour, of_colour in zip(box.colours, ends, strict=True):
        for end in of_colour:
            for place, length in end.sequences:
                tiles = [box.faces[colour, number] for number in box.numbers[place : place + length]]
                yield Part(tuple(tiles if end.end == ABOVE else reversed(tiles)), (end.meld, end.end))


def find_thinkable_melds(combinations: Combinations, seats: Iterable[Seat]) -> Iterator[Meld]:
    """Each meld that one of these players could lay down."""
    for seat in seats:
        held, lacking = Counter(seat.known), len(seat.unknown)
        yield from seat.entry.melds or ()
        yield from (meld for meld in combinations.free_melds if sum(not held[tile] for tile in meld) <= lacking)


def find_thinkable_lay_offs(
    combinations: Combinations, melds: Iterable[Meld], before: Sequence[Seat], seat: Seat
) -> set[Part]:
    """Each tile that could be laid off on one of these melds, after what players who lay down before laid off there.

    Unknown tiles can be between the end of a meld and the tile.
    """
    seats = [*before, seat]
    held = {tile for other in seats for tile in other.known}
    unknown = sum(len(other.unknown) for other in seats)
    return {
        Part(part.tiles[-1:], None)
        for part in find_lay_offs(combinations, melds)
        if sum(tile not in held for tile in part.tiles[:-1]) <= unknown
    }


def find_fitting(combinations: Combinations, table: LaidMelds) -> Callable[[Tile, Collection[Tile]], bool]:
    """A function that says whether a tile could be melded or laid off with the others of a hand.

    Where it cannot, the player lays down the same without it.
    """
    parts = find_lay_offs(combinations, (meld for melds in table.values() for meld in melds))
    open_ends = {part.tiles[0] for part in parts}
    others = {tile: [other for other in combinations.tiles if other is not tile] for tile in combinations.tiles}
    near = {
        tile: {other for other in rest if other.colour == tile.colour and abs(other.number - tile.number) < 3}
        for tile, rest in others.items()
    }
    alike = {tile: {other for other in rest if other.number == tile.number} for tile, rest in others.items()}

    def fits(tile: Tile, hand: Collection[Tile]) -> bool:
        return tile in open_ends or not near[tile].isdisjoint(hand) or len(alike[tile].intersection(hand)) > 1

    return fits
