"""With configured API keys every API request needs one of them."""

import pytest

from service.app import create_app
from service.http.contract import OPERATIONS
from service.settings import Settings
from tests.api.middleware.conftest import KEYS
from tests.contract import ContractClient, load_contract

CHECK = "/v1/melds/check"
BODY = {"variant": "rummy", "melds": []}


@pytest.fixture
def client(api_keys):
    app = create_app(Settings(api_keys=api_keys[:1], api_keys_file=api_keys[1:]))
    app.test_client_class = ContractClient
    return app.test_client()


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_each_key_is_accepted(client, key):
    assert client.post(CHECK, json=BODY, headers=bearer(key)).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": KEYS["bo"]},
        {"Authorization": f"Basic {KEYS['bo']}"},
        {"X-API-Key": KEYS["bo"]},
        bearer(KEYS["bo"][:-1]),
        bearer(KEYS["bo"] + "x"),
        bearer(KEYS["bo"].upper()),
        bearer("bo"),
        bearer("é\xff"),
        bearer("x" * 8000),
    ],
    ids=str,
)
def test_without_a_valid_key_there_is_a_401_with_a_challenge(client, headers):
    response = client.post(CHECK, json=BODY, headers=headers)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="rummy-referee"'
    assert response.json["type"] == "/docs/problems#key-required"
    assert response.json["detail"] == "Send Authorization: Bearer with a valid API key."


def test_the_scheme_is_case_insensitive(client):
    assert client.post(CHECK, json=BODY, headers={"Authorization": f"bEARER {KEYS['bo']}"}).status_code == 200


def test_the_hash_of_a_key_is_not_accepted(client, api_keys):
    assert client.post(CHECK, json=BODY, headers=bearer(api_keys[0].digest.hex())).status_code == 401


def test_without_a_key_unknown_paths_and_methods_are_not_revealed(client):
    assert client.get("/v1/nowhere").status_code == 401
    assert client.delete(CHECK).status_code == 401


def test_middleware_and_contract_agree_on_what_requires_a_key(client):
    """Probes and the contract are public."""
    for operation in OPERATIONS:
        documented = load_contract()["paths"][operation.path][operation.method.lower()]
        requires_key = documented.get("security", load_contract()["security"]) == [{}, {"key": []}]
        assert requires_key == ("401" in documented["responses"]) == (not operation.path.startswith(PUBLIC))
        path = operation.path.replace("{variant}", "rummy").replace("{asset}", "site.js")
        response = client.open(path, method=operation.method)
        assert (response.status_code == 401) == requires_key, path


PUBLIC = ("/healthz", "/readyz", "/openapi", "/docs", "/llms.txt")


def test_without_configured_keys_any_key_is_ignored():
    app = create_app(Settings())
    assert app.test_client().post(CHECK, json=BODY, headers=bearer("nonsense")).status_code == 200


def test_the_401_is_in_the_requested_language(client):
    response = client.post(CHECK, json=BODY, headers={"Accept-Language": "de"})
    assert response.json["title"] == "Ein Schlüssel ist nötig"


def test_a_response_that_needs_a_key_is_not_for_shared_caches(api_keys):
    client = create_app(Settings(api_keys=api_keys)).test_client()
    keyed = client.get("/v1/variants", headers={"Authorization": f"Bearer {KEYS['ada']}"})
    assert (keyed.status_code, keyed.headers["Cache-Control"]) == (200, "max-age=300, private")
    assert "public" in client.get("/openapi.json").headers["Cache-Control"]
    assert "public" in create_app(Settings()).test_client().get("/v1/variants").headers["Cache-Control"]
