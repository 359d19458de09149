"""Photographs over HTTP. Off unless the operator switches it on."""

import orjson
from flask import Flask, Response, current_app, request
from werkzeug.http import parse_options_header

from rummy_referee.engine.work import OverloadedError
from rummy_referee.photos.library import WEIGHTS, load_reader, load_weights
from rummy_referee.photos.limits import MEDIA_TYPES

from ..operations.limits import PHOTO_BYTES
from ..operations.operation import JSON
from ..operations.photos import BODY_TYPES, find_game, read_photo
from ..operations.problems import Problem, overloaded
from ..operations.request_record import current_record
from ..settings import SettingsError
from .language_negotiation import requested_language, set_language_headers
from .request_body import read_body

EXTENSION = "rummy_referee_photos"
"""The application's extension that is there if photographs are read."""


def register_reader(app: Flask) -> None:
    """Switch the operation on. Raises an error that says what is missing."""
    try:
        from rummy_referee.photos import pictures  # noqa: F401, PLC0415 - Pillow is an optional extra
    except ImportError as error:
        missing = f"{error.name} is not installed: pip install 'rummy-referee[service,photos]'"
        raise SettingsError([f"PHOTOS is on, but {missing}"]) from None
    load_reader()
    for kind in WEIGHTS:
        load_weights(kind)
    app.extensions[EXTENSION] = True


def respond_to_photo() -> Response:
    """The tiles on the photograph in the body."""
    if EXTENSION not in current_app.extensions:
        raise Problem("photos-off")
    language = requested_language()
    _check_media_type()
    game = find_game(request.args.to_dict(flat=False))
    current_record().variant = game.id
    try:
        answer = read_photo(read_body(PHOTO_BYTES), game)
    except OverloadedError as error:
        raise overloaded(error.reason) from None
    response = Response(orjson.dumps(answer), content_type=JSON)
    set_language_headers(response, language)
    return response


def _check_media_type() -> None:
    environ = request.environ
    media_type = parse_options_header(environ.get("CONTENT_TYPE", ""))[0].lower()
    if media_type not in BODY_TYPES or environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Problem("photo-type-unsupported", {"supported": list(MEDIA_TYPES)})
