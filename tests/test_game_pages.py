"""The pages of the games and of an evening: every request is sent again and its response compared with the page."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from rummy_referee.games import GAMES, folder_of
from tests.conftest import ROOT
from tests.examples import find_differences

EXCHANGE = re.compile(
    r"^`POST (?P<path>/v1/[a-z/]+)`\n\n```json\n(?P<body>.*?)\n```\n\nResponse:\n\n```json\n(?P<answer>.*?)\n```$",
    re.MULTILINE | re.DOTALL,
)
EVERY_PATH = {
    "/v1/deals",
    "/v1/moves/legal",
    "/v1/moves/best",
    "/v1/moves/check",
    "/v1/rounds/score",
    "/v1/games/verdict",
}


@pytest.mark.parametrize("variant", GAMES)
def test_every_response_on_the_page_of_a_game_is_real(client, variant):
    assert replay(client, folder_of(variant) / "page.md") == EVERY_PATH


def test_every_response_on_the_evening_page_is_real(client):
    assert replay(client, ROOT / "docs" / "evening.md") == {"/v1/batch"}


def replay(client: FlaskClient, page: Path) -> set[str]:
    """Send every request of a page, compare the responses, and return the paths used."""
    text = page.read_text(encoding="utf-8")
    exchanges = list(EXCHANGE.finditer(text))
    assert len(exchanges) == text.count("```json") / 2, "a JSON block is not part of a request and its response"
    for exchange in exchanges:
        response = client.post(exchange["path"], json=json.loads(exchange["body"]))
        assert response.status_code == 200
        assert find_differences(response.json, json.loads(exchange["answer"])) == [], exchange["path"]
    return {exchange["path"] for exchange in exchanges}
