"""The contract and the service agree."""

import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import yaml
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_rs import meta

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from service.app import create_app
from service.http.contract import contract
from service.http.request_ids import HEADER
from service.operations.post_operations import BATCH, POST_OPERATIONS
from service.operations.problems import KINDS
from service.operations.request_record import EXAMPLE_ID
from tests.contract import CONTRACT, find_body_schema, load_contract

PAGE = {("get", "/"), ("get", "/worker.js"), ("get", "/web/{version}/{name}")}
"""The page for people is no part of the API."""

METHODS = {"get", "post", "put", "patch", "delete"}


def documented() -> set[tuple[str, str]]:
    return {(method, path) for path, item in load_contract()["paths"].items() for method in item if method in METHODS}


def served(app: Flask) -> set[tuple[str, str]]:
    return {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }


def test_openapi_yaml_is_up_to_date(client):
    assert client.get("/openapi.yaml").text == CONTRACT.read_text(encoding="utf-8"), "run `make openapi`"


def test_yaml_and_json_are_one_document(client):
    assert yaml.safe_load(client.get("/openapi.yaml").data) == client.get("/openapi.json").json


def test_every_route_is_documented_and_every_documented_operation_is_served(app):
    assert served(app) - PAGE == documented()
    assert served(app) >= PAGE


def test_the_yaml_has_no_anchors(client):
    tokens = yaml.scan(client.get("/openapi.yaml").text)
    assert not [token for token in tokens if isinstance(token, (yaml.AnchorToken, yaml.AliasToken))]


def test_operation_ids_are_those_of_the_contract_and_unique():
    ids = [operation["operationId"] for item in load_contract()["paths"].values() for operation in item.values()]
    assert len(ids) == len(set(ids))
    assert {"listVariants", "getVariant", "checkMelds", "arrangeTiles"} <= set(ids)


@pytest.mark.parametrize("operation", [*POST_OPERATIONS, BATCH], ids=lambda operation: operation.id)
def test_every_example_is_a_valid_body_with_its_computed_response(client, operation):
    post = load_contract()["paths"][operation.path]["post"]
    asked = post["requestBody"]["content"]["application/json"]["examples"]
    answered = post["responses"]["200"]["content"]["application/json"]["examples"]
    assert asked.keys() == answered.keys() != set()
    for name, example in asked.items():
        assert find_body_schema(operation.path).is_valid(example["value"]), name
        response = client.post(operation.path, json=example["value"], headers={HEADER: EXAMPLE_ID})
        assert response.json == answered[name]["value"]


WITH_A_ROUND = ("viewRound", "playMove", "replayRound", "verifyDeal", "reviewRound")
BODIES = [type(operation.body).__name__ for operation in POST_OPERATIONS if operation.id not in WITH_A_ROUND]
ANSWERS = ["ListLegalMovesAnswer", "CheckMoveAnswer", "FindBestMoveAnswer"]


def component(reference: str) -> dict[str, Any]:
    """The schema with a name or at a reference."""
    schema: dict[str, Any] = load_contract()["components"]["schemas"][reference.rsplit("/", 1)[-1]]
    return schema


def members_of(schema: dict[str, Any]) -> dict[str, Any]:
    """The members of an object, with those of its parts."""
    parts = (members_of(component(part["$ref"]) if "$ref" in part else part) for part in schema.get("allOf", ()))
    return {**schema.get("properties", {}), **{key: member for part in parts for key, member in part.items()}}


@pytest.mark.parametrize("name", [*BODIES, *ANSWERS])
def test_bodies_and_answers_are_discriminated_by_variant(name):
    schema = component(name)
    assert schema["discriminator"]["propertyName"] == "variant"
    for variant, reference in schema["discriminator"]["mapping"].items():
        by_variant = component(reference)
        assert members_of(by_variant)["variant"] == {"type": "string", "const": variant}
        is_closed = False in (by_variant.get("additionalProperties"), by_variant.get("unevaluatedProperties"))
        assert is_closed == (name in BODIES)
    mapped = [{"$ref": reference} for reference in schema["discriminator"]["mapping"].values()]
    assert schema["oneOf"] == mapped


def find_closed(part: Any, path: str, seen: set[str]) -> Iterator[str]:
    """The paths of the closed objects in a schema and in what it refers to."""
    if isinstance(part, list):
        for index, inner in enumerate(part):
            yield from find_closed(inner, f"{path}/{index}", seen)
    elif isinstance(part, dict):
        if False in (part.get("additionalProperties"), part.get("unevaluatedProperties")):
            yield path
        for key, inner in part.items():
            if key == "$ref" and inner not in seen and "/schemas/" in inner:
                seen.add(inner)
                yield from find_closed(component(inner), inner, seen)
            elif key not in ("example", "examples"):
                yield from find_closed(inner, f"{path}/{key}", seen)


