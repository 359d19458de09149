"""Every melding of a hand by recursion: the independent oracle for the minimum deadwood.

A tile is a pair of the colour's place and the number, so pairs compare in canonical order.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Pair = tuple[int, int]
Meld = tuple[Pair, ...]
Melding = tuple[int, int, list[Meld]]
"""The points and the number of the tiles left, and the melds."""

COLOURS = "RBKY"
HIGHEST = 13

GROUPS = [
    tuple((colour, number) for colour in colours)
    for number in range(1, HIGHEST + 1)
    for size in (3, 4)
    for colours in combinations(range(4), size)
]
RUNS = [
    tuple((colour, number) for number in range(low, high + 1))
    for colour in range(4)
    for low in range(1, HIGHEST + 1)
    for high in range(low + 2, HIGHEST + 1)
]
MELDS = sorted([*RUNS, *GROUPS])


def pair(code: str) -> Pair:
    return COLOURS.index(code[0]), int(code[1:])


def code(tile: Pair) -> str:
    return f"{COLOURS[tile[0]]}{tile[1]}"


def every_melding(hand: Sequence[Pair]) -> list[Melding]:
    """All sorted lists of disjoint melds in a hand, with the deadwood: the smallest is the best."""
    counts = Counter(hand)
    held = set(hand)
    possible = [(meld, sum(number for _, number in meld)) for meld in MELDS if held.issuperset(meld)]
    found: list[Melding] = []

    def take(melds: list[Meld], points: int, tiles: int, first: int) -> None:
        """Take no more melds, or one more, which comes no earlier than those taken."""
        found.append((points, tiles, melds))
        for place in range(first, len(possible)):
            meld, worth = possible[place]
            if all(counts[tile] for tile in meld):
                for tile in meld:
                    counts[tile] -= 1
                take([*melds, meld], points - worth, tiles - len(meld), place)
                for tile in meld:
                    counts[tile] += 1

    take([], sum(number for _, number in hand), len(hand), 0)
    return found
