"""A batch: every item is handled as if it were sent alone."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_referee.engine.work import counted_work
from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from service.app import create_app
from service.operations import batch
from service.operations.limits import BATCH_ITEMS, ITEM_STEPS, LIGHT_STEPS
from service.operations.post_operations import POST_OPERATIONS
from tests.contract import find_body_schema, load_contract

PATH = "/v1/batch"
JSON = "application/json"
PATHS = {operation.id: operation.path for operation in POST_OPERATIONS}
EXAMPLES = [(operation.id, body) for operation in POST_OPERATIONS for body in operation.examples.values()]
GOOD = {"operation": "checkMelds", "body": {"variant": "rummy", "melds": [["R7", "R8", "R9"]]}}
IDENTITY = {"X-Request-ID": "evening-1"}
_APP = create_app()


def batch_body(*asked):
    return {"requests": [{"operation": operation, "body": body} for operation, body in asked]}


def statuses(response):
    return [response["status"] for response in response.json["responses"]]


# --- items ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_has_the_same_bytes_as_alone(client, language):
    headers = {"Accept-Language": language}
    alone = [client.post(PATHS[name], json=body, headers=headers).data for name, body in EXAMPLES]
    together = client.post(PATH, json=batch_body(*EXAMPLES), headers=headers)
    assert together.status_code == 200
    assert together.headers["Content-Language"] == language
    assert together.data == b'{"responses":[' + b",".join(b'{"status":200,"body":%b}' % body for body in alone) + b"]}"


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def corrupted_item(draw):
    """An example sent to any operation, possibly without one of its fields or with another value."""
    _, example = draw(st.sampled_from(EXAMPLES))
    body = dict(example)
    if draw(st.booleans()):
        del body[draw(st.sampled_from(sorted(body)))]
    if draw(st.booleans()):
        body[draw(st.sampled_from([*sorted(body), "extra"]))] = draw(ANY_JSON)
    return body


@settings(max_examples=60, deadline=None)
@given(
    asked=st.lists(
        st.sampled_from(EXAMPLES) | st.tuples(st.sampled_from(sorted(PATHS)), corrupted_item() | ANY_JSON),
        min_size=1,
        max_size=6,
    ),
    language=st.sampled_from(LANGUAGES),
)
def test_invalid_items_have_the_same_problem_as_alone_and_do_not_affect_others(asked, language):
    client = _APP.test_client()
    headers = {**IDENTITY, "Accept-Language": language}
    together = client.post(PATH, json=batch_body(*asked), headers=headers)
    assert together.status_code == 200
    for index, (name, body) in enumerate(asked):
        alone = client.post(PATHS[name], data=json.dumps(body), content_type=JSON, headers=headers)
        expected = alone.get_json()
        if alone.status_code != 200:
            expected = {**expected, "instance": f"/v1/batch#/requests/{index}"}
        assert together.get_json()["responses"][index] == {"status": alone.status_code, "body": expected}


def test_an_unknown_operation_is_a_problem_of_its_item_that_lists_the_known_ones(client):
    asked = batch_body(("dealTiles", {}), (GOOD["operation"], GOOD["body"]))
    response = client.post(PATH, json=asked, headers=IDENTITY)
    assert statuses(response) == [422, 200]
    assert response.json["responses"][0]["body"] == {
        "type": "/docs/problems#operation-unknown",
        "title": "Unknown operation",
        "status": 422,
        "detail": "dealTiles is not an operation that a batch can contain.",
        "instance": "/v1/batch#/requests/0",
        "request_id": "evening-1",
        "errors": [
            {
                "path": "/operation",
                "code": "choice_unknown",
                "message": f"dealTiles is not one of the choices: {', '.join(PATHS)}.",
            }
        ],
    }


@pytest.mark.parametrize("name", ["batch", "listVariants", "getHealth", "", "checkmelds", "checkMelds "])
def test_only_operations_about_games_can_be_in_a_batch(client, name):
    response = client.post(PATH, json=batch_body((name, batch_body(("checkMelds", {}))), EXAMPLES[0]))
    assert statuses(response) == [422, 200]


def test_a_hundred_items_are_returned_in_order(client):
    asked = [("dealRound", {"variant": "gin-rummy", "players": 2, "seed": seed}) for seed in range(BATCH_ITEMS)]
    response = client.post(PATH, json=batch_body(*asked))
    assert statuses(response) == [200] * BATCH_ITEMS
    alone = [client.post(PATHS["dealRound"], json=body).json for _, body in asked]
    assert [response["body"] for response in response.json["responses"]] == alone


# --- the batch itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ([], [("", "not_an_object")]),
        ({}, [("/requests", "field_required")]),
        ({"requests": None}, [("/requests", "null_not_allowed")]),
        ({"requests": {}}, [("/requests", "not_a_list")]),
        ({"requests": []}, [("/requests", "list_too_short")]),
        ({"requests": [GOOD] * (BATCH_ITEMS + 1)}, [("/requests", "list_too_long")]),
        ({"requests": [GOOD], "language": "de"}, [("/language", "field_unknown")]),
        ({"requests": [GOOD, "checkMelds"]}, [("/requests/1", "not_an_object")]),
        ({"requests": [GOOD, {"operation": "checkMelds"}]}, [("/requests/1/body", "field_required")]),
        ({"requests": [{"operation": 7, "body": 7}]}, [("/requests/0/operation", "not_a_string")]),
        ({"requests": [{"operation": None, "body": None}]}, [("/requests/0/operation", "null_not_allowed")]),
        ({"requests": [{"operation": "x" * 65, "body": {}}]}, [("/requests/0/operation", "string_too_long")]),
        (
            {"requests": [{}, {**GOOD, "id": 1}]},
            [
                ("/requests/0/body", "field_required"),
                ("/requests/0/operation", "field_required"),
                ("/requests/1/id", "field_unknown"),
            ],
        ),
    ],
)
def test_a_batch_that_does_not_match_the_contract_is_rejected_as_a_whole(client, body, errors):
    response = client.post(PATH, data=json.dumps(body), content_type=JSON)
    assert response.status_code == 422
    assert response.json["instance"] == PATH
    assert sorted((error["path"], error["code"]) for error in response.json["errors"]) == errors


@pytest.mark.parametrize("body", [None, True, 5, "rummy", [], [[]], {}])
def test_any_json_may_be_the_body_of_an_item(client, body):
    asked = {"requests": [{"operation": "checkMelds", "body": body}, GOOD]}
    assert find_body_schema(PATH).is_valid(asked)
    assert statuses(client.post(PATH, json=asked)) == [422, 200]


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_the_contract_has_a_type_for_the_items_of_every_operation(operation):
    name = type(operation.body).__name__
    item = load_contract()["components"]["schemas"][f"BatchItem{name}"]
    assert item["properties"]["operation"]["const"] == operation.id
    body = item["properties"]["body"]
    assert body.get("anyOf", [body])[0] == {"$ref": f"#/components/schemas/{name}"}


# --- limits ---------------------------------------------------------------------------------------------------------


def test_items_after_the_step_limit_are_not_run(client, monkeypatch):
    monkeypatch.setattr(batch, "BATCH_STEPS", 2 * ITEM_STEPS + 1)
    monkeypatch.setattr(batch, "STEPS_PER_BYTE", 0)
    deal = ("dealRound", {"variant": "rummy", "players": 2, "seed": 1})
    response = client.post(PATH, json=batch_body(*[deal] * 5), headers={**IDENTITY, "Accept-Language": "de"})
    assert response.status_code == 200
    assert statuses(response) == [200, 200, 200, 413, 413]
    assert response.json["responses"][4]["body"] == {
        "type": "/docs/problems#batch-too-costly",
        "title": "Das Limit des Stapels ist erreicht",
        "status": 413,
        "detail": (
            "Die Anfragen davor haben so viel gekostet, wie ein Stapel kosten darf. "
            "Sende sie noch einmal in einem anderen Stapel oder allein."
        ),
        "instance": "/v1/batch#/requests/4",
        "request_id": "evening-1",
        "errors": [],
    }


def test_the_steps_of_searches_count_for_a_batch(client, monkeypatch):
    monkeypatch.setattr(batch, "BATCH_STEPS", ITEM_STEPS + 1)
    monkeypatch.setattr(batch, "STEPS_PER_BYTE", 0)
    arranged = ("arrangeTiles", {"variant": "rummy", "tiles": ["R1", "R2", "R3"]})
    assert statuses(client.post(PATH, json=batch_body(*[arranged] * 3))) == [200, 413, 413]
    assert statuses(client.post(PATH, json={"requests": [GOOD] * 3})) == [200, 200, 413]


HARD_PILE = (
    "arrangeTiles",
    {"variant": "rummu", "tiles": [piece for piece, count in GAMES["rummu"].box.holds.items() for _ in range(count)]},
)
"""Three million steps."""


def test_an_item_that_exceeds_the_limit_is_stopped_except_the_first(client, monkeypatch):
    monkeypatch.setattr(batch, "BATCH_STEPS", 1_000_000)
    response = client.post(PATH, json=batch_body(("checkMelds", GOOD["body"]), HARD_PILE, HARD_PILE))
    assert statuses(response) == [200, 413, 413]
    assert statuses(client.post(PATH, json=batch_body(HARD_PILE, HARD_PILE))) == [200, 413]


def test_a_batch_of_ordinary_requests_is_light(client):
    """As a hundred of them are one by one."""
    table = [[f"{colour}{number}" for number in range(1, 11)] for colour in "RBKY"]
    checked = ("checkMelds", {"variant": "rummy", "melds": table})
    with counted_work() as work:
        assert statuses(client.post(PATH, json=batch_body(*[checked] * BATCH_ITEMS))) == [200] * BATCH_ITEMS
    assert 0 < work.steps < LIGHT_STEPS


def test_the_bytes_of_responses_count_as_steps(client, monkeypatch):
    monkeypatch.setattr(batch, "BATCH_STEPS", ITEM_STEPS + 1)
    assert statuses(client.post(PATH, json={"requests": [GOOD] * 2})) == [200, 413]


def test_a_hundred_rounds_with_some_unknown_tiles_are_within_the_limits(client):
    hands = {
        "A": "R1 R2 R3 B4 B5 B6 K7 K8 K9 Y1",
        "B": "R4 R7 R9 B10 B11 K2 K13 Y4 Y8 Y9",
        "C": "R5 R10 B1 B9 ?K K4 K11 Y2 Y6 Y13",
        "D": "R6 R12 B3 B8 B13 K1 ? Y5 Y7 Y10",
    }
    players = [{"player": name, "hand": hand.split()} for name, hand in hands.items()]
    partially_known = ("scoreRound", {"variant": "gin-rummy", "players": players, "declarer": "A"})
    response = client.post(PATH, json=batch_body(*[partially_known] * BATCH_ITEMS))
    assert statuses(response) == [200] * BATCH_ITEMS
    assert all(item["body"]["proven"] for item in response.json["responses"])


def test_items_after_the_byte_limit_are_not_run(client, monkeypatch):
    alone = len(client.post(PATHS["checkMelds"], json=GOOD["body"]).data)
    monkeypatch.setattr(batch, "BATCH_RESPONSE_BYTES", 2 * alone)
    response = client.post(PATH, json={"requests": [GOOD] * 4})
    assert statuses(response) == [200, 200, 413, 413]


def test_an_unexpected_error_in_one_item_does_not_affect_others():
    def fail(*_):
        raise RuntimeError("the password is swordfish")

    broken = replace(POST_OPERATIONS[0], handle=fail)
    asked = {"requests": [GOOD, {"operation": "dealRound", "body": {"variant": "rummy", "players": 2, "seed": 3}}]}
    with _APP.test_request_context():
        response = json.loads(batch.batch_of([broken, *POST_OPERATIONS[1:]]).run_to_json(asked, "en"))
    assert [response["status"] for response in response["responses"]] == [500, 200]
    assert response["responses"][0]["body"]["type"] == "/docs/problems#internal-error"
    assert "swordfish" not in json.dumps(response)
