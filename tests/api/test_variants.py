"""The games over HTTP."""

import pytest

from rummy_referee.games import GAMES
from service.operations.components import class_name
from tests.contract import load_contract
from tests.facts import FACTS

ALL = list(GAMES)


def test_all_games_are_listed(client):
    games = client.get("/v1/variants").json["variants"]
    assert [game["id"] for game in games] == ALL


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_game_is_described_in_every_language(client, variant, language):
    response = client.get(f"/v1/variants/{variant}", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.json["rulings"]
    assert sum(tile["count"] for tile in response.json["tiles"]) == response.json["box"]["size"]


@pytest.mark.parametrize(
    ("variant", "language", "expected"),
    [
        ("rummy", "en", ("R7", "red 7", 7, 2)),
        ("rummy", "de", ("J", "Joker", 25, 2)),
        ("gin-rummy", "fr", ("K13", "13 noir", 13, 2)),
        ("brettspielnetz-rummy", "it", ("G1", "1 verde", 1, 2)),
        ("brettspielnetz-rummy", "it", ("J", "jolly", 25, 2)),
        ("rummu", "en", ("Y7", "yellow 7", 10, 2)),
        ("rummu", "de", ("R0", "rote 0", 5, 1)),
        ("myrummy-kids", "en", ("J", "joker", None, 4)),
        ("myrummy-kids-pro", "fr", ("B6", "6 bleu", None, 2)),
        ("myrummy-111", "en", ("85", "85", None, 1)),
        ("rummikub", "de", ("J", "Joker", 30, 2)),
        ("machiavelli", "fr", ("Qh", "dame de cœur", None, 2)),
    ],
)
def test_a_tile_has_its_name_its_points_in_a_hand_and_its_number(client, variant, language, expected):
    tiles = client.get(f"/v1/variants/{variant}", headers={"Accept-Language": language}).json["tiles"]
    assert expected in [(tile["code"], tile["label"], tile["points"], tile["count"]) for tile in tiles]


def test_every_listed_href_exists(client):
    for game in client.get("/v1/variants").json["variants"]:
        whole = client.get(game["href"]).json
        assert {key: whole[key] for key in game} == game


@pytest.mark.parametrize("variant", ALL)
def test_options_are_described_as_requests_accept_them(client, variant):
    """Every option is accepted at its default, at both ends of its range and at each choice, and rejected beyond."""
    for option in client.get(f"/v1/variants/{variant}").json["options"]:
        good, bad = _values(option)
        for value in good:
            body = {
                "variant": variant,
                "melds": [],
                "options": {option["name"]: value},
                **FACTS[variant].get("facts", {}),
            }
            assert client.post("/v1/melds/check", json=body).status_code == 200, (option, value)
        for value in bad:
            body = {
                "variant": variant,
                "melds": [],
                "options": {option["name"]: value},
                **FACTS[variant].get("facts", {}),
            }
            assert client.post("/v1/melds/check", json=body).status_code == 422, (option, value)


def _values(option):
    good: list[object] = [option["default"]]
    bad: list[object] = ["no such choice"]
    (good if option["nullable"] else bad).append(None)
    if option["type"] == "boolean":
        return [*good, True, False], [*bad, 0, "true"]
    if option["type"] == "string":
        return [*good, *option["choices"]], bad
    low, high = option["minimum"], option["maximum"]
    if option["type"] == "integer":
        return [*good, low, high], [*bad, low - 1, high + 1, str(low)]
    fewest, most = option["fewest"], option["most"]
    return (
        [*good, [low] * fewest, [high] * most],
        [*bad, [low] * (fewest - 1), [low] * (most + 1), [low - 1] * fewest, [high + 1] * fewest, low],
    )


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/variants/rummu", "/openapi.yaml", "/openapi.json", "/docs"])
def test_a_cached_response_is_a_304(client, path):
    first = client.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_each_language_has_its_own_etag(client):
    tags = {
        client.get("/v1/variants/rummy", headers={"Accept-Language": language}).headers["ETag"]
        for language in ("en", "de", "fr", "it")
    }
    assert len(tags) == 4


def test_head_is_like_get_without_a_body(client):
    response = client.head("/v1/variants/rummy")
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["ETag"] == client.get("/v1/variants/rummy").headers["ETag"]


@pytest.mark.parametrize(
    ("wanted", "status"), [('"x"', 412), ('W/"{tag}"', 412), ('"{tag}"', 200), ('"x", "{tag}"', 200), ("*", 200)]
)
def test_if_match_with_another_etag_is_a_412(client, wanted, status):
    tag = client.get("/v1/variants").headers["ETag"].strip('"')
    response = client.get("/v1/variants", headers={"If-Match": wanted.format(tag=tag)})
    assert response.status_code == status
    assert status == 200 or response.json["type"] == "/docs/problems#precondition-failed"


FORMS = {"snapshot": "CheckMove", "finished_round": "ScoreRound", "history": "JudgeGame", "seats": "DealRound"}
"""The requests that a form describes."""

NOT_IN_FORMS = {
    "CheckMove": {"move", "describe"},
    "DealRound": {"players", "seed", "entropy", "commit", "seal", "locks"},
}
"""Their other fields, besides the game and its options."""


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize(("form", "request_name"), FORMS.items())
def test_a_form_has_exactly_the_fields_of_the_request(client, variant, form, request_name):
    fields = client.get(f"/v1/variants/{variant}").json["forms"][form]
    schema = find_object(request_name + class_name(variant))
    left_out = {"variant", "options"} | NOT_IN_FORMS.get(request_name, set())
    _assert_same_fields(fields, schema, left_out)


@pytest.mark.parametrize("variant", ALL)
def test_a_move_is_described_with_the_fields_that_it_takes(client, variant):
    for move in client.get(f"/v1/variants/{variant}").json["moves"]:
        move_types = load_contract()["components"]["schemas"][f"{class_name(variant)}Move"]["discriminator"]["mapping"]
        schema = find_object(move_types[move["type"]].rpartition("/")[2])
        _assert_same_fields(move["fields"], schema, {"type", "text", "needs", "changes"})
        assert [field["name"] for field in move["fields"] if field["required"]] == move["required"]


def find_object(name):
    """An object of the contract with the members of all its parts."""
    schema = load_contract()["components"]["schemas"][name]
    parts = [
        find_object(part["$ref"].rpartition("/")[2]) if "$ref" in part else part for part in schema.get("allOf", ())
    ]
    properties = {key: member for part in (*parts, schema) for key, member in part.get("properties", {}).items()}
    return {
        "properties": properties,
        "required": [key for part in (*parts, schema) for key in part.get("required", ())],
    }


def _assert_same_fields(fields, schema, left_out):
    assert {field["name"] for field in fields} == set(schema["properties"]) - left_out
    assert {field["name"] for field in fields if field["required"]} == set(schema.get("required", ())) - left_out
    for field in fields:
        described = schema["properties"][field["name"]]
        if "fields" in field:
            inner = described["items"]["$ref"].rsplit("/", 1)[-1]
            _assert_same_fields(field["fields"], load_contract()["components"]["schemas"][inner], set())
        if "maximum" in field and field["shape"] == "count":
            assert (field["minimum"], field["maximum"]) == (described["minimum"], described["maximum"])
        assert len(field.get("choices", ())) == len(field.get("choice_labels", ()))


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_label_is_in_the_language_of_the_request(client, language):
    rummy = client.get("/v1/variants/rummy", headers={"Accept-Language": language}).json
    labels = {
        "en": "Course of a turn",
        "de": "Ablauf eines Zuges",
        "fr": "Déroulement du tour",
        "it": "Svolgimento del turno",
    }
    assert rummy["options"][0]["label"] == labels[language]
    assert all(move["label"] for move in rummy["moves"])
