"""What the bodies about moves have: the snapshot of a turn, and a move of one of the types that the game has."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from service.api.bodies import BodyByType, class_name
from service.api.fields import Choice, Inner, Loaded, RequestSchema
from service.api.records import read_record, record_fields
from service.rules.game import AnyGame
from service.rules.snapshots import SnapshotRequest
from service.rules.turns import Move
from service.variants import GAMES


def snapshot_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    """The position, as the player on turn sees it."""
    return record_fields(game.turn.snapshot, game)


@cache
def move_schema(game: AnyGame) -> BodyByType:
    """A move of one of the types that the game has."""
    schemas: dict[str, Schema] = {}
    for rule in game.turn.rules:
        members: dict[str, Any] = {"type": Choice(rule.type, required=True), **record_fields(rule.record, game)}
        schema = RequestSchema.from_dict(members, name=f"{class_name(game)}{class_name_of(rule.type)}")
        schemas[rule.type] = schema()
    name = f"{class_name(game)}Move"
    made: BodyByType = type(name, (BodyByType,), {"type_schemas": schemas})()
    return made


def class_name_of(move_type: str) -> str:
    """A type of move as part of a schema's name: ``lay_off`` gives ``LayOff``."""
    return "".join(word.capitalize() for word in move_type.split("_"))


def move_field(game: AnyGame) -> Inner:
    """The field for a move."""
    return Inner(move_schema(game), required=True)


def read_snapshot(body: Loaded) -> SnapshotRequest:
    """The snapshot of a loaded body."""
    game = GAMES[body["variant"]]
    return SnapshotRequest(game, body["options"], read_record(game.turn.snapshot, body, game.box))


def read_move(game: AnyGame, move: Loaded) -> Move:
    """The move of a loaded body."""
    return read_record(game.turn.moves[move["type"]].record, move, game.box)
