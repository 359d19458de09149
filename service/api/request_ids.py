"""The request id: the caller's, if it can go into a header and a log line as it is; else one of ours."""

import re
from secrets import token_hex
from typing import Any

from flask import has_request_context, request

from service.api.limits import REQUEST_ID_LENGTH

HEADER = "X-Request-ID"
_KEY = "rummy_referee.request_id"
_PLAIN = re.compile(rf"[!-~]{{1,{REQUEST_ID_LENGTH}}}")


EXAMPLE = "5c2f9d0e4b7a4c0f8a1d3e6b9f2c7a10"
"""The id in examples: the contract is made without a request."""


def request_id() -> str:
    """This request's id, the same in header, problem and log."""
    return request_id_of(request.environ) if has_request_context() else EXAMPLE


def request_id_of(environ: dict[str, Any]) -> str:
    """The id of the request with this environment, which remembers it."""
    known: str | None = environ.get(_KEY)
    if known is None:
        known = environ[_KEY] = choose_id(environ.get("HTTP_X_REQUEST_ID", ""))
    return known


def choose_id(given: str) -> str:
    """The id that was given, if it is plain, or a new one."""
    return given if _PLAIN.fullmatch(given) else token_hex(16)
