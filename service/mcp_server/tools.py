"""The tools: what an agent can ask, with input schemas that are derived from the operations."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow.fields import Field

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES

from ..http.conventions import NOTATION, VERDICTS
from ..operations import calls
from ..operations.fields import ContractField
from ..operations.operation import PostOperation
from ..operations.post_operations import POST_OPERATIONS
from ..operations.problems import Problem
from ..operations.table import ToolText
from ..operations.variants import dump_game, dump_games, find_game

Schema = dict[str, Any]

INSTRUCTIONS = f"""A referee for rummy games: {", ".join(GAMES)}. It knows the rules; do not guess them.

{NOTATION}

{VERDICTS}

Call explain_game for the fields, moves and options of a game before you call another tool for it. To play, call
deal_round, then view_round and play_move in turn, each with the `round` of the last answer."""

LANGUAGE: Schema = {
    "type": "string",
    "enum": list(LANGUAGES),
    "description": "The language of the sentences in the answer. Default: en.",
}
VARIANT: Schema = {"type": "string", "enum": list(GAMES), "description": "The game."}


@dataclass(frozen=True)
class Tool:
    """A tool: how an agent chooses it, what it takes, and what it does."""

    name: str
    title: str
    description: str
    input_schema: Schema
    run: Callable[[dict[str, Any], str], dict[str, Any]]
    """From the arguments, without the language, to the answer. Raises a ``CallError``."""

    def call(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to the arguments of a call."""
        given = dict(arguments)
        language = given.pop("language", "en")
        if language not in LANGUAGES:
            raise ValueError(f"language must be one of {', '.join(LANGUAGES)}")
        return self.run(given, language)


# --- tools that are operations --------------------------------------------------------------------------------------


def _operation_tool(operation: PostOperation, tool: ToolText) -> Tool:
    """The tool for an operation: its arguments are the body."""

    def run(body: dict[str, Any], language: str) -> dict[str, Any]:
        answer: dict[str, Any] = calls.run(operation.id, body, language)
        return answer

    example = f" Example: {json.dumps(operation.examples[tool.example])}" if tool.example else ""
    return Tool(tool.name, operation.summary, tool.description + example, _body_schema(operation.body), run)


def _body_schema(body: Any) -> Schema:
    """One schema for all games: few types, no patterns. A field that only some games have names them."""
    by_name: dict[str, dict[str, Field[Any]]] = {}
    by_game: Mapping[str, Any] = getattr(body, "type_schemas", None) or dict.fromkeys(GAMES, body)
    for game, schema in by_game.items():
        for name, field in schema.fields.items():
            if name == "describe":  # an agent reads the texts
                continue
            by_name.setdefault(name, {})[game] = field
    properties = {name: _property(fields) for name, fields in by_name.items() if name not in _PROPERTIES}
    required = [
        name
        for name, fields in by_name.items()
        if len(fields) == len(by_game) and all(field.required for field in fields.values())
    ]
    own = {name: schema for name, schema in _PROPERTIES.items() if name in by_name}
    return {
        "type": "object",
        "properties": {**own, **properties, "language": LANGUAGE},
        "required": required,
        "additionalProperties": False,
    }


_MOVE_TYPES = list(dict.fromkeys(move.type for game in GAMES.values() for move in game.move_types))
_PROPERTIES: dict[str, Schema] = {
    "variant": VARIANT,
    "options": {"type": "object", "description": "Options of the table; explain_game lists them. Usually left out."},
    "move": {
        "type": "object",
        "properties": {"type": {"type": "string", "enum": _MOVE_TYPES}},
        "required": ["type"],
        "description": "The move; explain_game lists its fields. The `table` of a `play` is the whole table after it.",
    },
    "round": {"type": "object", "description": "The `round` of the last answer of deal_round or play_move, unchanged."},
}
"""The fields whose full schemas are large."""


def _property(fields: Mapping[str, Field[Any]]) -> Schema:
    """A field of some games. Where games give it another type, each type has its description."""
    kinds: set[str] = set()
    descriptions: list[str] = []
    for game, field in fields.items():
        kind, text = json.dumps(_untyped(_schema_of(field))), field.metadata["description"]
        if kind not in kinds and text not in descriptions:
            descriptions.append(f"In {game}: {text}" if descriptions else text)
        kinds.add(kind)
    others = [game for game in GAMES if game not in fields]
    only = f"Only in {', '.join(fields)}." if len(fields) < len(others) else f"Not in {', '.join(others)}."
    description = " ".join((*descriptions, *([only] if others else [])))
    return {**_union(map(_schema_of, fields.values())), "description": description}


