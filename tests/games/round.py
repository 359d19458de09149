"""A round of any game over HTTP, by players who know no rules: they choose listed moves, often the best."""

import random
from collections.abc import Callable
from typing import Any

from tests.games.mutations import Listed, Move, change
from tests.games.starts import start_of
from tests.games.table import Table

Post = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Sends a body to a path and returns the response."""

TAKES_BEST = 0.75
MUTATIONS = 2
PAGE = 200
STILL = 1000


class Round:
    """One round, from the deal to its end."""

    def __init__(self, post: Post, game: dict[str, Any], players: int, options: dict[str, Any], seed: int) -> None:
        self.post = post
        variant = game["id"]
        self.chance = random.Random(f"{variant} {players} {options} {seed}")
        dealt = post("/v1/deals", {"variant": variant, "players": players, "options": options, "seed": seed})
        has_symbols = "*" in game["box"]["pattern"]
        self.table = Table(self.chance, dealt, start_of(variant, players, options), has_symbols=has_symbols)
        self.box = [piece["code"] for piece in game["box"]["pieces"]]
        self.moves_made = 0
        self.passed_in_a_row = 0
        self.lying: tuple[Any, int] | None = None
        self.still_for = 0
        self.is_whole = True

    def play(self, most_moves: int) -> str:
        """Play it and return how it ended.

        ``over``; ``blocked``: all passed in a row; ``still``: nothing has come to the table or left the stock for so
        long that nothing will (tiles may be exchanged for ever, and none of them fit); ``unfinished``.
        """
        self.table.check_tiles()
        for _ in range(most_moves):
            moves = self.list_moves()
            assert moves, ("nobody is ever stuck", self.table.given())
            self.check_mutations(moves)
            move = self.choose(moves)
            answer = self.make(move)
            self.table.check_tiles()
            self.moves_made += 1
            if answer["ends_round"]:
                return "over"
            passed = move["type"] == "pass" and not self.table.hidden
            self.passed_in_a_row = self.passed_in_a_row + 1 if passed else 0
            if self.passed_in_a_row == len(self.table.players):
                return "blocked"
            lying = (self.table.snapshot.get("table"), len(self.table.hidden))
            self.still_for = self.still_for + 1 if lying == self.lying and lying[0] else 0
            self.lying = lying
            if self.still_for == STILL:
                return "still"
            if answer["ends_turn"]:
                self.table.next_player()
        return "unfinished"

    def list_moves(self) -> list[Move]:
        """The first page of moves; if there are more, no mutation is looked up in it."""
        listed = self.post("/v1/moves/legal", {**self.table.given(), "limit": PAGE})
        assert listed["possible"], ("the service rejects its own snapshot", self.table.given(), listed)
        assert listed["next_cursor"] is not None or listed["total"] == len(listed["moves"])
        self.is_whole = listed["next_cursor"] is None
        return list(listed["moves"])

    def choose(self, moves: list[Move]) -> Move:
        """The best move, or any."""
        if self.chance.random() < TAKES_BEST:
            best = self.post("/v1/moves/best", self.table.given())
            if best["move"]:
                assert self.is_listed(best["move"], moves), ("the best move is listed", self.table.given(), best)
                return dict(best["move"])
        types = sorted({move["type"] for move in moves})
        chosen = self.chance.choice(types)
        return self.chance.choice([move for move in moves if move["type"] == chosen])

    def is_listed(self, move: Move, moves: list[Move]) -> bool:
        return not self.is_whole or Listed(moves, self.table.given()).has(move)

    def make(self, move: Move) -> dict[str, Any]:
        """Make a move, with the face-down tiles that it needs."""
        given = self.table.given()
        answer = self.post("/v1/moves/check", {**given, "move": move})
        assert answer["legal"], ("every listed move is accepted", given, move, answer)
        uncovered: dict[str, str | None] = {}
        if answer["needs"]:
            assert answer["next"] is None
            uncovered = {needed: self.table.uncover(needed) for needed in answer["needs"]}
            answer = self.post("/v1/moves/check", {**given, "move": {**move, **uncovered}})
            assert answer["legal"], ("what was face down changes no verdict", given, move, uncovered, answer)
        if answer["next"] is not None:
            self.table.take_over(answer["next"], [tile for tile in uncovered.values() if tile])
        return answer

    def check_mutations(self, moves: list[Move]) -> None:
        """A move that differs slightly is legal exactly if it is listed."""
        given = self.table.given()
        if not self.is_whole:
            return
        listed = Listed(moves, given)
        for _ in range(MUTATIONS):
            changed = change(self.chance, self.chance.choice(moves), given, self.box)
            answer = self.post("/v1/moves/check", {**given, "move": changed})
            if "legal" not in answer or changed.get("announce") or "melds" in changed:
                continue  # invalid by the schema; or a wrong announcement, or one of many ways to give the melds
            wanted = listed.has(changed)
            if changed["type"] == "play" and not answer["legal"]:
                continue  # the tiles may be playable, but not as this table
            assert answer["legal"] == wanted, ("listed and legal differ", given, changed, answer, wanted)
