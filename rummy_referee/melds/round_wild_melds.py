"""Melds of a round in which some tiles are wild: each of them stands for any tile, or for itself.

A meld is translated to one with jokers: a wild tile is a joker, and a tile with the face of another is that tile. In
the readings, a wild tile that lies in its own place stands for itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rummy_referee.faults import Fault
from rummy_referee.melds.faults import pin_unfit
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.judgement import KINDS, RUN, Judgement, Reading, judge_cached
from rummy_referee.tiles.box import JOKER, Box
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, eq=False)
class RoundWildMelds:
    """The melds of a round. ``wild`` are the pieces that are wild in it, besides jokers.

    Where no other tile than wild ones lies in a meld, one of them stands for itself.
    """

    box: Box
    melds: JokerMelds
    """The melds of the same tiles with jokers, in a box with the same codes of tiles."""
    wild: frozenset[str]
    faces: Mapping[str, str] = field(default_factory=dict)
    """Pieces that are the same as another one."""
    values: bool = True
    """Whether melds have a value."""
    purity: bool = False
    """Whether a run is pure or not: pure if no tile in it stands for another."""

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """Every reading of the tiles, or every fault."""
        return judge_cached(self._judge, tuple(tiles))

    def is_wild(self, tile: Tile) -> bool:
        """Whether a tile is wild in this round."""
        return tile.piece in self.wild or tile.piece == JOKER

    def translate(self, tile: Tile) -> Tile:
        """The tile with jokers instead of wild tiles; a wild tile pinned to itself is the real one."""
        codes = self.melds.box.tiles
        if not self.is_wild(tile):
            return codes[self.faces.get(tile.piece, tile.piece)]
        face = tile.pinned_to
        if face is None:
            return codes[JOKER]
        return codes[face.code if face.code == tile.piece else f"{JOKER}={face.code}"]

    def find_anchors(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Of tiles all of which are wild: each different one that can stand for itself."""
        return list({tile.piece: tile for tile in tiles if tile.pinned_to is None and tile.piece in self.wild}.values())

    def name(self, faces: Iterable[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The tiles of a meld in the order of a reading of the translated ones, the wild ones pinned.

        A wild tile whose place is in the meld lies there; the others follow in canonical order.
        """
        given = {self.translate(tile): tile for tile in tiles if tile.pinned_to or not self.is_wild(tile)}
        placed = [(tile.face.code, given.pop(tile, None)) for tile in faces]
        roles = {code for code, tile in placed if tile is None}
        free = sorted(
            (tile for tile in tiles if not tile.pinned_to and self.is_wild(tile)), key=lambda tile: tile.order
        )
        own = {tile.piece: tile for tile in free if tile.piece in roles}
        for tile in own.values():
            free.remove(tile)
        return tuple(
            [tile or self.box.tiles[f"{(own.get(code) or free.pop(0)).piece}={code}"] for code, tile in placed]
        )

    def _judge(self, tiles: tuple[Tile, ...]) -> Judgement:
        unfit = [tile for tile in tiles if tile.pinned_to and not self.is_wild(tile)]
        if unfit:
            return Judgement(faults=(pin_unfit(tiles=[tile.code for tile in unfit]),))
        readings = self._find_readings(tiles)
        return Judgement(readings=readings) if readings else Judgement(faults=self._find_faults(tiles))

    def _find_readings(self, tiles: tuple[Tile, ...]) -> tuple[Reading, ...]:
        found: dict[tuple[str, tuple[str, ...]], Reading] = {}
        for translated in self._translate(tiles):
            for reading in self.melds.judge(translated).readings:
                key = reading.kind, tuple([tile.face.code for tile in reading.tiles])
                if key not in found:
                    found[key] = self._restore(reading, tiles)
        return tuple(sorted(found.values(), key=_rank))

    def _translate(self, tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
        """The translated tiles; if all are wild, once for each that can stand for itself."""
        translated = tuple(map(self.translate, tiles))
        if not all(tile.wild for tile in translated):
            return [translated]
        anchored = []
        for anchor in self.find_anchors(tiles):
            place = tiles.index(anchor)
            real = self.melds.box.tiles[self.faces.get(anchor.piece, anchor.piece)]
            anchored.append((*translated[:place], real, *translated[place + 1 :]))
        return anchored

    def _restore(self, reading: Reading, tiles: tuple[Tile, ...]) -> Reading:
        named = self.name(reading.tiles, tiles)
        is_pure = reading.kind == RUN and all(tile.face.code == tile.piece for tile in named)
        return Reading(
            reading.kind,
            named,
            reading.value if self.values else None,
            is_pure if self.purity and reading.kind == RUN else None,
        )

    def _find_faults(self, tiles: tuple[Tile, ...]) -> tuple[Fault, ...]:
        pinned = [tile for tile in tiles if tile.pinned_to]
        if pinned and self._find_readings(tuple([self.box.tiles[tile.piece] for tile in tiles])):
            return (pin_unfit(tiles=[tile.code for tile in pinned]),)
        free = [replace_pin(self.box, tile) for tile in tiles]
        options = self._translate(tuple(free)) or [tuple(map(self.translate, free))]
        return self.melds.judge(options[0]).faults


def replace_pin(box: Box, tile: Tile) -> Tile:
    """The tile without its pin."""
    return box.tiles[tile.piece] if tile.pinned_to else tile


def _rank(reading: Reading) -> tuple[bool, int, int, list[int]]:
    """Pure readings first, then by descending value, then by kind, then by the tiles they stand for."""
    return (
        not reading.pure,
        -(reading.value or 0),
        KINDS.index(reading.kind),
        [tile.face.order for tile in reading.tiles],
    )
