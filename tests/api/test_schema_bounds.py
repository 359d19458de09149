"""Everything in a request has a maximum size in the contract, so no valid body can exceed another limit."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.operations.limits import JSON_DEPTH
from service.operations.post_operations import BATCH, POST_OPERATIONS
from tests.contract import load_contract

Schema = dict[str, Any]


def follow(schema: Schema) -> Schema:
    """The schema itself or the target of its reference."""
    while "$ref" in schema:
        schema = load_contract()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema


def parts_of(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas of the items or properties, with their paths."""
    for name, inner in schema.get("properties", {}).items():
        yield f".{name}", inner
    if isinstance(schema.get("additionalProperties"), dict):
        yield ".*", schema["additionalProperties"]
    if "propertyNames" in schema:
        yield " names", schema["propertyNames"]
    if "items" in schema:
        yield "[]", schema["items"]


def choices_of(schema: Schema) -> list[Schema]:
    """The alternatives of a schema."""
    return [inner for word in ("oneOf", "anyOf", "allOf") for inner in schema.get(word, ())]


def find_unbounded(place: str, schema: Schema, *, closed: bool = False) -> Iterator[str]:
    """Every unbounded part of a schema. An object may be closed where something refers to it."""
    closed_members = find_closed_members(schema)
    closed = closed or schema.get("unevaluatedProperties") is False
    schema = follow(schema)
    closed = closed or schema.get("unevaluatedProperties") is False
    choices = choices_of(schema)
    for choice in choices:
        yield from find_unbounded(place, choice, closed=closed)
    for name, inner in parts_of(schema):
        yield from find_unbounded(place + name, inner, closed=name in closed_members)
    if choices or "enum" in schema or "const" in schema:
        return
    types = schema.get("type", "anything")
    for kind in [types] if isinstance(types, str) else types:
        if not (NEEDS[kind](schema) or (closed and kind == "object")):
            yield f"{place}: {kind}"


def find_closed_members(schema: Schema) -> set[str]:
    """The members that are closed beside the reference to an object, in every alternative."""
    alternatives = schema.get("anyOf", ()) if "$ref" in schema else ()
    return {
        f".{name}"
        for alternative in alternatives
        for name, member in alternative["properties"].items()
        if member and all(one.get("unevaluatedProperties") is False for one in member["anyOf"])
    }


NEEDS: dict[str, Any] = {
    "string": lambda schema: "maxLength" in schema,
    "array": lambda schema: "maxItems" in schema and "items" in schema,
    "integer": lambda schema: "minimum" in schema and "maximum" in schema,
    "number": lambda schema: "minimum" in schema and "maximum" in schema,
    "object": lambda schema: (
        schema.get("additionalProperties") is False
        or "maxProperties" in schema
        or "enum" in schema.get("propertyNames", {})
    ),
    "boolean": lambda _: True,
    "null": lambda _: True,
    "anything": lambda _: False,
}
"""The keywords that bound a value of each type."""


def depth_of(schema: Schema) -> int:
    """The maximum depth of the values that a schema allows."""
    schema = follow(schema)
    inner = max((depth_of(inner) for _, inner in parts_of(schema)), default=0)
    here = inner + (schema.get("type") in ("array", "object") or "properties" in schema)
    return max([here, *map(depth_of, choices_of(schema))])


def body_schema(operation: Any) -> Schema:
    post: Schema = load_contract()["paths"][operation.path]["post"]
    schema: Schema = post["requestBody"]["content"]["application/json"]["schema"]
    return schema


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_everything_in_a_body_has_a_maximum_size(operation):
    assert list(find_unbounded("body", body_schema(operation))) == []


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_no_valid_body_exceeds_the_depth_limit(operation):
    assert 1 < depth_of(body_schema(operation)) <= JSON_DEPTH


def test_everything_in_a_batch_has_a_maximum_size_except_the_bodies_of_its_items():
    found = list(find_unbounded("body", body_schema(BATCH)))
    assert "body.requests[].body: anything" in found
    assert all(place.startswith("body.requests[].body") for place in found)


def test_every_valid_body_fits_in_a_batch_within_the_depth_limit():
    """Three levels are added: the item, the list of items and the batch."""
    assert max(depth_of(body_schema(operation)) for operation in POST_OPERATIONS) + 3 <= JSON_DEPTH


def test_path_parameters_are_enumerations():
    """Headers are plain strings: HTTP limits their content, the server their length (431)."""
    for path, item in load_contract()["paths"].items():
        for operation in item.values():
            for parameter in operation["parameters"]:
                if "$ref" not in parameter:
                    assert list(find_unbounded(path, parameter["schema"])) == []


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"type": "string"}, ["body: string"]),
        ({"type": ["integer", "null"], "minimum": 0}, ["body: integer"]),
        ({"type": "array", "items": {"type": "string", "maxLength": 3}}, ["body: array"]),
        ({"type": "array", "maxItems": 3}, ["body: array"]),
        ({"type": "object", "properties": {"a": {}}}, ["body.a: anything", "body: object"]),
        ({"oneOf": [{"type": "string"}, {"type": "number", "maximum": 3}]}, ["body: string", "body: number"]),
    ],
)
def test_the_check_finds_unbounded_schemas(schema, found):
    assert list(find_unbounded("body", schema)) == found
