"""The sets of tiles of a hand that form melds, extend one, or are pairs. Okeys are counted apart."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from rummy_referee.cached_property import cached_property
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.rules.indicator import COLOURS, NUMBERS, WITH_JOKERS, Face, HandByFace
from rummy_referee.rules.turns import Meld
from rummy_referee.tiles.box import JOKER

Chosen = tuple[frozenset[Face], int]
"""Different faces, and a number of okeys."""


class HandTiles(HandByFace):
    """A hand by face, and what can be laid from it."""

    @cached_property
    def held(self) -> int:
        """The faces of the hand as bits."""
        return _to_bits(face for face, count in self.faces.items() if count)

    def generate_melds(self) -> Iterator[Meld]:
        """Every set of tiles of the hand that is a run or a group, each once."""
        found: dict[Chosen, None] = {}
        for size, rows in _ROWS.items():
            possible = [faces for bits, faces in rows if (bits & self.held).bit_count() >= size - self.okeys]
            if not possible:
                break  # without a tile at its end, a longer run is one of this size
            for faces in possible:
                self._choose(faces, size, min(self.okeys, size - 1), found)
        return (self.name(faces, okeys) for faces, okeys in sorted(found, key=self._order))

    def _choose(self, faces: Sequence[Face], size: int, okeys: int, found: dict[Chosen, None]) -> None:
        """Add every set of this size of these faces, as far as the hand has them, and up to so many okeys."""
        held = [face for face in faces if face in self.faces]
        for used in range(max(size - len(held), 0), min(okeys, size) + 1):
            for chosen in combinations(held, size - used):
                found[frozenset(chosen), used] = None

    def generate_pairs(self) -> Iterator[Meld]:
        """Every pair of the hand, each once."""
        for face in sorted(self.faces, key=self._place):
            if self.faces[face] > 1:
                yield self.name([face, face], 0)
            if self.okeys:
                yield self.name([face], 1)
        if self.okeys > 1:
            yield self.name([], 2)

    def generate_additions(self, meld: Meld, melds: JokerMelds) -> Iterator[Meld]:
        """Every set of tiles of the hand that can be added to a meld of translated tiles."""
        fixed = frozenset([(tile.colour, tile.number) for tile in meld if tile.colour])
        found: dict[Chosen, None] = {}
        near, rows = _rows_around(fixed, len(meld))
        for bits, faces in rows if self.okeys or near & self.held else ():
            more = len(faces) + len(fixed) - len(meld)
            if (bits & self.held).bit_count() >= more - self.okeys:
                self._choose(faces, more, self.okeys, found)
        for new, okeys in sorted(found, key=self._order):
            added = [WITH_JOKERS.faces[face] for face in new] + [WITH_JOKERS.tiles[JOKER]] * okeys
            if melds.judge((*meld, *added)).valid:
                yield self.name(new, okeys)

    def _place(self, face: Face) -> int:
        return self.tile_of(face).order

    def _order(self, chosen: Chosen) -> tuple[int, list[int], int]:
        faces, okeys = chosen
        return len(faces) + okeys, sorted(map(self._place, faces)), okeys


def _to_bits(faces: Iterable[Face]) -> int:
    return sum(1 << COLOURS.index(colour) * len(NUMBERS) + number for colour, number in faces)


Rows = list[tuple[int, tuple[Face, ...]]]
"""Runs and groups, with their faces as bits."""


@lru_cache(maxsize=4096)
def _rows_around(fixed: frozenset[Face], size: int) -> tuple[int, Rows]:
    """Of every run and group with these faces and of more than this size: the other faces.

    The first number has the bits of those of one tile more: every addition has one of them, or an okey.
    """
    near, found = 0, Rows()
    for larger in range(size + 1, len(NUMBERS) + 1):
        for _, faces in _ROWS.get(larger, ()):
            if fixed.issubset(faces):
                others = tuple([face for face in faces if face not in fixed])
                found.append((_to_bits(others), others))
                near |= _to_bits(others) if larger == size + 1 else 0
    return near, found


def _write_rows() -> Iterator[tuple[Face, ...]]:
    for size in range(SHORTEST_MELD, len(NUMBERS) + 1):
        for colour in COLOURS:
            for start in range(len(NUMBERS) - size + 1):
                yield tuple((colour, number) for number in NUMBERS[start : start + size])
        for number in NUMBERS if size <= len(COLOURS) else ():
            for colours in combinations(COLOURS, size):
                yield tuple((colour, number) for colour in colours)


_ROWS: dict[int, Rows] = {}
"""Every run and every group, written out, by size."""
for _faces in _write_rows():
    _ROWS.setdefault(len(_faces), []).append((_to_bits(_faces), _faces))
