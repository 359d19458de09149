"""Verdicts over HTTP: the sentences, whose facts are tested with the rules."""

import pytest

TWO = {"variant": "rummy", "players": ["Ada", "Bo"]}
TEAMS = {"variant": "rummu", "players": ["Ada", "Bo", "Cleo", "Dan"], "teams": [["Ada", "Cleo"], ["Bo", "Dan"]]}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({**TWO, "rounds": []}, "The game goes on."),
        (
            {**TWO, "options": {"rounds": 1}, "rounds": [{"Ada": 5, "Bo": -5}]},
            "The agreed rounds have been played. Ada has won the game. The higher total decides.",
        ),
        (
            {**TWO, "options": {"rounds": 1}, "rounds": [{"Ada": -5, "Bo": -5}]},
            "The agreed rounds have been played. The win is shared: Ada, Bo. Everything is equal.",
        ),
        (
            {**TEAMS, "rounds": [{"Ada": 600, "Bo": 0, "Cleo": 0, "Dan": 0}]},
            "The target is reached. The winning team: Ada, Cleo. The higher total decides.",
        ),
        ({**TWO, "rounds": [{"Ada": 5}]}, None),
    ],
)
def test_a_verdict_is_a_sentence(client, body, text):
    assert client.post("/v1/games/verdict", json=body).json["text"] == text


def test_the_sentence_is_in_the_language_of_the_request(client):
    answer = client.post("/v1/games/verdict", json={**TWO, "rounds": []}, headers={"Accept-Language": "de"})
    assert answer.json["text"] == "Das Spiel geht weiter."
