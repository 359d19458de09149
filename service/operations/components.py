"""Named parts of the contract: a schema with a name is published once, and referred to wherever it is used.

A field returns its schema together with its name. ``publish_components`` then moves each named schema to the
components of the document, so that fields need not know the document. It also names the choices of the other fields:
a generated client needs a name for each, and some would number them.
"""

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
    return {**schema, "type": [schema["type"], "null"], **allowed}


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
    _publish_choices(schemas)
    return dict(published)


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
