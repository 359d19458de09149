"""Whole rounds and whole games over HTTP, by players who know no rule."""

import json
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from service.app import create_app
from tests.games.round import Post, Round
from tests.games.styles import NAMES, STYLES, WHOLE_GAMES, Style, seats_of, teams_of

MAX_MOVES = 10_000
"""Far more moves than a round takes if the players mostly make the best move."""
MAX_ROUNDS = 100
"""Far more rounds than a game takes."""

LONG = {"myrummy-111": 5}
"""Games whose rounds take this many times as long: a hand of twelve is in order after about 500 moves."""


@pytest.fixture(scope="module")
def plain_client():
    return create_app().test_client()


def poster(client) -> Post:
    return lambda path, body: client.post(path, json=body).json


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_rounds_by_listed_moves_come_to_an_end(plain_client, rounds, variant, players, options):
    game = plain_client.get(f"/v1/variants/{variant}").json
    ends: Counter[str] = Counter()
    for seed in range(-(-rounds // LONG.get(variant, 1))):
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

    In Rummü, only Ada and her partner lay cards. The more points a side has, the more cards its first meld takes: a
    game between equals can take hundreds of rounds.
    """
    variant, players, options = style
    names = NAMES[:players]
    sides = teams_of(variant, players) or [[name] for name in names]
    laying_nothing = [name for side in sides[1:] for name in side] if variant == "rummu" else ()
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
        verdict = post("/v1/games/verdict", history_of(style, played, history))
        assert verdict["possible"], verdict
        if verdict["over"]:
            return verdict
    raise AssertionError("the game does not end")


def history_of(style: Style, played: Round, history: list[dict[str, int]]) -> dict[str, Any]:
    """The game so far, as its verdict takes it."""
    variant, players, options = style
    body = {"variant": variant, "options": options, "players": NAMES[:players]}
    if variant == "brettspielnetz-rummy":
        return {**body, "hands": played.round["hands"], "stock": len(played.round["stock"])}
    teams = teams_of(variant, players)
    return {**body, "rounds": history, **({"teams": teams} if teams else {})}


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
