"""The melds of a hand that leave the minimum deadwood."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from rummy_referee.engine.deadwood.counted_tiles import MAX_COLOURS, NO_GROUPS, TILES_BITS, CountedTiles, GroupChoice
from rummy_referee.engine.deadwood.run_covers import Cover, RunCovers
from rummy_referee.engine.deadwood.single_cards import SingleCards
from rummy_referee.engine.work import count_steps
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

MAX_HAND = 16
"""This many tiles have at most 1,296 choices of groups: four of each of four numbers. All choices are tried."""

_ENGINE_STEPS = 90
"""A choice takes as long as this many steps of the compiled engine: see ``work.py``."""

ORDER = attrgetter("order")


class Melding(NamedTuple):
    """Melds of a hand, the deadwood (both in canonical order), and the points of the deadwood."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    points: int


class BestDiscard(NamedTuple):
    """A tile to discard, and the melding of the other tiles."""

    tile: Tile
    melding: Melding


class MinimumDeadwood:
    """Melds hands of at most ``MAX_HAND`` tiles of a box without jokers, so that the deadwood has the least points.

    Of equals, the melding with the fewest tiles left; then the one with the smallest sorted list of melds. Melds are
    compared tile by tile in canonical order, lists meld by meld. So R1 to R6 are R1 R2 R3 and R4 R5 R6.

    For a given choice of groups, the colours are independent. So every choice of groups is tried, and the best runs of
    each colour are looked up.
    """

    def __init__(self, box: Box) -> None:
        self._counted = CountedTiles(box)
        self._runs = RunCovers(self._counted)
        self._single = SingleCards(box) if box.copies == 1 and len(box.colours) == MAX_COLOURS else None
        """Bit sets, where each tile is there once."""

    def meld(self, hand: Collection[Tile]) -> Melding:
        """The melding with the minimum deadwood."""
        check_hand_size(hand)
        return self._build(hand, self._find_best(self._counted.count(hand)))

    def find_points(self, hand: Collection[Tile]) -> int:
        """The points of the minimum deadwood, faster than the melding itself."""
        check_hand_size(hand)
        if self._single:
            return self._single.weigh(self._single.pack(hand)) >> TILES_BITS
        return count_points(hand) - (self._find_best(self._counted.count(hand)).weight >> TILES_BITS)

    def meld_just(self, hand: Collection[Tile], sizes: Collection[int]) -> Melding | None:
        """The melding with the least deadwood of those with one of these numbers of tiles in melds, if there is one.

        It can have more deadwood than the minimum, which may take more tiles, or fewer tiles of higher numbers.
        """
        check_hand_size(hand)
        best: Cover | None = None
        for cover in self._find_sized(self._counted.count(hand), sizes):
            if best is None or cover.is_better_than(best):
                best = cover
        return None if best is None else self._build(hand, best)

    def discard(self, hand: Collection[Tile], kept: Tile | None = None) -> BestDiscard:
        """The discard that leaves the least points; of equals the fewest tiles.

        Of equals, the tile with the fewest neighbours goes, then the one with the highest number, then the first. One
        tile may have to be kept.
        """
        tile, _ = self.find_discard(hand, kept)
        others = list(hand)
        others.remove(tile)
        return BestDiscard(tile, self.meld(others))

    def find_discard(self, hand: Collection[Tile], kept: Tile | None = None) -> tuple[Tile, int]:
        """The same discard, and the points that it leaves."""
        check_hand_size(hand)
        tiles = in_order(set(hand) - {kept})
        if not tiles:
            raise ValueError("no tile to discard")
        weights = self._weigh_discards(hand, tiles)
        least = min(weights)
        equal = [tile for tile, weight in zip(tiles, weights, strict=True) if weight == least]
        return min(equal, key=lambda tile: (count_neighbours(tile, hand), -tile.number)), least >> TILES_BITS

    def find_points_after(self, hand: Collection[Tile], tiles: Sequence[Tile]) -> list[int]:
        """The points of the minimum deadwood after the discard of each of these tiles."""
        check_hand_size(hand)
        return [weight >> TILES_BITS for weight in self._weigh_discards(hand, tiles)]

    def _weigh_discards(self, hand: Collection[Tile], tiles: Sequence[Tile]) -> list[int]:
        """The weight of the deadwood after each discard: the hand without the melds and the discard."""
        if self._single:
            packed, units = self._single.pack(hand), self._single.units
            return [self._single.weigh(packed - units[tile.piece]) for tile in tiles]
        counted = self._counted.count(hand)
        total = sum([self._counted.weight(tile.number) for tile in hand])
        return [
            total - self._counted.weight(tile.number) - self._find_best(counted - self._counted.count((tile,))).weight
            for tile in tiles
        ]

    def _find_best(self, counted: int) -> Cover:
        """The melds of the greatest weight; of equals the first in canonical order."""
        places = self._counted.find_group_places(counted)
        if not places:
            return self._add_runs(counted, NO_GROUPS)
        best = Cover(-1, ())
        for groups in self._find_groups(counted, places):
            cover = self._add_runs(counted - groups.tiles, groups)
            if cover.is_better_than(best):
                best = cover
        return best

    def _add_runs(self, counted: int, groups: GroupChoice) -> Cover:
        """The groups, and the best runs of the tiles that are not in groups."""
        weight, ranks = groups.weight, groups.ranks
        if self._counted.find_run_starts(counted):
            for tiles, shift in self._counted.split_colours(counted):
                runs = self._runs.find_best(tiles)
                if runs.weight:
                    weight += runs.weight
                    ranks += tuple([rank + shift for rank in runs.ranks])
        return Cover(weight, tuple(sorted(ranks)))

    def _find_sized(self, counted: int, sizes: Collection[int]) -> Iterator[Cover]:
        """Melds with these numbers of tiles: the best for each choice of groups and of the sizes of the colours."""
        choices = 0
        for groups in self._find_groups(counted, self._counted.find_group_places(counted)):
            colours = self._counted.split_colours(counted - groups.tiles)
            for runs in product(*(self._runs.find_by_size(tiles) for tiles, _ in colours)):
                choices += 1
                weight = groups.weight + sum(cover.weight for cover in runs)
                if self._counted.count_tiles(weight) in sizes:
                    ranks = [
                        rank + shift for (_, shift), cover in zip(colours, runs, strict=True) for rank in cover.ranks
                    ]
                    yield Cover(weight, tuple(sorted([*groups.ranks, *ranks])))
        count_steps(_ENGINE_STEPS * choices)

    def _find_groups(self, counted: int, places: Iterable[int]) -> Sequence[GroupChoice]:
        """Every choice of groups of the numbers in these places. The first one has no groups."""
        choices: Sequence[GroupChoice] = (NO_GROUPS,)
        for place in places:
            of_number = self._counted.find_group_choices(counted, place)
            choices = [choice.plus(other) for choice in choices for other in of_number]
        count_steps(_ENGINE_STEPS * len(choices))
        return choices

    def _build(self, hand: Collection[Tile], cover: Cover) -> Melding:
        melds = tuple([self._counted.melds[rank] for rank in cover.ranks])
        left = in_order(hand)
        for meld in melds:
            for tile in meld:
                left.remove(tile)
        return Melding(melds, tuple(left), count_points(left))


def check_hand_size(hand: Collection[Tile]) -> None:
    """Raise an error for a hand with too many choices of groups."""
    if len(hand) > MAX_HAND:
        raise ValueError(f"a hand of {len(hand)} tiles: the search supports at most {MAX_HAND}")


def count_neighbours(tile: Tile, hand: Iterable[Tile]) -> int:
    """The tiles of a hand that can be in the same meld of three; copies of one tile count once."""
    runs = [other for other in set(hand) if other.colour == tile.colour]
    groups = [other for other in set(hand) if other.colour != tile.colour and other.number == tile.number]
    return len(groups) + sum([0 < abs(other.number - tile.number) < SHORTEST_MELD for other in runs])


def count_points(tiles: Iterable[Tile]) -> int:
    """The points of the tiles."""
    return sum([tile.points for tile in tiles])


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles in canonical order."""
    return sorted(tiles, key=ORDER)
