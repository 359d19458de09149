"""Operations: the routes and the contract are both made from one list of them, so they cannot differ."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from flask import Flask, Response
from marshmallow import Schema, ValidationError

from rummy_referee.engine.work import OverloadedError

from ..http.language_negotiation import requested_language, set_language_headers
from ..http.request_record import current_record, known_variant
from .field_errors import locate_errors
from .fields import Loaded
from .json_body import read_json
from .limits import RETRY_SECONDS
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

    def view(self) -> Response:
        """The Flask view."""
        language = requested_language()
        body = read_json()
        current_record().variant = known_variant(body)
        try:
            response = Response(self.run_to_json(body, language), content_type=JSON)
        except OverloadedError:
            raise Problem("overloaded", {"wait": RETRY_SECONDS}) from None
        set_language_headers(response, language)
        return response


@dataclass(frozen=True)
class GetOperation:
    """An operation without a body. ``content`` has a marshmallow or JSON schema for each media type."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    content: Mapping[str, type[Schema] | Mapping[str, Any]]
    view: Callable[..., Response]
    path_parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    example: Callable[[], Any] | None = None
    """Computes a response for the contract."""
    problem_statuses: tuple[int, ...] = ()
    """The problem statuses of this operation, besides those of every operation."""
    cached: bool = False
    """Whether the response has an ``ETag``, so that a 304 is possible."""
    localized: bool = False
    """Whether the response has text in the caller's language."""

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
    problems: Mapping[int, tuple[str, str, Problem]]
    """Its own problems by status: the name of the response component, a description and an example."""
    view: Callable[[], Response]

    method = "POST"


Operation = PostOperation | GetOperation | UploadOperation


def register_routes(app: Flask, operations: Iterable[Operation]) -> None:
    """Register the routes. Without a blueprint, which would only add a cost to each request."""
    for operation in operations:
        rule = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(rule, operation.id, operation.view, methods=[operation.method])
