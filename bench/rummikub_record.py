"""Records positions of Rummikub with the results of another solver, for ``tests/games/test_rummikub_solver.py``.

The positions are those of whole rounds in which everybody makes the best move. The other solver is the package
``rummikub-solver`` with its own rule set: jokers are always free. Run it in the environment of the benchmark:
``python -m bench.rummikub_record > tests/golden/rummikub_solver.json``.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import rummikub_solver

from service.app import create_app

OPTIONS = {"joker_release": "free"}
LETTERS = {"BLACK": "K", "BLUE": "B", "ORANGE": "O", "RED": "R"}
ROUNDS = 9
"""The rounds that are recorded, with two to four players."""
EVERY = 3
"""Every third position is recorded."""


class Solved(NamedTuple):
    """The tiles that the other solver plays, and the table after it; nothing if it finds no play."""

    tiles: list[str]
    table: list[list[str]]


class Solver:
    """The package with its default rule set, which is that of Rummikub."""

    def __init__(self) -> None:
        self.rules = rummikub_solver.RuleSet()
        self.codes = {int(tile): self._write(tile) for tile in self.rules.tiles}
        self.tiles = {code: self.rules.tiles[number - 1] for number, code in self.codes.items()}

    @staticmethod
    def _write(tile: Any) -> str:
        is_number = isinstance(tile, rummikub_solver.Number)
        return f"{LETTERS[tile.colour.name]}{tile.value}" if is_number else "J"

    def solve(self, snapshot: dict[str, Any]) -> Solved:
        """The play with the most tiles, or the opening with the most tiles that are not jokers."""
        state = self.rules.new_game()
        state.initial = not snapshot["opened"]
        # In the turn of its opening, the package also plays on; here the opening is compared.
        state.add_table(*(self.tiles[code] for meld in snapshot["table"] for code in meld if snapshot["opened"]))
        state.add_rack(*(self.tiles[code] for code in snapshot["hand"]))
        solution = self.rules.solve(state)
        if solution is None:
            return Solved([], [])
        own = [[self.codes[int(tile)] for tile in meld] for meld in solution.sets]
        table = own if snapshot["opened"] else [*snapshot["table"], *own]
        return Solved([self.codes[int(tile)] for tile in solution.tiles], table)


def play_rounds() -> Iterator[dict[str, Any]]:
    """The snapshots of whole rounds."""
    client = create_app().test_client()

    def post(path: str, body: dict[str, Any]) -> Any:
        return client.post(path, json=body).json

    for seed in range(ROUNDS):
        deal = {"variant": "rummikub", "options": OPTIONS, "players": 2 + seed // 3, "seed": seed}
        played = post("/v1/deals", deal)
        while played["round"]["turn"]:
            viewed = post("/v1/rounds/view", {"round": played["round"], "player": played["round"]["turn"]})
            yield viewed["snapshot"]
            best = post("/v1/moves/best", viewed["snapshot"])["move"]
            move = best if best and best["type"] == "play" else viewed["moves"][-1]
            sent = {name: value for name, value in move.items() if name in ("type", "table")}
            played = post("/v1/rounds/play", {"round": played["round"], "move": sent})


def main() -> None:
    """Write one position with its result on each line."""
    solver = Solver()
    lines = []
    for index, snapshot in enumerate(play_rounds()):
        if index % EVERY == index // 7 % EVERY:
            solved = solver.solve(snapshot)
            lines.append(json.dumps({"snapshot": snapshot, **solved._asdict()}))
    print("[", ",\n".join(lines), "]", sep="\n")


if __name__ == "__main__":
    main()
