"""Melding a hand and adding to melds that lie already, so that the least is left of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from typing import NamedTuple

from service.engine.deadwood.counted_tiles import BITS, TILES_BITS, CountedTiles
from service.engine.deadwood.minimum import check_small, in_order
from service.engine.deadwood.run_covers import REMEMBERED, RunCovers, lowest_place, row
from service.engine.work import count_steps
from service.tiles.box import Box
from service.tiles.tile import Tile

BELOW, ABOVE = 0, 1
_STEPS_IN_C = 100
"""Trying a way takes as long as so many steps of the compiled search for plays: see ``work.py``."""

Meld = tuple[Tile, ...]


class LayOff(NamedTuple):
    """Tiles added to a lying meld, which is named by its place."""

    meld: int
    tiles: Meld


class LaidHand(NamedTuple):
    """Own melds, tiles added to others, what is left and the points that counts; all in canonical order.

    ``lying`` are the melds that lay before, with what was added to them.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    left: Meld
    points: int
    lying: tuple[Meld, ...]


class Addition(NamedTuple):
    """So many tiles added to one end of a lying meld. A group has one end, below."""

    meld: int
    end: int
    length: int


class Laying(NamedTuple):
    """Own melds by rank and what is added to others, with what all that is worth: see ``LayOffs``."""

    worth: int
    ranks: tuple[int, ...]
    additions: tuple[Addition, ...]

    def beside(self, other: "Laying") -> "Laying":
        """This and more."""
        return Laying(
            self.worth + other.worth,
            tuple(sorted(self.ranks + other.ranks)),
            tuple(sorted(self.additions + other.additions)),
        )

    def outdoes(self, other: "Laying") -> bool:
        """Worth more; or as much, and first in canonical order."""
        if self.worth != other.worth:
            return self.worth > other.worth
        return (self.ranks, self.additions) < (other.ranks, other.additions)


NOTHING = Laying(0, (), ())


class LyingEnd(NamedTuple):
    """An end of a lying meld, and the rows of tiles it can take: the place of the first, and how many."""

    meld: int
    end: int
    rows: tuple[tuple[int, int], ...]

    @property
    def reach(self) -> int:
        """The highest place that what is added can begin at."""
        return max(place for place, _ in self.rows)


