"""Names of players: no characters that disturb the text around them, and names that look the same are the same."""

import re

import pytest

from service.operations.player_names import NAME_PATTERN
from tests.api.invalid_bodies import codes

VERDICT = "/v1/games/verdict"
COMPOSED, DECOMPOSED = "Zo\u00e9", "Zoe\u0301"

VALID = [
    "Ada",
    "Zoé",
    "李",
    "נועה",
    "علی\u200cرضا",
    "क्\u200dष",
    "O'Neill",
    "",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f\u200d\U0001f525",
    "Team 1\ufe0f\u20e3",
]
CONTROLS = ["\x00", "\n", "\x7f", "\x85", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028"]
INVISIBLE = ["\u200b", "\ufeff", "\u2060", "\u00ad", "\u034f", "\u3164", "\u115f", "\u180e", "\ufe00", "\ufffb"]
JOINERS = ["\u200c", "\u200d", "\ufe0f"]
INVALID = [
    *(f"A{mark}a" for mark in (*CONTROLS, *INVISIBLE, *JOINERS)),
    "\ufeff",
    "李\u200d",
    "\u200d李",
    "李\u200d\u200d李",
    "\u2764\ufe0f\ufe0f",
]


def judge(client, names, points):
    return client.post(VERDICT, json={"variant": "rummy", "players": names, "rounds": [points]})


@pytest.mark.parametrize("name", INVALID)
def test_control_characters_and_invisible_ones_are_rejected(client, name):
    response = judge(client, [name, "Bo"], {name: 10, "Bo": -10})
    assert codes(response) == [("/players/0", "name_characters"), (f"/rounds/0/{name}", "name_characters")]
    assert not re.search(NAME_PATTERN, name)


@pytest.mark.parametrize("name", VALID)
def test_other_names_are_accepted(client, name):
    assert judge(client, [name, "Bo"], {name: 10, "Bo": -10}).status_code == 200
    assert re.search(NAME_PATTERN, name)


def test_equal_texts_are_equal_names(client):
    response = judge(client, [DECOMPOSED, "Bo"], {COMPOSED: 10, "Bo": -10})
    assert (response.status_code, response.json["violations"]) == (200, [])
    assert DECOMPOSED not in response.text


def test_invisible_characters_that_the_contract_cannot_exclude_are_removed(client):
    response = judge(client, ["Ada\U000e0061", "Bo"], {"Ada": 10, "Bo": -10})
    assert (response.status_code, response.json["violations"]) == (200, [])
    assert "\U000e0061" not in response.text


def test_a_name_in_two_encodings_is_a_repeated_key(client):
    response = judge(client, [COMPOSED, "Bo"], {COMPOSED: 10, DECOMPOSED: 10, "Bo": -20})
    assert [code for _, code in codes(response)] == ["key_repeated"]


def test_a_name_that_would_become_too_long_stays_as_it_is(client):
    name = "\u0958" * 64  # two characters each in NFC
    assert judge(client, [name, "Bo"], {name: 10, "Bo": -10}).status_code == 200


def test_a_name_that_would_be_none_without_invisible_characters_stays_as_it_is(client):
    """Without the tag, two variation selectors would follow one another, and the next request would be rejected."""
    name = "\u0663\ufe0f\U000e0c2d\ufe0f"
    assert judge(client, [name, "Bo"], {name: 10, "Bo": -10}).json["standings"][0]["player"] == name
