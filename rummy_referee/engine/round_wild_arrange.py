"""Arranging loose tiles in a round in which some are wild: the translated pile is arranged, and named again."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from rummy_referee.engine.arrange import Arrangement, JokerArranger, canonical_arrangement
from rummy_referee.melds.joker_melds import is_free
from rummy_referee.melds.round_wild_melds import RoundWildMelds
from rummy_referee.tiles.tile import Tile

MOST_OF_A_NUMBER = 15
"""The most tiles of a number that the search counts, jokers included."""


class RoundWildArranger:
    """Arranges piles of tiles some of which are wild.

    As long as another tile lies in a meld, a wild tile is never worse as a joker than as itself. In a pile of wild
    tiles alone, every choice of those that stand for themselves is tried.
    """

    def __init__(self, melds: RoundWildMelds) -> None:
        self._melds = melds
        self._arranger = JokerArranger(melds.melds)

    def arrange(self, tiles: Sequence[Tile], every: bool) -> Arrangement:
        """Arrange every tile, or the most tiles."""
        melds = self._melds
        unfit = [tile for tile in tiles if tile.pinned_to and not melds.is_wild(tile)]
        if unfit and every:
            return Arrangement((), tuple(tiles))
        fit = [tile for tile in tiles if not tile.pinned_to or melds.is_wild(tile)]
        if any(not melds.translate(tile).wild for tile in fit):
            return self._arrange(tiles, fit, [], every)
        anchors = melds.find_anchors(fit)
        found = [
            self._arrange(tiles, fit, list(chosen), every)
            for size in range(len(anchors) + 1)
            for chosen in combinations(anchors, size)
        ]
        return min(found, key=lambda arrangement: len(arrangement.left))

    def _arrange(self, tiles: Sequence[Tile], fit: Sequence[Tile], anchors: list[Tile], every: bool) -> Arrangement:
        """Arrange the translated tiles, with the anchors as themselves, and name the tiles of the melds."""
        melds = self._melds
        pile: dict[Tile, list[Tile]] = {}
        """The tiles by what they are translated to."""
        waiting = list(anchors)
        for tile in fit:
            translated = melds.translate(tile)
            if tile in waiting:
                waiting.remove(tile)
                translated = melds.melds.box.tiles[melds.faces.get(tile.piece, tile.piece)]
            pile.setdefault(translated, []).append(tile)
        spare = _set_aside(pile)
        found = self._arranger.arrange([key for key, own in pile.items() for _ in own], every and not spare)
        named = []
        for meld in found.melds:
            faces = {tile.face.code for tile in melds.melds.judge(meld).readings[0].tiles}
            named.append([_take(pile[tile], faces) for tile in meld])
        for tile in spare:
            longer = next((meld for meld in named if melds.judge((*meld, tile)).valid), None)
            if longer is not None:
                longer.append(tile)
        arranged = canonical_arrangement(tiles, named, melds.judge, proven=found.proven)
        return replace(arranged, proven=arranged.proven and not (spare and arranged.left))


def _set_aside(pile: dict[Tile, list[Tile]]) -> list[Tile]:
    """Take the free wild tiles out of a pile that are too many for the search: they are added to its melds."""
    numbers = Counter(tile.number for tile, own in pile.items() for _ in own if tile.number)
    most = MOST_OF_A_NUMBER - max(numbers.values(), default=0)
    joker = next((tile for tile in pile if is_free(tile)), None)
    if joker is None:
        return []
    spare = pile[joker][max(most, 0) :]
    del pile[joker][max(most, 0) :]
    return spare


def _take(tiles: list[Tile], faces: set[str]) -> Tile:
    """A tile, one whose own place is in the meld if there is one."""
    chosen = next((tile for tile in tiles if tile.piece in faces), tiles[0])
    tiles.remove(chosen)
    return chosen
