"""The catalogue: from a code and its parameters to a sentence in a language.

A file of texts is TOML; the key of a sentence is its dotted name. Files are read when a text of them is first needed.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "it")

SHARED = Path(__file__).parent
GAMES = SHARED.parent / "games"

Texts = Mapping[str, str]
"""Sentences by key."""


@cache
def texts_of(language: str, game: str = "") -> Texts:
    """The sentences of a game: its own, for other keys those of its ``terms``, and for the rest the shared ones."""
    shared = read_texts(SHARED, language)
    return {**shared, **own_texts_of(language, game)} if game else shared


def own_texts_of(language: str, game: str) -> Texts:
    """The sentences of a game that are not shared by all games."""
    own = read_texts(GAMES / game.replace("-", "_") / "texts", language)
    return {**read_texts(SHARED / "terms" / own["terms"], language), **own} if "terms" in own else own


@cache
def read_texts(folder: Path, language: str) -> Texts:
    """The sentences of a folder in a language, by dotted key."""
    return dict(_flatten(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))))


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


@cache
def codes_of(family: str) -> list[str]:
    """Every code of a family, such as ``violation``, in the texts of all games."""
    folders = [SHARED, *(folder / "texts" for folder in GAMES.iterdir() if (folder / "texts").is_dir())]
    keys = {key for folder in folders for key in read_texts(folder, LANGUAGES[0])}
    return sorted(key.removeprefix(f"{family}.") for key in keys if key.startswith(f"{family}."))


def text(key: str, language: str, params: Mapping[str, object] | None = None, *, game: str = "") -> str:
    """The sentence for a key, as a game says it, with its parameters filled in."""
    return fill(texts_of(language, game)[key], params)


def fill(template: str, params: Mapping[str, object] | None) -> str:
    """A sentence with its parameters. A list has commas; an empty list is a dash."""
    return template.format(**{name: _format(value) for name, value in params.items()}) if params else template


def _format(value: object) -> str:
    return ", ".join(map(str, value)) or "–" if isinstance(value, (list, tuple)) else str(value)
