"""Responses that do not change while the service runs: compressed, with strong ``ETag`` and conditional requests."""

import gzip
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
    """A body, its media type, and its language if it has text. It is compressed once."""

    body: bytes
    media_type: str
    language: str | None = None
    cache_control: str = CACHE_CONTROL

    @cached_property
    def packed(self) -> bytes:
        """The body for clients that accept gzip."""
        return gzip.compress(self.body, mtime=0)

    @cached_property
    def etag(self) -> str:
        """A strong entity tag of the uncompressed body: equal tags mean equal bytes."""
        return sha256(self.body).hexdigest()[:32]

    def respond(self) -> Response:
        """The best encoding, a 304 if ``If-None-Match`` names it, or a 412 if ``If-Match`` excludes it."""
        is_packed = request.accept_encodings["gzip"] > 0
        etag = f"{self.etag}-gzip" if is_packed else self.etag
        if request.if_match and not request.if_match.is_strong(etag) and not request.if_match.star_tag:
            raise Problem("precondition-failed")
        response = Response(self.packed if is_packed else self.body, content_type=self.media_type)
        response.set_etag(etag)
        response.headers["Cache-Control"] = self.cache_control
        if self.language:
            set_language_headers(response, self.language)
        response.vary.add("Accept-Encoding")
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        if request.if_none_match.contains_weak(etag):
            response.status_code = HTTPStatus.NOT_MODIFIED
            response.set_data(b"")
        return response
