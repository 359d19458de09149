"""What responses share: the schemas of rules, violations and problems, and how tiles and violations are dumped.

The class name of a response schema is its name in the contract, without the suffix ``Schema``.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, List, Nested, String

from rummy_referee.games import GAMES
from rummy_referee.rules.violations import Citation, Violation
from rummy_referee.texts.sentences import text
from rummy_referee.tiles.tile import Tile

from .. import texts
from .components import named
from .fields import Choice, ContractField, ListOf, PlayerName, ShortText
from .limits import ERRORS_LISTED
from .problems import KINDS, TYPE_PREFIX


def response_field(field: type[Field[Any]], description: str, **others: Any) -> Field[Any]:
    """A field that is always present, with its description."""
    metadata = {"description": description, **others.pop("metadata", {})}
    return field(required=True, metadata=metadata, **others)


def response_list(
    inner: type[Schema] | Field[Any], description: str, *, allow_none: bool = False, **others: Any
) -> List[Any]:
    """A list that is always present."""
    items = inner if isinstance(inner, Field) else Nested(inner)
    return List(items, required=True, allow_none=allow_none, metadata={"description": description, **others})


class AnyTile(ShortText):
    """A tile code of any game."""

    def __init__(self, **others: Any) -> None:
        super().__init__(max_length=LONGEST_CODE, **others)

    def json_schema(self) -> dict[str, Any]:
        return named("Tile", {**super().json_schema(), "description": "The code of a tile."})


class AnyTiles(ListOf):
    """A list of tile codes of any game."""

    def __init__(self, **others: Any) -> None:
        super().__init__(AnyTile(), sizes=range(LARGEST_BOX + 1), **others)

    def json_schema(self) -> dict[str, Any]:
        return named("Tiles", {"type": "array", "items": self.item.json_schema(), "maxItems": LARGEST_BOX})


class AnyMelds(AnyTiles):
    """A list of melds of any game."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().json_schema()}


LARGEST_BOX = max(game.box.size for game in GAMES.values())
MOST_PLAYERS = max(game.players[-1] for game in GAMES.values())
LONGEST_CODE = 16
"""More than the longest code of any game."""


def tile_code(description: str, *, required: bool = True, nullable: bool = False) -> AnyTile:
    """A tile code."""
    return AnyTile(required=required, allow_none=nullable, metadata={"description": description})


def tile_codes(description: str, *, required: bool = True) -> AnyTiles:
    """A list of tile codes."""
    return AnyTiles(required=required, metadata={"description": description})


def meld_codes(description: str, *, required: bool = True) -> AnyMelds:
    """A list of melds, each a list of tile codes."""
    return AnyMelds(required=required, metadata={"description": description})


class Constant(ContractField):
    """A value that tells one kind of answer from another."""

    def __init__(self, value: bool | None, description: str) -> None:
        super().__init__(required=True, metadata={"description": description})
        self.value = value

    def json_schema(self) -> dict[str, Any]:
        """The constant, without a type: some generators take a typed one for any boolean."""
        return {"type": "null"} if self.value is None else {"const": self.value}


def player_name(description: str) -> PlayerName:
    """The name of a player that is always present."""
    return PlayerName(required=True, metadata={"description": description})


class Rule(Schema):
    """The rule behind a verdict."""

    variant = Choice(*GAMES, component="Variant", required=True, metadata={"description": "The game of the rule."})
    section = response_field(String, "The name of the rule, in the language of the response.")
    source = response_field(String, "Where the rule is written: the rulebook and its heading, or the id of a ruling.")


def _param(kind: type[Field[Any]], description: str, **others: Any) -> Field[Any]:
    return kind(metadata={"description": description}, **others)


class NumberOrCodes(ContractField):
    """A parameter that is a number with most codes, and a list of tiles or names with one."""

    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]}


