"""Named parts of the contract: a schema with a name is published once, and referred to wherever it is used.

A field returns its schema together with its name. ``publish_components`` then moves each named schema to the
components of the document, so that fields need not know the document. It also names the choices of the other fields:
a generated client needs a name for each, and some would number them.
"""

from collections import Counter
from typing import Any

JsonSchema = dict[str, Any]

_NAMED = "$component"


def named(name: str, schema: JsonSchema) -> JsonSchema:
    """A schema that the contract publishes under this name."""
    return {_NAMED: (name, schema)}


def nullable(schema: JsonSchema) -> JsonSchema:
    """A schema that also accepts null."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    allowed = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*types, "null"], **allowed}


def reference(name: str) -> JsonSchema:
    """A reference to a published schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def class_name(identifier: str) -> str:
    """An identifier as part of a schema's name: ``gin-rummy`` gives ``GinRummy``, ``lay_off`` gives ``LayOff``."""
    return "".join(word.capitalize() for word in identifier.replace("_", "-").split("-"))


def publish_components(document: JsonSchema) -> JsonSchema:
    """The document with each named schema among its components, and references to it."""
    found: dict[str, JsonSchema] = {}
    published = _refer(document, found)
    schemas = published["components"]["schemas"]
    if repeated := schemas.keys() & found.keys():
        raise ValueError(f"two schemas have the same name: {sorted(repeated)}")
    schemas.update(found)
    _share_texts(schemas)
    _publish_choices(schemas)
    return dict(published)


def _share_texts(schemas: dict[str, JsonSchema]) -> None:
    """State once, at a choice between objects, what members of the same name mean in several of them."""
    choices = {name: _list_objects(schema, schemas) for name, schema in schemas.items() if _alternatives(schema)}
    for name, objects in sorted(choices.items(), key=lambda choice: -len(choice[1])):
        texts = Counter(
            (key, member["description"])
            for each in objects
            for key, member in each["properties"].items()
            if "description" in member
        )
        shared: dict[str, str] = {}
        for (key, text), count in texts.most_common():
            if count > MANY and key not in shared:
                shared[key] = text
        for each in objects:
            for key, member in each["properties"].items():
                if member.get("description") == shared.get(key, ""):
                    del member["description"]
        listed = "".join(f"\n\n`{key}`: {text}" for key, text in sorted(shared.items()))
        if listed:
            schemas[name] = {"description": (schemas[name].pop("description", "") + listed).strip(), **schemas[name]}


MANY = 2
"""What more objects than these have in common stands at the choice between them."""


def _alternatives(schema: JsonSchema) -> list[JsonSchema]:
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]


def _list_objects(schema: JsonSchema, schemas: dict[str, JsonSchema]) -> list[JsonSchema]:
    """The different objects that a schema is made of: its alternatives and their parts."""
    found: dict[int, JsonSchema] = {}

    def visit(part: JsonSchema) -> None:
        if "$ref" in part:
            part = schemas[part["$ref"].rpartition("/")[2]]
        if "properties" in part:
            found[id(part)] = part
        for inner in (*_alternatives(part), *part.get("allOf", ())):
            visit(inner)

    visit(schema)
    return [*found.values()]


def _publish_choices(schemas: dict[str, JsonSchema]) -> None:
    """Publish the choices of a member under the names of its object and itself: ``RummyOptionsTurn``."""
    for owner, schema in list(schemas.items()):
        for part in (schema, *schema.get("allOf", ())):
            for key, member in part.get("properties", {}).items():
                if "enum" not in member:
                    continue
                name = f"{owner}{class_name(key)}"
                if name in schemas:
                    raise ValueError(f"two schemas have the same name: {name}")
                schemas[name] = {word: member.pop(word) for word in ("type", "enum")}
                part["properties"][key] = {**reference(name), **member}


def _refer(part: Any, found: dict[str, JsonSchema]) -> Any:
    """A part of the document with references to the named schemas in it, which are added to ``found``."""
    if isinstance(part, list):
        return [_refer(item, found) for item in part]
    if not isinstance(part, dict):
        return part
    others = {key: _refer(value, found) for key, value in part.items() if key != _NAMED}
    if _NAMED not in part:
        return others
    name, schema = part[_NAMED]
    published = _refer(schema, found)
    if found.setdefault(name, published) != published:
        raise ValueError(f"two schemas have the same name: {name}")
    return {**reference(name), **others}
