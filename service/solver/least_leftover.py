"""Melding a hand so that the least is left of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from service.solver.counted_tiles import NO_GROUPS, CountedTiles, GroupChoice
from service.solver.leftover_layers import LeftoverLayers
from service.solver.run_covers import Cover, RunCovers
from service.tiles.box import Box
from service.tiles.tile import Tile

SMALL_HAND = 16
"""So many tiles can lie in groups in 1,296 ways at most: four of each of four numbers. All ways are tried."""


@dataclass(frozen=True, slots=True)
class Melding:
    """Melds of a hand, in canonical order; what is left of it, and the points that counts."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to discard, and how the rest of the hand is then melded."""

    tile: Tile
    melding: Melding


class LeastLeftover:
    """Melds hands of a box without jokers in runs and groups, so that the least points are left.

    Of equals the melding that leaves the fewest tiles; of these the one whose sorted list of melds is the smallest:
    melds are compared tile by tile in canonical order, lists meld by meld. So R1 to R6 are R1 R2 R3 and R4 R5 R6.
    ``points`` is what a tile of each number counts.

    Once it is known which tiles lie in groups, the colours have nothing more to do with each other, and few tiles of a
    hand can lie in groups. So every choice of groups is tried, and the best runs of a colour are looked up. Of more
    than ``SMALL_HAND`` tiles there are too many choices: what they are worth is searched for number by number.
    """

    def __init__(self, box: Box, points: Mapping[int, int]) -> None:
        self._counted = CountedTiles(box, points)
        self._runs = RunCovers(self._counted)
        self._layers = LeftoverLayers(self._counted)

    def meld(self, hand: Iterable[Tile]) -> Melding:
        """The melding that leaves the least."""
        counted = self._counted.count(hand)
        return self._lay(counted, self._find_best(counted))

    def meld_just(self, hand: Iterable[Tile], sizes: Collection[int]) -> Melding | None:
        """Of the meldings with just so many tiles in melds (one of ``sizes``) the one that leaves the least, if any.

        The least of all may be left by melding more tiles, or fewer but dearer ones. Only for small hands.
        """
        hand = tuple(hand)
        if len(hand) > SMALL_HAND:
            raise ValueError(f"{len(hand)} tiles: every melding is tried, which is for {SMALL_HAND} at most")
        counted = self._counted.count(hand)
        best: Cover | None = None
        for cover in self._find_sized(counted, sizes):
            if best is None or cover.outdoes(best):
                best = cover
        return None if best is None else self._lay(counted, best)

    def discard_each(self, hand: Iterable[Tile]) -> list[Discard]:
        """For each tile of the hand, in canonical order: what is left at least once it is discarded."""
        counted = self._counted.count(hand)
        return [
            Discard(tile, self._lay(rest, self._find_best(rest))) for tile, rest in self._counted.without_each(counted)
        ]

    def discard(self, hand: Iterable[Tile]) -> Discard:
        """The discard that leaves the least points; of equals the fewest tiles, then the first in canonical order."""
        counted = self._counted.count(hand)
        ways = [(tile, rest, self._find_best(rest)) for tile, rest in self._counted.without_each(counted)]
        # what is left is all but the tile discarded and those melded, and all is the same for each
        tile, rest, best = max(ways, key=lambda way: way[2].worth + self._counted.worth(way[0].number, 1))
        return Discard(tile, self._lay(rest, best))

    def _find_best(self, counted: int) -> Cover:
        """The melds worth the most, and the first of these in canonical order."""
        if self._counted.size(counted) > SMALL_HAND:
            return self._find_best_of_many(counted)
        most = -1
        equals: list[GroupChoice] = []
        for groups in self._find_groups(counted):
            worth = groups.worth
            for lane in self._counted.lanes(counted - groups.tiles):
                worth += self._runs.find_best(lane).worth
            if worth > most:
                most, equals = worth, [groups]
            elif worth == most:
                equals.append(groups)
        return Cover(most, min(self._rank(counted, groups) for groups in equals))

    def _find_best_of_many(self, counted: int) -> Cover:
        """The same for a large hand: take the first meld without which nothing is lost, and so on with the rest.

        A meld that could not be taken cannot be taken later either, when there are fewer tiles.
        """
        most = missing = self._layers.find_most(counted)
        taken: list[int] = []
        for rank in sorted(self._counted.melds):
            tiles, worth = self._counted.weigh(rank)
            while self._counted.holds(counted, tiles) and self._layers.can_reach(counted - tiles, missing - worth):
                taken.append(rank)
                counted -= tiles
                missing -= worth
        return Cover(most, tuple(taken))

    def _rank(self, counted: int, groups: GroupChoice) -> tuple[int, ...]:
        """The ranks of the groups and of the best runs beside them."""
        ranks = list(groups.ranks)
        for colour, lane in enumerate(self._counted.lanes(counted - groups.tiles)):
            ranks += [self._counted.colour_shift(colour) + rank for rank in self._runs.find_best(lane).ranks]
        return tuple(sorted(ranks))

    def _find_sized(self, counted: int, sizes: Collection[int]) -> Iterator[Cover]:
        """Melds of just so many tiles: for each choice of groups and each share of the colours those worth the most."""
        for groups in self._find_groups(counted):
            lanes = self._counted.lanes(counted - groups.tiles)
            for runs in product(*(self._runs.find_by_size(lane) for lane in lanes)):
                worth = groups.worth + sum(cover.worth for cover in runs)
                if self._counted.tiles_of(worth) in sizes:
                    ranks = [
                        self._counted.colour_shift(colour) + rank
                        for colour, cover in enumerate(runs)
                        for rank in cover.ranks
                    ]
                    yield Cover(worth, tuple(sorted([*groups.ranks, *ranks])))

    def _find_groups(self, counted: int) -> Iterable[GroupChoice]:
        """Every way to lay groups, the first of which is to lay none."""
        ways: Iterable[GroupChoice] = (NO_GROUPS,)
        for place in self._counted.find_group_numbers(counted):
            choices = self._counted.find_group_choices(counted, place)
            ways = [way.beside(choice) for way in ways for choice in choices]
        return ways

    def _lay(self, counted: int, cover: Cover) -> Melding:
        melds = tuple(self._counted.melds[rank] for rank in cover.ranks)
        left = self._counted.list_tiles(counted - sum([self._counted.count(meld) for meld in melds]))
        return Melding(melds, left, sum([self._counted.points[tile.number] for tile in left]))
