"""Which of our languages the caller wants: RFC 4647 look-up over ``Accept-Language``, in the order of the weights."""

from functools import lru_cache

from flask import Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.messages.catalogue import LANGUAGES

DEFAULT_LANGUAGE = LANGUAGES[0]


def wanted_language() -> str:
    """The language of this request's answer."""
    return choose_language(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def say_language(answer: Response, language: str) -> None:
    """The answer says which language its words are in, and that they depend on the one asked for."""
    answer.headers.extend((("Content-Language", language), ("Vary", "Accept-Language")))


@lru_cache(maxsize=1024)
def choose_language(header: str) -> str:
    """The best of our languages for a header; English where nothing fits.

    ``it-IT, en;q=0.1`` is Italian: each range is shortened from the right until one of ours is left of it. A range with
    weight 0 rules its language out, and ``*`` takes the first of ours that no range has ruled out.
    """
    ranges = [(tag.lower(), quality) for tag, quality in parse_accept_header(header, LanguageAccept)]
    refused = {tag for tag, quality in ranges if quality <= 0}
    for tag, quality in sorted(ranges, key=lambda item: -item[1]):
        if quality <= 0:
            continue
        if tag == "*":
            found = next((language for language in LANGUAGES if language not in refused), None)
        else:
            primary = tag.replace("_", "-").split("-")[0]
            found = primary if primary in LANGUAGES and primary not in refused else None
        if found:
            return found
    return DEFAULT_LANGUAGE
