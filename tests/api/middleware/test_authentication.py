"""Where keys are set, the referee answers only those who show one."""

import pytest

from service.api.contract import OPERATIONS
from service.app import create_app
from service.settings import Settings
from tests.api.middleware.conftest import KEYS
from tests.contract import ContractClient, load_contract

CHECK = "/v1/melds/check"
BODY = {"variant": "rummy", "melds": []}


@pytest.fixture
def client(key_ring):
    app = create_app(Settings(api_keys=key_ring[:1], api_keys_file=key_ring[1:]))
    app.test_client_class = ContractClient
    return app.test_client()


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_each_key_opens(client, key):
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
def test_without_a_key_of_ours_there_is_a_401_that_says_how(client, headers):
    answer = client.post(CHECK, json=BODY, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="rummy-referee"'
    assert answer.json["type"] == "urn:rummy-referee:problem:key-required"
    assert answer.json["detail"] == "Send Authorization: Bearer with a key that this service knows."


def test_the_word_bearer_has_no_case(client):
    assert client.post(CHECK, json=BODY, headers={"Authorization": f"bEARER {KEYS['bo']}"}).status_code == 200


def test_the_hash_of_a_key_is_no_key(client, key_ring):
    assert client.post(CHECK, json=BODY, headers=bearer(key_ring[0].digest.hex())).status_code == 401


def test_who_has_no_key_does_not_learn_what_there_is(client):
    assert client.get("/v1/nowhere").status_code == 401
    assert client.delete(CHECK).status_code == 401


def test_doors_and_contract_agree_on_what_needs_a_key(client):
    """Probes have no key, and the contract is public."""
    for operation in OPERATIONS:
        documented = load_contract()["paths"][operation.path][operation.method.lower()]
        requires_key = documented.get("security") == [{}, {"key": []}]
        assert requires_key == ("401" in documented["responses"]) == (not operation.path.startswith(PUBLIC))
        path = operation.path.replace("{variant}", "rummy").replace("{asset}", "start.js")
        answer = client.open(path, method=operation.method)
        assert (answer.status_code == 401) == requires_key, path


PUBLIC = ("/healthz", "/readyz", "/openapi", "/docs")


def test_without_keys_a_key_that_is_sent_is_not_looked_at():
    app = create_app(Settings())
    assert app.test_client().post(CHECK, json=BODY, headers=bearer("nonsense")).status_code == 200


def test_the_401_is_in_the_language_asked_for(client):
    answer = client.post(CHECK, json=BODY, headers={"Accept-Language": "de"})
    assert answer.json["title"] == "Ein Schlüssel ist nötig"
