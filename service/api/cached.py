"""Answers that do not change while the service runs: made once, sent with a strong ``ETag``, confirmed with a 304."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from http import HTTPStatus

from flask import Response, request

from service.api.languages import say_language
from service.api.problems import Problem

CACHE_CONTROL = "public, max-age=300"


@dataclass(frozen=True)
class CachedAnswer:
    """The bytes of an answer, its media type, and its language if it has words."""

    body: bytes
    media_type: str
    language: str | None = None

    @cached_property
    def etag(self) -> str:
        """Strong: the same tag means the same bytes."""
        return sha256(self.body).hexdigest()[:32]

    def respond(self) -> Response:
        """The whole answer, or a 304 if the caller has it already; a 412 if it is wanted only as it was once."""
        if request.if_match and not request.if_match.is_strong(self.etag) and not request.if_match.star_tag:
            raise Problem("precondition-failed")
        answer = Response(self.body, content_type=self.media_type)
        answer.set_etag(self.etag)
        answer.headers["Cache-Control"] = CACHE_CONTROL
        if self.language:
            say_language(answer, self.language)
        if request.if_none_match.contains_weak(self.etag):
            answer.status_code = HTTPStatus.NOT_MODIFIED
            answer.set_data(b"")
        return answer
