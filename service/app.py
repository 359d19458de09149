"""The application: configuration and blueprints, nothing else."""

from flask import Flask, Response

from service.api.contract import OPERATIONS
from service.api.operations import blueprint_of
from service.api.problems import register_problems
from service.api.request_ids import HEADER, request_id


def create_app() -> Flask:
    """The whole service, ready for a WSGI server."""
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = True
    app.register_blueprint(blueprint_of("referee", OPERATIONS))
    register_problems(app)
    app.after_request(_sign)
    return app


def _sign(answer: Response) -> Response:
    """Every answer has its request's id, and says that its words depend on the language asked for."""
    answer.headers[HEADER] = request_id()
    if "Allow" in answer.headers:  # Flask's set has another order in every process
        answer.headers["Allow"] = ", ".join(sorted(answer.allow))
    if "Content-Language" in answer.headers:
        answer.headers["Vary"] = "Accept-Language"
    return answer
