"""Fields of request bodies. Each accepts exactly what its JSON Schema accepts.

marshmallow's own fields differ from JSON Schema (``Boolean`` accepts 0, ``Integer`` accepts "5" or rejects 5.0), and
their messages are in English only.
"""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from marshmallow import Schema, ValidationError, missing
from marshmallow.fields import Field, Nested

from rummy_referee.cached_property import cached_property
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import SEED
from rummy_referee.rules.records import ByPlayer
from rummy_referee.tiles.notation import partially_known_pattern, tile_pattern
from rummy_referee.tiles.tile import Tile

from .components import JsonSchema, class_name, named, nullable
from .field_errors import FieldError, quote, quote_json
from .json_schemas import CLOSED, SENT, object_schema, only, schema_of
from .limits import HIGHEST_SEED, NAME_LENGTH
from .player_names import NAME_PATTERN, is_name, normalize_name

ERRORS: dict[str, Any] = {
    "required": [FieldError("field_required")],
    "null": [FieldError("null_not_allowed")],
}


class ContractField(Field[Any]):
    """A field with its own JSON Schema."""

    default_error_messages = ERRORS

    def json_schema(self) -> dict[str, Any]:
        """The field's own JSON Schema."""
        raise NotImplementedError

    def _validate(self, value: Any) -> None:
        """Skip marshmallow's validators, to save time: these fields validate while they load."""

    def published_schema(self) -> dict[str, Any]:
        """The JSON Schema for the contract, with null where it is allowed."""
        schema = self.json_schema()
        return nullable(schema) if self.allow_none else schema

    def member_schema(self) -> dict[str, Any]:
        """The same as a member of an object: with its description, which also tells its default.

        Without the keyword ``default``: generated clients would require the field. With ``component`` in its metadata,
        the contract publishes the member under that name, because many objects have it.
        """
        described = dict(self.metadata)
        component = described.pop("component", None)
        if self.load_default is not missing and self.load_default is not None:
            default = quote_json(self.load_default).strip('"')
            described["description"] = f"{described['description']} Default: `{default}`."
        schema = {**self.published_schema(), **described}
        return named(component, schema) if component else schema


