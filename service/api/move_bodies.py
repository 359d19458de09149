"""What the bodies about moves have: the snapshot of a turn, and a move of one of the types that the game has."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from service.api.bodies import BodyByType, class_name
from service.api.fields import (
    Choice,
    Flag,
    Inner,
    Loaded,
    MeldList,
    OneTile,
    RequestSchema,
    TileList,
    WholeNumber,
)
from service.rules.game import AnyGame
from service.rules.snapshots import Asked
from service.rules.turns import ChosenMove, Snapshot
from service.tiles.tile import Tile
from service.variants import GAMES

PLAYED: tuple[AnyGame, ...] = tuple(game for game in GAMES.values() if game.turn)
"""The games whose moves this referee judges."""


def snapshot_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    """The position, as the player on turn sees it."""
    if game.turn is None:
        raise ValueError(f"{game.id} has no turn to judge")
    size = game.box.size
    fields: dict[str, Field[Any]] = {
        "table": MeldList(game.box, most=size, required=True, metadata={"description": "The melds on the table."}),
        "hand": TileList(
            game.box,
            most=size,
            required=True,
            metadata={"description": "The hand of the player on turn. A joker in it is just `J`: a pin is dropped."},
        ),
        "opened": Flag(required=True, metadata={"description": "Whether this player has played before in this round."}),
        "stock": WholeNumber(
            minimum=0, maximum=size, required=True, metadata={"description": "How many tiles lie face down."}
        ),
    }
    if game.turn.phases:
        fields["phase"] = Choice(*game.turn.phases, metadata={"description": _describe_phases(game)})
    return fields


def _describe_phases(game: AnyGame) -> str:
    if game.turn and game.turn.phases_for(game.options()) == game.turn.phases:
        return f"Where the turn stands; `{game.turn.phases[0]}` if left out."
    return (
        "Where the turn stands, in a style of turn that has phases; its start if left out. A phase that the style of "
        "turn has not is impossible."
    )


@cache
def move_schema(game: AnyGame) -> BodyByType:
    """A move of one of the types that the game has."""
    schemas: dict[str, Schema] = {}
    for move in game.moves:
        members: dict[str, Any] = {"type": Choice(move.type, required=True)}
        for name in (*move.required, *move.optional):
            members[name] = _move_field(game, name, required=name in move.required)
        schema = RequestSchema.from_dict(members, name=f"{class_name(game)}{class_name_of(move.type)}")
        schemas[move.type] = schema()
    name = f"{class_name(game)}Move"
    made: BodyByType = type(name, (BodyByType,), {"type_schemas": schemas})()
    return made


def class_name_of(move_type: str) -> str:
    """A type of move as part of a schema's name: ``lay_off`` gives ``LayOff``."""
    return "".join(word.capitalize() for word in move_type.split("_"))


def _move_field(game: AnyGame, name: str, *, required: bool) -> Field[Any]:
    described = {"description": _MOVE_FIELDS[name]}
    if name == "table":
        return MeldList(game.box, most=game.box.size, required=required, metadata=described)
    if name == "from_hand":
        return TileList(game.box, most=game.box.size, required=required, metadata=described)
    return OneTile(game.box, required=required, metadata=described)


_MOVE_FIELDS = {
    "table": "The whole table after the play.",
    "from_hand": "The tiles that the play takes from the hand; if given, they must match.",
    "tile": "A tile of the hand.",
    "drawn": "Which tile was drawn face down, if it is known: without it there is no `next`.",
}


def move_field(game: AnyGame) -> Inner:
    """The field for a move."""
    return Inner(move_schema(game), required=True)


def read_snapshot(body: Loaded) -> Asked:
    """The snapshot of a loaded body."""
    game = GAMES[body["variant"]]
    snapshot = Snapshot(
        tuple(map(tuple, body["table"])),
        tuple(_unpinned(game, tile) for tile in body["hand"]),
        body["opened"],
        body["stock"],
        body.get("phase"),
    )
    return Asked(game, body["options"], snapshot)


def read_move(game: AnyGame, move: Loaded) -> ChosenMove:
    """The move of a loaded body. Outside the table a joker stands for nothing, so a pin is dropped."""
    tile, drawn = move.get("tile"), move.get("drawn")
    return ChosenMove(
        move["type"],
        tuple(map(tuple, move.get("table", ()))),
        tuple(_unpinned(game, tile) for tile in move["from_hand"]) if "from_hand" in move else None,
        _unpinned(game, tile) if tile else None,
        _unpinned(game, drawn) if drawn else None,
    )


def _unpinned(game: AnyGame, tile: Tile) -> Tile:
    return game.box.tiles[tile.piece]
