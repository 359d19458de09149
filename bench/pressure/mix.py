"""The request mix: complete rounds of every game, examples of the contract, heavy positions and hostile bodies."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from bench.positions import PositionClass, random_positions
from bench.pressure.fuzz import fuzz
from rummy_referee.games import GAMES
from service.app import create_app
from service.http.contract import OPERATIONS
from service.http.routes import GetOperation
from service.operations.limits import BODY_BYTES
from service.operations.post_operations import POST_OPERATIONS
from service.settings import Settings
from tests.games.round import Round
from tests.games.styles import STYLES, seats_of
from tests.pressure.asks import Ask, dump, write_ask

SEED = 7
MOVES = 40
"""The number of moves of each round."""
SHARES = {"played": 0.80, "example": 0.08, "read": 0.06, "heavy": 0.04, "hostile": 0.02}
COSTLY_SHARE = 0.05
"""The share of hostile bodies that are valid and constructed to be slow."""
CODES = [f"{colour}{number}" for colour in "RBKYG" for number in range(1, 14)] + [
    "J",
    "J=R8",
    "?",
    "Y6=R6",
    "85*3",
    "41",
]


class Mix:
    """The requests of every kind."""

    def __init__(self, seed: int = SEED, shares: dict[str, float] | None = None) -> None:
        self.random = Random(seed)
        self.shares = shares or SHARES
        self.bodies = [*_play_rounds(), *_examples()]
        self.pools = {
            "played": [write_ask("played", "POST", path, dump(body)) for path, body in _play_rounds()],
            "example": [write_ask("example", "POST", path, dump(body)) for path, body in _examples()],
            "read": [write_ask("read", "GET", path) for path in _read_paths()],
            "heavy": [write_ask("heavy", "POST", path, dump(body)) for path, body in _heavy()],
            "costly": [write_ask("hostile", "POST", path, dump(body)) for path, body in _costly()],
        }

    def draw(self) -> Ask:
        """A random request."""
        (kind,) = self.random.choices(list(self.shares), list(self.shares.values()))
        if kind == "hostile":
            return self.draw_hostile()
        return self.random.choice(self.pools[kind])

    def draw_hostile(self) -> Ask:
        """A request with an invalid body, or constructed to be slow."""
        if self.random.random() < COSTLY_SHARE:
            return self.random.choice(self.pools["costly"])
        if self.random.random() < 0.05:
            return write_ask("hostile", "POST", "/v1/melds/check", b" " * (BODY_BYTES + self.random.randrange(100_000)))
        return self.draw_fuzzed()

    def draw_fuzzed(self) -> Ask:
        """A request with a fuzzed body."""
        path, body = self.random.choice(self.bodies)
        return write_ask("hostile", "POST", path, fuzz(self.random, body, CODES))


Asked = tuple[str, Any]
_played: list[Asked] = []


def _play_rounds() -> list[Asked]:
    """The requests of the first moves of a round in each style of game, and of its score."""
    if not _played:
        client = create_app(Settings(log_level="error")).test_client()

        def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
            _played.append((path, body))
            answer: dict[str, Any] = client.post(path, json=body).get_json()
            return answer

        for variant, players, options in STYLES:
            game = client.get(f"/v1/variants/{GAMES[variant].id}").get_json()
            deal = {"options": options, "seed": SEED, **seats_of(variant, players)}
            Round(post, game, deal).play(MOVES)
    return _played


def _examples() -> list[Asked]:
    return [(operation.path, dict(body)) for operation in POST_OPERATIONS for body in operation.examples.values()]


def _read_paths() -> list[str]:
    """Every path for ``GET`` except readiness, which only probes use."""
    plain = [o.path for o in OPERATIONS if isinstance(o, GetOperation) and "{" not in o.path and o.path != "/readyz"]
    return plain + [f"/v1/variants/{variant}" for variant in GAMES]


def rummy_bodies(size: int, hand: int, jokers: int) -> Iterator[dict[str, Any]]:
    """Snapshots with this many tiles on the table and in the hand, including jokers in the hand."""
    kind = PositionClass(f"load {size} {hand} {jokers}", random_positions(size, hand=hand, hand_jokers=jokers))
    for position in kind.positions(SEED, 20):
        hidden = 106 - position.tiles_on_table - len(position.hand)
        yield {"variant": "rummy", "table": position.table, "hand": position.hand, "opened": True, "stock": hidden}


def _heavy() -> Iterator[Asked]:
    for size, hand, jokers in ((45, 14, 0), (60, 14, 1), (80, 14, 2), (45, 20, 1)):
        for body in rummy_bodies(size, hand, jokers):
            yield "/v1/moves/best", body
            yield "/v1/moves/legal", body


def _costly() -> Iterator[Asked]:
    for body in islice(rummy_bodies(45, 40, 1), 10):
        yield "/v1/moves/legal", body
