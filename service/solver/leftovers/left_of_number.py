"""How many tiles of one number can be left at most, whatever lies of the other numbers.

Only groups are laid, and tiles at ends where they fit at once. What is left of a whole hand is no more than what is so
left of each of its numbers, since all that an end takes at once is of one number.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from service.solver.arranging.open_runs import SHORTEST

IMPOSSIBLE = -1


@lru_cache(1 << 14)
def find_most_left(held: tuple[int, ...], copies: tuple[int, ...], hosted: tuple[int, ...]) -> Sequence[int]:
    """By how many tiles are filled: how many of all can be left at most, ``IMPOSSIBLE`` where so many are not there.

    All is told by colour: how many tiles are ``held`` already, how many ``copies`` can be filled, and how many tiles
    are ``hosted`` by ends of lying melds.

    Three of B2 B2 K2 Y2 can be B2 B2 K2, and all are left. Three of B2 K2 Y2 Y2 are a group or have both Y2, so that
    just two are left where one Y2 is hosted.
    """
    most = [IMPOSSIBLE] * (sum(copies) + 1)
    for filled in product(*(range(count + 1) for count in copies)):
        left = _count_left(tuple(map(sum, zip(held, filled, strict=True))), hosted)
        most[sum(filled)] = max(most[sum(filled)], left)
    return most


@lru_cache(1 << 14)
def _count_left(tiles: tuple[int, ...], hosted: tuple[int, ...]) -> int:
    """How many of these tiles are left at least."""
    return min(
        sum(max(0, count - host) for count, host in zip(rest, hosted, strict=True)) for rest in _lay_groups(tiles)
    )


def _lay_groups(tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What is left by each way to lay groups, the first of which is to lay none."""
    yield tiles
    colours = [colour for colour, count in enumerate(tiles) if count]
    for size in range(SHORTEST, len(colours) + 1):
        for group in combinations(colours, size):
            yield from _lay_groups(tuple(count - (colour in group) for colour, count in enumerate(tiles)))
