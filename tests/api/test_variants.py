"""The games over HTTP."""

import pytest

from service.variants import GAMES

ALL = list(GAMES)


def test_the_seven_games_are_listed(client):
    games = client.get("/v1/variants").json["variants"]
    assert [game["id"] for game in games] == ALL
    assert len(games) == 7


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_game_is_described_in_every_language(client, variant, language):
    answer = client.get(f"/v1/variants/{variant}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.json["rulings"]
    assert sum(piece["count"] for piece in answer.json["box"]["pieces"]) == answer.json["box"]["size"]


def test_every_listed_game_is_where_the_list_says(client):
    for game in client.get("/v1/variants").json["variants"]:
        whole = client.get(game["href"]).json
        assert {key: whole[key] for key in game} == game


@pytest.mark.parametrize("variant", ALL)
def test_options_are_described_as_requests_take_them(client, variant):
    """Every option at its default, at both ends of its range and at each choice is accepted; beyond, it is refused."""
    for option in client.get(f"/v1/variants/{variant}").json["options"]:
        good, bad = _values(option)
        for value in good:
            body = {"variant": variant, "melds": [], "options": {option["name"]: value}}
            assert client.post("/v1/melds/check", json=body).status_code == 200, (option, value)
        for value in bad:
            body = {"variant": variant, "melds": [], "options": {option["name"]: value}}
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
def test_what_the_caller_has_already_is_not_sent_again(client, path):
    first = client.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_each_language_has_a_tag_of_its_own(client):
    tags = {
        client.get("/v1/variants/rummy", headers={"Accept-Language": language}).headers["ETag"]
        for language in ("en", "de", "fr", "it")
    }
    assert len(tags) == 4


def test_head_is_answered_like_get_without_a_body(client):
    answer = client.head("/v1/variants/rummy")
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["ETag"] == client.get("/v1/variants/rummy").headers["ETag"]


@pytest.mark.parametrize(
    ("wanted", "status"), [('"x"', 412), ('W/"{tag}"', 412), ('"{tag}"', 200), ('"x", "{tag}"', 200), ("*", 200)]
)
def test_an_answer_that_is_wanted_as_it_was_once_is_refused_if_it_is_not_that(client, wanted, status):
    tag = client.get("/v1/variants").headers["ETag"].strip('"')
    answer = client.get("/v1/variants", headers={"If-Match": wanted.format(tag=tag)})
    assert answer.status_code == status
    assert status == 200 or answer.json["type"] == "urn:rummy-referee:problem:precondition-failed"
