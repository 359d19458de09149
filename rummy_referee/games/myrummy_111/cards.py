"""The cards of MyRummy 111 and its options."""

from dataclasses import dataclass

from rummy_referee.melds.stretches import Stretches
from rummy_referee.rules.options import whole_number, whole_numbers
from rummy_referee.tiles.box import Box

BOX = Box(colours="", numbers=range(2, 112), copies=1, symbols=range(1, 5))
MELDS = Stretches()


@dataclass(frozen=True, slots=True)
class MyRummy111Options:
    """What players may agree on: larger hands (95: all cards besides a hand of 12 and the middle), and the end."""

    hand_sizes: tuple[int, ...] | None = whole_numbers(sizes=range(2, 6), minimum=12, maximum=95, scores=True)
    target: int = whole_number(60, minimum=1, maximum=100_000, scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)
