"""Sentences with their parameters filled in."""

import re
from collections.abc import Mapping

from rummy_referee.texts.catalogue import texts_of
from rummy_referee.texts.grammar import choose_form

_FORMS = re.compile(r"\{\w+:(?:[^}]*\|)?([^|}]*)\}")


def text(key: str, language: str, params: Mapping[str, object] | None = None, *, game: str = "") -> str:
    """The sentence for a key, as a game says it, with its parameters filled in."""
    return fill(texts_of(language, game)[key], params, language)


def fill(template: str, params: Mapping[str, object] | None, language: str) -> str:
    """A sentence with its parameters. A list has commas; ``{count:card|cards}`` is the form of a noun for a number."""
    if not params:
        return template
    if "|" not in template:
        return template.format(**{name: _format(value) for name, value in params.items()})
    return template.format(**{name: _Counted(value, language) for name, value in params.items()})


def in_plural(template: str) -> str:
    """A sentence without parameters filled in, with nouns in their last form."""
    return _FORMS.sub(r"\1", template)


def _format(value: object) -> str:
    """A list has commas; an empty list is a dash."""
    return ", ".join(map(str, value)) or "–" if isinstance(value, (list, tuple)) else str(value)


class _Counted:
    """A number, or a list with its length."""

    __slots__ = ("_language", "_value")

    def __init__(self, value: object, language: str) -> None:
        self._value = value
        self._language = language

    def __format__(self, forms: str) -> str:
        value = self._value
        if not forms:
            return _format(value)
        return choose_form(forms, len(value) if isinstance(value, (list, tuple)) else int(str(value)), self._language)
