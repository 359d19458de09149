"""Ways in which a hand of Gin-Rummy may come to lie that differ in alike colours only: one of them will do."""

from collections.abc import Hashable, Sequence

from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.ways import Melds, Standing, Way


class AlikeWays:
    """Names ways, so that those have one name of which the one can be if the other can.

    Of what others hold it matters which tiles these are, and which of them are runs, which may be made longer. So all
    that matters is told colour by colour, and alike colours change places.
    """

    def __init__(self, colours: Sequence[str], standing: Standing) -> None:
        """``colours`` are alike before anything is filled. Those stay so of which nothing lies or is gone."""
        lying = {tile.colour for meld in standing.lying for tile in meld}
        alike = [
            colour
            for colour in colours
            if colour not in lying
            and all(standing.left[BOX.tiles[f"{colour}{number}"]] == BOX.copies for number in BOX.numbers)
        ]
        self._colours = tuple(alike) if len(alike) > 1 else ()
        self._others = tuple(colour for colour in BOX.colours if colour not in self._colours)
        self._by_colour: dict[object, dict[str, tuple[int, ...]]] = {}

    def name(self, way: Way) -> Hashable:
        """The name of a way."""
        if not self._colours:
            return way[:4]
        parts = [self._part(way.fill), *map(self._part, way.held)]
        ends: dict[str, tuple[int, ...]] = dict.fromkeys(BOX.colours, ())
        for helper, colour, number, step in way.table:
            ends[colour] += (helper, number, step)
        name = [(*[part[colour] for part in parts], ends[colour]) for colour in self._others]
        alike = [(*[part[colour] for part in parts], ends[colour]) for colour in self._colours]
        return (way.undecided, *name, *sorted(alike))

    def _part(self, tiles: Fill | Melds) -> dict[str, tuple[int, ...]]:
        """By colour the numbers of the tiles, and from where to where there are runs."""
        if tiles not in self._by_colour:
            numbers: dict[str, list[int]] = {colour: [] for colour in BOX.colours}
            runs: dict[str, list[int]] = {colour: [] for colour in BOX.colours}
            for held in tiles:
                meld = (held,) if isinstance(held, Tile) else held
                for tile in meld:
                    numbers[tile.colour].append(tile.number)
                if not isinstance(held, Tile) and len({tile.colour for tile in meld}) == 1:
                    own = [tile.number for tile in meld]
                    runs[meld[0].colour] += [-min(own), -max(own)]
            self._by_colour[tiles] = {colour: (*sorted(numbers[colour]), *runs[colour]) for colour in BOX.colours}
        return self._by_colour[tiles]
