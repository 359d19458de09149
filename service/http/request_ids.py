"""The request id: the caller's ``X-Request-ID`` if it is safe in a header and a log entry, else a new one."""

import re
from secrets import token_hex
from typing import Any

from ..operations.limits import REQUEST_ID_LENGTH

HEADER = "X-Request-ID"
_KEY = "rummy_referee.request_id"
_PLAIN = re.compile(rf"[!-~]{{1,{REQUEST_ID_LENGTH}}}")


def request_id_of(environ: dict[str, Any]) -> str:
    """The id of the request with this WSGI environ, which keeps it."""
    known: str | None = environ.get(_KEY)
    if known is None:
        known = environ[_KEY] = choose_id(environ.get("HTTP_X_REQUEST_ID", ""))
    return known


def choose_id(given: str) -> str:
    """The given id if it is plain, else a new one."""
    return given if _PLAIN.fullmatch(given) else token_hex(16)
