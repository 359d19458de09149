"""Schemas of whole rounds, the same in requests and in responses."""

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field, Integer

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.rounds import AnyRound, Round

from .components import JsonSchema, class_name, named, nullable
from .field_errors import FieldError
from .fields import (
    Flag,
    Loaded,
    NestedObject,
    OpenSchema,
    PlayerName,
    RequestSchema,
    ShortText,
    WholeNumber,
)
from .json_schemas import CLOSED, SENT, extend, object_schema, union
from .limits import HIGHEST_SEQUENCE, SECRET_LENGTH, TOKEN_LENGTH
from .move_schemas import any_move, describe_field, dump_options, move_field
from .record_schemas import RECORD, RECORDS, sent_move, sent_record
from .records import dump_record, record_fields
from .request_schemas import VariantSchema, schema_by_variant
from .responses import Constant, response_field
from .sealing import SealedRound, open_round, variant_of

REFEREE_ONLY = (
    "The whole round as the referee sees it: plain JSON that the caller stores and sends back. It has hidden tiles, so "
    "it must not be shown to players; `viewRound` returns what a player may see. A round that contradicts itself is "
    "impossible. The service cannot notice that a tile was moved from one hand or pile to another, that the stock or "
    "the seed is another, or that the turn was given to another player: keep the round where players cannot change it, "
    "or let it be sealed."
)


def _round_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return record_fields(game.round_play.record, game)


class RoundSchema(OpenSchema):
    """A round of a game: ``turn`` tells one that goes on from one that is over."""

    def json_schema(self, *, over: bool = False) -> JsonSchema:
        """The JSON Schema of one of the two."""
        name = type(self).__name__
        others = {key: field for key, field in self.fields.items() if key != "turn"}
        turn = Constant(None, "Nobody: the round is over.") if over else PlayerName(required=True)
        state = named(f"{name}State", object_schema(others))
        return named(f"{name}Over" if over else name, extend(state, {"turn": turn}))


_ROUNDS = schema_by_variant("Round", GAMES.values(), _round_fields, RoundSchema)


class RoundOfAnyGame(VariantSchema):
    """A round of any game."""

    type_schemas = _ROUNDS.type_schemas
    is_open = True

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema of the rounds of some games."""
        return named("Round", union(round_schema(game, over=over) for game in games for over in (False, True)))


ROUND = RoundOfAnyGame()


def round_schema(game: AnyGame, *, over: bool = False) -> JsonSchema:
    """The JSON Schema of a game's rounds, either those that go on or those that are over."""
    schema: RoundSchema = ROUND.type_schemas[game.id]  # type: ignore[assignment] # schema_by_variant puts instances there
    return schema.json_schema(over=over)


def sealed_fields() -> dict[str, Field[Any]]:
    """The fields of a body with a sealed round."""
    return {
        "token": ShortText(
            max_length=TOKEN_LENGTH,
            metadata={"component": "RoundToken", "description": "A sealed round: the `token` of the last answer."},
        ),
        "sequence": WholeNumber(
            minimum=0,
            maximum=HIGHEST_SEQUENCE,
            metadata={
                "component": "RoundSequence",
                "description": "The `sequence` that the token must have, so that an older one is refused.",
            },
        ),
        "secret": ShortText(
            max_length=SECRET_LENGTH,
            metadata={
                "component": "PlayerSecret",
                "description": "The secret of the player who looks or moves, if the deal has a lock for this player.",
            },
        ),
    }


_SEALED = tuple(sealed_fields())


def check_source(data: Any) -> None:
    """A body has either a round, or a token and what belongs to it."""
    if not isinstance(data, dict):
        return
    if "token" in data and "round" in data:
        raise ValidationError({"token": [FieldError("field_unknown")]})
    if "token" not in data:
        errors = {name: [FieldError("field_unknown")] for name in _SEALED if name in data}
        if "round" not in data:
            errors["round"] = [FieldError("field_required")]
        if errors:
            raise ValidationError(errors)


class ViewBody(RequestSchema):
    """A body with a round of any game or a token, and members that are the same in every game."""

    def load(self, data: Any, **others: Any) -> Any:
        """Load a body."""
        check_source(data)
        return super().load(data, **others)

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema for some games."""
        others = {key: field for key, field in self.fields.items() if key not in ("round", *_SEALED)}
        return _body_schema(type(self).__name__, games, object_schema(others))


class BodyWithRound(VariantSchema):
    """One schema for each game, selected by the ``variant`` of its round.

    In the contract there is one for all games, so that a program can play any game.
    """

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema for some games."""
        described = object_schema({**describe_field(), **seal_field()})["properties"]
        record = {**nullable(RECORDS.json_schema(games)), "description": RECORD}
        others = {"properties": {"move": any_move(games), "record": record, **described}, "required": ["move"]}
        return _body_schema(type(self).__name__, games, others)

    def get_data_type(self, data: dict[str, Any]) -> str:
        """The game of the round."""
        check_source(data)
        if "token" in data:
            return variant_of(data["token"]) if isinstance(data["token"], str) else next(iter(self.type_schemas))
        if not isinstance(data["round"], dict):
            raise ValidationError({"round": [FieldError("not_an_object")]})
        try:
            return super().get_data_type(data["round"])
        except ValidationError as error:
            raise ValidationError({"round": error.messages}) from None