class Flag(ContractField):
    """A boolean; neither 0 and 1 nor strings."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value is True or value is False:
            return bool(value)
        raise invalid("not_a_boolean", value=quote_json(value))


class WholeNumber(ContractField):
    """An integer in a range. 5.0 is an integer; ``"5"`` and ``true`` are not."""

    def __init__(self, *, minimum: int, maximum: int, **others: Any) -> None:
        super().__init__(**others)
        self.minimum, self.maximum = minimum, maximum

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        whole = type(value) is int or (type(value) is float and value.is_integer())
        if not whole:
            raise invalid("not_a_whole_number", value=quote_json(value))
        if not self.minimum <= value <= self.maximum:
            raise invalid("number_out_of_range", minimum=self.minimum, maximum=self.maximum)
        return int(value)


class SeedField(ContractField):
    """The seed of a deal: an integer, or 32 hexadecimal digits."""

    number = WholeNumber(minimum=0, maximum=HIGHEST_SEED)

    def json_schema(self) -> dict[str, Any]:
        text = {"type": "string", "pattern": f"^{SEED.pattern}$", "maxLength": 32}
        whole = {"type": "integer", "minimum": 0, "maximum": HIGHEST_SEED}
        described = "An integer, or 128 bits as 32 hexadecimal digits."
        return named("Seed", {"anyOf": [whole, text], "description": described})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int | str:
        if type(value) is not str:
            number: int = self.number.deserialize(value)
            return number
        if not SEED.fullmatch(value):
            raise invalid("seed_digits", value=quote_json(value))
        return value


class Choice(ContractField):
    """One of a few strings. With a ``component`` the contract publishes them under that name."""

    def __init__(
        self, *choices: str, unknown: str = "choice_unknown", component: str | None = None, **others: Any
    ) -> None:
        super().__init__(**others)
        self.choices, self.unknown, self.component = choices, unknown, component

    def json_schema(self) -> dict[str, Any]:
        if len(self.choices) == 1:
            return {"type": "string", "const": self.choices[0]}
        schema = {"type": "string", "enum": list(self.choices)}
        return named(self.component, schema) if self.component else schema

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is str and value in self.choices:
            return value
        raise invalid(self.unknown, value=quote(value), choices=list(self.choices))


class ShortText(ContractField):
    """A string with a maximum length."""

    def __init__(self, *, max_length: int, pattern: str = "", **others: Any) -> None:
        super().__init__(**others)
        self.max_length, self.pattern = max_length, pattern

    def json_schema(self) -> dict[str, Any]:
        pattern = {"pattern": f"^{self.pattern}$"} if self.pattern else {}
        return {"type": "string", "maxLength": self.max_length, **pattern}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise invalid("not_a_string", value=quote(value))
        if len(value) > self.max_length:
            raise invalid("string_too_long", maximum=self.max_length, actual=len(value))
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise invalid("hash_digits", value=quote(value))
        return value


class HashField(ShortText):
    """A SHA-256 in hexadecimal."""

    def __init__(self, **others: Any) -> None:
        super().__init__(max_length=64, pattern="[0-9a-f]{64}", **others)


class PlayerName(ShortText):
    """The name of a player. Equal texts are equal names, however they are encoded."""

    def __init__(self, **others: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, **others)

    def json_schema(self) -> dict[str, Any]:
        described = {
            "pattern": NAME_PATTERN,
            "description": "The name of a player, without control characters and invisible characters.",
        }
        return named("PlayerName", {**super().json_schema(), **described})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        name = super()._deserialize(value)
        if name.isascii() and name.isprintable():
            return name
        if not is_name(name):
            raise invalid("name_characters")
        normal = normalize_name(name)
        return normal if len(normal) <= self.max_length and is_name(normal) else name


class ListOf(ContractField):
    """A list whose items are of another field."""

    def __init__(self, item: ContractField, *, sizes: range, **others: Any) -> None:
        super().__init__(**others)
        self.item, self.sizes = item, sizes

    def json_schema(self) -> dict[str, Any]:
        limits = {"minItems": self.sizes[0], "maxItems": self.sizes[-1]}
        return {"type": "array", "items": self.item.published_schema(), **limits}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return tuple(load_list(value, self.sizes[0], self.sizes[-1], self.item.deserialize))


class NameMap(ContractField):
    """An object whose keys are names of players and whose values are of another field, published as a ``component``."""

    def __init__(self, item: ContractField, *, sizes: range, component: str, **others: Any) -> None:
        super().__init__(**others)
        self.item, self.sizes, self.component = item, sizes, component
        self.player_name = PlayerName()

    def json_schema(self) -> dict[str, Any]:
        schema = {
            "type": "object",
            "additionalProperties": self.item.published_schema(),
            # Not a reference: a generator takes keys of a type with a name for optional.
            "propertyNames": {"type": "string", "maxLength": NAME_LENGTH, "pattern": NAME_PATTERN},
            "minProperties": self.sizes[0],
            "maxProperties": self.sizes[-1],
        }
        return named(self.component, schema)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if type(value) is not dict:
            raise invalid("not_an_object")
        errors: dict[str, Any] = {}
        loaded = {}
        for given, item in islice(value.items(), self.sizes[-1]):
            found: list[Any] = []
            name = given
            try:
                name = self.player_name.deserialize(given)
            except ValidationError as error:
                found.append(error.messages)
            if name in loaded:
                found.append(FieldError("key_repeated"))
            try:
                loaded[name] = self.item.deserialize(item)
            except ValidationError as error:
                found.append(error.messages)
            if found:
                errors[given] = found
        raise_errors(self._check_size(len(value)), errors)
        return ByPlayer(loaded)

    def _check_size(self, size: int) -> FieldError | None:
        if size > self.sizes[-1]:
            return FieldError("too_many_names", {"maximum": self.sizes[-1], "actual": size})
        if size < self.sizes[0]:
            return FieldError("too_few_names", {"minimum": self.sizes[0], "actual": size})
        return None


class OneTile(ContractField):
    """A tile code of one game."""

    name_of_component = "Tile"
    meaning = "A tile of `{game}`."

    def __init__(self, game: AnyGame, **others: Any) -> None:
        super().__init__(**others)
        self.game, self.box = game, game.box

    @cached_property
    def pattern(self) -> str:
        """The pattern of valid codes. Cached, because thousands of errors may quote it."""
        return tile_pattern(self.box)

    def tile_schema(self) -> dict[str, Any]:
        """The JSON Schema of a tile code, published once for each game."""
        schema = {
            "type": "string",
            "pattern": self.pattern,
            "maxLength": max(map(len, self.box.tiles)),
            "description": self.meaning.format(game=self.game.id),
        }
        return named(f"{class_name(self.game.id)}{self.name_of_component}", schema)

    def json_schema(self) -> dict[str, Any]:
        return self.tile_schema()

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.parse_tile(value)

    def parse_tile(self, code: Any) -> Tile:
        """The tile with this code."""
        if not isinstance(code, str):
            raise invalid("not_a_string", value=quote(code))
        try:
            return self.box.tiles[code]
        except KeyError:
            raise invalid("tile_unknown", tile=quote(code), pattern=self.pattern) from None


class TileList(OneTile):
    """A list of tile codes of one game."""

    def __init__(self, game: AnyGame, **others: Any) -> None:
        super().__init__(game, **others)
        self.max_items = game.box.size

    def json_schema(self) -> dict[str, Any]:
        schema = {"type": "array", "items": self.tile_schema(), "maxItems": self.max_items}
        return named(f"{class_name(self.game.id)}{self.name_of_component}s", schema)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        tiles = self.box.tiles
        if type(value) is list and len(value) <= self.max_items:
            try:
                return [tiles[code] for code in value]
            except (KeyError, TypeError):
                pass
        return load_list(value, 0, self.max_items, self.parse_tile)


class PartiallyKnownTiles(TileList):
    """A list of tile codes that may include codes of unknown or partially known tiles."""

    name_of_component = "PartiallyKnownTile"
    meaning = "A tile of `{game}` that may be unknown, or known only in part."

    @cached_property
    def pattern(self) -> str:
        """The pattern of valid codes, including those of unknown tiles."""
        return partially_known_pattern(self.box)

    def parse_tile(self, code: Any) -> Tile:
        """The tile with this code, known or not."""
        if isinstance(code, str) and code in self.box.unknown_tiles:
            return self.box.unknown_tiles[code]
        return super().parse_tile(code)


class TileSlots(OneTile):
    """A fixed number of slots, each with a tile code or null."""

    def __init__(self, game: AnyGame, *, slots: int, **others: Any) -> None:
        super().__init__(game, **others)
        self.slots = slots

    def json_schema(self) -> dict[str, Any]:
        items = nullable(self.tile_schema())
        return {"type": "array", "items": items, "minItems": self.slots, "maxItems": self.slots}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, self.slots, self.slots, lambda code: None if code is None else self.parse_tile(code))


class MeldList(TileList):
    """A list of melds, each a list of tile codes."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema(), "maxItems": self.max_items}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, 0, self.max_items, super()._deserialize)


