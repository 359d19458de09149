"""The reference of the API: every operation, and for each game the fields of its bodies and answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from ...operations.components import JsonSchema
from ...operations.operation import JSON
from ...operations.post_operations import POST_OPERATIONS

METHODS = ("get", "post")
MOST_CHOICES = 12
"""A field with more choices refers to its type."""
_CALLS = {operation.id: operation for operation in POST_OPERATIONS}


@dataclass(frozen=True)
class Row:
    """A field of an object."""

    name: str
    type: str
    types: tuple[str, ...]
    """The types with an entry of their own that are in it."""
    required: bool
    text: str


@dataclass(frozen=True)
class Described:
    """An operation: its description in paragraphs, the types of its body and answer, and an example with its answer."""

    id: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    body: str = ""
    answer: str = ""
    example: str = ""
    answered: str = ""


def list_operations(document: Mapping[str, Any]) -> list[Described]:
    """The operations of a contract."""
    return [
        _describe(path, method, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]


def _describe(path: str, method: str, operation: Mapping[str, Any]) -> Described:
    asked = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    answered = operation["responses"]["200"]["content"].get(JSON, {})
    examples = [each["value"] for each in asked.get("examples", {}).values()]
    call = _CALLS.get(operation["operationId"])
    return Described(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        paragraphs=tuple(operation["description"].split("\n\n")),
        body=_name_of(asked.get("schema", {})),
        answer=_name_of(answered.get("schema", {})),
        example=_show(examples[0]) if examples else "",
        answered=_show(orjson.loads(call.run_to_json(examples[0], "en"))) if examples and call else "",
    )


def _show(value: Any) -> str:
    return (
        orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
        if len(str(value)) < 600
        else orjson.dumps(value).decode()
    )


def _name_of(schema: JsonSchema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def list_types(document: Mapping[str, Any]) -> dict[str, tuple[str, list[str], list[Row]]]:
    """The objects of a contract and the choices between them: text, names of the alternatives, and fields."""
    schemas: Mapping[str, JsonSchema] = document["components"]["schemas"]
    return {
        name: (schema.get("description", ""), _alternatives(schema), list(_rows(schema, schemas)))
        for name, schema in sorted(schemas.items())
        if _alternatives(schema) or "properties" in schema or "allOf" in schema
    }


def _alternatives(schema: JsonSchema) -> list[str]:
    return [_name_of(each) for each in (*schema.get("oneOf", ()), *schema.get("anyOf", ())) if "$ref" in each]


def _rows(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> Iterator[Row]:
    for part in schema.get("allOf", ()):
        yield from _rows(schemas[_name_of(part)] if "$ref" in part else part, schemas)
    for name, member in schema.get("properties", {}).items():
        types: list[str] = []
        label = _label(member, schemas, types)
        target = schemas.get(_name_of(member), {})
        text = member.get("description") or target.get("description", "")
        yield Row(name, label, tuple(dict.fromkeys(types)), name in schema.get("required", ()), text)


def _label(schema: JsonSchema, schemas: Mapping[str, JsonSchema], types: list[str]) -> str:
    """The type of a value in words. Types with an entry of their own are added to ``types``."""
    if "$ref" in schema:
        name = _name_of(schema)
        target = schemas[name]
        if _alternatives(target) or "properties" in target or "allOf" in target:
            types.append(name)
            return name
        return _label(target, schemas, types)
    if "const" in schema:
        return orjson.dumps(schema["const"]).decode()
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"])) if len(schema["enum"]) <= MOST_CHOICES else "string"
    if choices := (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        return " or ".join(_label(each, schemas, types) for each in choices)
    if schema.get("type") == "array":
        return f"list of {_label(schema.get('items', {}), schemas, types)}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"by name: {_label(schema['additionalProperties'], schemas, types)}"
    kinds = schema.get("type", "any value")
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
