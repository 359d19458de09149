"""The grammar of a language: articles, plurals and separators, from the table ``grammar`` of its shared texts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rummy_referee.texts.catalogue import SHARED, read_file

Rules = Sequence[tuple[re.Pattern[str], str]]
"""What a name becomes: the replacement of the first pattern that matches the whole name counts."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The grammar of a language."""

    name: str
    """What the language calls itself."""
    plural: Sequence[re.Pattern[str]]
    """The numbers that take each form of a noun. Other numbers take the form after these."""
    definite: Rules
    """A name with the definite article: ``die rote 7``, ``l’8 rosso``."""
    object: Rules
    """A name as the object of a verb: ``einen Joker``."""
    between_melds: str


@lru_cache(maxsize=4096)
def choose_form(forms: str, number: int, language: str) -> str:
    """The form for a number among forms as in ``card|cards``."""
    plural = grammar_of(language).plural
    found = forms.split("|")
    return found[
        next((place for place, numbers in enumerate(plural) if numbers.fullmatch(str(number))), len(found) - 1)
    ]


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of a language."""
    table = read_file(SHARED, language)["grammar"]
    return Grammar(
        name=table["name"],
        plural=tuple(map(re.compile, table["plural"])),
        definite=tuple((re.compile(pattern), becomes) for pattern, becomes in table["definite"]),
        object=tuple((re.compile(pattern), becomes) for pattern, becomes in table["object"]),
        between_melds=table["between_melds"],
    )


def apply(rules: Rules, name: str) -> str:
    """What a name becomes."""
    return next(match.expand(becomes) for pattern, becomes in rules if (match := pattern.fullmatch(name)))
