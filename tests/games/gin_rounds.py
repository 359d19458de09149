"""Rounds of Gin-Rummy for tests: some hands, the request, and random possible rounds."""

import random
from typing import Any

from service.app import create_app
from tests.engine.every_melding import MELDS, code
from tests.games.plain_gin import PAIRS

CLIENT = create_app().test_client()
NINE = "R3 R4 R5 B7 K7 Y7 K10 K11 K12"
DEAD = "R1 R9 R11 R13 B2 B5 B9 B12 K1 Y3"
SHORT = [meld for meld in MELDS if len(meld) <= 5]


def ask(body: dict[str, Any]) -> Any:
    return CLIENT.post("/v1/rounds/score", json={"variant": "gin-rummy", **body}).json


def score(*hands: str, **others: Any) -> Any:
    given = [{"player": name, "hand": hand.split()} for name, hand in zip("ABCD", hands, strict=False)]
    return ask({"players": given, "declarer": "A", **others})


def ranges_of(answer: Any) -> dict[str, tuple[int, int]]:
    assert answer["possible"], answer["violations"]
    return {found["player"]: (found["low"], found["high"]) for found in answer["scores"]}


def melded_hand(rng: random.Random, box: list[tuple[int, int]], size: int, melded: int) -> list[tuple[int, int]]:
    """A hand with at least this number of melded tiles, and low tiles."""
    hand: list[tuple[int, int]] = []
    while len(hand) < melded:
        meld = rng.choice(SHORT)
        if len(hand) + len(meld) <= size and all(tile in box for tile in meld):
            hand += [box.pop(box.index(tile)) for tile in meld]
        elif rng.random() < 0.05:
            box += hand
            hand = []
    low = sorted(box, key=lambda tile: tile[1] + rng.random() * 9)[: size - len(hand)]
    return hand + [box.pop(box.index(tile)) for tile in low]


def random_body(rng: random.Random, most_unknown: int) -> dict[str, Any]:
    """A possible round with some unknown tiles, and for some players with given melds or lay-offs."""
    drew = rng.random() < 0.4
    size = 11 if drew and rng.random() < 0.4 else 10
    box = PAIRS * 2
    hands = [melded_hand(rng, box, size, 11 if size == 11 else rng.choice((8, 9, 10)))]
    hands += [melded_hand(rng, box, 10, rng.choice((0, 3, 6, 8))) for _ in range(rng.randint(1, 3))]
    players: list[dict[str, Any]] = [
        {"player": name, "hand": [code(tile) for tile in sorted(hand)]}
        for name, hand in zip("ABCD", hands, strict=False)
    ]
    body = {
        "players": players,
        "declarer": "A",
        "drew": drew,
        "options": {"little_gin_before_take_only": rng.random() < 0.5},
    }
    answer = ask(body)
    if not answer["possible"]:
        return random_body(rng, most_unknown)
    for given, found in zip(players, answer["scores"], strict=True):
        if rng.random() < 0.25:
            given |= {key: found[key] for key in rng.choice((["melds"], ["melds", "lay_offs"], ["lay_offs"]))}
    alone = rng.randrange(len(players)) if rng.random() < 0.5 else None
    for _ in range(rng.randint(min(1, most_unknown), most_unknown)):
        hand = players[rng.randrange(len(players)) if alone is None else alone]["hand"]
        place = rng.randrange(len(hand))
        tile = hand[place].lstrip("?")
        hand[place] = rng.choice(("?", f"?{tile[:1]}", f"?{tile[1:]}")) if hand[place][0] != "?" else hand[place]
    return body


def hide(rng: random.Random, hand: list[str], number: int) -> list[str]:
    """The same hand with this number of unknown tiles."""
    hidden = set(rng.sample(range(len(hand)), number))
    return [
        rng.choice(("?", f"?{tile[0]}", f"?{tile[1:]}")) if place in hidden else tile for place, tile in enumerate(hand)
    ]
