"""Everything in a request has a maximum size in the contract, so no valid body can exceed another limit."""

from typing import Any

import pytest

from service.operations.limits import JSON_DEPTH
from service.operations.post_operations import BATCH, POST_OPERATIONS
from tests.api.bounds import Schema, choices_of, find_unbounded, follow, parts_of
from tests.contract import load_contract


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
