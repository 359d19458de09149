"""Routes: a Flask view for each operation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson
from flask import Flask, Response, current_app
from marshmallow import Schema

from rummy_referee.engine.work import OverloadedError
from rummy_referee.rules.game import AnyGame

from ..operations.operation import JSON, LookUpOperation, PostOperation, UploadOperation
from ..operations.problems import overloaded
from ..operations.request_record import current_record, known_variant
from ..operations.sealing import Seals, use_seals
from ..settings import RoundKey
from .cached_responses import CachedResponse
from .language_negotiation import requested_language, set_language_headers
from .photos import respond_to_photo
from .request_body import read_json


@dataclass(frozen=True)
class GetOperation:
    """An operation of HTTP alone. ``content`` has a marshmallow or JSON schema for each media type."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    content: Mapping[str, type[Schema] | Mapping[str, Any]]
    view: Callable[..., Response]
    path_parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    example: Callable[[Sequence[AnyGame]], Any] | None = None
    """Computes a response for the contract of some games."""
    problem_statuses: tuple[int, ...] = ()
    """The problem statuses of this operation, besides those of every operation."""
    problems: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)
    """Its own problems by status: the name of the response component, a description, and examples."""
    cached: bool = False
    """Whether the response has an ``ETag``, so that a 304 is possible."""
    localized: bool = False
    """Whether the response has text in the caller's language."""

    method = "GET"


Operation = PostOperation | UploadOperation | GetOperation


SEALS = "rummy_referee_seals"
"""The extension of an application that seals rounds."""


def register_seals(app: Flask, keys: Sequence[RoundKey]) -> None:
    """Let the application seal rounds."""
    app.extensions[SEALS] = Seals(keys)


def register_routes(app: Flask, operations: Iterable[Operation]) -> None:
    """Register the routes. Without a blueprint, which would only add a cost to each request."""
    for operation in operations:
        rule = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(rule, operation.id, view_of(operation), methods=[operation.method])


def view_of(operation: Operation) -> Callable[..., Response]:
    """The Flask view of an operation."""
    match operation:
        case PostOperation():
            return lambda: respond_to_body(operation)
        case UploadOperation():
            return respond_to_photo
    return operation.view


def look_up(operation: LookUpOperation) -> GetOperation:
    """The operation over HTTP: its answers are kept."""

    @cache
    def answer(language: str, **parameters: str) -> CachedResponse:
        return CachedResponse(orjson.dumps(operation.answer(language, **parameters)), JSON, language)

    return GetOperation(
        id=operation.id,
        path=operation.path,
        tag=operation.tag,
        summary=operation.summary,
        description=operation.description,
        content={JSON: operation.response_schema},
        view=lambda **parameters: answer(requested_language(), **parameters).respond(),
        path_parameters=operation.path_parameters,
        example=operation.example,
        problem_statuses=operation.problem_statuses,
        cached=True,
        localized=True,
    )


def respond_to_body(operation: PostOperation) -> Response:
    """The response to the JSON body of the current request."""
    language = requested_language()
    body = read_json()
    current_record().variant = known_variant(body)
    try:
        with use_seals(current_app.extensions.get(SEALS)):
            response = Response(operation.run_to_json(body, language), content_type=JSON)
    except OverloadedError as error:
        raise overloaded(error.reason) from None
    set_language_headers(response, language)
    return response
