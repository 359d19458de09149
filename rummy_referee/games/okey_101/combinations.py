"""The sets of tiles of a hand that form melds, extend one, or are pairs. Okeys are counted apart."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.rules.indicator import COLOURS, NUMBERS, WITH_JOKERS, Face, HandByFace
from rummy_referee.rules.turns import Meld
from rummy_referee.tiles.box import JOKER

Chosen = tuple[frozenset[Face], int]
"""Different faces, and a number of okeys."""


class HandTiles(HandByFace):
    """A hand by face, and what can be laid from it."""

    def generate_melds(self) -> Iterator[Meld]:
        """Every set of tiles of the hand that is a run or a group, each once."""
        found: dict[Chosen, None] = {}
        for faces in _rows():
            held = [face for face in faces if self.faces[face]]
            for okeys in range(min(self.okeys, len(faces) - 1) + 1):
                if len(faces) - okeys <= len(held):
                    for chosen in combinations(held, len(faces) - okeys):
                        found[frozenset(chosen), okeys] = None
        return (self.name(faces, okeys) for faces, okeys in sorted(found, key=self._order))

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
        fixed = {(tile.colour, tile.number) for tile in meld if tile.colour}
        found: dict[Chosen, None] = {}
        for faces in _rows():
            more = len(faces) - len(meld)
            if more < 1 or not fixed <= set(faces):
                continue
            held = [face for face in faces if face not in fixed and self.faces[face]]
            for okeys in range(min(self.okeys, more) + 1):
                if more - okeys <= len(held):
                    for chosen in combinations(held, more - okeys):
                        found[frozenset(chosen), okeys] = None
        for new, okeys in sorted(found, key=self._order):
            added = [WITH_JOKERS.faces[face] for face in new] + [WITH_JOKERS.tiles[JOKER]] * okeys
            if melds.judge((*meld, *added)).valid:
                yield self.name(new, okeys)

    def _place(self, face: Face) -> int:
        return self.tile_of(face).order

    def _order(self, chosen: Chosen) -> tuple[int, list[int], int]:
        faces, okeys = chosen
        return len(faces) + okeys, sorted(map(self._place, faces)), okeys


def _rows() -> Sequence[tuple[Face, ...]]:
    """Every run and every group, written out."""
    return _ROWS


def _write_rows() -> Iterator[tuple[Face, ...]]:
    for size in range(SHORTEST_MELD, len(NUMBERS) + 1):
        for colour in COLOURS:
            for start in range(len(NUMBERS) - size + 1):
                yield tuple((colour, number) for number in NUMBERS[start : start + size])
        for number in NUMBERS if size <= len(COLOURS) else ():
            for colours in combinations(COLOURS, size):
                yield tuple((colour, number) for colour in colours)


_ROWS = tuple(_write_rows())
