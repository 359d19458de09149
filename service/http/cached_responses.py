"""Responses that do not change while the service runs, with a strong ``ETag`` and conditional requests."""

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from flask import Response, request

from rummy_referee.cached_property import cached_property

from ..operations.problems import Problem
from .language_negotiation import set_language_headers

CACHE_CONTROL = "public, max-age=300"


@dataclass(frozen=True)
class CachedResponse:
    """A body, its media type, and its language if it has text."""

    body: bytes
    media_type: str
    language: str | None = None

    @cached_property
    def etag(self) -> str:
        """A strong entity tag: equal tags mean equal bytes."""
        return sha256(self.body).hexdigest()[:32]

    def respond(self) -> Response:
        """The full response, a 304 if ``If-None-Match`` names it, or a 412 if ``If-Match`` excludes it."""
        if request.if_match and not request.if_match.is_strong(self.etag) and not request.if_match.star_tag:
            raise Problem("precondition-failed")
        response = Response(self.body, content_type=self.media_type)
        response.set_etag(self.etag)
        response.headers["Cache-Control"] = CACHE_CONTROL
        if self.language:
            set_language_headers(response, self.language)
        if request.if_none_match.contains_weak(self.etag):
            response.status_code = HTTPStatus.NOT_MODIFIED
            response.set_data(b"")
        return response