def _schema_of(field: Field[Any]) -> Schema:
    """The simplified schema of a field, or of the object that is nested in it."""
    if isinstance(field, ContractField):
        return _simplify(field.member_schema())
    nested: Any = field
    inner = {name: _schema_of(member) for name, member in nested.schema.fields.items()}
    return {"type": ["object", "null"] if field.allow_none else "object", "properties": inner}


def _untyped(schema: Schema) -> Schema:
    """A schema without its choices, which differ between games and need no description of their own."""
    return {name: value for name, value in schema.items() if name not in ("enum", "properties")}


def _simplify(schema: Mapping[str, Any]) -> Schema:
    """The types of a schema, without lengths, patterns and descriptions."""
    if "$component" in schema:
        return _simplify(schema["$component"][1])
    if "anyOf" in schema:
        return _union(map(_simplify, schema["anyOf"]))
    simple = {key: schema[key] for key in ("type", "enum") if key in schema}
    if "items" in schema:
        simple["items"] = _simplify(schema["items"])
    if "properties" in schema:
        simple["properties"] = {name: _simplify(inner) for name, inner in schema["properties"].items()}
    return simple


def _union(schemas: Iterable[Schema]) -> Schema:
    """Any of the schemas. Enumerations are joined, and so are objects."""
    unique: list[Schema] = []
    for schema in schemas:
        same = next((other for other in unique if _can_join(schema, other)), None)
        if same is None:
            unique.append(schema)
        else:
            unique[unique.index(same)] = _join(same, schema)
    return unique[0] if len(unique) == 1 else {"anyOf": unique}


def _can_join(one: Schema, other: Schema) -> bool:
    """Whether one schema can stand for both."""
    if "items" in one and "items" in other:
        return _can_join(one["items"], other["items"])
    return one == other or any(key in one and key in other for key in ("enum", "properties"))


def _join(one: Schema, other: Schema) -> Schema:
    joined = dict(one)
    if "items" in one:
        joined["items"] = _join(one["items"], other["items"])
    if "enum" in one:
        joined["enum"] = list(dict.fromkeys((*one["enum"], *other["enum"])))
    if "properties" in one:
        joined["properties"] = {**other["properties"], **one["properties"]}
    return joined


# --- explain_game ---------------------------------------------------------------------------------------------------


def explain_game(arguments: dict[str, Any], language: str) -> dict[str, Any]:
    """All games in brief, or one with what an agent needs: rules, moves, options, and the fields of its bodies."""
    if unknown := arguments.keys() - {"variant"}:
        raise ValueError(f"{', '.join(sorted(unknown))}: this field does not exist; give variant")
    if "variant" not in arguments:
        return dump_games(language)
    try:
        game = dump_game(find_game(str(arguments["variant"])), language)
    except Problem as problem:
        raise calls.CallError(problem, language) from None
    box = game["box"]
    return {
        "variant": game["id"],
        **{name: game[name] for name in ("name", "summary", "turn", "rulebook", "players")},
        "tiles": {
            "pattern": box["pattern"],
            "colours": {colour["code"]: colour["name"] for colour in box["colours"]},
            "number": box["size"],
            "jokers": box["jokers"],
        },
        "deal": game["deal"]["text"],
        "melds": {meld["kind"]: meld["text"] for meld in game["melds"]},
        "moves": [{name: move[name] for name in ("type", "required", "optional", "text")} for move in game["moves"]],
        "options": [dict(_without(option, ("label", "choice_labels"))) for option in game["options"]],
        "scoring": [dict(row) for row in game["scoring"]],
        "rulings": [ruling["text"] for ruling in game["rulings"]],
        "fields": {
            "check_move and find_best_move": _fields(game["forms"]["snapshot"]),
            "score_round": _fields(game["forms"]["finished_round"]),
            "judge_game": _fields(game["forms"]["history"]),
            "deal_round": _fields(game["forms"]["seats"]),
        },
    }


def _without(answer: Mapping[str, Any], names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in answer.items() if name not in names)


def _fields(form: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {
        "required": [field["name"] for field in form if field["required"]],
        "optional": [field["name"] for field in form if not field["required"]],
    }


# --- the list -------------------------------------------------------------------------------------------------------

TOOLS = (
    Tool(
        "explain_game",
        "Explain a game",
        "The rules of a game: tiles, deal, turn, melds, types of move with their fields, options, scoring, rulings "
        "where the rulebook is silent, and the fields that the other tools take for this game. Without `variant`: all "
        "games in brief.",
        {"type": "object", "properties": {"variant": VARIANT, "language": LANGUAGE}, "additionalProperties": False},
        explain_game,
    ),
    *(_operation_tool(each, each.entry.tool) for each in POST_OPERATIONS if each.entry.tool),
)
