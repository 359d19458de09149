"""The catalogue: from a code and its parameters to a sentence in a language.

A file of texts is TOML; the key of a sentence is its dotted name. Files are read when a text of them is first needed.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "it")
"""The languages; the first is used where no other is asked for."""

SHARED = Path(__file__).parent
GAMES = SHARED.parent / "games"
ABOUT = frozenset({"glossary", "grammar", "terms"})
"""What a file says about its language or its words; the rest are sentences."""

Texts = Mapping[str, str]
"""Sentences by key."""


@cache
def texts_of(language: str, game: str = "") -> Texts:
    """The sentences of a game: its own, for other keys those of its ``terms``, and for the rest the shared ones."""
    shared = read_texts(SHARED, language)
    return {**shared, **own_texts_of(language, game)} if game else shared


def own_texts_of(language: str, game: str) -> Texts:
    """The sentences of a game that are not shared by all games."""
    return with_terms(folder_of(game), language)


def with_terms(folder: Path, language: str) -> Texts:
    """The sentences of a folder, and for other keys those of its ``terms``, which may have terms themselves."""
    terms = read_file(folder, language).get("terms")
    own = read_texts(folder, language)
    return {**with_terms(SHARED / "terms" / terms, language), **own} if terms else own


def folder_of(game: str) -> Path:
    """The folder with the texts of a game."""
    return GAMES / game.replace("-", "_") / "texts"


@cache
def read_texts(folder: Path, language: str) -> Texts:
    """The sentences of a folder in a language, by dotted key."""
    tables = read_file(folder, language)
    return dict(_flatten({name: table for name, table in tables.items() if name not in ABOUT}))


@cache
def read_file(folder: Path, language: str) -> Mapping[str, Any]:
    """The file of a folder for a language."""
    import tomllib  # noqa: PLC0415 - takes as long to import as the whole library

    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


@cache
def codes_of(family: str) -> list[str]:
    """Every code of a family, such as ``score``, in the texts of all games."""
    of_games = (folder / "texts" for folder in GAMES.iterdir() if (folder / "texts").is_dir())
    folders = [SHARED, *(SHARED / "terms").iterdir(), *of_games]
    keys = {key for folder in folders for key in read_texts(folder, LANGUAGES[0])}
    return sorted(key.removeprefix(f"{family}.") for key in keys if key.startswith(f"{family}."))
