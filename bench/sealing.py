"""What sealing a round costs: `python -m bench.sealing`. The limit is 0.1 ms for a call, which opens or seals."""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from rummy_referee import games
from service.operations.sealing import SealedRound, Seals, open_round, use_seals
from service.settings import parse_round_keys

TIMES = 1000
MOVES = 12


def measure(call: Callable[[], object]) -> float:
    """The median time of a call in milliseconds."""
    times = []
    for _ in range(TIMES):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return 1000 * median(times)


def main() -> None:
    """Print a row for each game."""
    for variant, game in games.items():
        round_ = game.deal(game.players[0], seed=5)
        for _ in range(MOVES):
            after = round_.play(round_.position.best().move)
            if after.over:
                break
            round_ = after
        sealed = SealedRound(round_)
        token = sealed.seal()
        seal, opened = measure(sealed.seal), measure(partial(open_round, token))
        sys.stdout.write(f"| {variant} | {len(token)} | {seal:.3f} | {opened:.3f} |\n")


if __name__ == "__main__":
    with use_seals(Seals(parse_round_keys("bench:" + "1f" * 32))):
        main()