def _body_schema(name: str, games: Iterable[AnyGame], others: JsonSchema) -> JsonSchema:
    """A body with a round, or one with a token. What generated clients need not know stands beside the references."""
    of_round = {**ROUND.json_schema(games), "description": REFEREE_ONLY}
    members = {"properties": {"round": of_round, **others["properties"]}, "required": ["round", *others["required"]]}
    schema = named(name, {"type": "object", **members, **CLOSED})
    own = [_of_one_game(game, others["properties"]) for game in games]
    sealed = object_schema(sealed_fields())["properties"]
    token = {"properties": {**sealed, **others["properties"]}, "required": ["token", *others["required"]]}
    by_token = named(f"{name}ByToken", {"type": "object", **token, **CLOSED})
    closed = [{"properties": {key: of[key] for key in ("move", "record") if key in of}} for of in _closed(own)]
    return {"anyOf": [{**schema, "anyOf": own}, {**by_token, **({"anyOf": closed} if closed[0]["properties"] else {})}]}


def _closed(games: Iterable[JsonSchema]) -> list[JsonSchema]:
    return [game["properties"] for game in games]


def _of_one_game(game: AnyGame, others: JsonSchema) -> JsonSchema:
    """What holds for the body of a game: round and move are of this game, and have no other members."""
    rounds = [{**round_schema(game, over=over), **SENT} for over in (False, True)]
    members = {"round": {"anyOf": rounds}}
    if "move" in others:
        members["move"] = sent_move(game)
    if "record" in others:
        members["record"] = nullable(sent_record(game))
    return {"properties": {**{key: {} for key in others}, **members}}


def sealed_members() -> dict[str, Field[Any]]:
    """The members of an answer with a sealed round."""
    return {
        "sealed": Constant(value=True, description="The round is sealed."),
        "round": Constant(None, "The round is sealed."),
        "token": ShortText(
            max_length=TOKEN_LENGTH,
            required=True,
            metadata={"description": "The sealed round, for the `token` of the next request."},
        ),
        "sequence": response_field(Integer, "The number of moves since the deal, or since the round was sealed."),
    }


def seal_field() -> dict[str, Field[Any]]:
    """The field that asks for a sealed round."""
    meaning = "Whether the answer has `token` instead of `round`. A round that came as a token stays sealed."
    return {"seal": Flag(load_default=False, metadata={"component": "Seal", "description": meaning})}


def view_body(name: str, fields: Mapping[str, Field[Any]]) -> RequestSchema:
    """A body with a ``round`` of any game or a ``token``, and fields that are the same in every game."""
    members: dict[str, Any] = {"round": NestedObject(ROUND), **sealed_fields(), **fields}
    return ViewBody.from_dict(members, name=name)()  # type: ignore[return-value] # from_dict says Schema


def move_body(name: str) -> BodyWithRound:
    """A body with a ``round`` or a ``token``, and a ``move`` of the same game."""
    schemas = {}
    for variant, schema in ROUND.type_schemas.items():
        members: dict[str, Any] = {
            "round": NestedObject(schema),
            **sealed_fields(),
            "move": move_field(GAMES[variant]),
            "record": NestedObject(
                RECORDS.type_schemas[variant], load_default=None, allow_none=True, metadata={"description": RECORD}
            ),
            **describe_field(),
            **seal_field(),
        }
        schemas[variant] = RequestSchema.from_dict(members, name=f"{name}{class_name(variant)}")()
    body: BodyWithRound = type(name, (BodyWithRound,), {"type_schemas": schemas})()
    return body


def open_body(body: Loaded) -> SealedRound | None:
    """The sealed round of a loaded body; None if its round is not sealed."""
    return open_round(body["token"], body.get("sequence")) if "token" in body else None


def read_round(body: Loaded) -> AnyRound:
    """The round of a loaded body."""
    loaded = body["round"]
    game = GAMES[loaded["variant"]]
    return Round(game, loaded["options"], read_record(game, game.round_play.record, loaded))


def dump_round(round_: AnyRound) -> dict[str, Any]:
    """A round in the form of a request, so that it can be sent again."""
    return {
        "variant": round_.game.id,
        "options": dump_options(round_.game, round_.options),
        **dump_record(round_.record),
    }
