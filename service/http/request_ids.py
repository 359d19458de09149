"""The request id: the caller's ``X-Request-ID`` if it is safe in a header and a log entry, else a new one."""

import re
from secrets import token_hex
from typing import Any

from flask import has_request_context, request

from ..operations.limits import REQUEST_ID_LENGTH

HEADER = "X-Request-ID"
_KEY = "rummy_referee.request_id"
_PLAIN = re.compile(rf"[!-~]{{1,{REQUEST_ID_LENGTH}}}")


EXAMPLE = "5c2f9d0e4b7a4c0f8a1d3e6b9f2c7a10"
"""The id in the contract's examples, which are computed outside of requests."""


def request_id() -> str:
    """The id of the current request: the same in the header, the problem and the log."""
    return request_id_of(request.environ) if has_request_context() else EXAMPLE


def request_id_of(environ: dict[str, Any]) -> str:
    """The id of the request with this WSGI environ, which keeps it."""
    known: str | None = environ.get(_KEY)
    if known is None:
        known = environ[_KEY] = choose_id(environ.get("HTTP_X_REQUEST_ID", ""))
    return known


def choose_id(given: str) -> str:
    """The given id if it is plain, else a new one."""
    return given if _PLAIN.fullmatch(given) else token_hex(16)
