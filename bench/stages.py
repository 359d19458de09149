"""The stages of a request, each timed separately."""

import gc
from collections.abc import Callable, Mapping
from io import BytesIO
from time import process_time
from typing import Any

import orjson
from flask import Flask, Response

from bench.echo import make_echo
from bench.figures import format_number, format_table
from service.app import create_app
from service.operations.json_body import parse_json
from service.operations.operation import JSON
from service.operations.post_operations import POST_OPERATIONS

REPEATED = 2000
ROUNDS = 7
MICROSECONDS = 1e6
Ask = Callable[[bytes], Any]


def caller(app: Flask, path: str) -> Ask:
    """A function that calls an application through WSGI."""

    def call(body: bytes) -> bytes:
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": BytesIO(),
        }
        return b"".join(app.wsgi_app(environ, lambda *_: lambda _: None))

    return call


def measure_stages(path: str, asked: Mapping[str, Any]) -> dict[str, float]:
    """The seconds of each stage: the minimum of a few rounds, because other load only adds time."""
    (operation,) = (operation for operation in POST_OPERATIONS if operation.path == path)
    body = orjson.dumps(asked)
    loaded = operation.body.load(asked)
    answer = operation.handle(loaded, "en")
    whole, echo = caller(create_app(), path), caller(make_echo(), "/echo")
    bare = caller(_make_bare(path, orjson.dumps(answer)), path)
    stages: dict[str, Callable[[], Any]] = {
        "parse the JSON body strictly": lambda: parse_json(body),
        "load it by its schema": lambda: operation.body.load(asked),
        "handle the request": lambda: operation.handle(loaded, "en"),
        "serialise the response as JSON": lambda: orjson.dumps(answer),
        "Flask, with a precomputed response": lambda: bare(body),
        "total": lambda: whole(body),
        "total of the echo": lambda: echo(body),
    }
    for call in stages.values():
        call()
    gc.collect()
    gc.freeze()  # as the server does
    seconds = {name: float("inf") for name in stages}
    for _ in range(ROUNDS):
        for name, call in stages.items():
            start = process_time()
            for _ in range(REPEATED):
                call()
            seconds[name] = min(seconds[name], (process_time() - start) / REPEATED)
    return seconds


def _make_bare(path: str, answer: bytes) -> Flask:
    app = Flask("bare", static_folder=None)
    app.add_url_rule(path, "bare", lambda: Response(answer, content_type=JSON), methods=["POST"])
    return app


def format_stages(measured: Mapping[str, Mapping[str, float]]) -> str:
    """A row for each stage, and one for the rest."""
    all_seconds = list(measured.values())
    *stages, whole, echo = all_seconds[0]
    rows = [[stage, *(format_number(seconds[stage] * MICROSECONDS) for seconds in all_seconds)] for stage in stages]
    rest = [seconds[whole] - sum(seconds[stage] for stage in stages) for seconds in all_seconds]
    rows.append(
        [
            "headers, request id, language, log, metrics and the rest",
            *(format_number(left * MICROSECONDS) for left in rest),
        ]
    )
    rows += [
        [name, *(format_number(seconds[name] * MICROSECONDS) for seconds in all_seconds)] for name in (whole, echo)
    ]
    return format_table(["", *measured], rows)
