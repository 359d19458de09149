"""Pages of other origins may ask only if they are named."""

import pytest

from service.api.contract import POST_OPERATIONS
from service.app import create_app
from service.settings import Settings
from tests.contract import ContractClient

CHECK = "/v1/melds/check"
HOME = "https://rummy.example"
BODY = {"variant": "rummy", "melds": []}


def client_for(*origins):
    app = create_app(Settings(cors_origins=origins))
    app.test_client_class = ContractClient
    return app.test_client()


def cors_headers(answer):
    return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control")}


def preflight(client, path=CHECK, origin=HOME, method="POST"):
    return client.options(path, headers={"Origin": origin, "Access-Control-Request-Method": method})


def test_unless_set_no_origin_is_admitted(client):
    for answer in (client.post(CHECK, json=BODY, headers={"Origin": HOME}), preflight(client)):
        assert answer.status_code == 200
        assert cors_headers(answer) == {}
        assert "Origin" not in answer.headers.get("Vary", "")


def test_a_named_origin_is_admitted_and_may_read_what_it_needs():
    answer = client_for("https://other.example", HOME).post(CHECK, json=BODY, headers={"Origin": HOME})
    assert cors_headers(answer) == {
        "Access-Control-Allow-Origin": HOME,
        "Access-Control-Expose-Headers": (
            "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
        ),
    }
    assert answer.headers["Vary"] == "Accept-Language, Origin"


@pytest.mark.parametrize(
    "origin", ["https://rummy.example.evil", "http://rummy.example", "https://rummy.example:8443", "null", "", "*"]
)
def test_another_origin_gets_no_header_but_caches_are_told(origin):
    client = client_for(HOME)
    for answer in (client.post(CHECK, json=BODY, headers={"Origin": origin}), preflight(client, origin=origin)):
        assert cors_headers(answer) == {}
        assert "Origin" in answer.headers["Vary"]


def test_a_request_from_no_page_is_answered_and_caches_are_told():
    answer = client_for(HOME).get("/v1/variants")
    assert answer.status_code == 200
    assert cors_headers(answer) == {}
    assert answer.headers["Vary"] == "Accept-Language, Origin"


def test_anyone_may_be_admitted():
    answer = client_for("*").get("/v1/variants", headers={"Origin": HOME})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Vary"] == "Accept-Language"


def test_a_problem_can_be_read_too():
    answer = client_for(HOME).post(CHECK, json={}, headers={"Origin": HOME})
    assert answer.status_code == 422
    assert answer.headers["Access-Control-Allow-Origin"] == HOME


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/variants/rummy", *(one.path for one in POST_OPERATIONS)])
def test_a_preflight_agrees_with_allow(path):
    answer = preflight(client_for(HOME), path)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Methods"] == answer.headers["Allow"]
    assert answer.headers["Access-Control-Allow-Headers"] == (
        "Accept-Language, Authorization, Content-Type, If-None-Match, X-Request-ID"
    )
    assert answer.headers["Access-Control-Max-Age"] == "3600"


def test_a_plain_options_is_no_preflight():
    answer = client_for(HOME).options(CHECK, headers={"Origin": HOME})
    assert "Access-Control-Allow-Methods" not in answer.headers


def test_a_preflight_needs_no_key_and_does_not_count(key_ring, rate):
    app = create_app(Settings(cors_origins=(HOME,), api_keys=key_ring, rate_limit=rate))
    answer = preflight(app.test_client())
    assert answer.status_code == 200
    assert "RateLimit" not in answer.headers
    refused = app.test_client().post(CHECK, json=BODY, headers={"Origin": HOME})
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == HOME
