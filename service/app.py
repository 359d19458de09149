"""The application: configuration and routes, nothing else."""

import os
from http import HTTPStatus

from flask import Flask, Response, request

from service.api.contract import OPERATIONS
from service.api.middleware import hang_doors
from service.api.observability.watch import watch
from service.api.operations import add_routes
from service.api.problems import register_problems
from service.api.request_ids import HEADER, request_id
from service.engine.library import load_library
from service.settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> Flask:
    """The whole service, ready for a WSGI server. Without settings, those of the environment hold."""
    settings = settings or read_settings(os.environ)
    load_library()  # a service without its engine must not start
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    add_routes(app, OPERATIONS)
    register_problems(app)
    hang_doors(app, settings)
    app.after_request(_sign)
    watch(app, OPERATIONS, settings)
    return app


def _sign(answer: Response) -> Response:
    """Every answer has its request's id; a list of methods has a fixed order."""
    answer.headers.add(HEADER, request_id())
    if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED or request.method == "OPTIONS":
        answer.headers["Allow"] = ", ".join(sorted(answer.allow))  # Flask's set has another order in every process
    return answer
