"""Sentences about moves: what to do, and what a player did."""

from collections.abc import Mapping
from typing import Any

from service.messages.catalogue import find_template
from service.messages.names import tile_object

_BETWEEN_MELDS = {"en": "; ", "de": "; ", "fr": " ; ", "it": "; "}


def instruction(code: str, params: Mapping[str, Any], language: str, game: str) -> str:
    """What to do in a move."""
    return find_template(f"instruction.{code}", language, game).format(**_with_objects(params, language))


def event(code: str, params: Mapping[str, Any], language: str, game: str, player: str) -> str:
    """What a player did in a move."""
    template = find_template(f"event.{code}", language, game)
    return template.format(player=player, **_with_objects(params, language))


def _with_objects(params: Mapping[str, Any], language: str) -> dict[str, str]:
    return {name: _name(value, language) for name, value in params.items()}


def _name(value: Any, language: str) -> str:
    """Tiles, melds or a tile by name; a number as it is."""
    if type(value) is list:
        if value and type(value[0]) is list:
            return _BETWEEN_MELDS[language].join([_name(meld, language) for meld in value])
        return ", ".join([tile_object(code, language) for code in value])
    return tile_object(value, language) if type(value) is str else str(value)
