"""A round of any game over HTTP, by players who know no rules: they choose listed moves, often the best."""

import random
from collections.abc import Callable, Collection
from typing import Any

from tests.games.mutations import Listed, Move, change
from tests.games.tiles import count_tiles

Post = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Sends a body to a path and returns the response."""

TAKES_BEST = 0.75
MUTATIONS = 2
PAGE = 200
STILL = 1000


class Round:
    """One round, from the deal to its end."""

    def __init__(
        self, post: Post, game: dict[str, Any], deal: dict[str, Any], laying_nothing: Collection[str] = ()
    ) -> None:
        self.post = post
        self.laying_nothing = laying_nothing
        """The players who only take and discard."""
        self.chance = random.Random(repr(deal))
        self.box = [tile["code"] for tile in game["tiles"]]
        self.dealt = post("/v1/deals", {"variant": game["id"], **deal})
        assert self.dealt["possible"], (deal, self.dealt["violations"])
        self.round: dict[str, Any] = self.dealt["round"]
        self.tiles = count_tiles(self.round)
        self.snapshot: dict[str, Any] = {}
        self.points: dict[str, int] | None = None
        self.lying: Any = None
        self.still_for = 0
        self.is_whole = True

    def play(self, most_moves: int) -> str:
        """Play it and return how it ended.

        ``over``; ``still``: nothing has come to the table or left the stock for so long that nothing will (tiles may be
        exchanged for ever, and none of them fit); ``unfinished``.
        """
        for _ in range(most_moves):
            moves = self.list_moves()
            assert moves, ("nobody is ever stuck", self.round)
            self.check_mutations(moves)
            played = self.post("/v1/rounds/play", {"round": self.round, "move": self.choose(moves)})
            assert played["legal"], ("every listed move is accepted", self.round, played)
            self.round = played["round"]
            assert count_tiles(self.round) == self.tiles, ("tiles are conserved", self.round)
            if played["over"]:
                self.points = played["points"]
                return "over"
            if self.is_still():
                return "still"
        return "unfinished"

    def is_still(self) -> bool:
        lying = (self.round.get("table"), len(self.round["stock"]))
        self.still_for = self.still_for + 1 if lying == self.lying and lying[0] else 0
        self.lying = lying
        return self.still_for == STILL

    def list_moves(self) -> list[Move]:
        """The first page of moves; if there are more, no mutation is looked up in it."""
        viewed = self.post("/v1/rounds/view", {"round": self.round, "player": self.round["turn"], "limit": PAGE})
        assert viewed["possible"], ("the service rejects its own round", self.round, viewed)
        assert viewed["on_turn"]
        self.snapshot = viewed["snapshot"]
        self.is_whole = viewed["next_cursor"] is None
        assert not self.is_whole or viewed["total"] == len(viewed["moves"])
        return list(viewed["moves"])

    def choose(self, moves: list[Move]) -> Move:
        """The best move, or any."""
        if self.round["turn"] in self.laying_nothing:
            # Of a hand with too many melds, the first page has no other moves.
            moves = [move for move in moves if move["type"] in ("take", "discard")] or moves
        elif self.chance.random() < TAKES_BEST:
            best = self.post("/v1/moves/best", self.snapshot)
            assert best["move"], ("there is always a best move", self.snapshot, best)
            assert self.is_listed(best["move"], moves), ("the best move is listed", self.snapshot, best)
            return dict(best["move"])
        types = sorted({move["type"] for move in moves})
        chosen = self.chance.choice(types)
        return self.chance.choice([move for move in moves if move["type"] == chosen])

    def is_listed(self, move: Move, moves: list[Move]) -> bool:
        # Any sufficient melds are legal, unless it is them that the move is about.
        listed = {name: value for name, value in move.items() if name != "melds" or move["type"] == "open"}
        return not self.is_whole or Listed(moves, self.snapshot).has(listed)

    def check_mutations(self, moves: list[Move]) -> None:
        """A move that differs slightly is legal exactly if it is listed."""
        if not self.is_whole:
            return
        listed = Listed(moves, self.snapshot)
        for _ in range(MUTATIONS):
            changed = change(self.chance, self.chance.choice(moves), self.snapshot, self.box)
            answer = self.post("/v1/rounds/play", {"round": self.round, "move": changed})
            if "legal" not in answer or changed.get("announce") or "melds" in changed:
                continue  # invalid by the schema; or a wrong announcement, or one of many ways to give the melds
            wanted = listed.has(changed)
            if changed["type"] == "play" and not answer["legal"]:
                continue  # the tiles may be playable, but not as this table
            assert answer["legal"] == wanted, ("listed and legal differ", self.snapshot, changed, answer, wanted)
