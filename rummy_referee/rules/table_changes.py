"""What a play changes on the table: where the tiles of each meld come from.

Copies of a tile are interchangeable, so there are several assignments. The one that is chosen keeps tiles in place:
first come melds that stay as they are, that only grow, or that are of the hand alone, in the order of the table; then
the others, tile by tile.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rummy_referee.rules.turns import Meld, Table, in_order

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


class _NewMeld(NamedTuple):
    """A meld of a new table, compared with the old table and the hand."""

    meld: Meld
    """Referred to here, so that no other meld gets its identity."""
    tiles: list[Bits]
    """The copies of each of its tiles."""
    copies: Bits
    """All of them."""
    wholes: list[Bits]
    """The old melds that consist of such copies, the largest first."""
    unmoved: dict[Bits, Bits]
    anywhere: dict[Bits, Bits]
    """What was chosen from the copies that were free."""


class TableChanges:
    """What plays change on one table, in time linear in the number of tiles.

    The tables of listed plays share their melds. So melds are known by identity, and each is compared once.
    """

    def __init__(self, before: Table, hand: Meld) -> None:
        self._tiles: list[tuple[str, Source]] = []
        self._copies: Counter[str] = Counter()
        """The set of the copies of each piece."""
        *self._before, self._hand = [self._add(tiles, source) for source, tiles in enumerate((*before, in_order(hand)))]
        self._on_table = sum(self._before)
        self._by_first: dict[str, list[Bits]] = {}
        for meld, bits in zip(before, self._before, strict=True):
            self._by_first.setdefault(meld[0].piece, []).append(bits)
        shapes = [tuple(sorted([tile.piece for tile in meld])) for meld in before]
        times = Counter(shapes)
        self._kept = {
            id(meld): bits for meld, shape, bits in zip(before, shapes, self._before, strict=True) if times[shape] == 1
        }
        """The old melds by identity, except those of the same tiles: a play from a request could be either of them."""
        self._known: dict[int, _NewMeld] = {}
        self._changes: dict[Bits, MeldChange] = {}

    def _add(self, tiles: Meld, source: Source) -> Bits:
        """Give a bit to each tile of a source, and return the set of them."""
        start = len(self._tiles)
        for tile in tiles:
            self._copies[tile.piece] += 1 << len(self._tiles)
            self._tiles.append((tile.piece, source))
        return (1 << len(self._tiles)) - (1 << start)

    def find(self, after: Table, from_hand: Meld) -> list[MeldChange]:
        """The change of each meld of the table after a legal play."""
        kept, known, changes = self._kept.get, self._known.get, self._changes.get
        taken = [kept(id(meld), 0) for meld in after]
        free = self._on_table - sum(taken) + self._find_in_hand(from_hand)
        others = [(at, known(id(after[at])) or self._compare(after[at])) for at, bits in enumerate(taken) if not bits]
        moved = []
        for at, meld in others:
            _, _, copies, _, unmoved, _ = meld  # faster than by name
            near = free & copies
            bits = unmoved.get(near)
            if bits is None:
                bits = self._find_unmoved(meld, near)
            if bits:
                taken[at] = bits
                free -= bits
            else:
                moved.append((at, meld))
        for at, meld in moved:
            _, tiles, copies, _, _, anywhere = meld
            near = free & copies
            if near.bit_count() > len(tiles):
                near = anywhere.get(near) or self._find_anywhere(meld, near)
            taken[at] = near
            free -= near
        return [changes(bits) or self._describe(bits) for bits in taken]

    def _find_in_hand(self, tiles: Meld) -> Bits:
        """The physical tiles of the hand that are played."""
        free = self._hand
        for tile in tiles:
            copies = self._copies[tile.piece] & free
            free -= copies & -copies
        return self._hand - free

    def _compare(self, meld: Meld) -> _NewMeld:
        """The meld with the old tiles and melds that it can have. Such an old meld starts with one of its tiles."""
        pieces = [tile.piece for tile in meld]
        tiles = [self._copies[piece] for piece in pieces]
        copies = sum(set(tiles))
        candidates = [whole for piece in set(pieces) for whole in self._by_first.get(piece, ())]
        wholes = sorted(
            [whole for whole in candidates if not whole & ~copies], key=lambda bits: (-bits.bit_count(), bits)
        )
        compared = self._known[id(meld)] = _NewMeld(meld, tiles, copies, wholes, {}, {})
        return compared

    def _find_unmoved(self, meld: _NewMeld, free: Bits) -> Bits:
        """A whole old meld and tiles of the hand, or tiles of the hand alone; none if the meld is not made of them."""
        for whole in (*meld.wholes, 0):
            bits = 0 if whole & ~free else _choose(meld.tiles, whole, free & self._hand)
            if bits and not whole & ~bits:
                break
        else:
            bits = 0
        meld.unmoved[free] = bits
        return bits

    def _find_anywhere(self, meld: _NewMeld, free: Bits) -> Bits:
        """Free tiles: of several copies one of the source that has the most tiles of the meld."""
        shares = Counter(map(self._source, _split(free)))
        taken = 0
        for copies in meld.tiles:
            taken += max(_split(copies & free & ~taken), key=lambda bit: shares[self._source(bit)])
        meld.anywhere[free] = taken
        return taken

    def _source(self, bit: Bits) -> Source:
        return self._tiles[bit.bit_length() - 1][1]

    def _describe(self, bits: Bits) -> MeldChange:
        """The change of a meld of these physical tiles."""
        tiles = [self._tiles[bit.bit_length() - 1] for bit in _split(bits)]
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


def _choose(tiles: list[Bits], first: Bits, then: Bits) -> Bits:
    """A copy of each tile from one set or else from another; none if a tile has no copy in them."""
    taken = 0
    for copies in tiles:
        found = copies & first or copies & then
        if not found:
            return 0
        bit = found & -found
        first &= ~bit
        then &= ~bit
        taken += bit
    return taken


def _split(bits: Bits) -> Iterator[Bits]:
    """Each bit, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits -= lowest
