"""Cursors: where a page of moves ended. Opaque to clients, deterministic, and valid only for their snapshot."""

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition


PAGED: Literal["p"] = "p"
"""After the paged move with this key."""
OTHER: Literal["m"] = "m"
"""After this many of the other moves."""
_SEAL_LENGTH = 12
"""The bytes of a cursor that bind it to its snapshot."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last move of a page. ``key`` is a string of digits; its meaning depends on ``kind``."""

    kind: Literal["p", "m"]
    key: str


def format_cursor(position: "AnyPosition", cursor: Cursor) -> str:
    """The cursor as a response contains it."""
    text = cursor.kind + cursor.key
    return base64.urlsafe_b64encode(_seal(position, text) + text.encode()).decode().rstrip("=")


def parse_cursor(position: "AnyPosition", cursor: str) -> Cursor | None:
    """The cursor of a request, or None if it does not belong to this snapshot."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        text = raw[_SEAL_LENGTH:].decode("ascii")
    except (ValueError, binascii.Error):
        return None
    kind, key = text[:1], text[1:]
    if raw[:_SEAL_LENGTH] != _seal(position, text) or not key.isdigit():
        return None
    return Cursor(OTHER if kind == OTHER else PAGED, key)


def _seal(position: "AnyPosition", text: str) -> bytes:
    """A hash of the snapshot and the text."""
    sealed = (position.game.id, position.options, position.given, text)
    return hashlib.sha256(repr(sealed).encode()).digest()[:_SEAL_LENGTH]
