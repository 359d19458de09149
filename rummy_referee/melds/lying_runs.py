"""Runs on a table that is not rearranged: what fits their ends, and which tile frees a joker.

Sets of numbers are bit sets: bit 3 is the number 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rummy_referee.cached_property import cached_property
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

Bits = int
Tiles = tuple[Tile, ...]


class LyingRun(NamedTuple):
    """A run of one colour, as far as it is known.

    ``fixed`` are the numbers of real tiles and pinned jokers, ``pinned`` those of the pinned jokers. The other tiles
    are jokers that may stand for any number with which this is a run.
    """

    colour: str
    length: int
    fixed: Bits
    pinned: Bits

    @property
    def real(self) -> Bits:
        """The numbers of the real tiles."""
        return self.fixed & ~self.pinned

    @property
    def jokers(self) -> int:
        """The number of jokers, pinned or not."""
        return self.length - self.real.bit_count()


@lru_cache(maxsize=2048)
def read_run(meld: Tiles) -> LyingRun:
    """A valid run, cached: runs stay on the table turn after turn. A real tile gives its colour."""
    colour, length, fixed, pinned = "", 0, 0, 0
    for tile in meld:
        length += 1
        if tile.colour:
            colour = tile.colour
            fixed |= 1 << tile.number
            if tile.wild:
                pinned |= 1 << tile.number
    return LyingRun(colour, length, fixed, pinned)


@dataclass(frozen=True, eq=False)
class LyingRuns:
    """The runs of a box."""

    box: Box
    minimum: int = SHORTEST_MELD

    @cached_property
    def all_numbers(self) -> Bits:
        """Every number of the box."""
        return sum(1 << number for number in self.box.numbers)

    def windows(self, length: int, fixed: Bits) -> list[Bits]:
        """Every window of ``length`` consecutive numbers that contains ``fixed``: each is a reading of a run."""
        low, high = self.box.numbers[0], self.box.numbers[-1]
        stretches = (((1 << length) - 1) << start for start in range(low, high - length + 2))
        return [window for window in stretches if fixed & window == fixed]

    def fits_ends(self, run: LyingRun, tiles: Tiles) -> bool:
        """Whether tiles can be added to the ends of a run, in some reading of the run and of their jokers."""
        known = [tile for tile in tiles if tile.colour]
        added = sum({1 << tile.number for tile in known})
        if added.bit_count() < len(known) or any(tile.colour != run.colour for tile in known):
            return False
        longer = self.windows(run.length + len(tiles), run.fixed | added)
        before = self.windows(run.length, run.fixed)
        return any(window & old == old and not added & old for window in longer for old in before)

    def next_numbers(self, run: LyingRun) -> Bits:
        """The numbers of single tiles that can be added to the run."""
        numbers = 0
        for window in self.windows(run.length, run.fixed):
            numbers |= (window << 1 | window >> 1) & ~window
        return numbers & self.all_numbers

    def joker_numbers(self, run: LyingRun) -> Bits:
        """The numbers that a joker of the run can stand for."""
        numbers = 0
        for window in self.windows(run.length, run.fixed):
            numbers |= window & ~run.fixed
        return numbers | run.pinned

    def find_additions(self, run: LyingRun, held: Bits, jokers: int) -> tuple[Tiles, ...]:
        """Every set of tiles that can be added to a run, from real tiles of its colour and jokers."""
        return _find_additions(self, run, held, jokers)

    def find_new(self, colour: str, held: Bits, jokers: int) -> tuple[Tiles, ...]:
        """Every run made of real tiles of a colour and jokers, with the jokers pinned."""
        return _find_new(self, colour, held, jokers)

    def fill(self, colour: str, places: Bits, held: Bits, jokers: int) -> Iterator[Tiles]:
        """Every way to fill numbers with real tiles and at most ``jokers`` jokers."""
        choices = []
        for number in self.box.numbers:
            if places >> number & 1:
                real = [self.box.faces[colour, number]] if held >> number & 1 else []
                choices.append([*real, *([self.box.jokers_as[colour, number]] if jokers else [])])
        for tiles in product(*choices):
            if sum(tile.wild for tile in tiles) <= jokers:
                yield tiles


@lru_cache(maxsize=4096)
def _find_additions(runs: LyingRuns, run: LyingRun, held: Bits, jokers: int) -> tuple[Tiles, ...]:
    places = {
        window & ~old
        for old in runs.windows(run.length, run.fixed)
        for longer in range(run.length + 1, len(runs.box.numbers) + 1)
        for window in runs.windows(longer, old)
    }
    found = {tiles for added in places for tiles in runs.fill(run.colour, added, held, jokers)}
    return tuple(sorted(found, key=listing_order))


@lru_cache(maxsize=2048)
def _find_new(runs: LyingRuns, colour: str, held: Bits, jokers: int) -> tuple[Tiles, ...]:
    lengths = range(runs.minimum, len(runs.box.numbers) + 1)
    windows = [window for length in lengths for window in runs.windows(length, 0)]
    filled = [tiles for window in windows for tiles in runs.fill(colour, window, held, jokers)]
    return tuple(sorted((run for run in filled if not all(tile.wild for tile in run)), key=listing_order))


def listing_order(tiles: Tiles) -> list[tuple[int, bool]]:
    """Tile by tile: by number, a real tile before a joker of that number."""
    return [(tile.number, tile.wild) for tile in tiles]
