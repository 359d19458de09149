"""Answers to requests that never reach the application: they are problems like all others."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote

import orjson
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException

from service.api.languages import choose_language
from service.api.limits import HEADER_LIMITS, TARGET_BYTES
from service.api.middleware.headers import FOR_ANSWERS
from service.api.problems import MEDIA_TYPE, Problem, dump_problem
from service.api.request_ids import HEADER, request_id_of
from service.gunicorn_worker.chunks import ChunkError


class TooSlow(Exception):  # noqa: N818 - a state of things rather than an error
    """A request that did not come whole in time."""


def find_problem(fault: BaseException, seconds: int) -> Problem:
    """The problem with a request that could not be read; ``seconds`` it had to come whole."""
    if isinstance(fault, TooSlow):
        return Problem("request-timeout", {"seconds": seconds})
    if isinstance(fault, LimitRequestLine):
        return Problem("target-too-long", {"maximum": TARGET_BYTES})
    if isinstance(fault, LimitRequestHeaders):
        return Problem("headers-too-large", HEADER_LIMITS)
    if isinstance(fault, ParseException | ChunkError):
        return Problem("not-http")
    return Problem("internal-error")


def find_environ(request: Any | None) -> dict[str, Any]:
    """What an application would know of a request. Of one without a whole head nothing is known."""
    if request is None:
        return {}
    headers = {f"HTTP_{name.replace('-', '_')}": value for name, value in request.headers}
    return {"REQUEST_METHOD": request.method, "PATH_INFO": request.path, **headers}


def write_refusal(problem: Problem, environ: dict[str, Any]) -> bytes:
    """The whole answer, after which the connection is closed."""
    language = choose_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    identity = request_id_of(environ)
    instance = quote(unquote(environ.get("PATH_INFO", "/")))
    body = orjson.dumps(dump_problem(problem, language, instance, identity))
    lines = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        "Connection: close",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        f"Content-Language: {language}",
        "Vary: Accept-Language",
        "Cache-Control: no-store",
        f"{HEADER}: {identity}",
        *(f"{name}: {value}" for name, value in FOR_ANSWERS),
    )
    return "\r\n".join((*lines, "\r\n")).encode("ascii") + body
