"""Every melding and every lay-off of a hand, by brute force."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.engine.every_melding import MELDS, Meld, Pair, every_melding

IS_MELD = frozenset(MELDS)
Rank = tuple[int, int, int, list[Meld], list[tuple[int, int, int]]]
"""Points left, tiles left, how many are not in own melds, own melds, and what was added: where, which end, how many."""


def every_laying(hand: Sequence[Pair], lying: Sequence[Meld]) -> Iterator[Rank]:
    """Own melds in every way, then tile after tile to any lying meld that stays a meld."""
    for _, _, melds in every_melding(hand):
        left = Counter(hand)
        left.subtract(tile for meld in melds for tile in meld)
        start = tuple(sorted(left.elements())), tuple(lying)
        seen, waiting = {start}, [start]
        while waiting:
            rest, table = waiting.pop()
            own = sum(map(len, melds))
            yield (
                sum(number for _, number in rest),
                len(rest),
                len(hand) - own,
                melds,
                additions(lying, [tuple(meld) for meld in table]),
            )
            for tile in set(rest):
                without = list(rest)
                without.remove(tile)
                for place, meld in enumerate(table):
                    grown = tuple(sorted((*meld, tile)))
                    after = tuple(without), (*table[:place], grown, *table[place + 1 :])
                    if grown in IS_MELD and after not in seen:
                        seen.add(after)
                        waiting.append(after)


def additions(lying: Sequence[Meld], table: Sequence[Meld]) -> list[tuple[int, int, int]]:
    """What was added to each meld: at the low end (0), where a group is added to as well, and at the high end (1)."""
    found = []
    for place, (before, after) in enumerate(zip(lying, table, strict=True)):
        new = [tile for tile in after if tile not in before]
        is_group = before[0][1] == before[1][1]
        below = len(new) if is_group else sum(tile < before[0] for tile in new)
        found += [(place, end, count) for end, count in enumerate((below, len(new) - below)) if count]
    return found
