"""Which of our languages the caller wants: RFC 4647 look-up over ``Accept-Language``, in the order of the weights."""

import re
from collections.abc import Iterator
from functools import lru_cache

from flask import Response, request

from service.api.limits import LANGUAGE_RANGES
from service.messages.catalogue import LANGUAGES

DEFAULT_LANGUAGE = LANGUAGES[0]


def wanted_language() -> str:
    """The language of this request's answer."""
    return choose_language(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def say_language(answer: Response, language: str) -> None:
    """The answer says which language its words are in, and that they depend on the one asked for."""
    answer.headers.extend((("Content-Language", language), ("Vary", "Accept-Language")))


@lru_cache(maxsize=256)
def choose_language(header: str) -> str:
    """The best of our languages for a header; English where nothing fits.

    ``it-IT, en;q=0.1`` is Italian: each range is shortened from the right until one of ours is left of it. A range with
    weight 0 rules its language out. ``*`` is skipped as long as other ranges follow, as RFC 4647 has it; then it takes
    the first of ours that no range has ruled out.
    """
    ranges = list(_read_ranges(header))
    refused = {tag for tag, weight in ranges if weight == 0}
    wanted = [tag for tag, weight in sorted(ranges, key=lambda told: -told[1]) if weight > 0]
    for tag in wanted:
        language = _PARTS.split(tag, maxsplit=1)[0]
        if language in LANGUAGES and language not in refused:
            return language
    others = (language for language in LANGUAGES if language not in refused)
    return next(others, DEFAULT_LANGUAGE) if "*" in wanted else DEFAULT_LANGUAGE


def _read_ranges(header: str) -> Iterator[tuple[str, float]]:
    """The ranges that a header names, each with its weight. What is no range is passed over."""
    for item in header.split(",", LANGUAGE_RANGES)[:LANGUAGE_RANGES]:
        told = _RANGE.fullmatch(item.strip())
        if told:
            yield told["tag"].lower(), float(told["weight"] or 1)


_PARTS = re.compile("[-_]")
_RANGE = re.compile(
    r"(?P<tag>\*|[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*)"
    r"(?:\s*;\s*q\s*=\s*(?P<weight>0(?:\.[0-9]*)?|1(?:\.0*)?))?",
    re.IGNORECASE | re.ASCII,
)
"""As in RFC 9110, but for spaces in odd places, underscores in tags, and weights with more than three digits."""
