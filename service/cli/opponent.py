"""Plays a round against the computer on a terminal. Both see only what ``viewRound`` shows."""

import sys
from collections.abc import Callable
from typing import Any

from rummy_referee.games import GAMES
from rummy_referee.rules.records import members_of

from ..operations import calls
from .tables import describe
from .terminal import Style

YOU = "You"
PROMPT = "[number] that move  [h] hint  [q] quit: "
Ask = Callable[[str], str]


class Table:
    """A round of one person and the computer."""

    def __init__(self, variant: str, seed: int | str, strength: int, language: str) -> None:
        self._game, self._strength, self._language = GAMES[variant], strength, language
        others = [f"Computer {number}" for number in range(1, self._game.players[0])]
        body = {"variant": variant, "players": len(others) + 1, "names": [YOU, *others], "seed": seed}
        self.round: dict[str, Any] = self._call("dealRound", body)["round"]

    def _call(self, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        answered: dict[str, Any] = calls.run(operation, body, self._language)
        return answered

    def look(self) -> dict[str, Any]:
        """What the player on turn sees."""
        return self._call("viewRound", {"round": self.round, "player": self.round["turn"]})

    def advise(self, seen: dict[str, Any]) -> dict[str, Any]:
        """The best move of the player on turn, and why; the objective ``win`` where the game has it."""
        body = dict(seen["snapshot"])
        if self._game.turn.strong:
            known = {member.key for member in members_of(self._game.turn.strong.seen)} & {"discards"}
            body |= {"objective": "win", "strength": self._strength, "seen": {key: self.round[key] for key in known}}
        return self._call("findBestMove", body)

    def play(self, move: dict[str, Any]) -> dict[str, Any]:
        """Play a move of the player on turn."""
        played = self._call("playMove", {"round": self.round, "move": move})
        self.round = played["round"]
        return played


def play_round(table: Table, style: Style, ask: Ask = input) -> bool:
    """Play until the round is over; False if the person quits."""
    played: dict[str, Any] = {"over": False}
    while not played["over"]:
        seen = table.look()
        if table.round["turn"] == YOU:
            move = choose(table, seen, style, ask)
            if move is None:
                return False
        else:
            move = table.advise(seen)["move"]
        player = table.round["turn"]
        played = table.play(move)
        if player == YOU or played["over"]:  # what the computer has drawn is not shown
            show(describe("playMove", played, style))
    return True


def choose(table: Table, seen: dict[str, Any], style: Style, ask: Ask) -> dict[str, Any] | None:
    """The move that the person chooses; None to quit."""
    show(describe("viewRound", seen, style))
    while True:
        try:
            wish = ask(PROMPT).strip().lower()
        except EOFError:
            return None
        if wish == "q":
            return None
        if wish == "h":
            show(describe("findBestMove", table.advise(seen), style))
        elif wish.isdecimal() and 0 < int(wish) <= len(seen["moves"]):
            move: dict[str, Any] = seen["moves"][int(wish) - 1]
            return move


def show(lines: Any) -> None:
    """Print lines."""
    sys.stdout.write("\n".join((*lines, "")))
    sys.stdout.flush()
