"""The unbounded parts of a schema."""

from collections.abc import Iterator
from typing import Any

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
