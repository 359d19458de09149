"""Schemas of snapshots and moves, the same in requests and in responses."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import add
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Field, String

from rummy_referee.games import GAMES
from rummy_referee.rules.described_moves import DescribedMove, describe_moves, find_needs
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.snapshots import REVEALED
from rummy_referee.rules.table_changes import STATUSES, MeldChange
from rummy_referee.rules.turns import Move

from .answers import Part
from .components import JsonSchema, class_name, named
from .fields import (
    Choice,
    ContractField,
    Flag,
    InnerSchema,
    ListOf,
    Loaded,
    NestedObject,
    NestedObjectList,
    OpenSchema,
    ShortText,
    WholeNumber,
)
from .json_schemas import object_schema, union
from .limits import CURSOR_LENGTH, MOVE_TEXT_LENGTH, MOVES_LISTED
from .records import dump_move_fields, dump_record, record_fields
from .request_schemas import DiscriminatedSchema, schema_by_variant
from .responses import LARGEST_BOX, response_field, tile_codes


def snapshot_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    """The fields of a snapshot: the position as the player on turn sees it."""
    return record_fields(game.turn.snapshot, game)


SNAPSHOT = schema_by_variant("Snapshot", GAMES.values(), snapshot_fields, OpenSchema)
"""A snapshot in a response has the form of a request, so that it can be sent again."""


def snapshot_schema(game: AnyGame) -> JsonSchema:
    """The JSON Schema of a game's snapshots."""
    return SNAPSHOT.json_schema([game])


@cache
def move_schema(game: AnyGame) -> DiscriminatedSchema:
    """The schema of a game's moves, selected by their type: the same in requests and in responses."""
    schemas: dict[str, Schema] = {}
    for rule in game.turn.rules:
        members: dict[str, Any] = {
            "type": Choice(rule.type, required=True),
            **record_fields(rule.record, game),
            **_description_fields(),
        }
        if rule.record is Play:
            members["changes"] = changes_field(component="MoveChanges", description=f"{CHANGES} {DESCRIBED}")
        owner = "" if _is_shared(game, rule.type) else class_name(game.id)
        schemas[rule.type] = OpenSchema.from_dict(members, name=f"{owner}{class_name(rule.type)}")()
    members = {"type_schemas": schemas, "is_open": True}
    made: DiscriminatedSchema = type(f"{class_name(game.id)}Move", (DiscriminatedSchema,), members)()
    return made


@cache
def _is_shared(game: AnyGame, type_: str) -> bool:
    """Whether moves of this type have the same members in other games, so that one schema is for all of them."""
    schemas = {
        other.id: object_schema(record_fields(other.turn.rules_by_type[type_].record, other))
        for other in GAMES.values()
        if type_ in other.turn.rules_by_type
    }
    return [*schemas.values()].count(schemas[game.id]) > 1


def any_move(games: Iterable[AnyGame]) -> JsonSchema:
    """The JSON Schema of the moves of some games."""
    schemas = [move_schema(game).json_schema() for game in games]
    return schemas[0] if len(schemas) == 1 else named("Move", union(schemas))


IGNORED = "Present in responses; ignored in requests, so that a listed move can be sent unchanged."
DESCRIBED = IGNORED.replace(";", ", unless `describe` is false;")
CHANGES = "Where the tiles of each meld of the new table come from, in the order of the melds."


def _description_fields() -> dict[str, ContractField]:
    """The description of a move, besides its own fields."""
    return {
        "text": ShortText(
            max_length=MOVE_TEXT_LENGTH,
            metadata={
                "component": "MoveText",
                "description": f"What to do, in the language of the response. {DESCRIBED}",
            },
        ),
        "needs": ListOf(
            needed_field(),
            sizes=range(len(REVEALED) + 1),
            metadata={
                "component": "MoveNeeds",
                "description": f"The fields that `checkMove` needs for `next`: a face-down tile. {IGNORED}",
            },
        ),
    }


def describe_field() -> dict[str, Field[Any]]:
    """The request field with which a caller leaves out the descriptions: most of the time of a page of plays."""
    meaning = "Whether `text` and `changes` describe each move. Without them the response is smaller and faster."
    return {"describe": Flag(load_default=True, metadata={"component": "Describe", "description": meaning})}


def page_fields() -> dict[str, Field[Any]]:
    """The request fields that select a page of moves."""
    return {
        "limit": WholeNumber(
            minimum=1,
            maximum=MOVES_LISTED,
            load_default=100,
            metadata={"component": "MoveLimit", "description": "The maximum number of moves on a page."},
        ),
        "cursor": ShortText(
            max_length=CURSOR_LENGTH,
            load_default=None,
            allow_none=True,
            metadata={
                "component": "Cursor",
                "description": "The `next_cursor` of the previous page; null for the first page.",
            },
        ),
    }


