"""Operations: the one list from which both the routes and the contract are made, so that they cannot drift."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import orjson
from flask import Flask, Response
from marshmallow import Schema, ValidationError

from service.api.body import read_json
from service.api.faults import place_faults
from service.api.fields import Loaded
from service.api.languages import say_language, wanted_language
from service.api.observability.seen import note_variant
from service.api.problems import Problem

JSON = "application/json"


@dataclass(frozen=True)
class AskOperation:
    """Asked by ``POST`` with a JSON body: load, ask, dump."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    body: Schema
    answer_schema: type[Schema]
    answer: Callable[[Loaded, str], dict[str, Any]]
    """From the loaded body and the caller's language to the answer."""
    examples: Mapping[str, Mapping[str, Any]]
    """Bodies to show in the contract. Their answers are asked for when the contract is made, so they are real."""
    dump: Callable[[dict[str, Any]], bytes] = orjson.dumps
    """From the answer to JSON."""
    turns: AbstractContextManager[Any] = field(default_factory=nullcontext)
    """What is waited for before the body is looked at, where answers take much memory in the making."""

    method = "POST"

    def ask(self, body: Any, language: str) -> dict[str, Any]:
        """The answer to a JSON body, or the problem with it: all faults at once."""
        try:
            loaded = self.body.load(body)
        except ValidationError as error:
            raise Problem("body-invalid", faults=list(place_faults(error.messages))) from None
        return self.answer(loaded, language)

    def write(self, body: Any, language: str) -> bytes:
        """The answer as JSON."""
        with self.turns:
            return self.dump(self.ask(body, language))

    def view(self) -> Response:
        """What Flask calls."""
        language = wanted_language()
        body = read_json()
        note_variant(body)
        answer = Response(self.write(body, language), content_type=JSON)
        say_language(answer, language)
        return answer


@dataclass(frozen=True)
class ReadOperation:
    """Read by ``GET``. ``content`` says of each media type what is answered: a schema, or JSON Schema as it is."""

    id: str
    path: str
    tag: str
    summary: str
    description: str
    content: Mapping[str, type[Schema] | Mapping[str, Any]]
    view: Callable[..., Response]
    path_parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    example: Callable[[], Any] | None = None
    """An answer to show in the contract, asked for when the contract is made."""
    problems: tuple[int, ...] = ()
    """The statuses it may fail with, beside those every operation has."""
    cached: bool = False
    """Whether the answer has an ``ETag``, and may thus be a 304."""
    worded: bool = False
    """Whether the answer has words, and thus a language."""

    method = "GET"


Operation = AskOperation | ReadOperation


def add_routes(app: Flask, operations: Iterable[Operation]) -> None:
    """The routes of some operations. A blueprint would do nothing more, but cost something with each request."""
    for operation in operations:
        rule = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(rule, operation.id, operation.view, methods=[operation.method])
