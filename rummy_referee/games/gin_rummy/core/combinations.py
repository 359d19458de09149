"""The tiles of Gin-Rummy, its melds and its options."""

from dataclasses import dataclass

from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.options import flag, whole_number
from rummy_referee.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
COMBINATIONS = Combinations(BOX)
DEADWOOD = COMBINATIONS.deadwood


@dataclass(frozen=True, slots=True)
class GinRummyOptions:
    """Whether a Little Gin is allowed after taking a tile, and when the game is over."""

    little_gin_before_take_only: bool = flag(False, scores=True)
    target: int | None = whole_number(None, minimum=1, maximum=100_000, scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)
