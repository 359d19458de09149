"""Generates ``service/referee/types.py``, the types of the library, from the contract.

The contract has a schema for each game. Here the schemas of all games are merged: a member that only some games have is
``NotRequired``. So there are few types, names of members are checked, and the library validates the rest when it runs.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Any

from rummy_referee.games import GAMES
from service.http.contract import contract
from service.operations.components import class_name
from service.operations.post_operations import BATCH, POST_OPERATIONS

PREFIX = "#/components/schemas/"
ROOTS = (
    "Problem",
    "VariantsAnswer",
    "VariantAnswer",
    *(type(operation.body).__name__ for operation in (*POST_OPERATIONS, BATCH)),
    *(operation.response_schema.__name__ for operation in (*POST_OPERATIONS, BATCH)),
)
"""What the library takes and returns. Types that these need are written as well; ``Variant`` is written first."""

HEADER = '''"""The bodies and answers of the library. Generated from the contract by `make openapi`: do not edit.

One type holds for all games: a member that only some games have is ``NotRequired``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Variant = Literal[{variants}]
'''.format(variants=", ".join(f'"{game}"' for game in GAMES))

SAME = {"PlayerHand": "Hand", "HandInOrder": "Hand"}
"""Objects that differ only in what some games add."""

ONLY_HTTP = ("instance", "request_id")
"""Members of a problem that the library leaves out: they identify an HTTP request."""

LONGEST_FIRST = sorted(map(class_name, GAMES), key=len, reverse=True)

Schema = Mapping[str, Any]


def merged_name(name: str) -> str:
    """The name of a schema without the game: ``CheckMeldsRummy`` is ``CheckMelds``, ``GinRummyMove`` is ``Move``."""
    game = next((game for game in LONGEST_FIRST if game in name), "")
    merged = name.replace(game, "", 1)
    return SAME.get(merged, merged)


class Types:
    """The merged types of a document."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self.schemas = schemas
        self.merged: dict[str, list[Schema]] = {}
        for name, schema in schemas.items():
            self.merged.setdefault(merged_name(name), []).append(schema)
        self.done: dict[str, str] = {}

    def write(self) -> str:
        """The module."""
        for name in ROOTS:
            self.define(name)
        needed, self.done = self.done, {}
        for name in self.merged:  # in the order of the contract
            if name in needed:
                self.define(name)
        return "\n\n".join((HEADER, *(text for text in self.done.values() if text))) + "\n"

    def define(self, name: str) -> None:
        """Write a type after those it needs, if it has a name: an object, an enumeration or a union of objects."""
        if name in self.done or not self.is_named(name):
            return
        self.done[name] = ""  # a type may contain itself
        text = self.class_of(name) if self.objects(name) else self.alias_of(name)
        del self.done[name]
        self.done[name] = text

    def class_of(self, name: str) -> str:
        """An object as a class; in the other syntax if a member is a word of Python."""
        members = self.members(name)
        if any(iskeyword(member) for member in members):
            inner = ", ".join(f'"{member}": {kind}' for member, kind in members.items())
            return f'{name} = TypedDict("{name}", {{{inner},}})'
        doc = next((schema["description"] for schema in self.objects(name) if "description" in schema), None)
        lines = [f"class {name}(TypedDict):", *([f'    """{doc}"""', ""] if doc else [])]
        return "\n".join((*lines, *(f"    {member}: {kind}" for member, kind in members.items())))

    def alias_of(self, name: str) -> str:
        """An enumeration or a union under its name."""
        return f"{name} = {union(kind for schema in self.merged[name] for kind in self.kinds(schema))}"

    def is_named(self, name: str) -> bool:
        """Whether a type is written under its name; others are written where they are used."""
        return any(schema.keys() & {"properties", "enum", "oneOf", "anyOf"} for schema in self.merged[name])

    def objects(self, name: str) -> list[Schema]:
        """The object schemas with this merged name."""
        return [schema for schema in self.merged[name] if "properties" in schema]

    def members(self, name: str) -> dict[str, str]:
        """The members of an object with their types."""
        objects = self.objects(name)
        names = list(dict.fromkeys(member for schema in objects for member in schema["properties"]))
        made = {}
        for member in names:
            kinds = [schema["properties"][member] for schema in objects if member in schema["properties"]]
            kind = union(kind for schema in kinds for kind in self.kinds(schema))
            required = member not in ONLY_HTTP and all(member in schema.get("required", ()) for schema in objects)
            made[member] = kind if required else f"NotRequired[{kind}]"
        return made

    def kinds(self, schema: Schema) -> Iterator[str]:
        """The alternatives that a schema allows, as Python types."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(PREFIX)
            merged = merged_name(name)
            if merged == "Variant":
                yield merged
            elif self.is_named(merged):
                self.define(merged)
                yield merged
            else:
                yield from self.kinds(self.schemas[name])
        elif "oneOf" in schema or "anyOf" in schema:
            for alternative in schema.get("oneOf") or schema["anyOf"]:
                yield from self.kinds(alternative)
        elif "const" in schema or "enum" in schema:
            values = [schema["const"]] if "const" in schema else schema["enum"]
            yield from (f"Literal[{value!r}]".replace("'", '"') if value is not None else "None" for value in values)
        else:
            types = schema.get("type", ())
            for kind in [types] if isinstance(types, str) else types or ["any"]:
                yield self.plain(kind, schema)

    def plain(self, kind: str, schema: Schema) -> str:
        """The Python type of a JSON type."""
        if kind == "array":
            return f"list[{union(self.kinds(schema.get('items', {})))}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"dict[str, {union(self.kinds(values)) if values else 'Any'}]"
        names = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "any": "Any"}
        return names[kind]


def union(kinds: Iterable[str]) -> str:
    """A union without repetitions. Literals are joined, and ``None`` is last; ``str`` includes every literal string."""
    unique = list(dict.fromkeys(kinds))
    if "Any" in unique:
        return "Any"
    literals = [kind[8:-1] for kind in unique if kind.startswith("Literal[")]
    if literals == [f'"{game}"' for game in GAMES]:
        return "Variant"
    others = [kind for kind in unique if kind != "None" and not kind.startswith("Literal[")]
    parts = [*([f"Literal[{', '.join(literals)}]"] if literals else []), *others]
    return " | ".join((*parts, *(["None"] if "None" in unique else [])))


def generate() -> str:
    """The module, formatted."""
    made = Types(contract()["components"]["schemas"]).write()
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "types.py", "-"]
    return subprocess.run(ruff, input=made, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.stdout.write(generate())
