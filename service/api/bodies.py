"""Request bodies: one schema for each game, chosen by ``variant``."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, post_load
from marshmallow.fields import Field
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from service.api.faults import Fault, quote
from service.api.fields import Choice, ContractField, Flag, Inner, ListOf, RequestSchema, WholeNumber
from service.messages.catalogue import text
from service.rules.game import AnyGame
from service.rules.options import Option, describe_options


class BodyByType(OneOfSchema):
    """An object one of whose fields says which of several schemas it has."""

    type_field = "type"
    type_field_remove = False
    unknown_type = "choice_unknown"
    """The fault where it says none of them."""

    def load(self, data: Any, **others: Any) -> Any:
        """Load it by its own schema."""
        if not isinstance(data, dict):
            raise ValidationError([Fault("not_an_object")])
        return super().load(data, **others)  # type: ignore[no-untyped-call]

    def get_data_type(self, data: dict[str, Any]) -> str:
        """What it says, or the fault with it."""
        if self.type_field not in data:
            raise ValidationError({self.type_field: [Fault("field_required")]})
        said = data[self.type_field]
        if not isinstance(said, str) or said not in self.type_schemas:
            fault = Fault(self.unknown_type, {"value": quote(said), "choices": list(self.type_schemas)})
            raise ValidationError({self.type_field: [fault]})
        return said


class AgreedOptions(Inner):
    """The options of a game. Mostly there are none, so an empty object is not looked into."""

    def _deserialize(self, value: Any, *others: Any, **more: Any) -> Any:
        return self.load_default() if value == {} else super()._deserialize(value, *others, **more)


class BodyByVariant(BodyByType):
    """A body whose ``variant`` says which of several schemas it has."""

    type_field = "variant"
    unknown_type = "variant_unknown"


def body_by_variant(
    name: str, games: Iterable[AnyGame], fields: Callable[[AnyGame], Mapping[str, Field[Any]]]
) -> BodyByVariant:
    """A body with ``variant``, ``options`` and the fields that an operation has for each game."""
    schemas: dict[str, Schema] = {}
    for game in games:
        common = {
            "variant": Choice(game.id, required=True),
            "options": AgreedOptions(
                options_schema(game),
                load_default=game.options,
                metadata={"description": "What the table has agreed on. An option left out has its default."},
            ),
        }
        schema = RequestSchema.from_dict({**common, **fields(game)}, name=f"{name}{class_name(game)}")
        schemas[game.id] = schema()
    # A class of its own: the contract tells schemas apart by their classes.
    body: BodyByVariant = type(name, (BodyByVariant,), {"type_schemas": schemas})()
    return body


@cache
def options_schema(game: AnyGame) -> type[Schema]:
    """The options of a game; loaded, they are the game's own dataclass."""

    def make_options(_: Schema, loaded: dict[str, Any], **__: Any) -> Any:
        return game.options(**loaded)

    members: dict[str, Any] = {
        name: _option_field(name, option, default) for name, option, default in describe_options(game.options)
    }
    members["make_options"] = post_load(make_options)
    return type(f"{class_name(game)}Options", (RequestSchema,), members)


def class_name(game: AnyGame) -> str:
    """A game's id as part of a schema's name: ``gin-rummy`` gives ``GinRummy``."""
    return "".join(word.capitalize() for word in game.id.split("-"))


def _option_field(name: str, option: Option, default: Any) -> ContractField:
    common = {"load_default": default, "metadata": {"description": text(f"option.{name}", "en")}}
    if option.type == "boolean":
        return Flag(**common)
    if option.type == "string":
        return Choice(*option.choices, **common)
    limits: dict[str, Any] = {"minimum": option.minimum, "maximum": option.maximum}
    if option.sizes:
        return ListOf(WholeNumber(**limits), sizes=option.sizes, **common)
    return WholeNumber(**limits, **common)
