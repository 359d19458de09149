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


def merge(schema: Schema) -> Schema:
    """The target of a reference, with what stands beside the reference."""
    while "$ref" in schema:
        beside = {word: value for word, value in schema.items() if word != "$ref"}
        schema = {**load_contract()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]], **beside}
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


def find_unbounded(place: str, schema: Schema, closed: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every unbounded part of a schema. ``closed`` are places that are closed where something refers to them."""
    target = follow(schema)
    closed = closed | find_closed(place, schema) | find_closed(place, target)
    schema = target
    choices = choices_of(schema)
    for choice in choices:
        yield from find_unbounded(place, choice, closed)
    for name, inner in parts_of(schema):
        yield from find_unbounded(place + name, inner, closed)
    if choices or "enum" in schema or "const" in schema:
        return
    types = schema.get("type", "anything")
    for kind in [types] if isinstance(types, str) else types:
        if not (NEEDS[kind](schema) or (place in closed and kind == "object")):
            yield f"{place}: {kind}"


def find_closed(place: str, schema: Schema) -> frozenset[str]:
    """The places that are closed: by the schema itself, or beside a reference in every alternative."""
    schema = merge(schema)
    own = frozenset([place]) if schema.get("unevaluatedProperties") is False else frozenset()
    alternatives = [one for one in schema.get("anyOf", ()) if "type" not in one]
    if alternatives:
        return own | frozenset.intersection(*[find_closed(place, one) for one in alternatives])
    members = [(f"{place}.{name}", member) for name, member in schema.get("properties", {}).items()]
    inner = members + ([(f"{place}[]", schema["items"])] if "items" in schema else [])
    return own.union(*[find_closed(*one) for one in inner])


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
