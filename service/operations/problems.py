"""Problems (RFC 9457): one shape for every failure, in the caller's language, with all errors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..texts import text
from .field_errors import LocatedError
from .limits import ERROR_PATHS_LENGTH, ERRORS_LISTED, RETRY_SECONDS

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/docs/problems#"
"""The page that describes every problem. Without a host, so that a type is the same wherever the service runs."""

KINDS: Mapping[str, int] = {
    "malformed-json": 400,
    "json-too-deep": 400,
    "repeated-keys": 400,
    "bad-request": 400,
    "not-http": 400,
    "key-required": 401,
    "not-found": 404,
    "variant-unknown": 404,
    "photos-off": 404,
    "method-not-allowed": 405,
    "request-timeout": 408,
    "precondition-failed": 412,
    "body-too-large": 413,
    "batch-too-costly": 413,
    "photo-too-large": 413,
    "target-too-long": 414,
    "media-type-unsupported": 415,
    "photo-type-unsupported": 415,
    "body-invalid": 422,
    "query-invalid": 422,
    "photo-unreadable": 422,
    "sealing-off": 422,
    "token-invalid": 422,
    "token-key-unknown": 422,
    "token-outdated": 422,
    "operation-unknown": 422,
    "rate-limited": 429,
    "headers-too-large": 431,
    "internal-error": 500,
    "overloaded": 503,
    "stopping": 503,
}
"""Every problem type with its status. Titles and details are in the message catalogue under the same names."""


OVERLOADED_BY = ("threads", "heavy_places", "steps", "connections", "uploads", "shutdown")
"""Why a request is rejected as ``overloaded``: what there was too little of. For the log and the metrics."""


@dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - the term of RFC 9457
    """Why a request fails."""

    kind: str
    params: Mapping[str, object] = field(default_factory=dict)
    errors: Sequence[LocatedError] = ()

    @property
    def status(self) -> int:
        """The HTTP status of this problem type."""
        return KINDS[self.kind]

    @property
    def wait(self) -> str | None:
        """The seconds after which another attempt may succeed, for ``Retry-After``."""
        return str(self.params["wait"]) if "wait" in self.params else None


def overloaded(reason: str) -> Problem:
    """The problem of a request for which there is no capacity; the reason is one of ``OVERLOADED_BY``."""
    return Problem("overloaded", {"wait": RETRY_SECONDS, "reason": reason})


def dump_problem(problem: Problem, language: str, instance: str, request_id: str) -> dict[str, Any]:
    """The JSON object of a problem."""
    return {
        "type": f"{TYPE_PREFIX}{problem.kind}",
        "title": text(f"problem.{problem.kind}.title", language),
        "status": problem.status,
        "detail": text(f"problem.{problem.kind}.detail", language, {"count": len(problem.errors), **problem.params}),
        "instance": instance,
        "request_id": request_id,
        "errors": [
            {
                "path": located.path,
                "code": located.error.code,
                "message": text(f"fault.{located.error.code}", language, located.error.params),
            }
            for located in _first_errors(problem.errors)
        ],
    }


def _first_errors(errors: Sequence[LocatedError]) -> Iterator[LocatedError]:
    """The errors that a problem lists: bounded in number and in the total length of their paths."""
    remaining = ERROR_PATHS_LENGTH
    for located in errors[:ERRORS_LISTED]:
        remaining -= len(located.path)
        if remaining < 0:
            return
        yield located
