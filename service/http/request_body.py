"""Reads the body of the current request."""

from typing import Any

from flask import request
from werkzeug.http import parse_options_header

from ..operations.json_body import parse_json
from ..operations.limits import BODY_BYTES
from ..operations.problems import Problem


def read_json() -> Any:
    """The body of the current request as JSON; raises the problem if it is invalid."""
    _check_media_type()
    return parse_json(read_body(BODY_BYTES))


def _check_media_type() -> None:
    environ = request.environ
    given = environ.get("CONTENT_TYPE", "")
    if given == "application/json":
        supported = True
    else:
        media_type, options = parse_options_header(given)
        charset = options.get("charset", "utf-8").lower()
        supported = media_type.lower() == "application/json" and charset in ("utf-8", "utf8")
    if not supported or environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Problem("media-type-unsupported")


def read_body(maximum: int) -> bytes:
    """The whole body, read directly from the server: Flask's request object takes several times as long.

    A chunked body has no declared length, so one byte more than allowed is read, if the server marks its end.
    """
    environ = request.environ
    declared = environ.get("CONTENT_LENGTH") or "0"
    length = int(declared) if declared.isdecimal() else 0
    if length > maximum:
        raise Problem("body-too-large", {"maximum": maximum})
    body: bytes = environ["wsgi.input"].read(maximum + 1 if environ.get("wsgi.input_terminated") else length)
    if len(body) > maximum:
        raise Problem("body-too-large", {"maximum": maximum})
    return body
