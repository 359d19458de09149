"""Bad requests get a clear answer: one shape, and nothing of the inside."""

import pytest
from flask import Flask

from service.api.problems import register_problems
from tests.api.faulty import CHECK

# --- the shape ------------------------------------------------------------------------------------------------------


def test_a_problem_has_every_member_of_the_contract(client):
    answer = client.get("/v1/variants/chess", headers={"X-Request-ID": "abc-1"})
    assert answer.mimetype == "application/problem+json"
    assert answer.json == {
        "type": "urn:rummy-referee:problem:variant-unknown",
        "title": "Unknown game",
        "status": 404,
        "detail": (
            "chess is not one of the games: rummy, gin-rummy, brettspielnetz-rummy, rummu, myrummy-kids, "
            "myrummy-kids-pro, myrummy-111."
        ),
        "instance": "/v1/variants/chess",
        "request_id": "abc-1",
        "errors": [],
    }


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/variants/", "/v1/melds", "/v2/variants", "/%00", "/caf%C3%A9", "/%ff"]
)
def test_an_unknown_path_is_a_404_problem(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json["type"] == "urn:rummy-referee:problem:not-found"
    assert answer.headers["X-Request-ID"] == answer.json["request_id"]


def test_a_method_not_allowed_says_which_are(client):
    answer = client.get(CHECK)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert answer.json["detail"] == "/v1/melds/check does not support GET; it supports OPTIONS, POST."


def test_options_agrees_with_allow(client):
    assert set(client.options(CHECK).headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_a_fault_of_ours_is_a_500_problem_that_tells_nothing_of_the_inside():
    app = Flask("broken")
    register_problems(app)

    @app.get("/secret")
    def fail():
        raise RuntimeError("the password is swordfish")

    answer = app.test_client().get("/secret")
    assert answer.status_code == 500
    assert answer.get_json()["type"] == "urn:rummy-referee:problem:internal-error"
    assert "swordfish" not in answer.text


def test_a_path_with_two_slashes_is_another_path(client):
    answer = client.post("/v1//melds/check", json={})
    assert (answer.status_code, answer.json["type"]) == (404, "urn:rummy-referee:problem:not-found")


# --- request ids ----------------------------------------------------------------------------------------------------


def test_a_request_id_is_echoed(client):
    assert client.get("/healthz", headers={"X-Request-ID": "trace/42:a"}).headers["X-Request-ID"] == "trace/42:a"


@pytest.mark.parametrize("bad", ["", "a b", "x" * 129, "é"])
def test_a_request_id_that_could_not_go_into_a_log_is_replaced(client, bad):
    answer = client.get("/healthz", headers={"X-Request-ID": bad})
    assert answer.headers["X-Request-ID"] not in ("", bad)


def test_two_requests_without_an_id_get_different_ones(client):
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
