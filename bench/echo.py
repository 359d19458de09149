"""The least that a Flask application can do with a JSON body: send it back."""

from flask import Flask, Response, jsonify, request


def make_echo() -> Flask:
    """An application that answers every ``POST /echo`` with its own body."""
    app = Flask("echo")

    @app.post("/echo")
    def send_back() -> Response:
        return jsonify(request.get_json())

    return app
