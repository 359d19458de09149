"""The baseline: a Flask application that parses a JSON body and returns it."""

from flask import Flask, Response, jsonify, request


def make_echo() -> Flask:
    """An application that returns the body of every ``POST /echo``."""
    app = Flask("echo")

    @app.post("/echo")
    def send_back() -> Response:
        return jsonify(request.get_json())

    return app
