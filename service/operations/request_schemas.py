"""Schemas of requests and responses: one for each game, selected by ``variant``."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, post_load
from marshmallow.fields import Field
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.options import Option, describe_options
from rummy_referee.texts.sentences import text

from .components import class_name
from .field_errors import FieldError, quote
from .fields import Choice, ContractField, Flag, ListOf, NestedObject, RequestSchema, WholeNumber


class DiscriminatedSchema(OneOfSchema):
    """One of several schemas, selected by the value of a field."""

    type_field = "type"
    type_field_remove = False
    unknown_type = "choice_unknown"
    """The error code for a value that selects none."""
    has_discriminator = True
    """Whether that field is a member of the object itself, as a discriminator in the contract must be."""

    def load(self, data: Any, **others: Any) -> Any:
        """Load an object by the selected schema."""
        if not isinstance(data, dict):
            raise ValidationError([FieldError("not_an_object")])
        return super().load(data, **others)  # type: ignore[no-untyped-call]

    def get_data_type(self, data: dict[str, Any]) -> str:
        """The value that selects the schema."""
        if self.type_field not in data:
            raise ValidationError({self.type_field: [FieldError("field_required")]})
        selected = data[self.type_field]
        if not isinstance(selected, str) or selected not in self.type_schemas:
            error = FieldError(self.unknown_type, {"value": quote(selected), "choices": list(self.type_schemas)})
            raise ValidationError({self.type_field: [error]})
        return selected


class VariantSchema(DiscriminatedSchema):
    """One schema for each game, selected by ``variant``."""

    type_field = "variant"
    unknown_type = "variant_unknown"


class OptionsField(NestedObject):
    """The options of a game. The usual empty object is not validated, to save time."""

    def _deserialize(self, value: Any, *others: Any, **more: Any) -> Any:
        return self.load_default() if value == {} else super()._deserialize(value, *others, **more)


def schema_by_variant(
    name: str, games: Iterable[AnyGame], fields: Callable[[AnyGame], Mapping[str, Field[Any]]]
) -> VariantSchema:
    """A body with ``variant``, ``options`` and the operation's fields for each game."""
    schemas: dict[str, Schema] = {}
    for game in games:
        common = {
            "variant": Choice(game.id, required=True),
            "options": OptionsField(
                options_schema(game),
                load_default=game.options,
                metadata={"description": "The options of the table. A missing option has its default."},
            ),
        }
        schema = RequestSchema.from_dict({**common, **fields(game)}, name=f"{name}{class_name(game.id)}")
        schemas[game.id] = schema()
    # A class of its own, because the contract identifies schemas by their classes.
    body: VariantSchema = type(name, (VariantSchema,), {"type_schemas": schemas})()
    return body


def answers_by_variant(
    name: str, games: Iterable[AnyGame], fields: Callable[[AnyGame], Mapping[str, Field[Any]]], doc: str
) -> type[VariantSchema]:
    """A response with ``variant``, which is a constant, and the operation's fields for each game.

    It only generates the contract: responses are built by plain functions.
    """
    schemas = {
        game.id: answer_schema(name, game, {"variant": Choice(game.id, required=True), **fields(game)}, doc)
        for game in games
    }
    return type(name, (VariantSchema,), {"type_schemas": schemas, "__doc__": doc})


def answer_schema(name: str, game: AnyGame, fields: Mapping[str, Field[Any]], doc: str) -> type[Schema]:
    """An object in the responses of one game."""
    made = Schema.from_dict(dict(fields), name=f"{name}{class_name(game.id)}")
    made.__doc__ = doc
    return made


@cache
def options_schema(game: AnyGame) -> type[Schema]:
    """The schema of a game's options; it loads the game's dataclass."""

    def make_options(_: Schema, loaded: dict[str, Any], **__: Any) -> Any:
        return game.options(**loaded)

    members: dict[str, Any] = {
        name: _option_field(game, name, option, default) for name, option, default in describe_options(game.options)
    }
    members["make_options"] = post_load(make_options)
    return type(f"{class_name(game.id)}Options", (RequestSchema,), members)


def _option_field(game: AnyGame, name: str, option: Option, default: Any) -> ContractField:
    common = {"load_default": default, "metadata": {"description": text(f"option.{name}", "en", game=game.id)}}
    if option.type == "boolean":
        return Flag(**common)
    if option.type == "string":
        return Choice(*option.choices, **common)
    limits: dict[str, Any] = {"minimum": option.minimum, "maximum": option.maximum}
    if option.sizes:
        return ListOf(WholeNumber(**limits), sizes=option.sizes, **common)
    return WholeNumber(**limits, **common)
