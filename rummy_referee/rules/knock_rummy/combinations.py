"""The melds of a box without jokers, and how a hand is melded and laid off."""

from collections.abc import Mapping
from dataclasses import dataclass

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.deadwood.lay_offs import LayOffs
from rummy_referee.engine.deadwood.minimum import MinimumDeadwood
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.rules.turns import Meld
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

HAND = 10
"""The tiles of a hand; a player who has taken one holds one more."""


@dataclass(frozen=True, eq=False)
class Combinations:
    """What hands of a box can be laid down as. Each game makes it once."""

    box: Box

    @cached_property
    def melds(self) -> JokerMelds:
        """Runs of one colour, ace low, and groups."""
        return JokerMelds(self.box)

    @cached_property
    def arranger(self) -> JokerArranger:
        """Arranges piles of tiles."""
        return JokerArranger(self.melds)

    @cached_property
    def deadwood(self) -> MinimumDeadwood:
        """Melds hands with the minimum deadwood."""
        return MinimumDeadwood(self.box)

    @cached_property
    def lay_offs(self) -> LayOffs:
        """Melds hands and lays them off with the minimum deadwood."""
        return LayOffs(self.box)

    @cached_property
    def tiles(self) -> Mapping[Tile, int]:
        """All tiles of the box, and how many there are of each."""
        return {self.box.tiles[piece]: copies for piece, copies in self.box.holds.items()}

    @cached_property
    def free_melds(self) -> tuple[Meld, ...]:
        """The melds that a player lays down freely: a run of six or more counts as two."""
        return tuple(self.lay_offs.counted.melds.values())

    @cached_property
    def max_points(self) -> int:
        """An upper bound on the deadwood of any hand."""
        return (HAND + 1) * max(self.box.points.values())