def test_answers_are_open():
    """A later version may add members to every object in them."""
    found: list[str] = []
    for path, item in load_contract()["paths"].items():
        for operation in item.values():
            for response in operation["responses"].values():
                found += find_closed(response.get("content", {}), path, set())
    found += find_closed(load_contract()["components"]["responses"], "", set())
    assert found == []


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_no_body_has_other_members_than_the_contract_names(operation):
    """At any depth; ``changes`` of a move is ignored."""
    schema = find_body_schema(operation.path)
    for body in operation.examples.values():
        assert schema.is_valid(body)
        assert [path for path, changed in with_another_member(body) if schema.is_valid(changed)] == []


def with_another_member(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The value with a further member in each of its objects, but for maps by player."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            for place, changed in with_another_member(inner, f"{path}/{index}"):
                yield place, [*value[:index], changed, *value[index + 1 :]]
    elif isinstance(value, dict):
        if not re.search(r"/(hands|scores|rounds/\d+)$", path):
            yield path, {**value, "further": 1}
        for key, inner in value.items():
            for place, changed in with_another_member(inner, f"{path}/{key}"):
                yield place, {**value, key: changed}


def test_a_program_can_play_any_game_and_a_round_takes_only_the_moves_of_its_game():
    members = component("PlayMove")["properties"]
    assert members["round"]["$ref"] == "#/components/schemas/Round"
    assert members["move"]["$ref"] == "#/components/schemas/Move"
    schema = find_body_schema("/v1/rounds/play")
    examples = next(operation for operation in POST_OPERATIONS if operation.id == "playMove").examples.values()
    draw, discard = (
        ({body["round"]["variant"]: body for body in reversed(list(examples))})["myrummy-kids"],
        list(examples)[1],
    )
    assert schema.is_valid(draw)
    assert schema.is_valid(discard)
    assert not schema.is_valid({**discard, "move": draw["move"]})


def find_choices(part: Any, path: str = "") -> Iterator[str]:
    """The paths of the enumerations in a part of the document."""
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, inner in items:
        if key == "enum" and not path.endswith("/propertyNames"):
            yield path
        if key not in ("example", "examples"):
            yield from find_choices(inner, f"{path}/{key}")


def test_every_choice_has_a_name():
    """Generated clients number types without a name, and the numbers change with the contract."""
    contract = load_contract()
    named = {f"/components/schemas/{name}" for name in contract["components"]["schemas"]}
    assert set(find_choices(contract)) <= named


def test_every_problem_type_and_its_status_is_documented():
    assert component("ProblemType")["enum"] == [f"/docs/problems#{kind}" for kind in KINDS]
    documented_statuses = {
        int(status)
        for item in load_contract()["paths"].values()
        for operation in item.values()
        for status in operation["responses"]
        if int(status) >= 400
    }
    assert documented_statuses == set(KINDS.values()) == set(component("ProblemStatus")["enum"])


def test_every_schema_is_valid_json_schema():
    schemas = load_contract()["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not meta.is_valid(schema)] == []


SHARED_TEXTS = "".join(
    schema.get("description", "")
    for schema in load_contract()["components"]["schemas"].values()
    if "anyOf" in schema or "oneOf" in schema
)


def test_every_field_has_a_description():
    """A field that is only a reference is described by its target, and what objects share by the choice of them."""
    assert [
        f"{name}.{field}"
        for name, schema in load_contract()["components"]["schemas"].items()
        for part in (schema, *schema.get("allOf", ()))
        for field, described in part.get("properties", {}).items()
        if not described.keys() & {"description", "$ref", "const"} and f"`{field}`: " not in SHARED_TEXTS
    ] == []


@settings(max_examples=150, deadline=None)
@given(data=st.data(), variant=st.sampled_from(list(GAMES)))
def test_a_body_is_accepted_exactly_if_its_schema_accepts_it(data, variant):
    """The JSON Schema and the service agree on random bodies close to valid ones."""
    tile = st.sampled_from([*GAMES[variant].box.tiles, "R14", "J=J", "", 5, None, "R1 ", "?", "Y6=R6", "85*3"])
    melds = st.one_of(st.lists(st.lists(tile, max_size=6), max_size=4), st.none(), st.just("R1"), st.just([["R1"], 3]))
    names = ["jokers", "ace", "rounds", "hand_sizes", "target", "chips", "must_play", "turn", "unknown", "hand_size"]
    values = st.sampled_from(
        [True, False, 0, 1, 3.0, 2.5, "low", "low-or-high", None, 1000, 1001, [12, 13], [12, "13"]]
    )
    body = data.draw(
        st.fixed_dictionaries(
            {"variant": st.just(variant), "melds": melds},
            optional={"options": st.dictionaries(st.sampled_from(names), values, max_size=3), "extra": st.none()},
        )
    )
    response = create_client().post("/v1/melds/check", data=orjson.dumps(body), content_type="application/json")
    assert response.status_code == (200 if find_body_schema("/v1/melds/check").is_valid(body) else 422), body


def create_client():
    return _APP.test_client()


_APP = create_app()


def test_the_contract_does_not_depend_on_the_language(client):
    documents = {client.get("/openapi.json", headers={"Accept-Language": language}).data for language in LANGUAGES}
    assert len(documents) == 1
    assert orjson.loads(documents.pop()) == orjson.loads(orjson.dumps(contract()))
