"""The tiles of Gin-Rummy, its combinations, and what is agreed on before the game."""

from dataclasses import dataclass

from service.engine.arrange import Arranger, JokerArranger
from service.engine.deadwood.minimum import MinimumDeadwood
from service.melds.joker_melds import JokerMelds
from service.melds.judgement import Judge
from service.rules.options import flag, whole_number
from service.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
MELDS = JokerMelds(BOX)
ARRANGER = JokerArranger(MELDS)
LEAST = MinimumDeadwood(BOX, {number: number for number in BOX.numbers})
"""Finds the melds that leave the least; a tile counts its number."""


@dataclass(frozen=True, slots=True)
class GinRummyOptions:
    """What a table may agree on: how strictly the Little Gin is read, and when the game is over."""

    little_gin_before_take_only: bool = flag(False)
    target: int | None = whole_number(None, minimum=1, maximum=100_000)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)


def judge_for(_options: GinRummyOptions) -> Judge:
    """A meld is one whatever was agreed."""
    return MELDS.judge


def arranger_for(_options: GinRummyOptions) -> Arranger:
    """Loose tiles are arranged alike whatever was agreed."""
    return ARRANGER.arrange
