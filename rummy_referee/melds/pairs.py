"""Pairs of equal tiles beside other melds."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy_referee.melds.faults import meld_too_short, pair_differs, pin_unfit
from rummy_referee.melds.judgement import PAIR, Judge, Judgement, Reading, judge_cached
from rummy_referee.melds.round_wild_melds import RoundWildMelds
from rummy_referee.tiles.tile import Tile

SIZE = 2


def is_pair(judge: Judge, meld: Sequence[Tile]) -> bool:
    """Whether a meld is a pair."""
    readings = judge(meld).readings
    return bool(readings) and readings[0].kind == PAIR


@dataclass(frozen=True, eq=False)
class MeldsOrPairs:
    """The melds of a round, and pairs: two tiles of one colour and number. A wild tile stands for any tile in them."""

    melds: RoundWildMelds

    def judge(self, tiles: Sequence[Tile]) -> Judgement:
        """Every reading of the tiles, or every fault."""
        return judge_cached(self._judge, tuple(tiles))

    def _judge(self, tiles: tuple[Tile, ...]) -> Judgement:
        if len(tiles) > SIZE:
            return self.melds.judge(tiles)
        unfit = [tile.code for tile in tiles if tile.pinned_to and not self.melds.is_wild(tile)]
        if unfit:
            return Judgement(faults=(pin_unfit(tiles=unfit),))
        if len(tiles) < SIZE:
            return Judgement(faults=(meld_too_short(minimum=SIZE, actual=len(tiles)),))
        faces = {self.find_face(tile) for tile in tiles} - {None}
        if len(faces) > 1:
            return Judgement(faults=(pair_differs(tiles=[tile.code for tile in tiles]),))
        face = next(iter(faces), None)
        ordered = sorted(tiles, key=lambda tile: (self.melds.is_wild(tile), tile.order))
        return Judgement(readings=(Reading(PAIR, tuple([self._pin(tile, face) for tile in ordered]), None),))

    def find_face(self, tile: Tile) -> str | None:
        """The tile that a tile is the same as; None for a wild one that is not pinned."""
        if self.melds.is_wild(tile):
            return tile.pinned_to.code if tile.pinned_to else None
        return self.melds.faces.get(tile.piece, tile.piece)

    def _pin(self, tile: Tile, face: str | None) -> Tile:
        return self.melds.box.tiles[f"{tile.piece}={face or tile.piece}"] if self.melds.is_wild(tile) else tile
