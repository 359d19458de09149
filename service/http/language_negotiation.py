"""Language negotiation: RFC 4647 lookup over ``Accept-Language``, by descending weight."""

import re
from collections.abc import Iterator
from functools import lru_cache

from flask import Response, request

from rummy_referee.texts.catalogue import LANGUAGES

from ..operations.limits import LANGUAGE_RANGES

DEFAULT_LANGUAGE = LANGUAGES[0]


def requested_language() -> str:
    """The language of the current request's response."""
    return negotiate_language(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def set_language_headers(response: Response, language: str) -> None:
    """Set ``Content-Language``, and ``Vary`` because the response depends on ``Accept-Language``."""
    response.headers.extend((("Content-Language", language), ("Vary", "Accept-Language")))


@lru_cache(maxsize=256)
def negotiate_language(header: str) -> str:
    """The best available language for an ``Accept-Language`` header; English if none matches.

    ``it-IT, en;q=0.1`` gives Italian: each range is truncated to its primary tag. Weight 0 excludes a language. ``*``
    is skipped while other ranges follow (RFC 4647); then it matches the first language that is not excluded.
    """
    ranges = list(_parse_ranges(header))
    excluded = {tag for tag, weight in ranges if weight == 0}
    accepted = [tag for tag, weight in sorted(ranges, key=lambda item: -item[1]) if weight > 0]
    for tag in accepted:
        language = _SUBTAGS.split(tag, maxsplit=1)[0]
        if language in LANGUAGES and language not in excluded:
            return language
    others = (language for language in LANGUAGES if language not in excluded)
    return next(others, DEFAULT_LANGUAGE) if "*" in accepted else DEFAULT_LANGUAGE


def _parse_ranges(header: str) -> Iterator[tuple[str, float]]:
    """The language ranges of a header with their weights. Invalid ranges are skipped."""
    for item in header.split(",", LANGUAGE_RANGES)[:LANGUAGE_RANGES]:
        match = _RANGE.fullmatch(item.strip())
        if match:
            yield match["tag"].lower(), float(match["weight"] or 1)


_SUBTAGS = re.compile("[-_]")
_RANGE = re.compile(
    r"(?P<tag>\*|[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*)"
    r"(?:\s*;\s*q\s*=\s*(?P<weight>0(?:\.[0-9]*)?|1(?:\.0*)?))?",
    re.IGNORECASE | re.ASCII,
)
"""RFC 9110, and also misplaced spaces, underscores in tags, and weights with more than three digits."""
