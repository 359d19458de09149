"""The OpenAPI document, made from the operations: what the service serves is what the document says."""

from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from apispec import APISpec
from apispec_oneofschema import MarshmallowPlugin
from marshmallow import Schema
from marshmallow.fields import Field

from service import __version__
from service.api import request_ids
from service.api.answers import FaultAnswer, ProblemAnswer, ViolationAnswer
from service.api.bodies import BodyByType
from service.api.faults import Fault, PlacedFault
from service.api.fields import ContractField, RequestSchema
from service.api.limits import BODY_BYTES, HEAD_BYTES, HEADER_BYTES, HEADER_FIELDS, HEADER_LIMITS, TARGET_BYTES
from service.api.middleware.places import is_counted, needs_key
from service.api.operations import JSON, AskOperation, Operation, ReadOperation
from service.api.problems import MEDIA_TYPE, Problem, dump_problem
from service.settings import Settings

TITLE = "Rummy referee"

INFO = {
    "title": TITLE,
    "version": __version__,
    "summary": "A referee for seven rummy-family games.",
    "description": (
        "Send a variant and a snapshot; get the verdict, with a reason for every no. Every call is stateless, and the "
        "same request always gets the same answer.\n\n"
        "Whatever this document allows is answered with 200: an invalid meld or an impossible pile of tiles is an "
        "answer, with violations. 4xx means that the request breaks this document or HTTP, and says where, all faults "
        "at once (RFC 9457). So do the server's own refusals, which come before any of this: 400 for what is not HTTP, "
        "408 for a request that comes too slowly, 414 and 431 for a request line or headers beyond their limits.\n\n"
        "A tile is a short code: `R7` is the red seven (`R` red, `B` blue, `K` black, `Y` yellow, `G` green), `J` a "
        "joker, `J=R8` a joker standing for the red eight, `Y6=R6` a yellow card standing for a red one, `85*3` the "
        "card 85 with three symbols. Each game's body has the pattern of its codes.\n\n"
        "Messages are in English, German, French or Italian, by `Accept-Language`. Codes never change.\n\n"
        "Whoever runs the service may ask for a key, sent as `Authorization: Bearer`, and may limit how often one "
        "caller asks. Only then there is a 401 or a 429. With a limit, answers say what is left of it in "
        "`RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): `r=99;t=42` means 99 requests "
        "more in the 42 seconds to come. A batch counts as many as it holds."
    ),
    "license": {"name": "MIT", "identifier": "MIT"},
}

TAGS = (
    ("Games", "What is fixed about each game, and what this referee has ruled."),
    ("Melds", "Is this a meld, and how do these tiles lie in melds?"),
    ("Moves", "Which moves are legal, is this one, and which is best?"),
    ("Rounds", "Who has how many points, and why?"),
    ("Deals", "A fair start."),
    ("Batch", "Many requests at once."),
    ("Operation", "For those who run the service."),
    ("Contract", "This document."),
)

HEADERS: Mapping[str, str] = {
    "X-Request-ID": "The request's id: the caller's, or one made here.",
    "Content-Language": "The language of the words in the answer.",
    "Vary": "The answer depends on the language asked for.",
    "ETag": "Names the bytes of this answer; send it back as `If-None-Match`.",
    "Cache-Control": "Whether and how long the answer may be kept.",
    "Allow": "The methods that this path answers.",
    "WWW-Authenticate": "How to show a key.",
    "RateLimit-Policy": "How many requests (`q`) one caller may send in how many seconds (`w`).",
    "RateLimit": "How many requests are left (`r`), and in how many seconds the count starts anew (`t`).",
    "Retry-After": "In how many seconds to try again.",
}

PARAMETERS: Mapping[str, str] = {
    "Accept-Language": "The language wanted: en (default), de, fr or it, with weights as in RFC 9110.",
    "X-Request-ID": "An id for this request, echoed in the answer if it is up to 128 visible ASCII characters.",
    "If-None-Match": "The `ETag` of an answer the caller already has.",
}

_ASKED = {"path": "/v1/melds/check", "method": "GET", "allowed": "OPTIONS, POST"}