class NestedObject(Nested):
    """A nested object with a schema of its own."""

    default_error_messages: dict[str, Any] = {**ERRORS, "type": [FieldError("not_an_object")]}  # noqa: RUF012 - marshmallow's form

    def member_schema(self) -> JsonSchema:
        """The JSON Schema: closed here, if the object itself is open."""
        schema = schema_of(self.schema)
        closed = {**schema, **SENT} if getattr(self.schema, "is_open", False) else schema
        return {**(nullable(closed) if self.allow_none else closed), **self.metadata}


class NestedObjectList(ContractField):
    """A list of nested objects with one schema."""

    def __init__(self, schema: type[Schema] | Schema, *, sizes: range, **others: Any) -> None:
        super().__init__(**others)
        self.schema = schema() if isinstance(schema, type) else schema
        self.sizes = sizes

    def item_schema(self) -> dict[str, Any]:
        """The JSON Schema of an item."""
        return schema_of(self.schema)

    def json_schema(self) -> dict[str, Any]:
        limits = {"minItems": self.sizes[0], "maxItems": self.sizes[-1]}
        return {"type": "array", "items": self.item_schema(), **limits}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, self.sizes[0], self.sizes[-1], self.schema.load)


class RequestSchema(Schema):
    """A request body, or an object in it. Unknown fields are errors."""

    is_open = False
    """Whether its JSON Schema is open, so that a body closes it where it refers to it."""

    error_messages: dict[str, Any] = {  # noqa: RUF012 - marshmallow's form
        "unknown": [FieldError("field_unknown")],
        "type": [FieldError("not_an_object")],
    }

    def load(self, data: Any, **others: Any) -> Any:
        """Load a body. A valid one takes a fast path; for an invalid one marshmallow collects all errors."""
        loaded = self._load_valid(data)
        return super().load(data, **others) if loaded is None else loaded

    def json_schema(self) -> JsonSchema:
        """The JSON Schema, published under the name of the class."""
        return named(type(self).__name__, self.close(object_schema(self.fields, vars(type(self)).get("__doc__"))))

    def close(self, schema: JsonSchema) -> JsonSchema:
        """The schema of the object without other members."""
        return {**schema, **CLOSED}

    def _load_valid(self, data: Any) -> dict[str, Any] | None:
        """The loaded fields; None at the first error, and for schemas with hooks."""
        if type(data) is not dict or any(self._hooks.values()):
            return None
        loaded, known = {}, 0
        try:
            for name, field in self.load_fields.items():
                known += name in data
                value = field.deserialize(data.get(name, missing))
                if value is not missing:
                    loaded[name] = value
        except ValidationError:
            return None
        return loaded if known == len(data) else None


