"""The tiles of Gin-Rummy, its melds and its options."""

from dataclasses import dataclass

from service.engine.arrange import JokerArranger
from service.engine.deadwood.lay_offs import LayOffs
from service.engine.deadwood.minimum import MinimumDeadwood
from service.melds.joker_melds import JokerMelds
from service.rules.options import flag, whole_number
from service.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)
DEADWOOD = MinimumDeadwood(BOX)
LAY_OFFS = LayOffs(BOX)


@dataclass(frozen=True, slots=True)
class GinRummyOptions:
    """Whether a Little Gin is allowed after taking a tile, and when the game is over."""

    little_gin_before_take_only: bool = flag(False)
    target: int | None = whole_number(None, minimum=1, maximum=100_000)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)
