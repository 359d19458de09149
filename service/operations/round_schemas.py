"""Schemas of whole rounds, the same in requests and in responses."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.rounds import AnyRound, Round

from .components import class_name
from .field_errors import FieldError
from .fields import Loaded, NestedObject, RequestSchema
from .move_schemas import dump_options
from .records import dump_record, record_fields
from .request_schemas import VariantSchema, schema_by_variant

REFEREE_ONLY = (
    "The whole round as the referee sees it: plain JSON that the caller stores and sends back. It has hidden tiles, so "
    "it must not be shown to players; `viewRound` returns what a player may see. A round that contradicts itself is "
    "impossible. The service cannot notice that a tile was moved from one hand or pile to another, that the stock or "
    "the seed is another, or that the turn was given to another player: keep the round where players cannot change it."
)


def _round_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return record_fields(game.round_play.record, game)


ROUND = schema_by_variant("Round", GAMES.values(), _round_fields)


def round_schema(game: AnyGame) -> Schema:
    """The schema of a game's rounds."""
    schema: Schema = ROUND.type_schemas[game.id]  # type: ignore[assignment] # schema_by_variant puts instances there
    return schema


class BodyWithRound(VariantSchema):
    """One schema for each game, selected by the ``variant`` of its round."""

    has_discriminator = False

    def get_data_type(self, data: dict[str, Any]) -> str:
        """The game of the round."""
        if "round" not in data:
            raise ValidationError({"round": [FieldError("field_required")]})
        if not isinstance(data["round"], dict):
            raise ValidationError({"round": [FieldError("not_an_object")]})
        try:
            return super().get_data_type(data["round"])
        except ValidationError as error:
            raise ValidationError({"round": error.messages}) from None


def schema_with_round(name: str, fields: Mapping[str, Field[Any]]) -> Schema:
    """A body with a ``round`` of any game and fields that are the same in every game."""
    return _body(name, ROUND, fields)


def schema_by_round(
    name: str, games: Iterable[AnyGame], fields: Callable[[AnyGame], Mapping[str, Field[Any]]]
) -> BodyWithRound:
    """A body with a ``round`` and the operation's fields for each game."""
    schemas = {game.id: _body(f"{name}{class_name(game.id)}", round_schema(game), fields(game)) for game in games}
    body: BodyWithRound = type(name, (BodyWithRound,), {"type_schemas": schemas})()
    return body


def _body(name: str, of_round: Schema, fields: Mapping[str, Field[Any]]) -> Schema:
    round_field = NestedObject(of_round, required=True, metadata={"description": REFEREE_ONLY})
    members: dict[str, Any] = {"round": round_field, **fields}
    return RequestSchema.from_dict(members, name=name)()


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