PROBLEMS: Mapping[int, tuple[str, str, Problem]] = {
    400: (
        "BadRequest",
        (
            "The request breaks the rules of HTTP: its `Host` is none, for example. Or its body is not JSON, is nested "
            "too deep, has a number beyond a double, or an object in it has a key twice."
        ),
        Problem("malformed-json", {"line": 1, "column": 17}),
    ),
    401: ("KeyRequired", "The service asks for a key, and the request shows none of its own.", Problem("key-required")),
    404: ("NotFound", "There is nothing of this name.", Problem("not-found", {"path": "/v1/variant"})),
    405: ("MethodNotAllowed", "The path does not answer this method.", Problem("method-not-allowed", _ASKED)),
    408: (
        "RequestTimeout",
        "The request did not come whole in time. The connection is closed.",
        Problem("request-timeout", {"seconds": Settings.request_seconds}),
    ),
    412: (
        "PreconditionFailed",
        "The caller wants the answer only with another `ETag` (`If-Match`).",
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
    415: ("UnsupportedMediaType", "The body is not sent as JSON in UTF-8.", Problem("media-type-unsupported")),
    422: (
        "InvalidBody",
        "The body does not fit this document; every fault is listed.",
        Problem("body-invalid", faults=[PlacedFault("/options/colour", Fault("field_unknown"))]),
    ),
    429: (
        "RateLimited",
        "The service limits how often one caller asks, and the caller has asked more often.",
        Problem("rate-limited", {"requests": 100, "seconds": 60, "wait": 42}),
    ),
    431: (
        "HeadersTooLarge",
        f"Over {HEADER_FIELDS} headers, {HEADER_BYTES} bytes in one, or {HEAD_BYTES} in all. The connection is closed.",
        Problem("headers-too-large", HEADER_LIMITS),
    ),
    500: ("InternalError", "A fault of the service. There should be none.", Problem("internal-error")),
    503: ("Stopping", "The service has been told to stop.", Problem("stopping")),
}
"""Each status with the name of its response, what it means, and an example."""

_ASKED_AT: Mapping[int, str] = {
    404: "/v1/variant",
    408: "/",
    412: "/v1/variants",
    414: "/",
    431: "/",
    503: "/readyz",
}
"""What was asked for in the examples that are not of melds: ``/`` where the request is not known whole."""

_HEADERS_OF: Mapping[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    429: ("RateLimit-Policy", "RateLimit", "Retry-After"),
}
"""What some problems carry beside the headers that all have."""

_KEY_SCHEME = "key"

_EVERY_GET = (400, 405, 408, 414, 431, 500)
_EVERY_POST = (400, 405, 408, 413, 414, 415, 422, 431, 500)


def build_document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The whole document."""
    plugin = MarshmallowPlugin(schema_name_resolver=_schema_name)
    spec = APISpec(TITLE, __version__, "3.1.0", plugins=[plugin])
    if plugin.converter is None:
        raise RuntimeError("the plugin makes its converter when the document is made")
    plugin.converter.add_attribute_function(_describe_field)
    _add_components(spec)
    for operation in operations:
        described = _describe_ask(operation) if isinstance(operation, AskOperation) else _describe_read(operation)
        spec.path(operation.path, operations={operation.method.lower(): described})
    made = spec.to_dict()
    for key, name in plugin.converter.refs.items():
        _describe_schema(made["components"]["schemas"][name], key[0])
    return {
        "openapi": made["openapi"],
        "info": INFO,
        "servers": [{"url": "/", "description": "Where this document is served."}],
        "security": [],
        "tags": [{"name": name, "description": description} for name, description in TAGS],
        "paths": made["paths"],
        "components": made["components"],
    }


def _describe_schema(made: dict[str, Any], schema: type[Schema]) -> None:
    """A schema's docstring is its description. Those of the bodies are made, and their operation describes them."""
    if schema.__doc__ and not issubclass(schema, (RequestSchema, BodyByType)):
        made["description"] = schema.__doc__


def _add_components(spec: APISpec) -> None:
    spec.components.schema("Problem", schema=ProblemAnswer)
    for name, description in HEADERS.items():
        spec.components.header(name, {"description": description, "required": True, "schema": {"type": "string"}})
    for name, description in PARAMETERS.items():
        parameter = {"name": name, "description": description, "schema": {"type": "string"}, "required": False}
        spec.components.parameter(name, "header", parameter)
    bearer = "A key of this service. Needed only where whoever runs it asks for one."
    spec.components.security_scheme(_KEY_SCHEME, {"type": "http", "scheme": "bearer", "description": bearer})
    for status, (name, description, problem) in PROBLEMS.items():
        headers = ("X-Request-ID", "Content-Language", "Vary", "Cache-Control")
        spec.components.response(
            name,
            {
                "description": description,
                "headers": _headers(*headers, *_HEADERS_OF.get(status, ())),
                "content": {MEDIA_TYPE: {"schema": ProblemAnswer, "example": _example(status, problem)}},
            },
        )


def _describe_ask(operation: AskOperation) -> dict[str, Any]:
    asked, answered = {}, {}
    for name, body in operation.examples.items():
        key = name.replace(",", "").replace(" ", "-")
        asked[key] = {"summary": name, "value": body}
        answered[key] = {"summary": name, "value": orjson.loads(operation.write(body, "en"))}
    return {
        **_describe(operation),
        "parameters": ["Accept-Language", "X-Request-ID"],
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": operation.body, "examples": asked}},
        },
        "responses": {
            "200": {
                "description": "The verdict.",
                "headers": _headers("X-Request-ID", "Content-Language", "Vary"),
                "content": {JSON: {"schema": operation.answer_schema, "examples": answered}},
            },
            **_problems({*_EVERY_POST, *_door_problems(operation)}),
        },
    }


