"""Schemas of snapshots and moves: in request bodies, and of listed moves in responses."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain, product
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, List, String

from service.api.fields import Choice, Loaded, NestedObject, RequestSchema
from service.api.records import read_record, record_fields
from service.api.request_schemas import DiscriminatedSchema, class_name
from service.api.responses import response_field
from service.rules.game import AnyGame
from service.rules.records import Shape, members_of
from service.rules.snapshots import REVEALED, SnapshotRequest
from service.rules.turns import Move
from service.variants import GAMES

# --- in a request ---------------------------------------------------------------------------------------------------


def snapshot_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    """The fields of a snapshot: the position as the player on turn sees it."""
    return record_fields(game.turn.snapshot, game)


@cache
def move_schema(game: AnyGame) -> DiscriminatedSchema:
    """The schema of a game's moves, selected by their type."""
    schemas: dict[str, Schema] = {}
    for rule in game.turn.rules:
        members: dict[str, Any] = {"type": Choice(rule.type, required=True), **record_fields(rule.record, game)}
        schema = RequestSchema.from_dict(members, name=f"{class_name(game.id)}{class_name(rule.type)}")
        schemas[rule.type] = schema()
    name = f"{class_name(game.id)}Move"
    made: DiscriminatedSchema = type(name, (DiscriminatedSchema,), {"type_schemas": schemas})()
    return made


def move_field(game: AnyGame) -> NestedObject:
    """The field for a move."""
    return NestedObject(move_schema(game), required=True)


def read_snapshot(body: Loaded) -> SnapshotRequest:
    """The snapshot of a loaded body."""
    game = GAMES[body["variant"]]
    return SnapshotRequest(game, body["options"], read_record(game.turn.snapshot, body, game.box))


def read_move(game: AnyGame, move: Loaded) -> Move:
    """The move of a loaded body."""
    return read_record(game.turn.rules_by_type[move["type"]].record, move, game.box)


# --- in a response --------------------------------------------------------------------------------------------------

_FIELDS: Mapping[Shape, Callable[..., Field[Any]]] = {
    Shape.FLAG: Boolean,
    Shape.COUNT: Integer,
    Shape.CHOICE: String,
    Shape.TILE: String,
    Shape.TILES: lambda **others: List(String(), **others),
    Shape.MELDS: lambda **others: List(List(String()), **others),
}


def listed_move(games: Iterable[AnyGame]) -> type[Schema]:
    """The schema of a listed move: every field that a move of some game has, except face-down tiles."""
    shapes: dict[str, Shape] = {}
    meanings: dict[str, dict[str, dict[str, str]]] = {}
    types: set[str] = set()
    for game, rule in chain.from_iterable(product([game], game.turn.rules) for game in games):
        types.add(rule.type)
        for member in members_of(rule.record):
            if member.key not in REVEALED:
                shapes[member.key] = member.described.shape
                by_type = meanings.setdefault(member.key, {}).setdefault(member.described.meaning, {})
                by_type.setdefault(rule.type, game.id)
    fields = {key: _FIELDS[shape](metadata={"description": _describe(meanings[key])}) for key, shape in shapes.items()}
    type_ = response_field(String, "The type of the move.", metadata={"enum": sorted(types)})
    made = Schema.from_dict({"type": type_, **dict(sorted(fields.items()))}, name="ListedMove")
    made.__doc__ = "A move in the form that `checkMove` takes. Its fields depend on its type."
    return made


def _describe(meanings: Mapping[str, Mapping[str, str]]) -> str:
    """Each meaning with its move types, and with the game if a type has several meanings."""
    often = Counter(type_ for types in meanings.values() for type_ in types)
    named = {
        meaning: [f"`{type_}` of `{game}`" if often[type_] > 1 else f"`{type_}`" for type_, game in types.items()]
        for meaning, types in meanings.items()
    }
    return " ".join(f"{', '.join(types)}: {meaning}" for meaning, types in named.items())
