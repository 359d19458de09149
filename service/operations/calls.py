"""Operations from JSON to JSON, for callers without HTTP: the command line and the server for agents."""

import json
import os
from functools import cache
from typing import Any

from rummy_referee.texts.catalogue import LANGUAGES

from ..settings import read_settings
from . import json_body
from .limits import BODY_BYTES
from .post_operations import BATCH, POST_OPERATIONS
from .problems import Problem, dump_problem
from .sealing import Seals, use_seals

_OPERATIONS = {operation.id: operation for operation in (*POST_OPERATIONS, BATCH)}
OPERATIONS = tuple(_OPERATIONS)
"""The ids of the operations with a body, as in the contract."""
_MEMBERS = ("type", "title", "status", "detail", "errors")


@cache
def _seals_of_environment() -> Seals | None:
    keys = read_settings({name: value for name, value in os.environ.items() if name == "ROUND_KEYS"}).round_keys
    return Seals(keys) if keys else None


class CallError(Exception):
    """A call does not match the contract. ``problem`` is the problem document (RFC 9457) with all errors."""

    def __init__(self, problem: Problem, language: str) -> None:
        document = dump_problem(problem, language, "", "")
        self.problem: dict[str, Any] = {name: document[name] for name in _MEMBERS}
        super().__init__(self.problem)

    def __str__(self) -> str:
        faults = (f"{fault['path'] or '/'}: {fault['message']}" for fault in self.problem["errors"])
        return "\n".join((self.problem["detail"], *faults))


def parse_json(text: bytes) -> Any:
    """A value from strict JSON: no repeated keys, no NaN, no number beyond a double. Raises a ``CallError``."""
    try:
        return json_body.parse_json(text)
    except Problem as problem:
        raise CallError(problem, "en") from None


def run_json(operation: str, body: bytes, language: str) -> bytes:
    """The answer to a body, both as JSON: the same bytes as over HTTP. ``operation`` is an ``operationId``."""
    if operation not in _OPERATIONS:
        raise ValueError(f"{operation!r} is not one of {', '.join(OPERATIONS)}")
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of {', '.join(LANGUAGES)}")
    try:
        if len(body) > BODY_BYTES:
            raise Problem("body-too-large", {"maximum": BODY_BYTES})
        with use_seals(_seals_of_environment()):
            return _OPERATIONS[operation].run_to_json(json_body.parse_json(body), language)
    except Problem as problem:
        raise CallError(problem, language) from None


def run(operation: str, body: Any, language: str) -> Any:
    """The same for values. The standard parser reads the answer, because a number of moves can exceed 64 bits."""
    return json.loads(run_json(operation, json.dumps(body, allow_nan=False).encode(), language))
