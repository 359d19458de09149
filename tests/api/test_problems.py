"""Problem responses have one shape and reveal no internals."""

import json

import pytest
from flask import Flask

from rummy_referee.games import GAMES
from service.app import create_app
from service.http.problem_responses import register_problems
from tests.api.invalid_bodies import CHECK

# --- the shape ------------------------------------------------------------------------------------------------------


def test_a_problem_has_every_member_of_the_contract(client):
    response = client.get("/v1/variants/chess", headers={"X-Request-ID": "abc-1"})
    assert response.mimetype == "application/problem+json"
    assert response.json == {
        "type": "/docs/problems#variant-unknown",
        "title": "Unknown game",
        "status": 404,
        "detail": f"chess is not one of the games: {', '.join(GAMES)}.",
        "instance": "/v1/variants/chess",
        "request_id": "abc-1",
        "errors": [],
    }


@pytest.mark.parametrize(
    "path", ["/web", "/v1", "/v1/variants/", "/v1/melds", "/v2/variants", "/%00", "/caf%C3%A9", "/%ff"]
)
def test_an_unknown_path_is_a_404_problem(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert response.json["type"] == "/docs/problems#not-found"
    assert response.headers["X-Request-ID"] == response.json["request_id"]


def test_a_405_lists_the_allowed_methods(client):
    response = client.get(CHECK)
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert response.json["detail"] == "/v1/melds/check does not support GET; it supports OPTIONS, POST."


def test_options_agrees_with_allow(client):
    assert set(client.options(CHECK).headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_an_unexpected_error_is_a_500_problem_without_internals():
    app = Flask("broken")
    register_problems(app)

    @app.get("/secret")
    def fail():
        raise RuntimeError("the password is swordfish")

    response = app.test_client().get("/secret")
    assert response.status_code == 500
    assert response.get_json()["type"] == "/docs/problems#internal-error"
    assert "swordfish" not in response.text


def test_slashes_are_not_merged(client):
    response = client.post("/v1//melds/check", json={})
    assert (response.status_code, response.json["type"]) == (404, "/docs/problems#not-found")


# --- request ids ----------------------------------------------------------------------------------------------------


def test_a_request_id_is_repeated(client):
    assert client.get("/healthz", headers={"X-Request-ID": "trace/42:a"}).headers["X-Request-ID"] == "trace/42:a"


@pytest.mark.parametrize("bad", ["", "a b", "x" * 129, "é"])
def test_a_request_id_that_is_unsafe_in_a_log_is_replaced(client, bad):
    response = client.get("/healthz", headers={"X-Request-ID": bad})
    assert response.headers["X-Request-ID"] not in ("", bad)


def test_two_requests_without_an_id_get_different_ones(client):
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2


def test_leading_slashes_are_not_ignored():
    """A proxy that protects a path by its prefix does not ignore them either."""
    client = create_app().test_client()
    response = client.get("/", environ_overrides={"PATH_INFO": "//v1/variants"})
    assert response.status_code == 404
    assert "//v1/variants" in json.loads(response.data)["detail"]
