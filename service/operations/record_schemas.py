"""Schemas of the records of rounds, the same in requests and in responses."""

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.record_notation import NotationError, find_tag, parse_record
from rummy_referee.rules.replay import AnyPlayedRecord, Record

from .components import JsonSchema, class_name, named
from .field_errors import FieldError, LocatedError, quote
from .fields import (
    ContractField,
    Flag,
    HashField,
    ListOf,
    Loaded,
    NestedObjectList,
    OpenSchema,
    PlayerName,
    SeedField,
    invalid,
)
from .json_schemas import SENT, schema_of, union
from .limits import NOTATION_LENGTH, RECORD_MOVES
from .move_schemas import dump_options, move_schema, read_move
from .problems import Problem
from .records import dump_move_fields, dump_record, points_of_round, record_fields
from .request_schemas import VariantSchema, schema_by_variant

RECORD = (
    "The record of a round: the deal and every move. The seed tells all hidden tiles: keep it from players until the "
    "round is over."
)


def _moves_of(game: AnyGame) -> NestedObjectList:
    described = {
        "description": "The moves, without the tiles that the referee draws. `text` and `changes` are ignored."
    }
    return NestedObjectList(move_schema(game), sizes=range(RECORD_MOVES + 1), required=True, metadata=described)


COMMITMENT_MEANING = "The commitment to the seed, if the deal was asked to `commit`; null otherwise."


def fairness_fields(game: AnyGame) -> dict[str, Field[Any]]:
    """The fields with which players can be sure of a deal."""
    return {
        "entropy": ListOf(
            PlayerName(),
            sizes=range(game.players[-1] + 1),
            load_default=(),
            metadata={"description": "What players contribute to the deal: strings that are mixed into the seed."},
        ),
        "commit": Flag(
            load_default=False,
            metadata={
                "description": "Whether the answer has a `commitment` to the seed, which must not be an integer."
            },
        ),
    }


def _record_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    seats = record_fields(game.round_play.seats, game)
    del seats["names"]
    return {
        "players": ListOf(
            PlayerName(),
            sizes=game.players,
            required=True,
            metadata={"description": "The players' names in seat order."},
        ),
        **seats,
        "seed": SeedField(
            required=True,
            allow_none=True,
            metadata={"description": "The seed of the deal; null while it is secret: in the record of a sealed round."},
        ),
        "entropy": fairness_fields(game)["entropy"],
        "commitment": HashField(load_default=None, allow_none=True, metadata={"description": COMMITMENT_MEANING}),
        "result": points_of_round(
            game,
            load_default=None,
            allow_none=True,
            metadata={
                "description": "The points by player; null if the round is not over, or a score is a range. "
                "`replayRound` computes it."
            },
        ),
        "moves": _moves_of(game),
    }


class RecordOfAnyGame(VariantSchema):
    """A record of any game."""

    type_schemas = schema_by_variant("Record", GAMES.values(), _record_fields, OpenSchema).type_schemas
    is_open = True

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema of the records of some games."""
        return named("Record", union([record_schema(game) for game in games]))


RECORDS = RecordOfAnyGame()


def record_schema(game: AnyGame) -> JsonSchema:
    """The JSON Schema of a game's records."""
    schema: OpenSchema = RECORDS.type_schemas[game.id]  # type: ignore[assignment] # schema_by_variant puts instances there
    return schema.json_schema()


def sent_move(game: AnyGame) -> JsonSchema:
    """The JSON Schema of a game's moves where they are sent: they have no other members."""
    moves = [{**schema_of(schema), **SENT} for schema in move_schema(game).type_schemas.values()]
    return named(f"SentMove{class_name(game.id)}", {"anyOf": moves})


def sent_record(game: AnyGame) -> JsonSchema:
    """The JSON Schema of a record where it is sent: neither it nor its moves have other members."""
    record = {**record_schema(game), "properties": {"moves": {"items": sent_move(game)}}, **SENT}
    return named(f"SentRecord{class_name(game.id)}", record)


class RecordField(ContractField):
    """A record as an object or in notation."""

    def json_schema(self) -> JsonSchema:
        return {"anyOf": [RECORDS.json_schema(), {"type": "string", "maxLength": NOTATION_LENGTH}]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return RECORDS.load(_parse(value) if isinstance(value, str) else value)


def _parse(text: str) -> Any:
    """A record in JSON form, from its notation."""
    if len(text) > NOTATION_LENGTH:
        raise invalid("string_too_long", maximum=NOTATION_LENGTH, actual=len(text))
    variant = find_tag(text, "variant")
    if variant not in RECORDS.type_schemas:
        return {} if variant is None else {"variant": variant}
    try:
        return parse_record(GAMES[variant].turn.rules_by_type, text)
    except NotationError as error:
        raise ValidationError(
            [FieldError("notation_invalid", {"line": error.line, "value": quote(error.text)})]
        ) from None


def read_played(loaded: Loaded, *, secret: bool = False) -> AnyPlayedRecord:
    """The record of a loaded body. Only where its seed may be secret, it need not be known."""
    if loaded["seed"] is None and not secret:
        raise Problem("body-invalid", errors=[LocatedError("/record/seed", FieldError("seed_secret"))])
    game = GAMES[loaded["variant"]]
    seats = read_record(game, game.round_play.seats, {**loaded, "names": loaded["players"]})
    moves = tuple([read_move(game, move) for move in loaded["moves"]])
    return Record(
        game,
        loaded["options"],
        loaded["seed"],
        seats,
        loaded["entropy"],
        moves,
        loaded["result"],
        loaded["commitment"],
    )


def dump_played(record: AnyPlayedRecord) -> dict[str, Any]:
    """A record in the form of a request."""
    seats = dump_record(record.seats)
    return {
        "variant": record.game.id,
        "options": dump_options(record.game, record.options),
        "players": seats.pop("names"),
        **{key: value for key, value in seats.items() if value is not None},
        "seed": record.seed,
        "entropy": list(record.entropy),
        "commitment": record.commitment,
        "result": record.result,
        "moves": dump_move_fields(record.moves),
    }
