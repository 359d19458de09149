"""The catalogue: from a code and its parameters to a sentence in one of four languages."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "fr", "it")

Texts = Mapping[str, str]


def load_catalogue() -> dict[str, Texts]:
    """Read every file of this folder. A table with a text in a language is an entry; its key is its dotted name."""
    catalogue: dict[str, Texts] = {}
    for source in sorted(files(__package__).iterdir(), key=lambda entry: entry.name):
        if source.name.endswith(".toml"):
            for key, texts in _find_entries("", tomllib.loads(source.read_text(encoding="utf-8"))):
                if key in catalogue:
                    raise ValueError(f"{key} stands twice in the catalogue, the second time in {source.name}")
                catalogue[key] = texts
    return catalogue


def load_words_of_books() -> dict[tuple[str, str, str], str]:
    """Sentences that a game says otherwise, because its rulebook has other words: by game, key and language."""
    words: dict[tuple[str, str, str], str] = {}
    for source in sorted(files(__package__).joinpath("books").iterdir(), key=lambda entry: entry.name):
        book = tomllib.loads(source.read_text(encoding="utf-8"))
        for game in book.pop("games"):
            for key, texts in _find_entries("", book):
                for language, sentence in texts.items():
                    if (game, key, language) in words:
                        raise ValueError(f"{key} stands twice for {game}, the second time in {source.name}")
                    words[game, key, language] = sentence
    return words


def _find_entries(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, Texts]]:
    entries: list[tuple[str, Texts]] = []
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        is_entry = not isinstance(next(iter(value.values())), dict)
        entries.extend([(key, value)] if is_entry else _find_entries(key, value))
    return entries


CATALOGUE = load_catalogue()
WORDS_OF_BOOKS = load_words_of_books()


def codes_of(family: str) -> list[str]:
    """Every code of a family, such as ``violation``."""
    return sorted(key.removeprefix(f"{family}.") for key in CATALOGUE if key.startswith(f"{family}."))


def text(key: str, language: str, params: Mapping[str, object] | None = None, *, game: str = "") -> str:
    """The sentence for a key, in the words of a game's book, with its parameters filled in. Lists have commas."""
    template = find_template(key, language, game)
    if not params:
        return template
    return template.format(**{name: _format(value) for name, value in params.items()})


@lru_cache(maxsize=4096)
def find_template(key: str, language: str, game: str) -> str:
    """The text for a key, in the words of a game's book."""
    return WORDS_OF_BOOKS.get((game, key, language)) or CATALOGUE[key][language]


def _format(value: object) -> str:
    """A list has commas; an empty list is a dash."""
    return ", ".join(map(str, value)) or "–" if isinstance(value, (list, tuple)) else str(value)
