"""Operations: what the referee can be asked. Routes, contract, batch and command line follow from one list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from marshmallow import Schema, ValidationError

from .field_errors import locate_errors
from .fields import Loaded
from .problems import Problem

JSON = "application/json"


@dataclass(frozen=True)
class PostOperation:
    """An operation with a JSON body: load it, handle it, dump the response."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    body: Schema
    response_schema: type[Schema]
    """Only for the contract: one for each game, except in a batch."""
    handle: Callable[[Loaded, str], dict[str, Any]]
    """From the loaded body and the caller's language to the response."""
    examples: Mapping[str, Mapping[str, Any]]
    """Bodies for the contract, which shows them with their computed responses."""
    dump: Callable[[dict[str, Any]], bytes] = orjson.dumps
    """From the response to JSON."""

    method = "POST"

    def run(self, body: Any, language: str) -> dict[str, Any]:
        """The response to a JSON body. Raises a problem with all errors of an invalid body."""
        try:
            loaded = self.body.load(body)
        except ValidationError as error:
            raise Problem("body-invalid", errors=list(locate_errors(error.messages))) from None
        return self.handle(loaded, language)

    def run_to_json(self, body: Any, language: str) -> bytes:
        """The response as JSON."""
        return self.dump(self.run(body, language))


@dataclass(frozen=True)
class LookUpOperation:
    """An operation without a body, whose answers are always the same."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    response_schema: type[Schema]
    answer: Callable[..., dict[str, Any]]
    """From the caller's language and the parameters of the path to the response."""
    example: Mapping[str, str] = field(default_factory=dict)
    """The parameters of the path for the contract's example."""
    path_parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    problem_statuses: tuple[int, ...] = ()
    """The problem statuses of this operation, besides those of every operation."""

    method = "GET"


@dataclass(frozen=True)
class UploadOperation:
    """An operation whose body is a file; everything else about it is in the query."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    media_types: tuple[str, ...]
    query: Mapping[str, Mapping[str, Any]]
    response_schema: type[Schema]
    example: Callable[[], Any]
    """A response for the contract."""
    problems: Mapping[int, tuple[str, str, *tuple[Problem, ...]]]
    """Its own problems by status: the name of the response component, a description and examples."""
    method = "POST"
