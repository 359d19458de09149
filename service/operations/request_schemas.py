"""Schemas of requests and responses: one for each game, selected by ``variant``."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, post_load
from marshmallow.fields import Field
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.options import Option, describe_options
from rummy_referee.texts.sentences import text

from .components import JsonSchema, class_name, named
from .field_errors import FieldError, quote
from .fields import Choice, ContractField, Flag, InnerSchema, ListOf, NestedObject, RequestSchema, WholeNumber
from .json_schemas import SENT, extend, schema_of, union


class DiscriminatedSchema(OneOfSchema):
    """One of several schemas, selected by the value of a field."""

    type_field = "type"
    type_field_remove = False
    unknown_type = "choice_unknown"
    """The error code for a value that selects none."""
    is_open = False
    """Whether the JSON Schemas are open, so that a body closes them where it refers to them."""

    def json_schema(self) -> JsonSchema:
        """The JSON Schema of the choice."""
        return self.choice_of(self.type_schemas)

    def choice_of(self, keys: Iterable[str]) -> JsonSchema:
        """The JSON Schema of a choice between some of the schemas."""
        chosen = [key for key in self.type_schemas if key in keys]
        made = union([schema_of(self.type_schemas[key]) for key in chosen], self.type_field, chosen)
        return made if len(chosen) == 1 else named(type(self).__name__, made)

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

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema for some games."""
        return self.choice_of([game.id for game in games])


class OptionsField(NestedObject):
    """The options of a game. The usual empty object is not validated, to save time."""

    def _deserialize(self, value: Any, *others: Any, **more: Any) -> Any:
        return self.load_default() if value == {} else super()._deserialize(value, *others, **more)


def schema_by_variant(
    name: str,
    games: Iterable[AnyGame],
    fields: Callable[[AnyGame], Mapping[str, Field[Any]]],
    kind: type[RequestSchema] = RequestSchema,
) -> VariantSchema:
    """A body with ``variant``, ``options`` and the operation's fields for each game."""
    schemas: dict[str, Schema] = {}
    for game in games:
        common = {
            "variant": Choice(game.id, required=True),
            "options": OptionsField(options_schema(game), load_default=game.options),
        }
        schemas[game.id] = kind.from_dict({**common, **fields(game)}, name=f"{name}{class_name(game.id)}")()
    made: VariantSchema = type(name, (VariantSchema,), {"type_schemas": schemas, "is_open": kind.is_open})()
    return made


class ExtendingSchema(RequestSchema):
    """A body with the members of another schema, which is open, and its own."""

    base: RequestSchema

    def json_schema(self) -> JsonSchema:
        """The JSON Schema: both parts, and nothing else."""
        own = {name: field for name, field in self.fields.items() if name not in self.base.fields}
        return named(type(self).__name__, {**extend(self.base.json_schema(), own), **SENT})


def extended_by_variant(
    name: str, base: VariantSchema, fields: Callable[[AnyGame], Mapping[str, Field[Any]]]
) -> VariantSchema:
    """A body with the members of another one for each game, and further fields."""
    schemas: dict[str, Schema] = {}
    for variant, inner in base.type_schemas.items():
        members = {**inner._declared_fields, **fields(GAMES[variant])}
        made = type(f"{name}{class_name(variant)}", (ExtendingSchema,), {**members, "base": inner})
        schemas[variant] = made()
    body: VariantSchema = type(name, (VariantSchema,), {"type_schemas": schemas})()
    return body


@cache
def options_schema(game: AnyGame) -> type[Schema]:
    """The schema of a game's options; it loads the game's dataclass."""

    def make_options(_: Schema, loaded: dict[str, Any], **__: Any) -> Any:
        return game.options(**loaded)

    members: dict[str, Any] = {
        name: _option_field(game, name, option, default) for name, option, default in describe_options(game.options)
    }
    members["make_options"] = post_load(make_options)
    members["__doc__"] = "The options of the table. A missing option has its default."
    return type(f"{class_name(game.id)}Options", (InnerSchema,), members)


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