def _describe_read(operation: ReadOperation) -> dict[str, Any]:
    worded = ("Content-Language", "Vary") if operation.worded else ()
    cached = ("ETag",) if operation.cached else ()
    headers = _headers("X-Request-ID", *worded, *cached, "Cache-Control")
    responses: dict[str, Any] = {
        "200": {
            "description": operation.summary,
            "headers": headers,
            "content": {
                media_type: {"schema": schema, **({"example": operation.example()} if operation.example else {})}
                for media_type, schema in operation.content.items()
            },
        }
    }
    if operation.cached:
        vary = ("Vary",) if operation.worded else ()
        kept = _headers("X-Request-ID", *vary, "ETag", "Cache-Control")
        responses["304"] = {"description": "The caller has it already.", "headers": kept}
    parameters: list[Any] = [
        {"name": name, "in": "path", "required": True, **parameter}
        for name, parameter in operation.path_parameters.items()
    ]
    parameters += ["Accept-Language"] if operation.worded else []
    parameters += ["X-Request-ID"]
    parameters += ["If-None-Match"] if operation.cached else []
    statuses = {*operation.problems, *_EVERY_GET, *_door_problems(operation), *((412,) if operation.cached else ())}
    return {**_describe(operation), "parameters": parameters, "responses": {**responses, **_problems(statuses)}}


def _describe(operation: Operation) -> dict[str, Any]:
    return {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        **({"security": [{}, {_KEY_SCHEME: []}]} if needs_key(operation.path) else {}),
    }


def _door_problems(operation: Operation) -> tuple[int, ...]:
    """What the doors may answer, where they are there."""
    return (*((401,) if needs_key(operation.path) else ()), *((429,) if is_counted(operation.path) else ()))


def _example(status: int, problem: Problem) -> dict[str, Any]:
    return dump_problem(problem, "en", _ASKED_AT.get(status, _ASKED["path"]), request_ids.EXAMPLE)


def _problems(statuses: Iterable[int]) -> dict[str, Any]:
    return {str(status): {"$ref": f"#/components/responses/{PROBLEMS[status][0]}"} for status in sorted(statuses)}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _describe_field(_: Any, field: Field[Any], **__: Any) -> dict[str, Any]:
    """Our own fields say their JSON Schema themselves."""
    return field.published_schema() if isinstance(field, ContractField) else {}


def _schema_name(schema: Any) -> str:
    kind: type[Schema] = schema if isinstance(schema, type) else type(schema)
    return _SHORT_NAMES.get(kind, kind.__name__)


_SHORT_NAMES = {ProblemAnswer: "Problem", ViolationAnswer: "Violation", FaultAnswer: "Fault"}