class OpenSchema(RequestSchema):
    """An object that responses have as well, and bodies close where they refer to it."""

    is_open = True

    def close(self, schema: JsonSchema) -> JsonSchema:
        """The schema as it is."""
        return schema


class InnerSchema(RequestSchema):
    """An object within one that responses have as well."""

    def close(self, schema: JsonSchema) -> JsonSchema:
        """The schema with certain names."""
        return only(schema)


def invalid(code: str, **params: object) -> ValidationError:
    """The exception for one field error."""
    return ValidationError([FieldError(code, params)])


def load_list(value: Any, minimum: int, maximum: int, load: Callable[[Any], Any]) -> list[Any]:
    """Load each item of a list. Raises an error of the length together with those of all items, by index.

    Items beyond the maximum are not loaded: a body has space for tens of thousands.
    """
    if type(value) is not list:
        raise invalid("not_a_list", value=quote_json(value))
    loaded, errors = [], {}
    for index, item in enumerate(value[:maximum]):
        try:
            loaded.append(load(item))
        except ValidationError as error:
            errors[index] = error.messages
    raise_errors(_check_length(len(value), minimum, maximum), errors)
    return loaded


def _check_length(length: int, minimum: int, maximum: int) -> FieldError | None:
    if length > maximum:
        return FieldError("list_too_long", {"maximum": maximum, "actual": length})
    if length < minimum:
        return FieldError("list_too_short", {"minimum": minimum, "actual": length})
    return None


def raise_errors(own: FieldError | None, of_items: Mapping[Any, Any]) -> None:
    """Raise the error of a collection and those of its items, if there are any."""
    if own or of_items:
        raise ValidationError([*filter(None, (own, of_items))])


Loaded = Mapping[str, Any]
