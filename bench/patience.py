"""How often a player who waits wins: mirrored rounds of games with a table, against the best move of the turn.

``python -m bench.patience``. Each deal is played once from every seat, and these rounds count as one measurement.
"""

import math
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from bench.figures import format_number, format_table, p99
from bench.page import describe_machine, write_part
from rummy_referee import games

GAMES = {"rummikub": (2, 3, 4), "machiavelli": (2, 4)}
STRENGTHS = (2, 3, 4, 5)
DEALS = {"rummikub": 100, "machiavelli": 40}
NAMES = ("Ada", "Bo", "Cy", "Di")

PART = """\
## Waiting

Written by `python -m bench.patience`. One player follows the advice `win`, the others the best move of `tiles`, as
strength 1 does. Each deal is played from every seat; the interval of 95% is that of the mean over deals.
**won** is the share of the rounds (equal players: 50, 33 and 25%), **points** the mean points of the player in a round,
**ms** the 99th percentile of the CPU time of a decision. {machine}.

{table}
"""


@dataclass(slots=True)
class Waiting:
    """A player of a strength against others who do not wait."""

    variant: str
    players: int
    strength: int
    won: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    def play_deal(self, deal: int) -> None:
        """The rounds of a deal."""
        names, shares = NAMES[: self.players], []
        for own in names:
            scores = {score.player: score.points.low for score in self._play_round(names, deal, own).scores()}
            best = [name for name in names if scores[name] == max(scores.values())]
            shares.append((own in best) / len(best))
            self.points.append(scores[own])
        self.won.append(sum(shares) / len(shares))

    def _play_round(self, names: tuple[str, ...], deal: int, own: str) -> Any:
        round_: Any = games[self.variant].deal(names, deal, starter=names[deal % self.players])
        while not round_.over:
            position = round_.position
            if round_.turn == own:
                start = process_time()
                best = position.strong(self.strength).best
                self.milliseconds.append(1000 * (process_time() - start))
            else:
                best = position.best()
            if best.move is None:
                break
            round_ = round_.play(best.move)
        return round_

    def row(self) -> list[str]:
        """A row of the table."""
        mean = sum(self.won) / len(self.won)
        variance = sum((share - mean) ** 2 for share in self.won) / max(len(self.won) - 1, 1)
        share = f"{100 * mean:.1f}% ± {196 * math.sqrt(variance / len(self.won)):.1f}"
        points = f"{sum(self.points) / len(self.points):.1f}"
        return [
            self.variant,
            str(self.players),
            str(self.strength),
            str(len(self.won)),
            share,
            points,
            format_number(p99(self.milliseconds)),
        ]


def main() -> None:
    """Measure and write the part."""
    rows = []
    for variant, numbers in GAMES.items():
        for players in numbers:
            for strength in STRENGTHS:
                waiting = Waiting(variant, players, strength)
                for deal in range(DEALS[variant]):
                    waiting.play_deal(deal)
                rows.append(waiting.row())
                print(*rows[-1], flush=True)
    table = format_table(["game", "players", "strength", "deals", "won", "points", "ms"], rows)
    write_part("waiting", PART.format(machine=describe_machine(), table=table))


if __name__ == "__main__":
    main()
