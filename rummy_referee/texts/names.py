"""The names of tiles, colours and ranks in sentences: ``R7`` is ``red 7``, and ``Qh`` in French ``dame de cœur``."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from rummy_referee.texts.catalogue import texts_of
from rummy_referee.texts.grammar import apply, grammar_of
from rummy_referee.texts.sentences import text

SymbolOf = Callable[[int], str]
"""What the codes of a game say for the number of a tile: ``7``, or ``Q`` on a card."""

_TILE = re.compile(r"(?P<colour>[A-Z])(?P<number>\d+)")
_CARD = re.compile(r"(?P<rank>[A-Z2-9])(?P<suit>[a-z])")


@lru_cache(maxsize=4096)
def tile_name(code: str, language: str) -> str:
    """The name of a tile. A card without a colour is its number; its symbols are not part of the name."""
    tile, _, meaning = code.partition("=")
    if meaning:
        names = {"tile": tile_name(tile, language), "meaning": tile_name(meaning, language)}
        return text("tile.pinned", language, names)
    if match := _TILE.fullmatch(tile):
        return text(f"tile.{match['colour']}", language, {"number": match["number"]})
    if match := _CARD.fullmatch(tile):
        names = {"rank": rank_name(match["rank"], language), "suit": colour_name(match["suit"], language)}
        return text("tile.card", language, names)
    return texts_of(language).get(f"tile.{tile}") or tile.partition("*")[0]


@lru_cache(maxsize=4096)
def tile_object(code: str, language: str) -> str:
    """The name of a tile as the object of a verb: ``einen Joker``, ``le 7 rouge``."""
    tile, _, meaning = code.partition("=")
    if meaning:
        names = {"tile": tile_object(tile, language), "meaning": tile_name(meaning, language)}
        return text("tile.pinned_object", language, names)
    return apply(grammar_of(language).object, tile_name(tile, language))


def colour_name(letter: str, language: str) -> str:
    """The name of a colour or a suit."""
    return text(f"colour.{letter}", language)


def rank_name(symbol: str, language: str) -> str:
    """The name of the rank with this symbol; a number is its own name."""
    return texts_of(language).get(f"rank.{symbol}") or symbol.replace("T", "10")


def with_names(
    params: Mapping[str, object], language: str, symbol_of: SymbolOf = str, game: str = ""
) -> dict[str, object]:
    """The parameters of a violation by name instead of by code; a tile also with its article, as ``the_tile``.

    ``The_tile`` begins a sentence.
    """
    named = {
        name: _NAMED[name](value, language, symbol_of) if name in _NAMED else value for name, value in params.items()
    }
    named |= {name: text(f"{_WORDS[name]}.{params[name]}", language, game=game) for name in params.keys() & _WORDS}
    for name in params.keys() & _SINGLE_TILES:
        the_tile = with_article(str(named[name]), language)
        named |= {f"the_{name}": the_tile, f"The_{name}": the_tile[0].upper() + the_tile[1:]}
    return named


@lru_cache(maxsize=4096)
def with_article(name: str, language: str) -> str:
    """The name of a tile with the definite article: ``die rote 7``, ``der Joker``, ``l’8 rosso``."""
    return apply(grammar_of(language).definite, name)


def _name_tiles(value: Any, language: str, _: SymbolOf) -> object:
    if isinstance(value, str):
        return tile_name(value, language)
    return [tile_name(code, language) for code in value] if isinstance(value, (list, tuple)) else value


def _name_colours(letters: Any, language: str, _: SymbolOf) -> object:
    return [colour_name(letter, language) for letter in letters]


def _name_numbers(value: Any, language: str, symbol_of: SymbolOf) -> object:
    if isinstance(value, int):
        return rank_name(symbol_of(value), language)
    return [rank_name(symbol_of(number), language) for number in value]


_NAMED: Mapping[str, Callable[[Any, str, SymbolOf], object]] = {
    "tile": _name_tiles,
    "tiles": _name_tiles,
    "left": _name_tiles,
    "right": _name_tiles,
    "actual": _name_tiles,  # a number with most codes, tiles with one
    "colours": _name_colours,
    "numbers": _name_numbers,
    "missing": _name_numbers,
    "highest": _name_numbers,
}
_SINGLE_TILES = frozenset({"tile", "left", "right"})
_WORDS = {"phase": "phase", "turn": "turn_style", "side": "side"}
"""The family of the catalogue with the words for a parameter."""
