"""The names of tiles and colours in sentences: ``R7`` is ``red 7`` in English and ``7 rouge`` in French."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from service.messages.catalogue import CATALOGUE

_TILE = re.compile(r"(?P<colour>[A-Z])(?P<number>\d+)")


@lru_cache(maxsize=4096)
def tile_name(code: str, language: str) -> str:
    """The name of a tile. A card without a colour is its number; its symbols are not part of the name."""
    tile, _, meaning = code.partition("=")
    if meaning:
        names = {"tile": tile_name(tile, language), "meaning": tile_name(meaning, language)}
        return CATALOGUE["tile.pinned"][language].format(**names)
    if match := _TILE.fullmatch(tile):
        return CATALOGUE[f"tile.{match['colour']}"][language].format(number=match["number"])
    key = f"tile.{tile}"
    return CATALOGUE[key][language] if key in CATALOGUE else tile.partition("*")[0]


_ITALIAN_ARTICLES = {"0": "lo ", "1": "l’", "8": "l’", "11": "l’"}
"""The articles of numbers whose names do not take ``il``."""


@lru_cache(maxsize=4096)
def tile_object(code: str, language: str) -> str:
    """The name of a tile as the object of a verb, with an article except in English: ``die rote 7``, ``le 7 rouge``."""
    tile, _, meaning = code.partition("=")
    if meaning:
        names = {"tile": tile_object(tile, language), "meaning": tile_name(meaning, language)}
        return CATALOGUE["object.pinned"][language].format(**names)
    if match := _TILE.fullmatch(tile):
        name = CATALOGUE[f"object.{match['colour']}"][language].format(number=match["number"])
        article = _ITALIAN_ARTICLES.get(match["number"])
        return name.replace("il ", article, 1) if language == "it" and article else name
    if f"object.{tile}" in CATALOGUE:
        return CATALOGUE[f"object.{tile}"][language]
    return CATALOGUE["object.number"][language].format(number=tile.partition("*")[0])


def colour_name(letter: str, language: str) -> str:
    """The name of a colour."""
    return CATALOGUE[f"colour.{letter}"][language]


def with_names(params: Mapping[str, object], language: str) -> dict[str, object]:
    """The parameters of a violation, with tiles and colours by name instead of by code."""
    return {name: _NAMED[name](value, language) if name in _NAMED else value for name, value in params.items()}


def _name_tiles(value: Any, language: str) -> object:
    if isinstance(value, str):
        return tile_name(value, language)
    return [tile_name(code, language) for code in value] if isinstance(value, (list, tuple)) else value


_NAMED: Mapping[str, Callable[[Any, str], object]] = {
    "tile": _name_tiles,
    "tiles": _name_tiles,
    "left": _name_tiles,
    "right": _name_tiles,
    "actual": _name_tiles,  # a number with most codes, tiles with one
    "colours": lambda letters, language: [colour_name(letter, language) for letter in letters],
}
