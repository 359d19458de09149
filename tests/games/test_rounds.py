"""Whole rounds and whole games over HTTP, by players who know no rule."""

import json
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from service.app import create_app
from tests.facts import FACTS
from tests.games.round import Post, Round
from tests.games.styles import NAMES, STYLES, WHOLE_GAMES, Style, find_fact, seats_of, teams_of

MAX_MOVES = 10_000
"""Far more moves than a round takes if the players mostly make the best move."""
MAX_ROUNDS = 100
"""Far more rounds than a game takes."""


@pytest.fixture(scope="module")
def plain_client():
    return create_app().test_client()


def poster(client) -> Post:
    return lambda path, body: client.post(path, json=body).json


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_rounds_by_listed_moves_come_to_an_end(plain_client, rounds, variant, players, options):
    game = plain_client.get(f"/v1/variants/{variant}").json
    ends: Counter[str] = Counter()
    for seed in range(-(-rounds // FACTS[variant].get("slow", 1))):
        deal = {"options": options, "seed": seed, "starter": NAMES[seed % players], **seats_of(variant, players)}
        ends[Round(poster(plain_client), game, deal).play(MAX_MOVES)] += 1
    assert not ends["unfinished"], ends
    assert ends["over"], ends


@pytest.mark.parametrize("style", WHOLE_GAMES, ids=str)
def test_a_whole_game_comes_to_a_verdict(plain_client, style):
    game = plain_client.get(f"/v1/variants/{style[0]}").json
    verdict = play_game(poster(plain_client), game, style)
    assert verdict["over"]
    assert verdict["winners"]


def play_game(post: Post, game: dict[str, Any], style: Style) -> dict[str, Any]:
    """Play rounds until the game is over, each started by the next player, with the scores carried over.

    Where the more points a side has, the more cards its first meld takes, a game between equals can take hundreds of
    rounds: only the players that the facts name lay cards.
    """
    variant, players, options = style
    names = NAMES[:players]
    laying = find_fact(variant, players, "laying") or names
    laying_nothing = [name for name in names if name not in laying]
    history: list[dict[str, int]] = []
    for seed in range(MAX_ROUNDS):
        totals = {name: sum(points[name] for points in history) for name in names}
        deal = {
            "options": options,
            "seed": seed,
            "starter": names[seed % players],
            **seats_of(variant, players, totals),
        }
        played = Round(post, game, deal, laying_nothing)
        assert played.play(MAX_MOVES) == "over"
        assert played.points is not None
        history.append(played.points)
        verdict = post("/v1/games/verdict", history_of(game, style, played, history))
        assert verdict["possible"], verdict
        if verdict["over"]:
            return verdict
    raise AssertionError("the game does not end")


def history_of(game: dict[str, Any], style: Style, played: Round, history: list[dict[str, int]]) -> dict[str, Any]:
    """The game so far, as its verdict takes it."""
    variant, players, options = style
    known = {
        "players": NAMES[:players],
        "rounds": history,
        "teams": teams_of(variant, players),
        "hands": played.round["hands"],
        "stock": len(played.round["stock"]),
    }
    taken = {field["name"]: known.get(field["name"]) for field in game["forms"]["history"]}
    return {
        "variant": variant,
        "options": options,
        **{name: value for name, value in taken.items() if value is not None},
    }


@pytest.mark.parametrize("variant", sorted({style[0] for style in STYLES}))
def test_a_round_against_a_real_server(server, variant):
    players, options = next(style[1:] for style in STYLES if style[0] == variant)
    with closing(HTTPConnection(server, timeout=60)) as connection:

        def ask(method, path, body=None):
            headers = {"Content-Type": "application/json"} if body else {}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            return json.loads(connection.getresponse().read())

        def post(path, body):
            return ask("POST", path, body)

        game = ask("GET", f"/v1/variants/{variant}")
        deal = {"options": options, "seed": 2026, **seats_of(variant, players)}
        assert Round(post, game, deal).play(MAX_MOVES) != "unfinished"
