"""Error responses to requests that do not reach the application, in the form of its problems."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote

import orjson
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException

from ..http.language_negotiation import negotiate_language
from ..http.middleware.security_headers import API_HEADERS
from ..http.request_ids import HEADER, request_id_of
from ..operations.limits import HEADER_LIMITS, TARGET_BYTES
from ..operations.problems import MEDIA_TYPE, Problem, dump_problem
from .chunked_body import ChunkError


class RequestTimeoutError(Exception):
    """A request was not complete in time."""


def find_problem(error: BaseException, timeout: int) -> Problem:
    """The problem of a request that could not be parsed; ``timeout`` is the limit in seconds that it had."""
    if isinstance(error, RequestTimeoutError):
        return Problem("request-timeout", {"seconds": timeout})
    if isinstance(error, LimitRequestLine):
        return Problem("target-too-long", {"maximum": TARGET_BYTES})
    if isinstance(error, LimitRequestHeaders):
        return Problem("headers-too-large", HEADER_LIMITS)
    if isinstance(error, ParseException | ChunkError):
        return Problem("not-http")
    return Problem("internal-error")


def make_environ(request: Any | None) -> dict[str, Any]:
    """The part of the WSGI environ that error responses and the log need; empty without a complete head."""
    if request is None:
        return {}
    headers = {f"HTTP_{name.replace('-', '_')}": value for name, value in request.headers}
    return {"REQUEST_METHOD": request.method, "PATH_INFO": request.path, **headers}


def format_error_response(problem: Problem, environ: dict[str, Any]) -> bytes:
    """The complete response, which announces that the connection closes."""
    language = negotiate_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    request_id = request_id_of(environ)
    instance = quote(unquote(environ.get("PATH_INFO", "/")))
    body = orjson.dumps(dump_problem(problem, language, instance, request_id))
    lines = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        "Connection: close",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        f"Content-Language: {language}",
        "Vary: Accept-Language",
        "Cache-Control: no-store",
        f"{HEADER}: {request_id}",
        *([f"Retry-After: {problem.wait}"] if problem.wait else []),
        *(f"{name}: {value}" for name, value in API_HEADERS),
    )
    return "\r\n".join((*lines, "\r\n")).encode("ascii") + body
