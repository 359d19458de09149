"""Requests as bytes."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ask:
    """One request and its kind."""

    kind: str
    message: bytes


def write_ask(kind: str, method: str, path: str, body: bytes = b"") -> Ask:
    """Build a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    if method == "POST":
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return Ask(kind, f"{head}\r\n".encode() + body)


def dump(body: Any) -> bytes:
    """Compact JSON."""
    return json.dumps(body, separators=(",", ":")).encode()
