"""How likely a player is to win a game of two from the points that both still need."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

CERTAIN = 10_000
"""The value of a game that is won; a chance is a part of it."""

GRID = 40
"""The table has this many steps up to the target on each side."""

GAINS = ((3, 0.16), (8, 0.24), (14, 0.18), (20, 0.12), (27, 0.14), (35, 0.09), (48, 0.07))
"""What the winner of a round gains, and how often."""


@lru_cache(maxsize=256)
def value_points(own: int, other: int, target: int, most: int, bonus: int = 0) -> Sequence[int]:
    """The chance to win the game after a round with each number of points, from ``-most`` to ``most``.

    A negative number is what the other player gains; who gains less has the bonus. ``own`` and ``other`` are the totals
    before the round.
    """
    needs, others_needs, step = target - own, target - other, target / GRID
    table = _find_chances(step)
    return tuple(
        _look_up(
            table,
            (needs - max(points, 0) - bonus * (points < 0)) / step,
            (others_needs + min(points, 0) - bonus * (points > 0)) / step,
        )
        for points in range(-most, most + 1)
    )


def _look_up(table: Sequence[Sequence[float]], own: float, other: float) -> int:
    """Between the entries of the table, by linear interpolation. Of two beyond the target, the higher total wins."""
    if own <= 0 or other <= 0:
        return CERTAIN // 2 if own == other else CERTAIN * (own < other)
    low, other_low = min(int(own), GRID - 1), min(int(other), GRID - 1)
    part, other_part = own - low, other - other_low
    near = table[low][other_low] * (1 - other_part) + table[low][other_low + 1] * other_part
    far = table[low + 1][other_low] * (1 - other_part) + table[low + 1][other_low + 1] * other_part
    return round(CERTAIN * (near * (1 - part) + far * part))


@lru_cache
def _find_chances(step: float) -> Sequence[Sequence[float]]:
    """The chance of a player who needs ``own`` steps against one who needs ``other``; both win rounds equally often.

    Dynamic programming: a gain between two steps counts as either, so that its mean is right. With a gain of no step
    nothing changes, so the chance is that of the other gains.
    """
    gains: dict[int, float] = {}
    for points, share in GAINS:
        steps, part = divmod(points / step, 1)
        for whole, weight in ((int(steps), share * (1 - part)), (int(steps) + 1, share * part)):
            gains[whole] = gains.get(whole, 0) + weight / 2
    stays = 2 * gains.pop(0, 0)
    table = [[0.0 if own else 0.5 for _ in range(GRID + 1)] for own in range(GRID + 1)]
    for own, other in product(range(GRID + 1), repeat=2):
        if own and other:
            won = sum(share * table[max(own - gain, 0)][other] for gain, share in gains.items())
            lost = sum(share * table[own][max(other - gain, 0)] for gain, share in gains.items())
            table[own][other] = (won + lost) / (1 - stays)
        else:
            table[own][other] = 0.5 if own == other else float(not own)
    return table
