"""Names of players: no characters that disturb the text around them, and equal texts are equal names."""

import pytest

from tests.api.invalid_bodies import codes

VERDICT = "/v1/games/verdict"
COMPOSED, DECOMPOSED = "Zo\u00e9", "Zoe\u0301"


def judge(client, names, points):
    return client.post(VERDICT, json={"variant": "rummy", "players": names, "rounds": [points]})


@pytest.mark.parametrize("mark", ["\x00", "\n", "\x7f", "\x85", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028"])
def test_control_characters_and_marks_of_direction_are_rejected(client, mark):
    name = f"A{mark}a"
    response = judge(client, [name, "Bo"], {name: 10, "Bo": -10})
    assert codes(response) == [("/players/0", "name_characters"), (f"/rounds/0/{name}", "name_characters")]


@pytest.mark.parametrize("name", ["Ada", "Zoé", "李", "נועה", "👩‍👩‍👧", "O'Neill", ""])
def test_other_names_are_accepted(client, name):
    assert judge(client, [name, "Bo"], {name: 10, "Bo": -10}).status_code == 200


def test_equal_texts_are_equal_names(client):
    response = judge(client, [DECOMPOSED, "Bo"], {COMPOSED: 10, "Bo": -10})
    assert (response.status_code, response.json["violations"]) == (200, [])
    assert DECOMPOSED not in response.text


def test_a_name_in_two_encodings_is_a_repeated_key(client):
    response = judge(client, [COMPOSED, "Bo"], {COMPOSED: 10, DECOMPOSED: 10, "Bo": -20})
    assert [code for _, code in codes(response)] == ["key_repeated"]


def test_a_name_that_would_become_too_long_stays_as_it_is(client):
    name = "\u0958" * 64  # two characters each in NFC
    assert judge(client, [name, "Bo"], {name: 10, "Bo": -10}).status_code == 200
