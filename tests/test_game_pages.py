"""The pages in ``docs``: real rounds, whose requests are sent and whose answers are held to be true."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.variants import GAMES
from tests.test_cases import find_differences

PAGES = Path(__file__).parent.parent / "docs" / "games"
ASKED = re.compile(
    r"^`POST (?P<path>/v1/[a-z/]+)`\n\n```json\n(?P<body>.*?)\n```\n\nanswers\n\n```json\n(?P<answer>.*?)\n```$",
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
def test_every_answer_on_the_page_of_a_game_is_the_real_one(client, variant):
    assert ask_again(client, PAGES / f"{variant}.md") == EVERY_PATH


def test_every_answer_on_the_page_of_a_whole_evening_is_the_real_one(client):
    assert ask_again(client, PAGES.parent / "evening.md") == {"/v1/batch"}


def ask_again(client: FlaskClient, page: Path) -> set[str]:
    """Send every request of a page and compare the answers; the paths that were asked."""
    text = page.read_text(encoding="utf-8")
    asked = list(ASKED.finditer(text))
    assert len(asked) == text.count("```json") / 2, "every block of JSON is part of a question"
    for question in asked:
        answer = client.post(question["path"], json=json.loads(question["body"]))
        assert answer.status_code == 200
        assert find_differences(answer.json, json.loads(question["answer"])) == [], question["path"]
    return {question["path"] for question in asked}


def test_every_game_has_its_page_and_there_are_no_others():
    assert {page.stem for page in PAGES.iterdir()} == set(GAMES)
