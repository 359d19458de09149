"""What may be left of a hand by the numbers of its tiles alone, whatever their colours are.

Tiles of a number are groups in threes and fours, and numbers in a row are runs, as if colours never stood against it.
So what is not found here cannot be.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

GROUPED = (0, 3, 4, 6, 7, 8)
"""So many tiles of a number can lie in groups."""


@lru_cache(1 << 12)
def find_sums_by_numbers(held: tuple[int, ...], hosted: tuple[bool, ...], unknown: int) -> int:
    """The points that may be left, as bits. ``held`` is how many tiles there are of each number, from one on.

    Tiles of some numbers are ``hosted``: they may lie at melds of others. So many more are ``unknown``, of any number.
    """

    @cache
    def go_on(place: int, short: int, longer: int, whole: int, unknown: int) -> int:
        """What may be left from a number on, after so many runs of one tile, of two tiles, and of three or more."""
        if place == len(held):
            return 0 if short or longer or unknown else 1
        sums = 0
        for filled in range(unknown + 1):
            for left, begun, gone_on in _find_ways(
                held[place] + filled, short + longer, whole, is_hosted=hosted[place]
            ):
                further = go_on(place + 1, begun, short, longer + gone_on, unknown - filled)
                sums |= further << left * (place + 1)
        return sums

    return go_on(0, 0, 0, 0, unknown)


@lru_cache(1 << 10)
def find_sums_of_few(held: tuple[int, ...], free: tuple[int, ...], unknown: int, tiles: int) -> int:
    """The points that may be left, as bits, if these are just so many tiles, and nothing lies at melds of others.

    ``free`` is how many of the ``unknown`` may be of each number.
    """

    @cache
    def go_on(place: int, runs: tuple[int, int, int], unknown: int, tiles: int) -> int:
        """What may be left from a number on, if so many tiles are, after runs of one, of two, and of more tiles."""
        short, longer, whole = runs
        if place == len(held):
            return 0 if short or longer or unknown or tiles else 1
        sums = 0
        for filled in range(min(unknown, free[place]) + 1):
            for left, begun, gone_on in _find_ways(held[place] + filled, short + longer, whole, is_hosted=False):
                if left <= tiles:
                    further = go_on(place + 1, (begun, short, longer + gone_on), unknown - filled, tiles - left)
                    sums |= further << left * (place + 1)
        return sums

    return go_on(0, (0, 0, 0), unknown, tiles)


def _find_ways(count: int, unfinished: int, whole: int, *, is_hosted: bool) -> Iterator[tuple[int, int, int]]:
    """For tiles of one number: how many are left, begin runs, and make runs longer that are whole already."""
    for grouped in GROUPED:
        for in_runs in range(unfinished, count - grouped + 1):
            rest = count - grouped - in_runs
            for left in range(rest + 1) if is_hosted else (rest,):
                for gone_on in range(min(whole, in_runs - unfinished) + 1):
                    yield left, in_runs - unfinished - gone_on, gone_on
