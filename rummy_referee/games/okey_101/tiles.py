"""The options of Okey 101, and what an opening is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rummy_referee.engine.round_wild_arrange import RoundWildArranger
from rummy_referee.melds.judgement import Judge
from rummy_referee.rules.indicator import melds_of
from rummy_referee.rules.options import choice, flag, whole_number
from rummy_referee.rules.turns import Table
from rummy_referee.tiles.tile import Tile

HAND = 21
PENALTY = 101
MELDS, PAIRS = "melds", "pairs"
FEWEST_PAIRS = 5
OKEY_DISCARDED, PLAYABLE_DISCARDED = "okey_discarded", "playable_discarded"
PENALTIES = (OKEY_DISCARDED, PLAYABLE_DISCARDED, "false_opening", "tile_put_back")
MOST_PENALTIES = 50


@dataclass(frozen=True, slots=True)
class Okey101Options:
    """What players agree on before a game."""

    opening_minimum: int = whole_number(101, minimum=1, maximum=500)
    raising: bool = flag(False)
    play_on_after_opening: bool = flag(False)
    take_free_when_opened: bool = flag(False)
    okey_discard_penalty: int = whole_number(101, minimum=0, maximum=1000, scores=True)
    playable_discard_penalty: int = whole_number(101, minimum=0, maximum=1000, scores=True)
    unopened_points: int = whole_number(202, minimum=0, maximum=1000, scores=True)
    multipliers: Literal["stack", "once", "none"] = choice("stack", "once", "none", scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)


@lru_cache(maxsize=52)
def arranger_of(wild: Tile) -> RoundWildArranger:
    """Arranges tiles in runs and groups in a round with this wild tile."""
    return RoundWildArranger(melds_of(wild))


def value_of(judge: Judge, melds: Table) -> int:
    """What runs and groups are worth, each in the best reading."""
    return sum(judge(meld).value or 0 for meld in melds)


def find_minimum(options: Okey101Options, openings: Sequence[tuple[str, int]]) -> tuple[int, int]:
    """What an opening needs: the points of runs and groups, and the number of pairs; more than the others if raised."""
    highest = [max((value for kind, value in openings if kind == one), default=-1) for one in (MELDS, PAIRS)]
    if not options.raising:
        return options.opening_minimum, FEWEST_PAIRS
    return max(options.opening_minimum, highest[0] + 1), max(FEWEST_PAIRS, highest[1] + 1)
