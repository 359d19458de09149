"""Problems (RFC 9457): every failure has one shape, in the caller's language, with all its faults."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import quote as quote_url

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.api.faults import PlacedFault, quote
from service.api.languages import say_language, wanted_language
from service.api.limits import FAULTS_LISTED, PLACES_LISTED
from service.api.observability.seen import note_failure, note_problem
from service.api.request_ids import request_id
from service.messages.catalogue import text

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:rummy-referee:problem:"

KINDS: Mapping[str, int] = {
    "malformed-json": 400,
    "json-too-deep": 400,
    "repeated-keys": 400,
    "bad-request": 400,
    "not-http": 400,
    "key-required": 401,
    "not-found": 404,
    "variant-unknown": 404,
    "method-not-allowed": 405,
    "request-timeout": 408,
    "precondition-failed": 412,
    "body-too-large": 413,
    "batch-too-costly": 413,
    "target-too-long": 414,
    "media-type-unsupported": 415,
    "body-invalid": 422,
    "operation-unknown": 422,
    "rate-limited": 429,
    "headers-too-large": 431,
    "internal-error": 500,
    "stopping": 503,
}
"""Every type of problem, with its status. The titles and details are in the catalogue, under the same names."""

_KIND_OF_STATUS = {400: "bad-request", 404: "not-found", 405: "method-not-allowed", 413: "body-too-large"}


@dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """A request that cannot be answered, and why."""

    kind: str
    params: Mapping[str, object] = field(default_factory=dict)
    faults: Sequence[PlacedFault] = ()

    @property
    def status(self) -> int:
        """The HTTP status of this kind of problem."""
        return KINDS[self.kind]


def dump_problem(problem: Problem, language: str, instance: str, identity: str) -> dict[str, Any]:
    """The problem as the contract has it; ``identity`` is the request's id."""
    return {
        "type": f"{TYPE_PREFIX}{problem.kind}",
        "title": text(f"problem.{problem.kind}.title", language),
        "status": problem.status,
        "detail": text(f"problem.{problem.kind}.detail", language, {"count": len(problem.faults), **problem.params}),
        "instance": instance,
        "request_id": identity,
        "errors": [
            {
                "path": placed.path,
                "code": placed.fault.code,
                "message": text(f"fault.{placed.fault.code}", language, placed.fault.params),
            }
            for placed in _first_faults(problem.faults)
        ],
    }


def _first_faults(faults: Sequence[PlacedFault]) -> Iterator[PlacedFault]:
    """As many faults as a problem lists: where keys are very long, no more than their places have room for."""
    room = PLACES_LISTED
    for placed in faults[:FAULTS_LISTED]:
        room -= len(placed.path)
        if room < 0:
            return
        yield placed


def register_problems(app: Flask) -> None:
    """Answer every failure with a problem: ours, Flask's, and those nobody foresaw."""
    app.register_error_handler(Problem, _answer_problem)
    app.register_error_handler(HTTPException, _answer_http_exception)
    app.register_error_handler(Exception, _answer_unforeseen)


def _answer_problem(problem: Problem) -> Response:
    return _write(problem, Response(status=problem.status))


def _answer_http_exception(error: HTTPException) -> Response | HTTPException:
    """Keep what Flask's own answer carries beside its body, such as ``Allow`` on a 405."""
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return error
    answer = Response(headers=error.get_response().headers)
    kind = _KIND_OF_STATUS.get(error.code, "bad-request")
    params = {"path": quote(request.path), "method": request.method, "allowed": sorted(answer.allow)}
    return _write(Problem(kind, params), answer)


def _answer_unforeseen(error: Exception) -> Response:
    """A fault of ours. The log has the whole story; the caller gets the id to find it by, and nothing of the inside."""
    note_failure(error)
    return _answer_problem(Problem("internal-error"))


def _write(problem: Problem, answer: Response) -> Response:
    note_problem(problem.kind)
    language = wanted_language()
    answer.status_code = problem.status
    answer.set_data(orjson.dumps(dump_problem(problem, language, quote_url(request.path), request_id())))
    answer.headers["Content-Type"] = MEDIA_TYPE
    say_language(answer, language)
    answer.headers["Cache-Control"] = "no-store"
    return answer
