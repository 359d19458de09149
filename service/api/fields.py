"""The fields of request bodies. Each refuses what its JSON Schema refuses, accepts what it accepts, and says why not.

marshmallow's own fields are looser than JSON Schema (``Boolean`` takes 0, ``Integer`` takes "5" or refuses 5.0) and
speak English only, so these say exactly what the contract says.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from marshmallow import Schema, ValidationError, missing
from marshmallow.fields import Field, Nested

from service.api.faults import Fault, quote, quote_json
from service.tiles.box import Box
from service.tiles.notation import partially_known_pattern, tile_pattern
from service.tiles.tile import Tile

ERRORS: dict[str, Any] = {
    "required": [Fault("field_required")],
    "null": [Fault("null_not_allowed")],
}


class ContractField(Field[Any]):
    """A field that knows its own JSON Schema."""

    default_error_messages = ERRORS

    def json_schema(self) -> dict[str, Any]:
        """What the contract says of this field."""
        raise NotImplementedError

    def _validate(self, value: Any) -> None:
        """Nothing more: our fields check what they load themselves, and marshmallow's way to say so costs time."""

    def published_schema(self) -> dict[str, Any]:
        """The JSON Schema with what every field may have: null allowed, a default, a description."""
        schema = self.json_schema()
        if self.allow_none:
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:
                schema["enum"] = [*schema["enum"], None]
        return schema


class Flag(ContractField):
    """True or false, and nothing that merely looks like it."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value is True or value is False:
            return bool(value)
        raise refuse("not_a_boolean", value=quote_json(value))


class WholeNumber(ContractField):
    """A whole number in a range; 5.0 is one too, ``"5"`` and ``true`` are not."""

    def __init__(self, *, minimum: int, maximum: int, **others: Any) -> None:
        super().__init__(**others)
        self.minimum, self.maximum = minimum, maximum

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        whole = type(value) is int or (type(value) is float and value.is_integer())
        if not whole:
            raise refuse("not_a_whole_number", value=quote_json(value))
        if not self.minimum <= value <= self.maximum:
            raise refuse("number_out_of_range", minimum=self.minimum, maximum=self.maximum)
        return int(value)


class Choice(ContractField):
    """One of a few words."""

    def __init__(self, *choices: str, unknown: str = "choice_unknown", **others: Any) -> None:
        super().__init__(**others)
        self.choices, self.unknown = choices, unknown

    def json_schema(self) -> dict[str, Any]:
        if len(self.choices) == 1:
            return {"type": "string", "const": self.choices[0]}
        return {"type": "string", "enum": list(self.choices)}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is str and value in self.choices:
            return value
        raise refuse(self.unknown, value=quote(value), choices=list(self.choices))


class ShortText(ContractField):
    """A string up to a length."""

    def __init__(self, *, most: int, **others: Any) -> None:
        super().__init__(**others)
        self.most = most

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise refuse("not_a_string", value=quote(value))
        if len(value) > self.most:
            raise refuse("string_too_long", maximum=self.most, actual=len(value))
        return value


class ListOf(ContractField):
    """A list of what another field takes."""

    def __init__(self, item: ContractField, *, sizes: range, **others: Any) -> None:
        super().__init__(**others)
        self.item, self.sizes = item, sizes

    def json_schema(self) -> dict[str, Any]:
        limits = {"minItems": self.sizes[0], "maxItems": self.sizes[-1]}
        return {"type": "array", "items": self.item.published_schema(), **limits}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return tuple(load_list(value, self.sizes[0], self.sizes[-1], self.item.deserialize))


class ByName(ContractField):
    """An object whose keys are names, and whose values are what another field takes."""

    def __init__(self, item: ContractField, *, sizes: range, longest: int, **others: Any) -> None:
        super().__init__(**others)
        self.item, self.sizes, self.longest = item, sizes, longest

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "additionalProperties": self.item.published_schema(),
            "propertyNames": {"type": "string", "maxLength": self.longest},
            "minProperties": self.sizes[0],
            "maxProperties": self.sizes[-1],
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if type(value) is not dict:
            raise refuse("not_an_object")
        faults: dict[str, Any] = {}
        loaded = {}
        for name, item in islice(value.items(), self.sizes[-1]):
            found: list[Any] = []
            if len(name) > self.longest:
                found.append(Fault("string_too_long", {"maximum": self.longest, "actual": len(name)}))
            try:
                loaded[name] = self.item.deserialize(item)
            except ValidationError as error:
                found.append(error.messages)
            if found:
                faults[name] = found
        raise_faults(self._check_size(len(value)), faults)
        return loaded

    def _check_size(self, size: int) -> Fault | None:
        if size > self.sizes[-1]:
            return Fault("too_many_names", {"maximum": self.sizes[-1], "actual": size})
        if size < self.sizes[0]:
            return Fault("too_few_names", {"minimum": self.sizes[0], "actual": size})
        return None


class OneTile(ContractField):
    """A tile code of one game."""

    def __init__(self, box: Box, **others: Any) -> None:
        super().__init__(**others)
        self.box = box

    @cached_property
    def pattern(self) -> str:
        """Of the codes that may stand here. A body may have thousands of faults that tell it."""
        return tile_pattern(self.box)

    def json_schema(self) -> dict[str, Any]:
        longest = max(map(len, self.box.tiles))
        return {"type": "string", "pattern": self.pattern, "maxLength": longest}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.parse_tile(value)

    def parse_tile(self, code: Any) -> Tile:
        """The tile with this code."""
        if not isinstance(code, str):
            raise refuse("not_a_string", value=quote(code))
        try:
            return self.box.tiles[code]
        except KeyError:
            raise refuse("tile_unknown", tile=quote(code), pattern=self.pattern) from None


class TileList(OneTile):
    """A list of tile codes of one game, parsed at one go."""

    def __init__(self, box: Box, *, most: int, **others: Any) -> None:
        super().__init__(box, **others)
        self.most = most

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema(), "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        tiles = self.box.tiles
        if type(value) is list and len(value) <= self.most:
            try:
                return [tiles[code] for code in value]
            except (KeyError, TypeError):
                pass
        return load_list(value, 0, self.most, self.parse_tile)


class PhotographedTiles(TileList):
    """A list of tile codes, of which some may say that a tile could not be read."""

    @cached_property
    def pattern(self) -> str:
        """Of the codes that may stand here, read or not."""
        return partially_known_pattern(self.box)

    def parse_tile(self, code: Any) -> Tile:
        """The tile with this code, read or not."""
        if isinstance(code, str) and code in self.box.unknown_tiles:
            return self.box.unknown_tiles[code]
        return super().parse_tile(code)


class TilePlaces(OneTile):
    """So many places, in each of them a tile code or null."""

    def __init__(self, box: Box, *, places: int, **others: Any) -> None:
        super().__init__(box, **others)
        self.places = places

    def json_schema(self) -> dict[str, Any]:
        item = super().json_schema()
        items = {**item, "type": [item["type"], "null"]}
        return {"type": "array", "items": items, "minItems": self.places, "maxItems": self.places}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, self.places, self.places, lambda code: None if code is None else self.parse_tile(code))


class MeldList(TileList):
    """A list of melds, each a list of tile codes."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema(), "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, 0, self.most, super()._deserialize)


