"""Moves in words: a code and parameters, of which the messages make a sentence."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rummy_referee.rules import records
from rummy_referee.tiles.tile import Tile

Tiles = tuple[str, ...]
Param = str | int | Tiles | list[Tiles]


class Wording(NamedTuple):
    """A move in words. Tiles are codes; melds and slots are counted from 1, as people count."""

    code: str
    params: Mapping[str, Param] = {}
    event: str = ""
    """The code of what a player did, if it differs from ``code``, which is that of what to do."""


def codes_in(tiles: Iterable[Tile]) -> Tiles:
    """The codes of tiles, in their order."""
    return tuple([tile.code for tile in tiles])


def describe_fields(_position: Any, move: Any) -> Wording:
    """The type of a move and its required fields: enough for most types."""
    params: dict[str, Param] = {}
    for member in records.members_of(type(move)):
        value = getattr(move, member.name)
        match member.described.shape if member.required else None:
            case records.TILE:
                params[member.key] = value.code
            case records.TILES:
                params[member.key] = codes_in(value)
            case records.COUNT:
                params[member.key] = value + 1
    return Wording(move.type, params)
