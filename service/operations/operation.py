"""Operations: what the referee can be asked. Routes, contract, batch and command line follow from one list."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from marshmallow import Schema, ValidationError

from rummy_referee.rules.game import AnyGame

from .answers import Answers
from .field_errors import locate_errors
from .fields import Loaded
from .problems import Problem
from .table import Entry

JSON = "application/json"


def games_in(body: Any) -> frozenset[str]:
    """The ids of the games in a body."""
    inner = body.values() if isinstance(body, Mapping) else body if isinstance(body, list) else ()
    own = {body["variant"]} if isinstance(body, Mapping) and "variant" in body else set()
    return frozenset(own.union(*map(games_in, inner)))


@dataclass(frozen=True)
class PostOperation:
    """An operation with a JSON body: load it, handle it, dump the response."""

    entry: Entry
    description: str
    body: Any
    """The marshmallow schema that loads the body; its ``json_schema`` takes the games of a contract."""
    answers: Any
    """Only for the contract: its ``json_schema`` takes the games."""
    handle: Callable[[Loaded, str], dict[str, Any]]
    """From the loaded body and the caller's language to the response."""
    examples: Mapping[str, Mapping[str, Any]]
    """Bodies for the contract, which shows them with their computed responses."""
    dump: Callable[[dict[str, Any]], bytes] = orjson.dumps
    """From the response to JSON."""

    method = "POST"

    @property
    def id(self) -> str:
        """The ``operationId``."""
        return self.entry.id

    @property
    def path(self) -> str:
        """The path."""
        return self.entry.path

    @property
    def tag(self) -> str:
        """The tag."""
        return self.entry.tag

    @property
    def summary(self) -> str:
        """The summary."""
        return self.entry.summary

    def examples_for(self, games: Iterable[AnyGame]) -> Mapping[str, Mapping[str, Any]]:
        """The examples for the contract of some games: the first of each game, or what has no game of its own."""
        known = {game.id for game in games}
        first: dict[object, str] = {}
        for name, body in self.examples.items():
            found = games_in(body)
            if found <= known:
                first.setdefault(found if len(found) == 1 and "requests" not in body else name, name)
        return {name: self.examples[name] for name in first.values()}

    def is_for(self, games: Iterable[AnyGame]) -> bool:
        """Whether one of these games has it."""
        return not isinstance(self.answers, Answers) or any(game in games for game in self.answers.games)

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
    example: Callable[[Sequence[AnyGame]], dict[str, Any]]
    """A response for the contract of some games."""
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
    answers: Answers
    example: Callable[[], Any]
    """A response for the contract."""
    problems: Mapping[int, tuple[str, str, *tuple[Problem, ...]]]
    """Its own problems by status: the name of the response component, a description and examples."""
    method = "POST"

    def is_for(self, games: Iterable[AnyGame]) -> bool:
        """Whether one of these games has it."""
        return any(game in games for game in self.answers.games)