class Inner(Nested):
    """An object inside the body, with a schema of its own."""

    default_error_messages: dict[str, Any] = {**ERRORS, "type": [Fault("not_an_object")]}  # noqa: RUF012 - marshmallow's form


class InnerList(ContractField):
    """A list of objects inside the body, all with one schema of our own fields."""

    def __init__(self, schema: type[Schema], *, sizes: range, **others: Any) -> None:
        super().__init__(**others)
        self.schema = schema()
        self.sizes = sizes

    def json_schema(self) -> dict[str, Any]:
        members = [(name, field) for name, field in self.schema.fields.items() if isinstance(field, ContractField)]
        item = {
            "type": "object",
            "properties": {name: {**member.published_schema(), **member.metadata} for name, member in members},
            "required": [name for name, member in members if member.required],
            "additionalProperties": False,
        }
        return {"type": "array", "items": item, "minItems": self.sizes[0], "maxItems": self.sizes[-1]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return load_list(value, self.sizes[0], self.sizes[-1], self.schema.load)


class RequestSchema(Schema):
    """A request body: unknown fields are refused, never ignored."""

    error_messages: dict[str, Any] = {  # noqa: RUF012 - marshmallow's form
        "unknown": [Fault("field_unknown")],
        "type": [Fault("not_an_object")],
    }

    def load(self, data: Any, **others: Any) -> Any:
        """Load a body: one without faults field by field, which is quick; else marshmallow finds every fault."""
        loaded = self._load_faultless(data)
        return super().load(data, **others) if loaded is None else loaded

    def _load_faultless(self, data: Any) -> dict[str, Any] | None:
        """The loaded fields; None at the first fault, and where more is to be done than to load fields."""
        if type(data) is not dict or any(self._hooks.values()):
            return None
        loaded, met = {}, 0
        try:
            for name, field in self.load_fields.items():
                met += name in data
                value = field.deserialize(data.get(name, missing))
                if value is not missing:
                    loaded[name] = value
        except ValidationError:
            return None
        return loaded if met == len(data) else None


def refuse(code: str, **params: object) -> ValidationError:
    """The error a field raises: one fault."""
    return ValidationError([Fault(code, params)])


def load_list(value: Any, fewest: int, most: int, load: Callable[[Any], Any]) -> list[Any]:
    """Load each item of a list; a wrong length and the faults of all items come together, each of these by its index.

    What is too many is not looked into: a body has room for tens of thousands, and for lists within lists.
    """
    if type(value) is not list:
        raise refuse("not_a_list", value=quote_json(value))
    loaded, faults = [], {}
    for index, item in enumerate(value[:most]):
        try:
            loaded.append(load(item))
        except ValidationError as error:
            faults[index] = error.messages
    raise_faults(_check_length(len(value), fewest, most), faults)
    return loaded


def _check_length(length: int, fewest: int, most: int) -> Fault | None:
    if length > most:
        return Fault("list_too_long", {"maximum": most, "actual": length})
    if length < fewest:
        return Fault("list_too_short", {"minimum": fewest, "actual": length})
    return None


def raise_faults(of_all: Fault | None, of_items: Mapping[Any, Any]) -> None:
    """Raise the fault of a whole and those of its items, if there are any."""
    if of_all or of_items:
        raise ValidationError([*filter(None, (of_all, of_items))])


Loaded = Mapping[str, Any]