class ViolationParams(Schema):
    """The numbers, tiles and names in the message of a violation. Its code determines which there are."""

    actual = NumberOrCodes(metadata={"description": "What there is; in `from_hand_differs` the tiles."})
    cards = _param(Integer, "The number of cards in the hand.")
    colours = _param(List, "Letters of colours.", cls_or_instance=String)
    count = _param(Integer, "A number of tiles, cards, melds or jokers.")
    expected = _param(Integer, "The number that there should be.")
    hidden = _param(Integer, "The number of face-down cards.")
    highest = _param(Integer, "The highest number of a tile.")
    jokers = _param(Integer, "The number of jokers.")
    last = _param(Integer, "The round that ended the game, counted from 1.")
    left = _param(String, "The left card of a pair.")
    maximum = _param(Integer, "The most that is allowed.")
    meld = _param(Integer, "The index of a meld, counted from 0.")
    minimum = _param(Integer, "The least that is allowed.")
    missing = _param(List, "The missing numbers of a run.", cls_or_instance=Integer)
    move = _param(String, "The type of the move.")
    numbers = _param(List, "Numbers of tiles.", cls_or_instance=Integer)
    penalty = _param(Integer, "The number of tiles that the player draws as a penalty.")
    phase = _param(String, "A phase of the turn.")
    player = _param(String, "The name of a player.")
    players = NumberOrCodes(metadata={"description": "The number of players; in `chips_in_a_round` their names."})
    position = _param(Integer, "A position in the hand, counted from 0.")
    real = _param(Integer, "The number of cards that are not wild.")
    right = _param(String, "The right card of a pair.")
    round = _param(Integer, "The round, counted from 1.")
    side = _param(String, "The side of the hand.")
    sizes = _param(List, "The sizes of the hands.", cls_or_instance=Integer)
    taken = _param(Integer, "The number of cards taken from the pile.")
    teams = _param(List, "The teams, each as the names of its players.", cls_or_instance=String)
    tile = _param(String, "A tile code.")
    tiles = _param(List, "Tile codes.", cls_or_instance=String)
    turn = _param(String, "The style of the turn.")
    wild = _param(Integer, "The number of wild cards.")


class ViolationSchema(Schema):
    """One violation of the rules by a snapshot, a meld or a move."""

    code = response_field(
        String,
        "The kind of violation; the same in every language.",
        metadata={"enum": sorted({code for game in GAMES.values() for code in game.faults})},
    )
    path = response_field(String, "The offending part of the request, as a JSON pointer.")
    message = response_field(String, "The reason, in the language of the response.")
    params = Nested(ViolationParams, required=True)
    rule = Nested(Rule, required=True)


class FaultSchema(Schema):
    """One error of a request body or a query."""

    path = response_field(
        String, "The invalid field, as a JSON pointer into the body; of a query, a slash and the parameter."
    )
    code = response_field(String, "The kind of error.", metadata={"enum": texts.codes_of("fault")})
    message = response_field(String, "What is wrong and what would be valid, in the language of the response.")


class ProblemSchema(Schema):
    """Why a request failed (RFC 9457)."""

    type = response_field(
        String,
        "The problem type: the address of its description on this host. The same on every host.",
        metadata={"enum": [f"{TYPE_PREFIX}{kind}" for kind in KINDS]},
    )
    title = response_field(String, "The problem type in a few words, in the language of the response.")
    status = response_field(Integer, "The HTTP status.", metadata={"enum": sorted(set(KINDS.values()))})
    detail = response_field(String, "This problem in a sentence.")
    instance = response_field(String, "The requested path.", metadata={"format": "uri-reference"})
    request_id = response_field(String, "The request id, as in `X-Request-ID`.")
    errors = response_list(FaultSchema, "All errors of the body or the query.", maxItems=ERRORS_LISTED)


POSSIBLE = "False if the position is impossible, for example with more tiles than the box holds."


def verdict_fields(*, possible: bool | None = None, legal: bool | None = None) -> Mapping[str, Field[Any]]:
    """The fields of every verdict, besides ``variant``; constants where only one value is left."""
    metadata = {"component": "Possible"}
    return {
        "possible": response_field(Boolean, POSSIBLE, metadata=metadata)
        if possible is None
        else Constant(possible, POSSIBLE),
        "violations": response_list(
            ViolationSchema, "Every rule that is broken: why it is impossible or illegal.", component="Violations"
        ),
        **({} if legal is None else {"legal": Constant(legal, "Whether the move is legal.")}),
    }


def dump_integer(number: int) -> int | orjson.Fragment:
    """An integer of any size; orjson itself dumps only 64 bits."""
    return number if number.bit_length() < 64 else orjson.Fragment(str(number))


def dump_tiles(tiles: Iterable[Tile]) -> list[str]:
    """Tiles as their codes."""
    return [tile.code for tile in tiles]


def dump_violations(violations: Iterable[Violation], language: str) -> list[dict[str, Any]]:
    """Violations with their messages."""
    return [
        {
            "code": violation.code,
            "path": violation.path,
            "message": violation.text(language),
            "params": violation.params,
            "rule": dump_rule(violation.rule, language),
        }
        for violation in violations
    ]


@lru_cache(maxsize=4096)
def dump_rule(rule: Citation, language: str) -> dict[str, str]:
    """A rule with its name in the caller's language."""
    return {
        "variant": rule.variant,
        "section": text(f"section.{rule.section}", language, game=rule.variant),
        "source": rule.source,
    }
