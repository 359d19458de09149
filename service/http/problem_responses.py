"""Problem responses: every exception becomes one."""

from http import HTTPStatus
from urllib.parse import quote as quote_url

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from ..operations.field_errors import quote
from ..operations.problems import MEDIA_TYPE, Problem, dump_problem
from ..operations.request_record import current_record
from .language_negotiation import requested_language, set_language_headers

_KIND_OF_STATUS = {400: "bad-request", 404: "not-found", 405: "method-not-allowed", 413: "body-too-large"}


def register_problems(app: Flask) -> None:
    """Register error handlers that turn every exception into a problem response."""
    app.register_error_handler(Problem, _handle_problem)
    app.register_error_handler(HTTPException, _handle_http_exception)
    app.register_error_handler(Exception, _handle_unexpected)


def _handle_problem(problem: Problem) -> Response:
    return _fill(problem, Response(status=problem.status))


def _handle_http_exception(error: HTTPException) -> Response | HTTPException:
    """Keep the headers of Flask's own response, such as ``Allow`` on a 405."""
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return error
    response = Response(headers=error.get_response().headers)
    kind = _KIND_OF_STATUS.get(error.code, "bad-request")
    params = {"path": quote(request.path), "method": request.method, "allowed": sorted(response.allow)}
    return _fill(Problem(kind, params), response)


def _handle_unexpected(error: Exception) -> Response:
    """The log gets the traceback; the caller gets only the request id to find it by."""
    current_record().exception = error
    return _handle_problem(Problem("internal-error"))


def _fill(problem: Problem, response: Response) -> Response:
    current_record().set_problem(problem.kind, problem.params)
    language = requested_language()
    response.status_code = problem.status
    response.set_data(
        orjson.dumps(dump_problem(problem, language, quote_url(request.path), current_record().request_id))
    )
    response.headers["Content-Type"] = MEDIA_TYPE
    set_language_headers(response, language)
    response.headers["Cache-Control"] = "no-store"
    if problem.wait is not None:
        response.headers["Retry-After"] = problem.wait
    return response
