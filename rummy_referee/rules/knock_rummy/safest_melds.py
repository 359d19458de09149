"""The melds of a declaration on which the other players can lay off the least."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from rummy_referee.engine.deadwood.minimum import Melding, count_points
from rummy_referee.engine.work import count_steps
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.rules.knock_rummy.declaring import go_out
from rummy_referee.rules.turns import BestMove, Meld, Table, in_order, pieces_on, without
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

_ENGINE_STEPS = 40
"""A choice of melds takes as long as this many steps of the compiled engine: see ``work.py``."""


def go_out_safely(box: Box, found: Iterable[tuple[Any, Melding]], rank: Callable[[Melding], Any]) -> BestMove[Any]:
    """The best of some declarations; of equals, and of melds with equal deadwood, those that allow the least.

    What they allow is the points of the unseen tiles that extend one of the melds. The move names the melds only if
    they are others than those that are laid down without it.
    """
    declarations = list(found)
    best = min(rank(melding) for _, melding in declarations)
    choices = [
        (move if equal is melding else replace(move, melds=equal.melds), equal)
        for move, melding in declarations
        if rank(melding) == best
        for equal in (melding, *find_equal(box, melding))
    ]
    return go_out(*min(choices, key=lambda choice: count_allowed(box, choice[1])))


def find_equal(box: Box, melding: Melding) -> Iterator[Melding]:
    """Every melding of the same tiles with as many tiles and points of deadwood."""
    tiles = [*(tile for meld in melding.melds for tile in meld), *melding.left]
    melds = find_melds(box, Counter(tiles))
    for chosen in choose_melds(melds, Counter(tiles), len(tiles) - len(melding.left)):
        left = without(tuple(tiles), pieces_on(chosen))
        if count_points(left) == melding.points:
            yield Melding(chosen, tuple(in_order(left)), melding.points)


def choose_melds(melds: Sequence[Meld], held: Counter[Tile], size: int) -> Iterator[Table]:
    """Every choice of melds of some tiles that has this many tiles."""
    if not size:
        yield ()
    for place, meld in enumerate(melds):
        count_steps(_ENGINE_STEPS)
        if len(meld) <= size and all(held[tile] for tile in meld):
            for others in choose_melds(melds[place:], held - Counter(meld), size - len(meld)):
                yield (meld, *others)


def find_melds(box: Box, held: Counter[Tile]) -> Sequence[Meld]:
    """Every run and every group of some tiles, without jokers, in canonical order."""
    rows = [[box.faces[colour, number] for number in box.numbers] for colour in box.colours]
    columns = [[tile for tile in column if tile in held] for column in zip(*rows, strict=True)]
    runs = [
        tuple(row[start:end])
        for row in rows
        for start in range(len(row))
        for end in range(start + SHORTEST_MELD, len(row) + 1)
        if all(tile in held for tile in row[start:end])
    ]
    sizes = range(SHORTEST_MELD, len(box.colours) + 1)
    groups = [group for column in columns for size in sizes for group in combinations(column, size)]
    return sorted([*runs, *groups], key=lambda meld: [tile.order for tile in meld])


def count_allowed(box: Box, melding: Melding) -> int:
    """The points of the tiles of the box, without those of the hand, that extend one of the melds."""
    hand = Counter([*(tile for meld in melding.melds for tile in meld), *melding.left])
    extending = {tile for meld in melding.melds for tile in find_extending(box, meld)}
    return sum(tile.points * (box.holds[tile.piece] - hand[tile]) for tile in extending)


def find_extending(box: Box, meld: Meld) -> Iterator[Tile]:
    """The tiles that can be added to a meld."""
    first, last = meld[0], meld[-1]
    if first.number == last.number:
        colours = {tile.colour for tile in meld}
        return (box.faces[colour, first.number] for colour in box.colours if colour not in colours)
    ends = (first.number - 1, last.number + 1)
    return (box.faces[first.colour, number] for number in ends if number in box.numbers)
