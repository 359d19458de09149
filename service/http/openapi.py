"""Builds the OpenAPI document from the operations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from rummy_referee import __version__
from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame

from ..operations.components import publish_components
from ..operations.field_errors import FieldError, LocatedError
from ..operations.json_schemas import schema_of
from ..operations.limits import (
    BODY_BYTES,
    HEAD_BYTES,
    HEADER_BYTES,
    HEADER_FIELDS,
    HEADER_LIMITS,
    TARGET_BYTES,
)
from ..operations.notes import describe
from ..operations.operation import JSON, PostOperation, UploadOperation
from ..operations.problems import MEDIA_TYPE, Problem, dump_problem, overloaded
from ..operations.request_record import EXAMPLE_ID
from ..operations.responses import ProblemSchema
from ..settings import Settings
from .access_policy import is_rate_limited, requires_key
from .conventions import NOTATION
from .routes import GetOperation, Operation

TITLE = "Rummy referee"
ALL_GAMES = tuple(GAMES.values())

INFO = {
    "title": TITLE,
    "version": __version__,
    "summary": f"A referee for {len(GAMES)} rummy-family games.",
    "description": (
        "Send a variant and a snapshot, and get the verdict with a reason for every violation. Every call is "
        "stateless, and the same request always gets the same response.\n\n"
        "Every request that matches this document gets a 200: an invalid meld or an impossible pile of tiles is a "
        "verdict, with violations. A 4xx means that the request does not match this document or HTTP; the problem "
        "lists all errors at once (RFC 9457). The server itself rejects requests in the same form: 400 if it is not "
        "HTTP, 408 if the request arrives too slowly, 414 and 431 if the request line or the headers exceed their "
        "limits, 503 "
        "with `Retry-After` if the service is overloaded. A response does not depend on the load otherwise.\n\n"
        f"{NOTATION} The body of a game has the pattern of its codes.\n\n"
        "Messages are in English, German, French or Italian, by `Accept-Language`. Codes are the same in every "
        "language.\n\n"
        "An operator may require a key, sent as `Authorization: Bearer`, and may limit the rate of requests. Only then "
        "there is a 401 or a 429. With a rate limit, responses report the remaining quota in `RateLimit-Policy` and "
        "`RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): `r=99;t=42` means 99 more requests in the next 42 "
        "seconds. A batch counts as many requests as it contains, and a long search counts as several."
    ),
    "contact": {"name": "The rummy referee developers"},
    "license": {"name": "MIT", "identifier": "MIT"},
}

TAGS = (
    ("Games", "The rules of each game, and the rulings of this referee."),
    ("Melds", "Check melds, and arrange tiles in melds."),
    ("Moves", "List the legal moves, check a move, find the best."),
    ("Rounds", "Score a round, line by line."),
    ("Deals", "Reproducible deals."),
    ("Photos", "Read the tiles on a photograph."),
    ("Batch", "Many requests in one call."),
    ("Operation", "For operators of the service."),
    ("Contract", "This document."),
)

HEADERS: Mapping[str, str] = {
    "X-Request-ID": "The request id: the caller's, or a new one.",
    "Content-Language": "The language of the texts in the response.",
    "Vary": "What the response depends on: the requested language, the accepted encoding.",
    "ETag": "The entity tag of the response, for `If-None-Match`.",
    "Cache-Control": "Whether and how long the response may be cached.",
    "Allow": "The methods of this path.",
    "WWW-Authenticate": "How to send a key.",
    "RateLimit-Policy": "The number of requests (`q`) that a caller may send in a number of seconds (`w`).",
    "RateLimit": "The remaining requests (`r`), and the seconds until the window ends (`t`).",
    "Retry-After": "The seconds to wait before the next attempt.",
}

PARAMETERS: Mapping[str, str] = {
    "Accept-Language": "The preferred language: en (default), de, fr or it, with weights as in RFC 9110.",
    "X-Request-ID": "An id for this request, repeated in the response if it is up to 128 visible ASCII characters.",
    "If-None-Match": "The `ETag` of a response that the caller already has.",
}

_EXAMPLE_REQUEST = {"path": "/v1/melds/check", "method": "GET", "allowed": "OPTIONS, POST"}

PROBLEMS: Mapping[int, tuple[str, str, Problem]] = {
    400: (
        "BadRequest",
        (
            "The request is not valid HTTP, for example with an invalid `Host`. Or its body is not JSON, is nested too "
            "deep, has a number beyond a double, or repeats a key of an object."
        ),
        Problem("malformed-json", {"line": 1, "column": 17}),
    ),
    401: ("KeyRequired", "The service requires a key, and the request has no valid one.", Problem("key-required")),
    404: ("NotFound", "The path or the variant does not exist.", Problem("not-found", {"path": "/v1/variant"})),
    405: (
        "MethodNotAllowed",
        "The path does not support this method.",
        Problem("method-not-allowed", _EXAMPLE_REQUEST),
    ),
    408: (
        "RequestTimeout",
        "The request was not complete in time. The connection is closed.",
        Problem("request-timeout", {"seconds": Settings.request_seconds}),
    ),
    412: (
        "PreconditionFailed",
        "`If-Match` does not include the `ETag` of the response.",
        Problem("precondition-failed"),
    ),
    413: (
        "BodyTooLarge",
        f"The body has more than {BODY_BYTES} bytes.",
        Problem("body-too-large", {"maximum": BODY_BYTES}),
    ),
    414: (
        "TargetTooLong",
        f"The request line has more than {TARGET_BYTES} bytes. The connection is closed.",
        Problem("target-too-long", {"maximum": TARGET_BYTES}),
    ),
    415: ("UnsupportedMediaType", "The media type is not JSON in UTF-8.", Problem("media-type-unsupported")),
    422: (
        "InvalidBody",
        "The body does not match this document; all errors are listed.",
        Problem(
            "body-invalid",
            errors=[
                LocatedError("/options/colour", FieldError("field_unknown")),
                LocatedError("/melds", FieldError("field_required")),
            ],
        ),
    ),
    429: (
        "RateLimited",
        "The caller has exceeded the rate limit.",
        Problem("rate-limited", {"requests": 100, "seconds": 60, "wait": 42}),
    ),
    431: (
        "HeadersTooLarge",
        f"Over {HEADER_FIELDS} headers, {HEADER_BYTES} bytes in one, or {HEAD_BYTES} in all. The connection is closed.",
        Problem("headers-too-large", HEADER_LIMITS),
    ),
    500: ("InternalError", "An unexpected error of the service.", Problem("internal-error")),
    503: (
        "Unavailable",
        "The service is overloaded; or, only from `/readyz`, it is shutting down. The same request may succeed later.",
        overloaded("threads"),
    ),
}
"""Each status with the name of its response component, a description, and an example."""

_EXAMPLE_INSTANCES: Mapping[int, str] = {
    404: "/v1/variant",
    408: "/",
    412: "/v1/variants",
    414: "/",
    431: "/",
}
"""The ``instance`` of the other examples; ``/`` where the server has no complete request."""

_HEADERS_OF: Mapping[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    429: ("RateLimit-Policy", "RateLimit", "Retry-After"),
    503: ("Retry-After",),
}
"""Additional headers of some problems."""

_KEY_SCHEME = "key"

_EVERY_GET = (400, 405, 408, 414, 431, 500, 503)
_EVERY_UPLOAD = (400, 405, 408, 414, 431, 500, 503)
_EVERY_POST = (400, 405, 408, 413, 414, 415, 422, 431, 500, 503)


def build_document(operations: Iterable[Operation], games: Sequence[AnyGame] = ALL_GAMES) -> dict[str, Any]:
    """The whole document, or the one for some games."""
    responses = {
        name: _problem(description, (problem,), _EXAMPLE_INSTANCES.get(status, _EXAMPLE_REQUEST["path"]))
        for status, (name, description, problem) in PROBLEMS.items()
    }
    paths: dict[str, Any] = {}
    is_whole = len(games) == len(ALL_GAMES)
    for operation in operations:
        if is_whole or (not isinstance(operation, GetOperation) and operation.is_for(games)):
            described = _Describer(games, responses).describe(operation)
            paths.setdefault(operation.path, {})[operation.method.lower()] = described
    bearer = "An API key. Required only if the operator has configured keys."
    document = {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/", "description": "The host that serves this document."}],
        # For the whole document: from the same list of an operation, generated clients conclude that it needs a key.
        "security": [{}, {_KEY_SCHEME: []}],
        "tags": [{"name": name, "description": description} for name, description in TAGS],
        "paths": paths,
        "components": {
            "schemas": {},
            "headers": {
                name: {"description": description, "required": True, "schema": {"type": "string"}}
                for name, description in HEADERS.items()
            },
            "parameters": {
                name: {"name": name, "in": "header", "description": description, "schema": {"type": "string"}}
                for name, description in PARAMETERS.items()
            },
            "securitySchemes": {_KEY_SCHEME: {"type": "http", "scheme": "bearer", "description": bearer}},
            "responses": responses,
        },
    }
    made = publish_components(document)
    return made if is_whole else _narrow(made, games)


_RANGES = {
    "4XX": ("Rejected", "The request is not valid, or the caller must not send it."),
    "5XX": ("Failed", "The service failed, is overloaded or is shutting down."),
}
"""What stands for the statuses of problems in a contract of some games: the name and the description."""


def _narrow(document: dict[str, Any], games: Sequence[AnyGame]) -> dict[str, Any]:
    """The document of some games, for their clients: without the names of others, and without examples of answers."""
    variants = [game.id for game in games]
    schemas, left_out = document["components"]["schemas"], GAMES.keys() - set(variants)
    problem = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    document["components"]["responses"] = {name: {"description": text, **problem} for name, text in _RANGES.values()}
    ranges = {status: {"$ref": f"#/components/responses/{name}"} for status, (name, _) in _RANGES.items()}
    for item in document["paths"].values():
        for operation in item.values():
            good = {status: response for status, response in operation["responses"].items() if status < "4"}
            operation["responses"] = good | ranges
            for parameter in operation["parameters"]:
                parameter.pop("example", None)
            for response in good.values():
                response["content"][JSON].pop("example", None)
                response["content"][JSON].pop("examples", None)
    for name in {"Variant", "PhotoVariant"} & schemas.keys():
        schemas[name]["enum"] = [variant for variant in schemas[name]["enum"] if variant not in left_out]
    faults = {code: kind for game in games for code, kind in game.faults.items()}
    schemas["ViolationCode"]["enum"] = sorted(faults)
    named = {name for kind in faults.values() for name in kind.params}
    params = schemas["ViolationParams"]["properties"]
    schemas["ViolationParams"]["properties"] = {name: schema for name, schema in params.items() if name in named}
    info = {**INFO, "summary": f"A referee, here for {', '.join(variants)} alone."}
    used = {tag for item in document["paths"].values() for operation in item.values() for tag in operation["tags"]}
    tags = [tag for tag in document["tags"] if tag["name"] in used]
    return {**document, "info": info, "tags": tags}


def _problem(description: str, problems: Sequence[Problem], instance: str) -> dict[str, Any]:
    """The response component of problems with the same status."""
    status = problems[0].status
    headers = ("X-Request-ID", "Content-Language", "Vary", "Cache-Control", *_HEADERS_OF.get(status, ()))
    examples = {problem.kind: {"value": dump_problem(problem, "en", instance, EXAMPLE_ID)} for problem in problems}
    content = {MEDIA_TYPE: {"schema": schema_of(ProblemSchema), "examples": examples}}
    return {"description": description, "headers": _headers(*headers), "content": content}


@dataclass(frozen=True)
class _Describer:
    """Describes operations for some games."""

    games: Sequence[AnyGame]
    responses: dict[str, Any]
    """The response components, to which an operation can add its own."""

    def describe(self, operation: Operation) -> dict[str, Any]:
        """The operation object."""
        if isinstance(operation, PostOperation):
            return self._describe_post(operation)
        if isinstance(operation, GetOperation):
            return self._describe_get(operation)
        return self._describe_upload(operation)

    def _describe_upload(self, operation: UploadOperation) -> dict[str, Any]:
        problems = {**_problems({*_EVERY_UPLOAD, *_middleware_problems(operation)}), **self._own_problems(operation)}
        parameters = [
            {"name": name, "in": "query", "required": True, **parameter} for name, parameter in operation.query.items()
        ]
        binary = {"schema": {"type": "string", "format": "binary"}}
        answer = {"schema": operation.answers.json_schema(self.games), "example": operation.example()}
        return {
            **_describe(operation, self.games),
            "parameters": [*parameters, *map(_parameter, ("Accept-Language", "X-Request-ID"))],
            "requestBody": {"required": True, "content": dict.fromkeys(operation.media_types, binary)},
            "responses": {
                "200": {
                    "description": operation.summary,
                    "headers": _headers("X-Request-ID", "Content-Language", "Vary"),
                    "content": {JSON: answer},
                },
                **dict(sorted(problems.items())),
            },
        }

    def _describe_post(self, operation: PostOperation) -> dict[str, Any]:
        requests, responses = {}, {}
        for name, body in operation.examples_for(self.games).items():
            key = name.replace(",", "").replace(" ", "-")
            requests[key] = {"summary": name, "value": body}
            responses[key] = {"summary": name, "value": orjson.loads(operation.run_to_json(body, "en"))}
        asked = {"schema": operation.body.json_schema(self.games), **({"examples": requests} if requests else {})}
        answered = {
            "schema": operation.answers.json_schema(self.games),
            **({"examples": responses} if requests else {}),
        }
        return {
            **_describe(operation, self.games),
            "parameters": [*map(_parameter, ("Accept-Language", "X-Request-ID"))],
            "requestBody": {"required": True, "content": {JSON: asked}},
            "responses": {
                "200": {
                    "description": "The verdict.",
                    "headers": _headers("X-Request-ID", "Content-Language", "Vary"),
                    "content": {JSON: answered},
                },
                **_problems({*_EVERY_POST, *_middleware_problems(operation)}),
            },
        }

    def _describe_get(self, operation: GetOperation) -> dict[str, Any]:
        language = ("Content-Language",) if operation.localized else ()
        cached = ("Vary", "ETag") if operation.cached else ()
        headers = _headers("X-Request-ID", *language, *cached, "Cache-Control")
        example = {"example": operation.example(self.games)} if operation.example else {}
        responses: dict[str, Any] = {
            "200": {
                "description": operation.summary,
                "headers": headers,
                "content": {
                    media_type: {"schema": schema if isinstance(schema, Mapping) else schema_of(schema), **example}
                    for media_type, schema in operation.content.items()
                },
            }
        }
        if operation.cached:
            kept = _headers("X-Request-ID", "Vary", "ETag", "Cache-Control")
            responses["304"] = {"description": "Not modified: the caller has this response.", "headers": kept}
        parameters = [
            *(
                {"name": name, "in": "path", "required": True, **parameter}
                for name, parameter in operation.path_parameters.items()
            ),
            *({"name": name, "in": "query", **parameter} for name, parameter in operation.query.items()),
            *map(_parameter, ("Accept-Language",) if operation.localized else ()),
            *map(_parameter, ("X-Request-ID", "If-None-Match") if operation.cached else ("X-Request-ID",)),
        ]
        precondition = (412,) if operation.cached else ()
        statuses = {*operation.problem_statuses, *_EVERY_GET, *_middleware_problems(operation), *precondition}
        problems = {**_problems(statuses), **self._own_problems(operation)}
        return {
            **_describe(operation, self.games),
            "parameters": parameters,
            "responses": {**responses, **dict(sorted(problems.items()))},
        }

    def _own_problems(self, operation: UploadOperation | GetOperation) -> dict[str, Any]:
        """The responses with the problems of the operation itself."""
        for name, description, *problems in operation.problems.values():
            self.responses[name] = _problem(description, problems, operation.path)
        return {
            str(status): {"$ref": f"#/components/responses/{name}"} for status, (name, *_) in operation.problems.items()
        }


def _parameter(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/parameters/{name}"}


def _describe(operation: Operation, games: Sequence[AnyGame]) -> dict[str, Any]:
    return {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": describe(operation, games),
        **({} if requires_key(operation.path) else {"security": []}),
    }


def _middleware_problems(operation: Operation) -> tuple[int, ...]:
    """The statuses of authentication and rate limiting."""
    return (*((401,) if requires_key(operation.path) else ()), *((429,) if is_rate_limited(operation.path) else ()))


def _problems(statuses: Iterable[int]) -> dict[str, Any]:
    return {str(status): {"$ref": f"#/components/responses/{PROBLEMS[status][0]}"} for status in sorted(statuses)}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
