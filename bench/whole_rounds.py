"""Whole rounds in which every move is drawn by lot: deal, list the legal moves, play one, and so on to the end.
Then rounds of simple players, in environments for programs that play each other.

``RLCard`` is its environment for gin rummy, in Python; it also encodes what a player sees for training. ``RLCard,
game`` is the game inside it, without that. ``OpenSpiel`` is C++ behind Python. Ours is the library, in Python and C;
``ours, arena`` is its environment for PettingZoo, with the vector of what a player sees.
Sides alternate, a round each. Run ``python -m bench.whole_rounds``.
"""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

import numpy
import pyspiel
import rlcard
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

from bench.figures import format_table
from bench.page import write_part
from rummy_referee import games
from rummy_referee.arena import RoundEnv
from rummy_referee.rules.game import AnyGame

MAX_MOVES = 1000
"""Rounds of random moves need not end."""

PART = """\
## Whole rounds

Written by `make bench`. Rounds of two players in which every move is drawn by lot: deal, list all legal moves, play
one, and so on to the end. Moves a second on one core. RLCard's environment also encodes what a player sees for
training; `game` is the game inside it, without that. OpenSpiel is C++ behind Python. `ours, arena` is our environment
for PettingZoo, which writes what a player sees as numbers, too.

{table}

The same in the two environments with simple players: ours follow the best move of each turn, for which
they weigh each draw; RLCard's are its rule agents, which discard a highest card that is in no meld and knock as soon
as they can.

{simple}
"""


@dataclass(slots=True)
class Played:
    """What a side has played, and in how many seconds of CPU time."""

    game: str
    side: str
    rounds: int = 0
    moves: int = 0
    seconds: float = 0.0

    def per_second(self, number: int) -> str:
        """So many of these a second."""
        return f"{number / self.seconds:,.0f}"


def play_ours(game: AnyGame, seed: int) -> int:
    """The number of moves of one of our rounds."""
    chance, round_ = Random(seed), game.deal(2, seed)
    for move in range(MAX_MOVES):
        if round_.over:
            return move
        round_ = round_.play(chance.choice(round_.legal_moves()))
    return MAX_MOVES


def play_arena(env: RoundEnv, choose: Callable[[Any], Any], seed: int) -> int:
    """The same in our environment, with an observation before each move."""
    env.reset(seed=seed)
    for move, _ in enumerate(env.agent_iter()):
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            return move
        env.step(choose(info))
    return MAX_MOVES


def follow_best(info: Any) -> Any:
    """The best move of the turn."""
    return info["view"].position.best().move


def play_rule_agents(environment: Any, seed: int) -> int:
    """RLCard's simple players in its environment."""
    numpy.random.seed(seed)  # they draw from it
    environment.seed(seed)
    state, _ = environment.reset()
    for move in range(MAX_MOVES):
        if environment.is_over():
            return move
        state, _ = environment.step(GinRummyNoviceRuleAgent.step(state))
    return MAX_MOVES


def play_environment(environment: Any, seed: int) -> int:
    """The same in RLCard's environment."""
    chance = Random(seed)
    environment.seed(seed)
    state, _ = environment.reset()
    for move in range(MAX_MOVES):
        if environment.is_over():
            return move
        state, _ = environment.step(chance.choice(list(state["legal_actions"])))
    return MAX_MOVES


def play_game(game: Any, seed: int) -> int:
    """The same in the game of RLCard's environment."""
    chance = Random(seed)
    game.init_game()
    for move in range(MAX_MOVES):
        if game.is_over():
            return move
        game.step(chance.choice(game.judge.get_legal_actions()))
    return MAX_MOVES


def play_open_spiel(game: Any, seed: int) -> int:
    """The same in OpenSpiel, whose chance deals the cards."""
    chance, state, moves = Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    return moves


Sides = dict[tuple[str, str], Callable[[int], int]]
"""The sides of each game: from a seed to the number of moves."""


def make_sides() -> Sides:
    """The sides whose moves are drawn by lot."""
    environment = rlcard.make("gin-rummy")
    open_spiel, arena, chance = pyspiel.load_game("gin_rummy"), RoundEnv("gin-rummy-cards"), Random(1)
    return {
        ("gin-rummy-cards", "ours"): lambda seed: play_ours(games["gin-rummy-cards"], seed),
        ("gin-rummy-cards", "ours, arena"): lambda seed: play_arena(
            arena, lambda info: chance.randrange(len(info["moves"])), seed
        ),
        ("gin-rummy-cards", "RLCard"): lambda seed: play_environment(environment, seed),
        ("gin-rummy-cards", "RLCard, game"): lambda seed: play_game(environment.game, seed),
        ("gin-rummy-cards", "OpenSpiel"): lambda seed: play_open_spiel(open_spiel, seed),
        ("rummikub", "ours"): lambda seed: play_ours(games["rummikub"], seed),
    }


def make_simple_sides() -> Sides:
    """The environments with simple players."""
    environment, arena = rlcard.make("gin-rummy"), RoundEnv("gin-rummy-cards")
    return {
        ("gin-rummy-cards", "ours, arena"): lambda seed: play_arena(arena, follow_best, seed),
        ("gin-rummy-cards", "RLCard"): lambda seed: play_rule_agents(environment, seed),
    }


def measure_rounds(sides: Sides, rounds: int) -> list[Played]:
    """Every side's speed over some rounds, after one that is not measured."""
    played = [Played(*side) for side in sides]
    for play in sides.values():
        play(0)
    for seed in range(1, rounds + 1):
        for side, play in zip(played, sides.values(), strict=True):
            start = process_time()
            side.moves += play(seed)
            side.seconds += process_time() - start
            side.rounds += 1
    return played


def format_rounds(played: Iterable[Played]) -> str:
    """A table of sides."""
    rows = [
        [each.game, each.side, str(each.rounds), str(each.moves), *map(each.per_second, (each.moves, each.rounds))]
        for each in played
    ]
    return format_table(["game", "side", "rounds", "moves", "moves a second", "rounds a second"], rows)


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.whole_rounds", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few rounds; writes nothing")
    arguments = parser.parse_args()
    rounds = 10 if arguments.quick else 200
    table = format_rounds(measure_rounds(make_sides(), rounds))
    text = PART.format(table=table, simple=format_rounds(measure_rounds(make_simple_sides(), 5 * rounds)))
    print(text)
    if not arguments.quick:
        write_part("whole-rounds", text)


if __name__ == "__main__":
    main()
