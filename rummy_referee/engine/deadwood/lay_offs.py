"""Melds and lay-offs of a hand that leave the minimum deadwood.

For a given choice of own groups, the colours are independent. In a colour, dynamic programming over the tiles, lowest
first: the lowest tile is left, or it starts an own run or a lay-off.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from typing import NamedTuple

from rummy_referee.engine.deadwood.counted_tiles import BITS, TILES_BITS, CountedTiles
from rummy_referee.engine.deadwood.minimum import check_hand_size, count_points, in_order
from rummy_referee.engine.deadwood.run_covers import CACHE_SIZE, RunCovers, lowest_place, sequence
from rummy_referee.engine.work import count_steps
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

BELOW, ABOVE = 0, 1
_ENGINE_STEPS = 300
"""A choice of groups takes as long as this many steps of the compiled engine: see ``work.py``."""

Meld = tuple[Tile, ...]


class TableLayOff(NamedTuple):
    """Tiles added to a meld on the table, which is given by its place."""

    meld: int
    tiles: Meld


class LaidHand(NamedTuple):
    """Own melds, lay-offs, the deadwood and its points, all in canonical order."""

    melds: tuple[Meld, ...]
    lay_offs: tuple[TableLayOff, ...]
    left: Meld
    points: int


class Addition(NamedTuple):
    """A number of tiles added to one end of a meld on the table. A group has one end, ``BELOW``."""

    meld: int
    end: int
    length: int


class Laying(NamedTuple):
    """The ranks of own melds, the additions to other melds, and the weight of all these tiles.

    The weight is ``points, tiles, tiles in own melds``, each but the first in ``TILES_BITS`` bits.
    """

    weight: int
    ranks: tuple[int, ...]
    additions: tuple[Addition, ...]

    def plus(self, other: "Laying") -> "Laying":
        """Both of them together."""
        return Laying(
            self.weight + other.weight,
            tuple(sorted(self.ranks + other.ranks)),
            tuple(sorted(self.additions + other.additions)),
        )

    def is_better_than(self, other: "Laying") -> bool:
        """Whether this has the greater weight, or the same weight and comes first in canonical order."""
        if self.weight != other.weight:
            return self.weight > other.weight
        return (self.ranks, self.additions) < (other.ranks, other.additions)


NOTHING = Laying(0, (), ())


class MeldEnd(NamedTuple):
    """An end of a meld on the table, and the sequences of tiles it accepts: the place of the first, and the length."""

    meld: int
    end: int
    sequences: tuple[tuple[int, int], ...]

    @property
    def reach(self) -> int:
        """The highest place at which an addition can start."""
        return max(place for place, _ in self.sequences)


class LayOffs:
    """Melds and lays off hands of a box without jokers, so that the deadwood has the least points.

    A run on the table accepts tiles at both ends, one after another; a group accepts a missing colour. Melds are not
    joined. Of equals the fewest tiles are left; then the most lie in own melds; then the sorted list of these is the
    smallest; then the sorted list of additions: by the place of the meld, below before above, fewer tiles first.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.counted = CountedTiles(box)
        self.runs = RunCovers(self.counted)
        self._find_colour = lru_cache(CACHE_SIZE)(self._search_colour)

    def lay(self, hand: Collection[Tile], table: Sequence[Collection[Tile]]) -> LaidHand:
        """The melds and lay-offs with the minimum deadwood."""
        check_hand_size(hand)
        counted = self.counted.count(hand)
        melds = [tuple(in_order(meld)) for meld in table]
        ends = self.find_ends(melds)
        lay_colour = cache(lambda tiles, colour: self._lay_colour(tiles, colour, tuple(ends[colour])))
        best = Laying(-1, (), ())
        choices = self._find_groups(counted)
        count_steps(_ENGINE_STEPS * len(choices))
        for grouped, groups in choices:
            colours = self.counted.split_colours(counted - grouped)
            layings = [lay_colour(tiles, colour) for colour, (tiles, _) in enumerate(colours)]
            if groups.weight + sum([laying.weight for laying in layings]) < best.weight:
                continue
            laying = reduce(Laying.plus, layings, groups)
            if laying.is_better_than(best):
                best = laying
        return self._build(hand, melds, best)

    def find_ends(self, table: Sequence[Meld]) -> list[list[MeldEnd]]:
        """The ends of all melds on the table, for each colour. A group has its end in the colour it lacks."""
        places = len(self.box.numbers)
        ends: list[list[MeldEnd]] = [[] for _ in self.box.colours]
        for meld, tiles in enumerate(table):
            first, last = (self.box.numbers.index(tile.number) for tile in (tiles[0], tiles[-1]))
            if first == last:
                for tile in self._find_lacking(tiles):
                    ends[self.box.colours.index(tile.colour)].append(MeldEnd(meld, BELOW, ((first, 1),)))
                continue
            of_colour = ends[self.box.colours.index(tiles[0].colour)]
            if below := tuple((place, first - place) for place in range(first)):
                of_colour.append(MeldEnd(meld, BELOW, below))
            if above := tuple((last + 1, length) for length in range(1, places - last)):
                of_colour.append(MeldEnd(meld, ABOVE, above))
        return ends

    def _find_groups(self, counted: int) -> list[tuple[int, Laying]]:
        """Every choice of own groups, with their tiles."""
        choices = [(0, NOTHING)]
        for place in self.counted.find_group_places(counted):
            of_number = [
                (groups.tiles, self._own(groups.weight, groups.ranks))
                for groups in self.counted.find_group_choices(counted, place)
            ]
            choices = [(tiles + more, laying.plus(own)) for tiles, laying in choices for more, own in of_number]
        return choices

    def _lay_colour(self, tiles: int, colour: int, ends: tuple[MeldEnd, ...]) -> Laying:
        """The best own runs and lay-offs of the tiles of one colour."""
        best, steps = self._find_colour(tiles, colour, ends)
        count_steps(steps)  # also for a cached result, so that the same request always counts the same steps
        return best

    def _search_colour(self, tiles: int, colour: int, ends: tuple[MeldEnd, ...]) -> tuple[Laying, int]:
        """The same, and the steps that the search takes."""
        _, shift = self.counted.split_colours(0)[colour]

        @cache
        def find_best(tiles: int, taken: frozenset[MeldEnd]) -> Laying:
            if not tiles:
                return NOTHING
            place = lowest_place(tiles)
            taken = frozenset(end for end in taken if end.reach >= place)  # the others accept nothing from here on
            best = find_best(tiles - (1 << BITS * place), taken)
            for run, weight, rank in self.runs.find_runs(tiles):
                laying = self._own(weight, (rank + shift,)).plus(find_best(tiles - run, taken))
                if laying.is_better_than(best):
                    best = laying
            for added, addition, end in self._find_additions(tiles, ends):
                if end not in taken:
                    laying = addition.plus(find_best(tiles - added, taken | {end}))
                    if laying.is_better_than(best):
                        best = laying
            return best

        best = find_best(tiles, frozenset())
        return best, _ENGINE_STEPS * find_best.cache_info().currsize

    def _find_additions(self, tiles: int, ends: Iterable[MeldEnd]) -> Iterator[tuple[int, Laying, MeldEnd]]:
        """The sequences that start with the lowest tile and can be added to an end."""
        lowest = lowest_place(tiles)
        for end in ends:
            for place, length in end.sequences:
                added = sequence(place, length)
                if place == lowest and self.counted.holds(tiles, added):
                    weight = sum(map(self.counted.weight, self.box.numbers[place : place + length])) << TILES_BITS
                    yield added, Laying(weight, (), (Addition(end.meld, end.end, length),)), end

    def _own(self, weight: int, ranks: tuple[int, ...]) -> Laying:
        """Own melds, whose tiles also count in the low bits of the weight."""
        return Laying(weight << TILES_BITS | self.counted.count_tiles(weight), ranks, ())

    def _build(self, hand: Collection[Tile], table: Sequence[Meld], laying: Laying) -> LaidHand:
        melds = tuple(self.counted.melds[rank] for rank in laying.ranks)
        added: dict[int, list[Tile]] = {}
        for addition in laying.additions:
            added.setdefault(addition.meld, []).extend(self._find_added(table[addition.meld], addition))
        lay_offs = tuple(TableLayOff(meld, tuple(in_order(tiles))) for meld, tiles in sorted(added.items()))
        left = in_order(hand)
        for tiles in (*melds, *(lay_off.tiles for lay_off in lay_offs)):
            for tile in tiles:
                left.remove(tile)
        return LaidHand(melds, lay_offs, tuple(left), count_points(left))

    def _find_added(self, meld: Meld, addition: Addition) -> list[Tile]:
        """The missing tile of a group, or the tiles next to an end of a run."""
        first, last = meld[0], meld[-1]
        if first.number == last.number:
            return self._find_lacking(meld)
        low = first.number - addition.length if addition.end == BELOW else last.number + 1
        return [self.box.faces[first.colour, number] for number in range(low, low + addition.length)]

    def _find_lacking(self, group: Meld) -> list[Tile]:
        """The tile that a group of three lacks; none for a group of all colours."""
        present = {tile.colour for tile in group}
        return [self.box.faces[colour, group[0].number] for colour in self.box.colours if colour not in present]
