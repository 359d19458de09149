"""Whole rounds of every game over HTTP, by players who know no rule."""

import json
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection

import pytest

from service.app import create_app
from tests.games.round import Round
from tests.games.starts import STYLES

MAX_MOVES = 10_000
"""Far more moves than a round takes if the players mostly make the best move."""

LONG = {"myrummy-111": 5}
"""Games whose rounds take this many times as long: a hand of twelve is in order after about 500 moves."""


@pytest.fixture(scope="module")
def plain_client():
    return create_app().test_client()


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_rounds_by_listed_moves_are_rounds(plain_client, rounds, variant, players, options):
    game = plain_client.get(f"/v1/variants/{variant}").json

    def post(path, body):
        return plain_client.post(path, json=body).json

    ends = Counter(
        Round(post, game, players, options, seed).play(MAX_MOVES) for seed in range(-(-rounds // LONG.get(variant, 1)))
    )
    assert not ends["unfinished"], ends
    assert ends["over"], ends


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
        assert Round(post, game, players, options, 2026).play(MAX_MOVES) != "unfinished"
