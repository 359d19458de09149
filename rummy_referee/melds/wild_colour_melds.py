"""Melds of games in which the cards of one colour are jokers: each stands for its own number in another colour."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rummy_referee.faults import Fault
from rummy_referee.melds import faults
from rummy_referee.melds.faults import (
    mixed_run_colour_repeated,
    more_than_one_wild,
    pin_unfit,
    wild_not_outnumbered,
    zero_not_high,
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
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

Value = Callable[[str, int, bool, int], int]
"""The value of a meld, by kind, size, whether it is pure, and its lowest number."""


@dataclass(frozen=True, eq=False)
class WildColourMelds:
    """Plain runs, mixed runs of different colours, and groups; in the last two at most one wild card."""

    box: Box
    value: Value
    minimum: int = SHORTEST_MELD

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """Every reading of the cards, or every fault."""
        return judge_cached(self._judge, tuple(tiles))

    def _judge(self, tiles: tuple[Tile, ...]) -> Judgement:
        readings = best_first(list(self._read(tiles)))
        return Judgement(readings=readings) if readings else Judgement(faults=self._find_faults(tiles))

    # --- readings -----------------------------------------------------------------------------------------------

    def _read(self, tiles: Sequence[Tile]) -> Iterator[Reading]:
        if len(tiles) < self.minimum:
            return
        real_colours = [tile.colour for tile in tiles if not tile.wild]
        by_number = sorted(tiles, key=lambda tile: tile.number)
        if _are_consecutive(by_number):
            if len(set(real_colours)) == 1 and 2 * len(real_colours) > len(tiles):
                yield from self._read_plain_run(by_number, real_colours[0])
            elif self._has_all_colours_different(tiles):
                for placed in self._place_among_colours(by_number):
                    yield self._reading(MIXED_RUN, placed, pure=False)
        elif by_number[0].number == by_number[-1].number and self._has_all_colours_different(tiles):
            for placed in self._place_among_colours(tiles):
                by_colour = sorted(placed, key=lambda tile: tile.face.order)
                yield self._reading(GROUP, by_colour, pure=not any(tile.wild for tile in tiles))

    def _read_plain_run(self, by_number: Sequence[Tile], colour: str) -> Iterator[Reading]:
        placed = [self._stand_for(tile, colour) if tile.wild else tile for tile in by_number]
        if all(tile.face.colour == colour for tile in placed):
            yield self._reading(RUN, placed, pure=not any(tile.wild for tile in by_number))

    def _place_among_colours(self, tiles: Sequence[Tile]) -> Iterator[list[Tile]]:
        """A wild card stands for a missing colour; if no colour is missing, for itself."""
        there = {tile.colour for tile in tiles}
        wild = [tile for tile in tiles if tile.wild]
        open_colours = [colour for colour in self.box.colours if colour not in there]
        if not wild or (not open_colours and not wild[0].pinned_to):
            yield list(tiles)
        for colour in open_colours if wild else ():
            placed = [self._stand_for(tile, colour) if tile.wild else tile for tile in tiles]
            if all(tile.face.colour == colour for tile in placed if tile.wild):
                yield placed

    def _stand_for(self, wild: Tile, colour: str) -> Tile:
        """The wild card pinned to this colour, unless it is pinned already."""
        return wild if wild.pinned_to else self.box.pin(wild, self.box.faces[colour, wild.number])

    def _has_all_colours_different(self, tiles: Sequence[Tile]) -> bool:
        return len({tile.colour for tile in tiles}) == len(tiles)

    def _reading(self, kind: str, placed: Sequence[Tile], *, pure: bool) -> Reading:
        lowest = min(tile.number for tile in placed)
        return Reading(kind, tuple(placed), self.value(kind, len(placed), pure, lowest), pure)

    # --- faults -------------------------------------------------------------------------------------------------

    def _find_faults(self, tiles: Sequence[Tile]) -> tuple[Fault, ...]:
        pinned = [tile for tile in tiles if tile.pinned_to]
        if pinned and any(self._read([self.box.tiles[tile.piece] for tile in tiles])):
            return (pin_unfit(tiles=[tile.code for tile in pinned]),)
        common = (*faults.check_meld_size(tiles, self.minimum), *faults.check_real_tile(tiles))
        kinds = (self._check_plain_run, self._check_mixed_run, self._check_group)
        return nearest_first(common, [tuple(check(tiles)) for check in kinds])

    def _check_plain_run(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A plain run is consecutive numbers in one colour, with more real cards than wild ones."""
        real = [tile for tile in tiles if not tile.wild]
        yield from faults.check_one_colour(tile.colour for tile in real)
        yield from self._check_numbers(tiles)
        if tiles and len(real) <= len(tiles) - len(real):
            yield wild_not_outnumbered(real=len(real), wild=len(tiles) - len(real))

    def _check_mixed_run(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A mixed run is consecutive numbers of different colours, with at most one wild card."""
        repeated = faults.find_repeated([tile.colour for tile in tiles if not tile.wild])
        if repeated:
            yield mixed_run_colour_repeated(colours=repeated)
        yield from self._check_one_wild(tiles)
        yield from self._check_numbers(tiles)

    def _check_group(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A group is one number in different colours, with at most one wild card."""
        yield from faults.check_group_size(len(tiles), len(self.box.colours))
        yield from faults.check_one_number(tile.number for tile in tiles)
        yield from faults.check_group_colours([tile.colour for tile in tiles if not tile.wild])
        yield from self._check_one_wild(tiles)

    def _check_one_wild(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A mixed run or a group has at most one wild card."""
        wild = sum(tile.wild for tile in tiles)
        if wild > 1:
            yield more_than_one_wild(wild=wild)

    def _check_numbers(self, tiles: Sequence[Tile]) -> Iterator[Fault]:
        """A run has every number once and none missing; 0 is low."""
        numbers = [tile.number for tile in tiles]
        yield from faults.check_no_repetition(numbers)
        if faults.wraps_around(numbers, self.box.numbers):
            yield zero_not_high(highest=self.box.numbers[-1])
        else:
            yield from faults.check_gaps(numbers, 0)


def _are_consecutive(by_number: Sequence[Tile]) -> bool:
    return all(after.number - before.number == 1 for before, after in pairwise(by_number))
