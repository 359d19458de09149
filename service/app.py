"""The application factory: configuration and wiring."""

import os
from http import HTTPStatus

from flask import Flask, Response, request

from rummy_referee.engine.library import load_library

from .http.contract import OPERATIONS
from .http.middleware import register_middleware
from .http.observability.instrumentation import instrument
from .http.page import register_page
from .http.photos import register_reader
from .http.problem_responses import register_problems
from .http.request_ids import HEADER
from .http.routes import register_routes, register_seals
from .operations.field_errors import quote
from .operations.problems import Problem
from .operations.request_record import current_record
from .settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> Flask:
    """The service as a WSGI application. Without settings it reads those of the environment."""
    settings = settings or read_settings(os.environ)
    load_library()  # a service without its engine must not start
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    register_routes(app, OPERATIONS)
    register_page(app)
    register_problems(app)
    if settings.round_keys:
        register_seals(app, settings.round_keys)
    if settings.photos == "on":
        register_reader(app)
    app.before_request(_reject_leading_slashes)
    register_middleware(app, settings)
    app.after_request(_add_common_headers)
    instrument(app, settings)
    return app


def _reject_leading_slashes() -> None:
    """Flask ignores them, but a proxy that protects paths by their prefix does not."""
    path = request.environ["PATH_INFO"]
    if path.startswith("//"):
        raise Problem("not-found", {"path": quote(path)})


def _add_common_headers(response: Response) -> Response:
    """Add the request id, and sort ``Allow``: the order of Flask's set differs between processes."""
    response.headers.add(HEADER, current_record().request_id)
    if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED or request.method == "OPTIONS":
        response.headers["Allow"] = ", ".join(sorted(response.allow))
    return response
