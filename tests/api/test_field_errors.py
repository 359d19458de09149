"""Errors of request bodies: all at once, each with its path, what is wrong and what is valid."""

import json

import pytest

from service.operations.limits import ERRORS_LISTED
from tests.api.invalid_bodies import CHECK, JSON, codes


def test_all_errors_of_a_body_are_reported_at_once_with_their_paths(client):
    body = {
        "variant": "rummy",
        "options": {"turn": "skip", "jokers": 1, "opening_minimum": -1, "rounds": "3", "colour": "red", "ace": None},
        "melds": [["R7", "R14", 7], "R7", ["J=R8", "J=J"]],
        "hand": [],
    }
    response = client.post(CHECK, json=body)
    assert response.status_code == 422
    assert sorted(codes(response)) == sorted(
        [
            ("/options/turn", "choice_unknown"),
            ("/options/jokers", "not_a_boolean"),
            ("/options/opening_minimum", "number_out_of_range"),
            ("/options/rounds", "not_a_whole_number"),
            ("/options/colour", "field_unknown"),
            ("/options/ace", "null_not_allowed"),
            ("/melds/0/1", "tile_unknown"),
            ("/melds/0/2", "not_a_string"),
            ("/melds/1", "not_a_list"),
            ("/melds/2/1", "tile_unknown"),
            ("/hand", "field_unknown"),
        ]
    )


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ([], ("", "not_an_object")),
        ("rummy", ("", "not_an_object")),
        (None, ("", "not_an_object")),
        ({}, ("/variant", "field_required")),
        ({"variant": None}, ("/variant", "variant_unknown")),
        ({"variant": ["rummy"]}, ("/variant", "variant_unknown")),
        ({"variant": "chess"}, ("/variant", "variant_unknown")),
        ({"variant": "rummy"}, ("/melds", "field_required")),
        ({"variant": "rummy", "melds": None}, ("/melds", "null_not_allowed")),
        ({"variant": "rummy", "melds": {}}, ("/melds", "not_a_list")),
        ({"variant": "rummy", "melds": [], "options": []}, ("/options", "not_an_object")),
        ({"variant": "rummy", "melds": [], "options": None}, ("/options", "null_not_allowed")),
        ({"variant": "rummy", "melds": [[]] * 107}, ("/melds", "list_too_long")),
        ({"variant": "rummy", "melds": [["R1"] * 107]}, ("/melds/0", "list_too_long")),
        ({"variant": "rummy", "melds": [["R1\n"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummy", "melds": [["r1"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummy", "melds": [["?"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "gin-rummy", "melds": [["J"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "brettspielnetz-rummy", "melds": [["K1"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "myrummy-kids", "melds": [["R7"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummu", "melds": [["Y6=R7"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "myrummy-111", "melds": [["85*5"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummu", "melds": [], "options": {"jokers": True}}, ("/options/jokers", "field_unknown")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": 2.5}}, ("/options/rounds", "not_a_whole_number")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": True}}, ("/options/rounds", "not_a_whole_number")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": 2**70}}, ("/options/rounds", "number_out_of_range")),
        (
            {"variant": "myrummy-111", "melds": [], "options": {"hand_sizes": [12]}},
            ("/options/hand_sizes", "list_too_short"),
        ),
        (
            {"variant": "myrummy-111", "melds": [], "options": {"hand_sizes": [12, 11]}},
            ("/options/hand_sizes/1", "number_out_of_range"),
        ),
        ({"variant": "rummy", "melds": [], "a/b~c": 1}, ("/a~1b~0c", "field_unknown")),
    ],
)
def test_each_error_has_its_code_and_path(client, body, error):
    response = client.post(CHECK, data=json.dumps(body), content_type=JSON)
    assert response.status_code == 422
    assert codes(response) == [error]


@pytest.mark.parametrize(
    ("path", "body", "errors"),
    [
        (
            "/v1/rounds/score",
            {"variant": "rummy", "players": [{"player": 1, "hand": ["Q"]}], "went_out": "A"},
            [
                ("/players", "list_too_short"),
                ("/players/0/hand/0", "tile_unknown"),
                ("/players/0/player", "not_a_string"),
            ],
        ),
        (
            "/v1/games/verdict",
            {
                "variant": "myrummy-kids",
                "players": ["A", 2, "C", "D", "E"],
                "rounds": [{"A": "x", **dict.fromkeys("BCDE", 0)}],
            },
            [
                ("/players", "list_too_long"),
                ("/players/1", "not_a_string"),
                ("/rounds/0", "too_many_names"),
                ("/rounds/0/A", "not_a_whole_number"),
            ],
        ),
        (
            CHECK,
            {"variant": "rummy", "melds": [["R0"] + ["R1"] * 106]},
            [("/melds/0", "list_too_long"), ("/melds/0/0", "tile_unknown")],
        ),
    ],
)
def test_a_wrong_length_does_not_hide_errors_of_the_items(client, path, body, errors):
    assert codes(client.post(path, json=body)) == errors


def test_items_beyond_the_maximum_are_not_validated(client):
    response = client.post(CHECK, json={"variant": "rummy", "melds": [0] * 50_000})
    assert [path for path, _ in codes(response)] == ["/melds", *(f"/melds/{index}" for index in range(106))]


def test_an_empty_name_is_quoted(client):
    response = client.post("/v1/batch", json={"requests": [{"operation": "", "body": {}}]})
    (error,) = response.json["responses"][0]["body"]["errors"]
    assert error["message"].startswith('"" is not one of the choices')


def test_an_invalid_unknown_tile_gets_the_pattern_of_unknown_tiles(client):
    body = {
        "variant": "rummy",
        "players": [{"player": "A", "hand": ["?G"]}, {"player": "B", "hand": []}],
        "went_out": "B",
    }
    assert r"|\?(?:" in client.post("/v1/rounds/score", json=body).json["errors"][0]["message"]


def test_a_string_is_distinguished_from_a_number(client):
    errors = client.post("/v1/deals", json={"variant": "rummy", "players": "2"}).json["errors"]
    assert [error["message"] for error in errors] == ['This must be a whole number, not "2".']


def test_an_error_explains_what_is_wrong_and_what_is_valid(client):
    body = {"variant": "myrummy-kids", "melds": [["R7"]]}
    message = client.post(CHECK, json=body).json["errors"][0]["message"]
    assert message == "R7 is not a tile of this game; its codes match ^(?:[BRGY][1-6]|J(?:=[BRGY][1-6])?)$."


def test_an_invalid_value_is_truncated(client):
    message = client.post(CHECK, json={"variant": "x" * 100_000}).json["errors"][0]["message"]
    assert len(message) < 300


def test_the_order_of_errors_is_the_same_in_every_process(client):
    unknown = [f"f{index}" for index in range(20)]
    body = {"variant": "rummy", "melds": [*[[]] * 9, ["R0"], *[[]] * 2, ["R0"]], **dict.fromkeys(reversed(unknown), 0)}
    paths = [path for path, _ in codes(client.post(CHECK, json=body))]
    assert paths == [*(f"/{name}" for name in sorted(unknown)), "/melds/9/0", "/melds/12/0"]


def test_many_errors_are_all_counted_and_partly_listed(client):
    body = {"variant": "rummy", "melds": [], **{f"f{index}": 0 for index in range(5000)}}
    response = client.post(CHECK, json=body)
    assert len(response.json["errors"]) == ERRORS_LISTED
    assert "5000" in response.json["detail"]


def test_a_name_that_is_too_long_does_not_hide_errors_of_its_value(client):
    body = {"variant": "brettspielnetz-rummy", "hands": {"n" * 65: ["z"], "B": []}, "stock": 0}
    found = codes(client.post("/v1/games/verdict", json=body))
    assert found == [(f"/hands/{'n' * 65}", "string_too_long"), (f"/hands/{'n' * 65}/0", "tile_unknown")]
