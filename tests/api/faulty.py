"""Bodies with something wrong, and what the answers say of it."""

from typing import Any

CHECK = "/v1/melds/check"
JSON = "application/json"


def post_raw(client: Any, body: bytes, content_type: str = JSON, **headers: str) -> Any:
    return client.post(CHECK, data=body, content_type=content_type, headers=headers)


def codes(answer: Any) -> list[tuple[str, str]]:
    """The faults that a problem lists, each with its place."""
    return [(error["path"], error["code"]) for error in answer.json["errors"]]