def needed_field() -> Choice:
    """The name of a field that a move needs."""
    return Choice(*REVEALED, component="NeededField")


def changes_field(*, required: bool = False, nullable: bool = False, **metadata: Any) -> NestedObjectList:
    """The field for what a play changes on the table."""
    sizes = range(LARGEST_BOX + 1)
    return NestedObjectList(_change_schema(), sizes=sizes, required=required, allow_none=nullable, metadata=metadata)


@cache
def _change_schema() -> type[Schema]:
    def index(meaning: str = "") -> WholeNumber:
        return WholeNumber(minimum=0, maximum=LARGEST_BOX, required=True, metadata={"description": meaning})

    members: dict[str, Any] = {
        "meld": index("The index of the meld on the new table."),
        "status": Choice(
            *STATUSES,
            component="MeldStatus",
            required=True,
            metadata={
                "description": "`kept`: the tiles of one old meld. `extended`: one whole old meld, and tiles of the "
                "hand. `new`: tiles of the hand. `rearranged`: anything else."
            },
        ),
        "from": ListOf(
            index(),
            sizes=range(LARGEST_BOX + 1),
            required=True,
            metadata={
                "description": "The indices of the old melds that its tiles come from. Copies of a tile are "
                "interchangeable: these keep much in place."
            },
        ),
        "from_hand": tile_codes("Its tiles that come from the hand."),
    }
    return InnerSchema.from_dict(members, name="MeldChange")


def described_fields(text: str) -> dict[str, Field[Any]]:
    """The fields of a response that describe a move."""
    described = f"{text}, in the language of the response; null if the move is not legal, or with `describe` false."
    changed = f"{CHANGES} Null if the move is not a legal `play`, or with `describe` false."
    return {
        "text": response_field(String, described, allow_none=True),
        "changes": changes_field(required=True, nullable=True, description=changed),
    }


def moves_of(game: AnyGame, description: str) -> Part:
    """The field of a response with some moves."""
    return Part({"type": "array", "items": move_schema(game).json_schema()}, description)


def move_field(game: AnyGame) -> NestedObject:
    """The field for a move."""
    return NestedObject(move_schema(game), required=True)


def read_position(body: Loaded) -> AnyPosition:
    """The position of a loaded body."""
    game = GAMES[body["variant"]]
    return game.make_position(body["options"], read_record(game, game.turn.snapshot, body))


def read_move(game: AnyGame, move: Loaded) -> Any:
    """The move of a loaded body."""
    return read_record(game, game.turn.rules_by_type[move["type"]].record, move)


def dump_moves(position: AnyPosition, moves: Iterable[Move], language: str, *, describe: bool) -> list[dict[str, Any]]:
    """The JSON objects of legal moves, with their descriptions if wanted."""
    moves = tuple(moves)
    dumped = dump_move_fields(moves)
    for fields_of_move, move in zip(dumped, moves, strict=True):
        fields_of_move["needs"] = find_needs(position, move)
    if describe:
        changes = ChangeDumps()
        for fields_of_move, described in zip(dumped, describe_moves(position, moves), strict=True):
            fields_of_move["text"] = described.text(language)
            if described.changes is not None:
                fields_of_move["changes"] = changes.dump(described.changes)
    return dumped


def dump_changes(described: DescribedMove | None) -> orjson.Fragment | None:
    """What a move changes on the table; None if it is not a play."""
    return ChangeDumps().dump(described.changes) if described and described.changes is not None else None


class ChangeDumps(dict[MeldChange, bytes]):
    """The JSON of changes, dumped once each: a page has tens of thousands, and most are the same."""

    def __missing__(self, change: MeldChange) -> bytes:
        """The JSON object of a change without its start, which is one of ``_MELDS``."""
        fields = {"status": change.status, "from": change.sources, "from_hand": change.from_hand}
        self[change] = dumped = orjson.dumps(fields).removeprefix(b"{")
        return dumped

    def dump(self, changes: Iterable[MeldChange]) -> orjson.Fragment:
        """The JSON array of the changes of a play."""
        return orjson.Fragment(b"[%b]" % b",".join(map(add, _MELDS, map(self.__getitem__, changes))))


_MELDS = [b'{"meld":%d,' % meld for meld in range(max(game.box.size for game in GAMES.values()))]


def dump_snapshot(position: AnyPosition, snapshot: Any) -> dict[str, Any]:
    """A snapshot in the form of a request."""
    return {
        "variant": position.game.id,
        "options": dump_options(position.game, position.options),
        **dump_record(snapshot),
    }


def dump_options(game: AnyGame, options: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    agreed = {option.name: getattr(options, option.name) for option in fields(options)}
    defaults = game.options()
    return {name: value for name, value in agreed.items() if value != getattr(defaults, name)}
