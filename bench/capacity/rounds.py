"""The requests of complete rounds, with the CPU time of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

import orjson

from bench.stages import caller
from service.app import create_app
from service.operations.post_operations import POST_OPERATIONS
from service.settings import Settings
from tests.games.mutations import Move
from tests.games.round import Round
from tests.games.styles import NAMES, STYLES, Style, seats_of

MAX_MOVES = 10_000
OPERATIONS = {operation.path: operation.id for operation in POST_OPERATIONS}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a round, the CPU seconds of the application, and the bytes of its response."""

    path: str
    body: bytes
    seconds: float
    response_bytes: int

    @property
    def operation(self) -> str:
        """The operation's id."""
        return OPERATIONS[self.path]


class PlayedRound(Round):
    """A round as clients play it: after every move, each player looks at the table."""

    def list_moves(self) -> list[Move]:
        """The moves of the player on turn, after all others have looked."""
        for player in self.round["players"]:
            if player != self.round["turn"]:
                self.post("/v1/rounds/view", {"round": self.round, "player": player})
        return super().list_moves()

    def check_mutations(self, moves: list[Move]) -> None:
        """Clients send only listed moves."""


class Player:
    """Plays rounds through WSGI, without a server."""

    def __init__(self) -> None:
        app = create_app(Settings(log_level="error"))
        self._callers = {path: caller(app, path) for path in OPERATIONS}
        client = app.test_client()
        self._games = {variant: client.get(f"/v1/variants/{variant}").get_json() for variant, _, _ in STYLES}
        self._asked: list[Asked] = []

    def play(self, style: Style, seed: int) -> list[Asked]:
        """The requests of one round, from the deal to its end; none if it does not come to an end."""
        variant, players, options = style
        self._asked = []
        deal = {"options": options, "seed": seed, "starter": NAMES[seed % players], **seats_of(variant, players)}
        end = PlayedRound(self._post, self._games[variant], deal).play(MAX_MOVES)
        return self._asked if end == "over" else []

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        sent = orjson.dumps(body)
        start = process_time()
        received = self._callers[path](sent)
        self._asked.append(Asked(path, sent, process_time() - start, len(received)))
        answer: dict[str, Any] = orjson.loads(received)
        return answer


def play_rounds(seeds: int) -> Iterator[tuple[Style, list[list[Asked]]]]:
    """The rounds of each style of game. One round before them fills the caches."""
    player = Player()
    for style in STYLES:
        player.play(style, seeds)
        yield style, [asked for seed in range(seeds) if (asked := player.play(style, seed))]
