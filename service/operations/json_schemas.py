"""JSON Schemas of objects, fields and choices, for the contract.

Objects in responses are open: clients must accept members that a later version adds. What is sent is closed, in one of
three ways. A body names all of its members. An object that responses have as well (a snapshot, a round, a move) is
open itself, and closed where a body refers to it: ``unevaluatedProperties`` beside a reference changes no type in
generated clients. What is nested in such an object (its options) allows only certain names.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import Schema, fields
from marshmallow.fields import Field

from .components import JsonSchema, named, nullable, reference

CLOSED: JsonSchema = {"additionalProperties": False}
SENT: JsonSchema = {"unevaluatedProperties": False}
"""Beside a reference to an open object, or to a choice of some: where it is sent, it has no other members."""

_TYPES: Mapping[type[Field[Any]], str] = {
    fields.Boolean: "boolean",
    fields.Float: "number",
    fields.Integer: "integer",
    fields.String: "string",
}


def object_schema(members: Mapping[str, Field[Any]], doc: str | None = None) -> JsonSchema:
    """An open object with these members."""
    required = [_key(name, field) for name, field in members.items() if field.required]
    return {
        "type": "object",
        **({"description": doc} if doc else {}),
        "properties": {_key(name, field): member_schema(field) for name, field in members.items()},
        **({"required": required} if required else {}),
    }


def _key(name: str, field: Field[Any]) -> str:
    return field.data_key or name


def only(schema: JsonSchema) -> JsonSchema:
    """An object that allows no other names, but is not closed for generated clients."""
    names = [*schema["properties"]]
    return {**schema, **({"propertyNames": {"enum": names}} if names else {"maxProperties": 0})}


def schema_of(schema: Schema | type[Schema]) -> JsonSchema:
    """A schema, published under the name of its class without the suffix ``Schema``."""
    made = schema() if isinstance(schema, type) else schema
    own: Any = getattr(made, "json_schema", None)
    if own is not None:
        found: JsonSchema = own()
        return found
    return named(type(made).__name__.removesuffix("Schema"), object_schema(made.fields, made.__doc__))


def member_schema(field: Field[Any]) -> JsonSchema:
    """A field as a member of an object, with its description."""
    own: Any = getattr(field, "member_schema", None)
    if own is not None:
        made: JsonSchema = own()
        return made
    described = dict(field.metadata)
    component, meaning = described.pop("component", None), described.pop("description", None)
    schema = {**_field_schema(field), **described}
    schema = nullable(schema) if field.allow_none and schema else schema
    schema = {**schema, "description": meaning} if meaning else schema
    return named(component, schema) if component else schema


def _field_schema(field: Field[Any]) -> JsonSchema:
    schema: JsonSchema = {}
    if isinstance(field, fields.Nested):
        schema = reference(field.nested) if isinstance(field.nested, str) else schema_of(field.schema)
    elif isinstance(field, fields.List):
        schema = {"type": "array", "items": member_schema(field.inner)}
    elif type(field) in _TYPES:
        schema = {"type": _TYPES[type(field)]}
    return schema


def union(alternatives: Iterable[JsonSchema], discriminator: str = "", values: Iterable[str] = ()) -> JsonSchema:
    """One of some published schemas; with a discriminator, the one that its value selects."""
    listed = list(alternatives)
    if len(listed) == 1:
        return listed[0]
    if not discriminator:
        return {"anyOf": listed}
    mapping = {value: one["$component"][0] for value, one in zip(values, listed, strict=True)}
    targets = {value: reference(name)["$ref"] for value, name in mapping.items()}
    return {"oneOf": listed, "discriminator": {"propertyName": discriminator, "mapping": targets}}


def extend(base: JsonSchema, members: Mapping[str, Field[Any]]) -> JsonSchema:
    """A published object with further members. Two parts: some generators take a single one for the object itself."""
    return {"allOf": [base, object_schema(members)]}