class LayOffs:
    """Lays hands of a box without jokers where others have laid theirs, so that the least points are left.

    A lying run takes tiles at both ends, one after another; a lying group takes a colour that it lacks. Melds are not
    joined. Of equals the fewest tiles are left; then the most lie in own melds; then the sorted list of these is the
    smallest; then the sorted list of what is added: by the place of the lying meld, below before above, fewer first.
    """

    def __init__(self, box: Box, points: Mapping[int, int]) -> None:
        self.box = box
        self.counted = CountedTiles(box, points)
        self.runs = RunCovers(self.counted)
        self._find_colour = lru_cache(REMEMBERED)(self._search_colour)

    def lay(self, hand: Collection[Tile], lying: Sequence[Collection[Tile]]) -> LaidHand:
        """The way to lay a small hand that leaves the least."""
        check_small(hand)
        counted = self.counted.count(hand)
        table = [tuple(in_order(meld)) for meld in lying]
        ends = self.find_ends(table)
        lay_runs = cache(lambda lane, colour: self._lay_colour(lane, colour, tuple(ends[colour])))
        best = Laying(-1, (), ())
        ways = self._lay_groups(counted)
        count_steps(_STEPS_IN_C * len(ways))
        for tiles, groups in ways:
            lanes = [
                lay_runs(lane, colour) for colour, (lane, _) in enumerate(self.counted.find_lanes(counted - tiles))
            ]
            if groups.worth + sum([laying.worth for laying in lanes]) < best.worth:
                continue
            laying = reduce(Laying.beside, lanes, groups)
            if laying.outdoes(best):
                best = laying
        return self._show(hand, table, best)

    def find_ends(self, table: Sequence[Meld]) -> list[list[LyingEnd]]:
        """The ends of all lying melds, colour by colour. A group has its end where it lacks a tile."""
        places = len(self.box.numbers)
        ends: list[list[LyingEnd]] = [[] for _ in self.box.colours]
        for meld, tiles in enumerate(table):
            first, last = (self.box.numbers.index(tile.number) for tile in (tiles[0], tiles[-1]))
            if first == last:
                for tile in self._find_lacking(tiles):
                    ends[self.box.colours.index(tile.colour)].append(LyingEnd(meld, BELOW, ((first, 1),)))
                continue
            of_colour = ends[self.box.colours.index(tiles[0].colour)]
            if below := tuple((place, first - place) for place in range(first)):
                of_colour.append(LyingEnd(meld, BELOW, below))
            if above := tuple((last + 1, length) for length in range(1, places - last)):
                of_colour.append(LyingEnd(meld, ABOVE, above))
        return ends

    def _lay_groups(self, counted: int) -> list[tuple[int, Laying]]:
        """Every way to lay own groups, with the tiles that takes."""
        ways = [(0, NOTHING)]
        for place in self.counted.find_group_places(counted):
            choices = [
                (groups.tiles, self._own(groups.worth, groups.ranks))
                for groups in self.counted.find_group_choices(counted, place)
            ]
            ways = [(tiles + more, laying.beside(own)) for tiles, laying in ways for more, own in choices]
        return ways

    def _lay_colour(self, lane: int, colour: int, ends: tuple[LyingEnd, ...]) -> Laying:
        """The best way to lay tiles of one colour in own runs and at the ends of other melds."""
        best, steps = self._find_colour(lane, colour, ends)
        count_steps(steps)  # as often as it is asked, so that the same question takes the same steps
        return best

    def _search_colour(self, lane: int, colour: int, ends: tuple[LyingEnd, ...]) -> tuple[Laying, int]:
        """The best way, and the steps it takes to find."""
        _, shift = self.counted.find_lanes(0)[colour]

        @cache
        def find_best(lane: int, taken: frozenset[LyingEnd]) -> Laying:
            """The lowest tile is left, or it is the first of an own run or of tiles added to another meld."""
            if not lane:
                return NOTHING
            place = lowest_place(lane)
            taken = frozenset(end for end in taken if end.reach >= place)  # others are out of reach, taken or not
            best = find_best(lane - (1 << BITS * place), taken)
            for tiles, worth, rank in self.runs.find_runs(lane):
                laying = self._own(worth, (rank + shift,)).beside(find_best(lane - tiles, taken))
                if laying.outdoes(best):
                    best = laying
            for tiles, added, end in self._find_additions(lane, ends):
                if end not in taken:
                    laying = added.beside(find_best(lane - tiles, taken | {end}))
                    if laying.outdoes(best):
                        best = laying
            return best

        best = find_best(lane, frozenset())
        return best, _STEPS_IN_C * find_best.cache_info().currsize

    def _find_additions(self, lane: int, ends: Iterable[LyingEnd]) -> Iterator[tuple[int, Laying, LyingEnd]]:
        """The tiles in a row, from the lowest on, that can be added to an end."""
        lowest = lowest_place(lane)
        for end in ends:
            for place, length in end.rows:
                if place == lowest and self.counted.holds(lane, row(place, length)):
                    worth = sum(map(self.counted.worth, self.box.numbers[place : place + length])) << TILES_BITS
                    yield row(place, length), Laying(worth, (), (Addition(end.meld, end.end, length),)), end

    def _own(self, worth: int, ranks: tuple[int, ...]) -> Laying:
        """Own melds: of what is worth the same, as many tiles as can be are to lie in them."""
        return Laying(worth << TILES_BITS | self.counted.tiles_of(worth), ranks, ())

    def _show(self, hand: Collection[Tile], table: Sequence[Meld], laying: Laying) -> LaidHand:
        melds = tuple(self.counted.melds[rank] for rank in laying.ranks)
        added: dict[int, list[Tile]] = {}
        for addition in laying.additions:
            added.setdefault(addition.meld, []).extend(self._find_added(table[addition.meld], addition))
        lay_offs = tuple(LayOff(meld, tuple(in_order(tiles))) for meld, tiles in sorted(added.items()))
        left = in_order(hand)
        for tiles in (*melds, *(lay_off.tiles for lay_off in lay_offs)):
            for tile in tiles:
                left.remove(tile)
        grown = tuple(tuple(in_order([*meld, *added.get(place, ())])) for place, meld in enumerate(table))
        return LaidHand(melds, lay_offs, tuple(left), self.counted.count_points(left), grown)

    def _find_added(self, meld: Meld, addition: Addition) -> list[Tile]:
        """The tiles that make a group whole, or those next to an end of a run."""
        first, last = meld[0], meld[-1]
        if first.number == last.number:
            return self._find_lacking(meld)
        low = first.number - addition.length if addition.end == BELOW else last.number + 1
        return [self.box.tiles[f"{first.colour}{number}"] for number in range(low, low + addition.length)]

    def _find_lacking(self, group: Meld) -> list[Tile]:
        """The tile that a group of three lacks; nothing for a group of all colours."""
        present = {tile.colour for tile in group}
        return [self.box.tiles[f"{c}{group[0].number}"] for c in self.box.colours if c not in present]
