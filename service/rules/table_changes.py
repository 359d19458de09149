"""What a play changes on the table: where the tiles of each meld come from.

Copies of a tile are interchangeable, so there are several assignments. The one that is chosen keeps tiles in place:
first come melds that stay as they are, that only grow, or that are of the hand alone, in the order of the table; then
the others, tile by tile.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from service.rules.turns import Meld, Table, in_order

KEPT, EXTENDED, REARRANGED, NEW = STATUSES = ("kept", "extended", "rearranged", "new")

Bits = int
"""A set of physical tiles: one bit for each tile of the old table and of the hand."""
Source = int
"""Where a physical tile comes from: the index of an old meld, or the number of old melds for the hand."""


@dataclass(frozen=True, slots=True, eq=False)
class MeldChange:
    """Where the tiles of a meld come from: from old melds, by index, and from the hand."""

    status: str
    sources: tuple[Source, ...]
    from_hand: tuple[str, ...]


class _ComparedMeld(NamedTuple):
    """A meld of a new table, compared with the old table and the hand."""

    meld: Meld
    """Referred to here, so that no other meld gets its identity."""
    copies: Bits
    """Every copy of its tiles."""
    find_unmoved: Callable[[Bits], Bits]
    """From the free copies: a whole old meld and tiles of the hand, or the hand alone; none if that is impossible."""
    find_anywhere: Callable[[Bits], Bits]
    """From the free copies: the preferred ones."""


class TableChanges:
    """What plays change on one table, in time linear in the number of tiles.

    The tables of listed plays share their melds. So melds are known by identity, and each is compared once.
    """

    def __init__(self, before: Table, hand: Meld) -> None:
        self._tiles: list[tuple[str, Source]] = []
        self._copies: dict[str, list[tuple[Bits, Source]]] = {}
        *self._before, self._hand = [self._add(tiles, source) for source, tiles in enumerate((*before, in_order(hand)))]
        self._on_table = sum(self._before)
        self._kept = dict(zip(map(id, before), self._before, strict=True))
        self._compared: dict[int, _ComparedMeld] = {}
        self._changes: dict[Bits, MeldChange] = {}

    def _add(self, tiles: Meld, source: Source) -> Bits:
        """Give a bit to each tile of a source, and return the set of them."""
        start = len(self._tiles)
        for tile in tiles:
            self._copies.setdefault(tile.piece, []).append((1 << len(self._tiles), source))
            self._tiles.append((tile.piece, source))
        return (1 << len(self._tiles)) - (1 << start)

    def find(self, after: Table, from_hand: Meld) -> list[MeldChange]:
        """The change of each meld of the table after a legal play."""
        kept, compared, changes = self._kept.get, self._compared.get, self._changes.get
        taken = [kept(id(meld), 0) for meld in after]
        free = self._on_table - sum(taken) + self._find_in_hand(from_hand)
        others = [
            (at, compared(id(after[at])) or self._compare(after[at])) for at, bits in enumerate(taken) if not bits
        ]
        for at, (_, copies, find_unmoved, _) in others:
            taken[at] = bits = find_unmoved(free & copies)
            free -= bits
        for at, (_, copies, _, find_anywhere) in others:
            if not taken[at]:
                taken[at] = bits = find_anywhere(free & copies)
                free -= bits
        return [changes(bits) or self._describe(bits) for bits in taken]

    def _find_in_hand(self, tiles: Meld) -> Bits:
        """The physical tiles of the hand that are played."""
        free = self._hand
        for tile in tiles:
            for bit, _ in self._copies[tile.piece]:
                if bit & free:
                    free -= bit
                    break
        return self._hand - free

    def _compare(self, meld: Meld) -> _ComparedMeld:
        """Where a meld can come from. Sources with many of its tiles are preferred, then old melds."""
        copies = [self._copies[tile.piece] for tile in meld]
        shares = dict.fromkeys([source for each in copies for _, source in each], 0)
        for each in copies:
            for _, source in each:
                shares[source] += 1
        ranks = {source: (-share, source) for source, share in shares.items()}
        choices = [[bit for bit, _ in sorted(each, key=lambda copy: ranks[copy[1]])] for each in copies]
        old = [self._before[source] for source in sorted(ranks, key=ranks.__getitem__) if source < len(self._before)]
        compared = self._compared[id(meld)] = _compare_meld(meld, choices, old, self._hand)
        return compared

    def _describe(self, bits: Bits) -> MeldChange:
        """The change of a meld of these physical tiles."""
        tiles = [self._tiles[at] for at in _indices(bits)]
        sources = tuple(sorted({source for _, source in tiles if source < len(self._before)}))
        from_hand = tuple([piece for piece, source in tiles if source == len(self._before)])
        if not sources:
            status = NEW
        elif len(sources) > 1 or self._before[sources[0]] & ~bits:
            status = REARRANGED
        else:
            status = EXTENDED if from_hand else KEPT
        change = self._changes[bits] = MeldChange(status, sources, from_hand)
        return change


def _compare_meld(meld: Meld, choices: list[list[Bits]], old: list[Bits], hand: Bits) -> _ComparedMeld:
    """A meld that can come from these copies of each tile, these old melds and the hand, all in order of preference."""
    copies = sum({bit for each in choices for bit in each})
    wholes = [*[source for source in old if not source & ~copies], 0]

    def choose(*sets: Bits) -> Bits:
        """For each tile its first copy in the first set that has one; none if a tile has no copy in any of them."""
        taken = 0
        for each in choices:
            bit = next((bit for bits in sets for bit in each if bit & bits & ~taken), 0)
            if not bit:
                return 0
            taken += bit
        return taken

    def find_unmoved(free: Bits) -> Bits:
        for whole in wholes:
            bits = 0 if whole & ~free else choose(whole, free & hand)
            if bits and not whole & ~bits:
                return bits
        return 0

    return _ComparedMeld(meld, copies, cache(find_unmoved), cache(choose))


def _indices(bits: Bits) -> Iterator[int]:
    """The index of each bit."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits -= lowest
