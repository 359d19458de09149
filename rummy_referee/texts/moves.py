"""Sentences about moves: what to do, and what a player did."""

from collections.abc import Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from rummy_referee.texts.catalogue import LANGUAGES, texts_of
from rummy_referee.texts.grammar import grammar_of
from rummy_referee.texts.names import tile_object


def instruction(code: str, params: Mapping[str, Any], language: str, game: str) -> str:
    """What to do in a move."""
    return texts_of(language, game)[f"instruction.{code}"].format(**_with_objects(params, language))


def event(code: str, params: Mapping[str, Any], language: str, game: str, player: str) -> str:
    """What a player did in a move."""
    template = texts_of(language, game)[f"event.{code}"]
    return template.format(player=player, **_with_objects(params, language))


@cache
def event_codes(game: str) -> tuple[str, ...]:
    """What players of a game can do, as the codes of ``event``."""
    keys = texts_of(LANGUAGES[0], game)
    return tuple([key.removeprefix("event.") for key in keys if key.startswith("event.")])


@cache
def event_params(code: str, game: str) -> frozenset[str]:
    """The parameters that the sentence of an event has, besides the player."""
    template = texts_of(LANGUAGES[0], game)[f"event.{code}"]
    return frozenset([name for _, name, _, _ in Formatter().parse(template) if name]) - {"player"}


def _with_objects(params: Mapping[str, Any], language: str) -> dict[str, str]:
    return {name: _name(value, language) for name, value in params.items()}


def _name(value: Any, language: str) -> str:
    """A tile, tiles in a tuple, or tuples of tiles in a list by name; a number as it is."""
    if isinstance(value, list):
        return grammar_of(language).between_melds.join([_join(tiles, language) for tiles in value])
    if isinstance(value, tuple):
        return _join(value, language)
    return tile_object(value, language) if isinstance(value, str) else str(value)


@lru_cache(maxsize=4096)
def _join(tiles: tuple[str, ...], language: str) -> str:
    return ", ".join([tile_object(code, language) for code in tiles])
