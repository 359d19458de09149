"""Whole games by a client that knows no rule: it deals, picks among listed moves, and fills in what is face down."""

import random
from collections import Counter

import pytest

from service.app import create_app
from service.variants import GAMES

STYLES = [
    ("rummy", {}, 14),
    ("rummy", {"turn": "draw-discard"}, 14),
    ("rummy", {"turn": "draw-keep"}, 14),
    ("rummy", {"turn": "draw-discard", "opening_minimum": 0, "joker_release": "free"}, 7),
    ("rummy", {"turn": "draw-keep", "mixed_runs": True, "opening_minimum": 0}, 5),
    ("rummy", {"melds": "groups", "jokers": False, "opening_minimum": 10}, 10),
    ("brettspielnetz-rummy", {}, 18),
    ("myrummy-kids-pro", {}, 8),
    ("myrummy-kids-pro", {"joker_release": "free", "must_play": True}, 8),
]
TURNS = 25


class Game:
    """A table with players, told apart only by their hands."""

    def __init__(self, chance: random.Random, variant: str, options: dict[str, object], size: int) -> None:
        holds = dict(GAMES[variant].box.holds)
        if options.get("jokers") is False:
            del holds["J"]
        self.stock = [piece for piece, count in holds.items() for _ in range(count)]
        chance.shuffle(self.stock)
        players = 2 if variant == "brettspielnetz-rummy" else 3
        self.hands = [[self.stock.pop() for _ in range(size)] for _ in range(players)]
        self.opened = [False] * players
        self.out_of_the_game: list[str] = []
        self.pieces = Counter(self.stock) + sum(map(Counter, self.hands), Counter())
        self.snapshot = {"variant": variant, "options": options, "table": []}
        self.player = 0

    def told(self) -> dict[str, object]:
        return {
            **self.snapshot,
            "hand": self.hands[self.player],
            "opened": self.opened[self.player],
            "stock": len(self.stock),
        }

    def all_pieces(self) -> Counter[str]:
        lying = [tile.split("=")[0] for meld in self.snapshot["table"] for tile in meld]
        return Counter(lying + self.stock + self.out_of_the_game) + sum(map(Counter, self.hands), Counter())


@pytest.fixture(scope="module")
def fast_client():
    return create_app().test_client()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("variant", "options", "size"), STYLES)
def test_a_game_by_listed_moves_is_a_game(fast_client, variant, options, size, seed):
    chance = random.Random(f"{variant} {options} {seed}")
    game = Game(chance, variant, options, size)
    played = 0
    for _ in range(TURNS * len(game.hands)):
        listed = fast_client.post("/v1/moves/legal", json={**game.told(), "limit": 50}).json
        assert listed["possible"], (game.told(), listed)
        assert listed["moves"], ("nobody is ever stuck", game.told())
        plays = [move for move in listed["moves"] if move["type"] == "play"]
        # A client that draws for ever would never see a table, so it plays where it can, more often than not.
        move = chance.choice(plays if plays and chance.random() < 0.7 else listed["moves"])
        played += move["type"] == "play"
        answer = make_move(fast_client, game, move)
        assert game.all_pieces() == game.pieces, "tiles are conserved"
        if answer["ends_round"]:
            break
        if answer["ends_turn"]:
            game.player = (game.player + 1) % len(game.hands)
    assert played or variant != "myrummy-kids-pro"


def make_move(client, game: Game, move):
    """Make a move and take over what the service says; the face-down tile is the top one of the stock."""
    answer = client.post("/v1/moves/check", json={**game.told(), "move": move}).json
    assert answer["legal"], (game.told(), move, answer)
    drawn = None
    if answer["needs"]:
        assert answer["next"] is None
        drawn = game.stock.pop()
        before = {**game.told(), "stock": len(game.stock) + 1}
        answer = client.post("/v1/moves/check", json={**before, "move": {**move, "drawn": drawn}}).json
        assert answer["legal"], (before, move, answer)
    after = answer["next"]
    if move["type"] in ("exchange", "return"):
        game.stock.insert(0, move["tile"])
    if move["type"] == "discard":
        game.out_of_the_game.append(move["tile"])
    assert after["stock"] == len(game.stock)
    game.hands[game.player] = after["hand"]
    game.opened[game.player] = after["opened"]
    kept = ("variant", "options", "table", "phase")
    game.snapshot = {name: after[name] for name in kept if name in after}
    return answer
