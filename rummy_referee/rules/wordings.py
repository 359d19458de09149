"""Moves in words: a code and parameters, of which the messages make a sentence."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
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
    worded = _worded_fields(type(move))  # type: ignore[arg-type] # a class can be hashed
    return Wording(move.type, {key: word(getattr(move, name)) for name, key, word in worded})


@cache
def _worded_fields(record: Any) -> tuple[tuple[str, str, Callable[[Any], Param]], ...]:
    """The required fields of a move that its sentence names, with how a value is said."""
    required = [member for member in records.members_of(record) if member.required]
    return tuple((one.name, one.key, _WORDS[one.described.shape]) for one in required if one.described.shape in _WORDS)


_WORDS: Mapping[records.Shape, Callable[[Any], Param]] = {
    records.TILE: lambda tile: tile.code,
    records.TILES: codes_in,
    records.COUNT: lambda number: number + 1,
}
