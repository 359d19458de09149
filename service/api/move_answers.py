"""How a listed move looks in an answer: all the fields that a move of some game may have."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, product
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, List, String

from service.api.answers import said
from service.rules.game import AnyGame
from service.rules.records import Shape, members_of
from service.rules.snapshots import REVEALED

_FIELDS: Mapping[Shape, Callable[..., Field[Any]]] = {
    Shape.FLAG: Boolean,
    Shape.COUNT: Integer,
    Shape.WORD: String,
    Shape.TILE: String,
    Shape.TILES: lambda **others: List(String(), **others),
    Shape.MELDS: lambda **others: List(List(String()), **others),
}


def listed_move(games: Iterable[AnyGame]) -> type[Schema]:
    """The schema of a listed move. What was face down is never named in one."""
    shapes: dict[str, Shape] = {}
    meanings: dict[str, dict[str, dict[str, str]]] = {}
    types: set[str] = set()
    for game, rule in chain.from_iterable(product([game], game.turn.rules) for game in games):
        types.add(rule.type)
        for member in members_of(rule.record):
            if member.key not in REVEALED:
                shapes[member.key] = member.described.shape
                meant = meanings.setdefault(member.key, {}).setdefault(member.described.meaning, {})
                meant.setdefault(rule.type, game.id)
    fields = {key: _FIELDS[shape](metadata={"description": _tell(meanings[key])}) for key, shape in shapes.items()}
    type_ = said(String, "What is done.", metadata={"enum": sorted(types)})
    made = Schema.from_dict({"type": type_, **dict(sorted(fields.items()))}, name="ListedMove")
    made.__doc__ = "A move, as `checkMove` takes it. Which fields it has depends on its type."
    return made


def _tell(meanings: Mapping[str, Mapping[str, str]]) -> str:
    """Each meaning with its types of moves, and with its game where a type means something else in another."""
    often = Counter(type_ for types in meanings.values() for type_ in types)
    named = {
        meaning: [f"`{type_}` of `{game}`" if often[type_] > 1 else f"`{type_}`" for type_, game in types.items()]
        for meaning, types in meanings.items()
    }
    return " ".join(f"{', '.join(types)}: {meaning}" for meaning, types in named.items())
