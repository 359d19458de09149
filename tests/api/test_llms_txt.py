"""The guide for agents: its examples are real."""

import json
import re
from typing import Any

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from service.http.contract import OPERATIONS
from service.http.conventions import NOTATION

EXCHANGE = re.compile(r"^### (.+)\n\n```json\n(.+)\n```\n```json\n(.+)\n```$", re.MULTILINE)


def test_it_is_short_and_names_all_games_and_operations(client):
    guide = client.get("/llms.txt")
    assert (guide.status_code, guide.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert len(guide.text) < 10_000
    posts = [operation.path for operation in OPERATIONS if operation.method == "POST"]
    assert all(f"`POST {path}`" in guide.text for path in posts)
    assert all(game in guide.text for game in GAMES)


def test_the_notation_names_every_colour():
    colours = {colour for game in GAMES.values() for colour in game.box.colours}
    assert all(f"`{colour}` " in NOTATION for colour in colours)


def test_every_answer_is_real(client):
    exchanges = EXCHANGE.findall(client.get("/llms.txt").text)
    assert len(exchanges) == 9
    for title, body, answer in exchanges:
        path = re.search(r"`POST (.+)`", title)
        response = client.post(path[1] if path else "/v1/melds/check", json=json.loads(body))
        assert response.status_code == (200 if path else 422)
        assert is_shortened(response.json, json.loads(answer)), title


def is_shortened(value: Any, shown: Any) -> bool:
    """Whether a value is shown as it is, except for the ends of lists. A request id is always new."""
    if isinstance(value, dict):
        pairs = [(inner, shown.get(name)) for name, inner in value.items() if name != "request_id"]
        return value.keys() == shown.keys() and all(is_shortened(inner, given) for inner, given in pairs)
    if isinstance(value, list) and shown[-1:] == ["…"]:
        return len(value) >= len(shown) and is_shortened(value[: len(shown) - 1], shown[:-1])
    if isinstance(value, list):
        return len(value) == len(shown) and all(map(is_shortened, value, shown))
    return bool(value == shown)


def test_it_is_cached_and_the_same_in_every_language(client):
    guides = {client.get("/llms.txt", headers={"Accept-Language": language}).data for language in LANGUAGES}
    assert len(guides) == 1
    tag = client.get("/llms.txt").headers["ETag"]
    assert client.get("/llms.txt", headers={"If-None-Match": tag}).status_code == 304
