"""Schemas of snapshots and moves, the same in requests and in responses."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from service.api.components import class_name
from service.api.fields import Choice, Loaded, NestedObject, RequestSchema
from service.api.records import dump_record, read_record, record_fields
from service.api.request_schemas import DiscriminatedSchema, schema_by_variant
from service.rules.game import AnyGame
from service.rules.snapshots import SnapshotRequest
from service.rules.turns import Move
from service.variants import GAMES


def snapshot_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    """The fields of a snapshot: the position as the player on turn sees it."""
    return record_fields(game.turn.snapshot, game)


SNAPSHOT = schema_by_variant("Snapshot", GAMES.values(), snapshot_fields)
"""A snapshot in a response has the form of a request, so that it can be sent again."""


def snapshot_schema(game: AnyGame) -> Schema:
    """The schema of a game's snapshots."""
    schema: Schema = SNAPSHOT.type_schemas[game.id]  # type: ignore[assignment] # schema_by_variant puts instances there
    return schema


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


def dump_snapshot(request: SnapshotRequest, snapshot: Any) -> dict[str, Any]:
    """A snapshot in the form of a request."""
    return {
        "variant": request.game.id,
        "options": dump_options(request.game, request.options),
        **dump_record(snapshot),
    }


def dump_options(game: AnyGame, options: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    agreed = {option.name: getattr(options, option.name) for option in fields(options)}
    defaults = game.options()
    return {name: value for name, value in agreed.items() if value != getattr(defaults, name)}
