"""Only pages of configured origins may send requests from a browser."""

import pytest

from service.app import create_app
from service.operations.post_operations import POST_OPERATIONS
from service.settings import Settings
from tests.contract import ContractClient

CHECK = "/v1/melds/check"
HOME = "https://rummy.example"
BODY = {"variant": "rummy", "melds": []}


def client_for(*origins):
    app = create_app(Settings(cors_origins=origins))
    app.test_client_class = ContractClient
    return app.test_client()


def cors_headers(response):
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control")}


def preflight(client, path=CHECK, origin=HOME, method="POST"):
    return client.options(path, headers={"Origin": origin, "Access-Control-Request-Method": method})


def test_by_default_no_origin_is_allowed(client):
    for response in (client.post(CHECK, json=BODY, headers={"Origin": HOME}), preflight(client)):
        assert response.status_code == 200
        assert cors_headers(response) == {}
        assert "Origin" not in response.headers.get("Vary", "")


def test_a_configured_origin_is_allowed_and_may_read_headers():
    response = client_for("https://other.example", HOME).post(CHECK, json=BODY, headers={"Origin": HOME})
    assert cors_headers(response) == {
        "Access-Control-Allow-Origin": HOME,
        "Access-Control-Expose-Headers": (
            "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
        ),
    }
    assert response.headers["Vary"] == "Accept-Language, Origin"


@pytest.mark.parametrize(
    "origin", ["https://rummy.example.evil", "http://rummy.example", "https://rummy.example:8443", "null", "", "*"]
)
def test_another_origin_gets_no_cors_headers_but_vary(origin):
    client = client_for(HOME)
    for response in (client.post(CHECK, json=BODY, headers={"Origin": origin}), preflight(client, origin=origin)):
        assert cors_headers(response) == {}
        assert "Origin" in response.headers["Vary"]


def test_a_request_without_an_origin_gets_vary():
    response = client_for(HOME).get("/v1/variants")
    assert response.status_code == 200
    assert cors_headers(response) == {}
    assert response.headers["Vary"] == "Accept-Language, Accept-Encoding, Origin"


def test_any_origin_may_be_allowed():
    response = client_for("*").get("/v1/variants", headers={"Origin": HOME})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Origin" not in response.headers["Vary"]


def test_problems_have_cors_headers():
    response = client_for(HOME).post(CHECK, json={}, headers={"Origin": HOME})
    assert response.status_code == 422
    assert response.headers["Access-Control-Allow-Origin"] == HOME


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/variants/rummy", *(one.path for one in POST_OPERATIONS)])
def test_a_preflight_agrees_with_allow(path):
    response = preflight(client_for(HOME), path)
    assert response.status_code == 200
    assert response.headers["Access-Control-Allow-Methods"] == response.headers["Allow"]
    assert response.headers["Access-Control-Allow-Headers"] == (
        "Accept-Language, Authorization, Content-Type, If-None-Match, X-Request-ID, traceparent, tracestate"
    )
    assert response.headers["Access-Control-Max-Age"] == "3600"


def test_a_plain_options_is_not_a_preflight():
    response = client_for(HOME).options(CHECK, headers={"Origin": HOME})
    assert "Access-Control-Allow-Methods" not in response.headers


def test_a_preflight_needs_no_key_and_is_not_rate_limited(api_keys, rate):
    app = create_app(Settings(cors_origins=(HOME,), api_keys=api_keys, rate_limit=rate))
    response = preflight(app.test_client())
    assert response.status_code == 200
    assert "RateLimit" not in response.headers
    rejected = app.test_client().post(CHECK, json=BODY, headers={"Origin": HOME})
    assert rejected.status_code == 401
    assert rejected.headers["Access-Control-Allow-Origin"] == HOME
