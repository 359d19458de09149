"""Melding a hand so that the least is left of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from service.engine.deadwood.counted_tiles import NO_GROUPS, CountedTiles, GroupChoice
from service.engine.deadwood.large_hands import LargeHandSearch
from service.engine.deadwood.run_covers import Cover, RunCovers
from service.engine.work import count_steps
from service.tiles.box import Box
from service.tiles.tile import Tile

SMALL_HAND = 16
"""So many tiles can lie in groups in 1,296 ways at most: four of each of four numbers. All ways are tried."""

_STEPS_IN_C = 30
"""Trying a way takes as long as so many steps of the compiled search for plays: see ``work.py``."""

ORDER = attrgetter("order")


class Melding(NamedTuple):
    """Melds of a hand, in canonical order; what is left of it, and the points that counts."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    points: int


class Discard(NamedTuple):
    """A tile to discard, and how the rest of the hand is then melded."""

    tile: Tile
    melding: Melding


class MinimumDeadwood:
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
        self._layers = LargeHandSearch(self._counted)

    def meld(self, hand: Collection[Tile]) -> Melding:
        """The melding that leaves the least."""
        counted = self._counted.count(hand)
        if len(hand) > SMALL_HAND:
            return self._lay(hand, self._find_best_of_many(counted))
        return self._lay(hand, self._find_best(counted))

    def meld_just(self, hand: Collection[Tile], sizes: Collection[int]) -> Melding | None:
        """Of the meldings with just so many tiles in melds (one of ``sizes``) the one that leaves the least, if any.

        The least of all may be left by melding more tiles, or fewer but dearer ones. Only for small hands.
        """
        check_small(hand)
        best: Cover | None = None
        for cover in self._find_sized(self._counted.count(hand), sizes):
            if best is None or cover.outdoes(best):
                best = cover
        return None if best is None else self._lay(hand, best)

    def discard_each(self, hand: Collection[Tile]) -> list[Discard]:
        """For each tile of a small hand, in canonical order: what is left at least once it is discarded."""
        check_small(hand)
        return [Discard(tile, self.meld(_without(hand, tile))) for tile in in_order(set(hand))]

    def discard(self, hand: Collection[Tile]) -> Discard:
        """The discard of a small hand that leaves the least points; of equals the fewest tiles, then the first tile."""
        check_small(hand)
        counted = self._counted.count(hand)
        most, first = -1, None
        for tile in in_order(set(hand)):
            # What is left is all but the tiles melded and the one discarded: the more these are worth, the less.
            gone = self._find_best(counted - self._counted.count((tile,))).worth + self._counted.worth(tile.number)
            if gone > most:
                most, first = gone, tile
        if first is None:
            raise ValueError("no tile to discard")
        return Discard(first, self.meld(_without(hand, first)))

    def _find_best(self, counted: int) -> Cover:
        """The melds worth the most, and the first of these in canonical order."""
        places = self._counted.find_group_places(counted)
        if not places:
            return self._add_runs(counted, NO_GROUPS)
        best = Cover(-1, ())
        for groups in self._find_groups(counted, places):
            cover = self._add_runs(counted - groups.tiles, groups)
            if cover.outdoes(best):
                best = cover
        return best

    def _add_runs(self, counted: int, groups: GroupChoice) -> Cover:
        """The best runs of the tiles that are not in groups, and the groups."""
        worth, ranks = groups.worth, groups.ranks
        if self._counted.find_run_begins(counted):
            for lane, shift in self._counted.find_lanes(counted):
                runs = self._runs.find_best(lane)
                if runs.worth:
                    worth += runs.worth
                    ranks += tuple([rank + shift for rank in runs.ranks])
        return Cover(worth, tuple(sorted(ranks)))

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

    def _find_sized(self, counted: int, sizes: Collection[int]) -> Iterator[Cover]:
        """Melds of just so many tiles: for each choice of groups and each share of the colours those worth the most."""
        shares = 0
        for groups in self._find_groups(counted, self._counted.find_group_places(counted)):
            lanes = self._counted.find_lanes(counted - groups.tiles)
            for runs in product(*(self._runs.find_by_size(lane) for lane, _ in lanes)):
                shares += 1
                worth = groups.worth + sum(cover.worth for cover in runs)
                if self._counted.tiles_of(worth) in sizes:
                    ranks = [
                        rank + shift for (_, shift), cover in zip(lanes, runs, strict=True) for rank in cover.ranks
                    ]
                    yield Cover(worth, tuple(sorted([*groups.ranks, *ranks])))
        count_steps(_STEPS_IN_C * shares)

    def _find_groups(self, counted: int, places: Iterable[int]) -> Sequence[GroupChoice]:
        """Every way to lay groups of the numbers in some places, the first of which is to lay none."""
        ways: Sequence[GroupChoice] = (NO_GROUPS,)
        for place in places:
            choices = self._counted.find_group_choices(counted, place)
            ways = [way.beside(choice) for way in ways for choice in choices]
        count_steps(_STEPS_IN_C * len(ways))
        return ways

    def _lay(self, hand: Collection[Tile], cover: Cover) -> Melding:
        melds = tuple([self._counted.melds[rank] for rank in cover.ranks])
        left = in_order(hand)
        for meld in melds:
            for tile in meld:
                left.remove(tile)
        return Melding(melds, tuple(left), self._counted.count_points(left))


def check_small(hand: Collection[Tile]) -> None:
    """Raise an error where there would be too many meldings to try them all."""
    if len(hand) > SMALL_HAND:
        raise ValueError(f"{len(hand)} tiles: every melding is tried, which is for {SMALL_HAND} at most")


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles in canonical order."""
    return sorted(tiles, key=ORDER)


def _without(hand: Iterable[Tile], tile: Tile) -> list[Tile]:
    others = list(hand)
    others.remove(tile)
    return others
