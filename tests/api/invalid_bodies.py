"""Helpers for invalid bodies and the errors in the response."""

from typing import Any

CHECK = "/v1/melds/check"
JSON = "application/json"


def post_raw(client: Any, body: bytes, content_type: str = JSON, **headers: str) -> Any:
    return client.post(CHECK, data=body, content_type=content_type, headers=headers)


def codes(response: Any) -> list[tuple[str, str]]:
    """The errors that a problem lists, as pairs of path and code."""
    return [(error["path"], error["code"]) for error in response.json["errors"]]
