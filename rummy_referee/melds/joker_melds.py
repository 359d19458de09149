"""Melds of games with jokers: a joker stands for any tile of the box."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from rummy_referee.faults import Fault
from rummy_referee.melds import faults
from rummy_referee.melds.faults import (
    groups_not_allowed,
    one_in_the_middle,
    one_not_high,
    pin_unfit,
    run_too_long,
    runs_not_allowed,
)
from rummy_referee.melds.judgement import (
    GROUP,
    MIXED_RUN,
    RUN,
    SHORTEST_MELD,
    Judgement,
    Reading,
    best_first,
    judge_cached,
    nearest_first,
)
from rummy_referee.tiles.box import JOKER, Box
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, eq=False)
class JokerMelds:
    """The melds of a game. With ``ace_high`` the lowest number may also follow the highest; it keeps its value."""

    box: Box
    runs: bool = True
    groups: bool = True
    mixed_runs: bool = False
    ace_high: bool = False
    minimum: int = SHORTEST_MELD

    @property
    def longest_run(self) -> int:
        """A run has each number at most once."""
        return len(self.box.numbers)

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """Every reading of the tiles, or every fault."""
        return judge_cached(self._judge, tuple(tiles))

    def find_shortest_with(self, tile: Tile) -> list[frozenset[Tile]]:
        """Every meld of the minimum size that a tile can be part of, without jokers."""
        jokers = [self.box.tiles[JOKER]] * (self.minimum - 1)
        readings = self.judge((tile, *jokers)).readings
        return [frozenset([placed.face for placed in reading.tiles]) for reading in readings]

    def _judge(self, tiles: tuple[Tile, ...]) -> Judgement:
        readings = best_first(self._read(tiles))
        return Judgement(readings=readings) if readings else Judgement(faults=self._find_faults(tiles))

    # --- readings -----------------------------------------------------------------------------------------------

    def _read(self, tiles: Sequence[Tile]) -> list[Reading]:
        size = len(tiles)
        fixed = [tile for tile in tiles if not is_free(tile)]
        if size < self.minimum or all(tile.wild for tile in fixed):
            return []
        colours = {tile.colour for tile in fixed}
        numbers = {tile.number for tile in fixed}
        readings: list[Reading] = []
        if self.runs and len(numbers) == len(fixed) and size <= self.longest_run:
            if len(colours) == 1:
                readings += self._read_runs(fixed, size, self.box.colours if self.mixed_runs else colours)
            elif self.mixed_runs:
                readings += self._read_runs(fixed, size, self.box.colours)
        if self.groups and len(numbers) == 1 and len(colours) == len(fixed) and size <= len(self.box.colours):
            readings += self._read_groups(fixed, size)
        return readings

    def _read_runs(self, fixed: Sequence[Tile], size: int, joker_colours: Iterable[str]) -> Iterator[Reading]:
        placed, points = {tile.number: tile for tile in fixed}, self.box.points
        seen = set()
        for numbers in self._windows(placed.keys(), size):
            for colours in product(joker_colours, repeat=size - len(fixed)):
                fill = iter(colours)
                run = tuple([placed.get(number) or self._joker_as(next(fill), number) for number in numbers])
                # With a high ace, all thirteen tiles of a colour are a run from 1 and from 2: one reading, not two.
                if (same := frozenset(run)) not in seen:
                    seen.add(same)
                    kind = RUN if len({tile.colour for tile in run}) == 1 else MIXED_RUN
                    yield Reading(kind, run, sum([points[number] for number in numbers]))

    def _windows(self, numbers: Collection[int], length: int) -> Iterator[Sequence[int]]:
        """Every window of consecutive numbers of this length that contains all these numbers."""
        low, high = self.box.numbers[0], self.box.numbers[-1]
        for start in range(max(low, max(numbers) - length + 1), min(*numbers, high - length + 1) + 1):
            yield range(start, start + length)
        if self.ace_high:
            with_high_ace = (*range(high + 2 - length, high + 1), low)
            if set(numbers) <= set(with_high_ace):
                yield with_high_ace

    def _read_groups(self, fixed: Sequence[Tile], size: int) -> Iterator[Reading]:
        placed = {tile.colour: tile for tile in fixed}
        number = fixed[0].number
        open_colours = [colour for colour in self.box.colours if colour not in placed]
        for colours in combinations(open_colours, size - len(fixed)):
            group = [
                placed.get(colour) or self._joker_as(colour, number)
                for colour in self.box.colours
                if colour in placed or colour in colours
            ]
            yield Reading(GROUP, tuple(group), self.box.points[number] * size)

    def _joker_as(self, colour: str, number: int) -> Tile:
        return self.box.jokers_as[colour, number]

    # --- faults -------------------------------------------------------------------------------------------------

    def _find_faults(self, tiles: Sequence[Tile]) -> tuple[Fault, ...]:
        pinned = [tile for tile in tiles if tile.pinned_to]
        if pinned and self._read([self.box.tiles[tile.piece] for tile in tiles]):
            return (pin_unfit(tiles=[tile.code for tile in pinned]),)
        common = (
            *self._check_kind_allowed(tiles),
            *faults.check_meld_size(tiles, self.minimum),
            *faults.check_real_tile(tiles),
        )
        by_kind = []
        if self.runs:
            by_kind.append(tuple(self._check_run(tiles)))
        if self.groups:
            by_kind.append(tuple(self._check_group(tiles)))
        return nearest_first(common, by_kind)

    def _check_kind_allowed(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """The game has this kind of meld."""
        if not self.runs and replace(self, runs=True, groups=False)._read(tiles):
            yield runs_not_allowed()
        if not self.groups and replace(self, groups=True, runs=False)._read(tiles):
            yield groups_not_allowed()

    def _check_run(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A run is consecutive numbers in one colour, or in any colours where runs may be mixed."""
        fixed = [tile for tile in tiles if not is_free(tile)]
        numbers = [tile.number for tile in fixed]
        jokers = len(tiles) - len(fixed)
        if len(tiles) > self.longest_run:
            yield run_too_long(maximum=self.longest_run, actual=len(tiles))
        if not self.mixed_runs:
            yield from faults.check_one_colour(tile.colour for tile in fixed)
        yield from faults.check_no_repetition(numbers)
        if not faults.wraps_around(numbers, self.box.numbers, jokers):
            yield from faults.check_gaps(self._place_ace(numbers), jokers)
        elif not self.ace_high:
            yield one_not_high(highest=self.box.numbers[-1])
        elif not any(self._windows(numbers, len(tiles))):
            yield one_in_the_middle(highest=self.box.numbers[-1])

    def _place_ace(self, numbers: list[int]) -> list[int]:
        """The numbers with the ace at the end where it leaves the smaller gap."""
        low, high = self.box.numbers[0], self.box.numbers[-1]
        ace_last = [high + 1 if number == low else number for number in numbers]
        low_gap, high_gap = len(faults.find_missing(numbers)), len(faults.find_missing(ace_last))
        return ace_last if self.ace_high and high_gap < low_gap else numbers

    def _check_group(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A group is one number in different colours."""
        fixed = [tile for tile in tiles if not is_free(tile)]
        yield from faults.check_group_size(len(tiles), len(self.box.colours))
        yield from faults.check_one_number(tile.number for tile in fixed)
        yield from faults.check_group_colours([tile.colour for tile in fixed])


def is_free(tile: Tile) -> bool:
    """Whether a tile is a joker that is not pinned."""
    return not tile.colour
