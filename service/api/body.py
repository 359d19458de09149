"""From the bytes of a request body to JSON, strictly: what two parsers could read differently is refused."""

import json
from typing import Any

import orjson
from flask import request
from werkzeug.http import parse_options_header

from service.api.faults import Fault, PlacedFault
from service.api.limits import BODY_BYTES
from service.api.problems import Problem
from service.rules.violations import pointer


def read_json() -> Any:
    """The body of this request as JSON, or the problem with it."""
    _check_media_type()
    return parse_json(_read_bytes())


def parse_json(body: bytes) -> Any:
    """JSON as in RFC 8259 and no more: no NaN, no numbers beyond a double, no lone surrogates, no repeated keys."""
    if not body:
        raise Problem("malformed-json", {"line": 1, "column": 1})
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem("malformed-json", {"line": error.lineno, "column": error.colno}) from None
    # A key has one colon, so a body with as many colons as keys repeats none; colons inside strings only send us the
    # slow way. This costs a few microseconds, where a parser that looks at every pair costs more than parsing.
    if body.count(b":") != _count_keys(parsed, body.count(b"{")):
        repeated = [PlacedFault(path, Fault("key_repeated")) for path in _find_repeated_keys(body)]
        if repeated:
            raise Problem("repeated-keys", faults=repeated)
    return parsed


def _check_media_type() -> None:
    environ = request.environ
    given = environ.get("CONTENT_TYPE", "")
    if given == "application/json":
        fits = True
    else:
        media_type, options = parse_options_header(given)
        charset = options.get("charset", "utf-8").lower()
        fits = media_type.lower() == "application/json" and charset in ("utf-8", "utf8")
    if not fits or environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Problem("media-type-unsupported")


def _read_bytes() -> bytes:
    """The whole body. A chunked one has no length to trust, so one byte more than allowed is asked for."""
    if (request.content_length or 0) > BODY_BYTES:
        raise Problem("body-too-large", {"maximum": BODY_BYTES})
    body = request.stream.read(BODY_BYTES + 1)
    if len(body) > BODY_BYTES:
        raise Problem("body-too-large", {"maximum": BODY_BYTES})
    return body


def _count_keys(parsed: Any, objects: int) -> int:
    """The keys of all objects. Lists are looked into only while there are objects (as many as braces) to be found."""
    keys, found = 0, 0
    objects_to_see: list[dict[str, Any]] = []
    lists_to_see: list[list[Any]] = []
    to_see: list[Any] = [parsed]
    while True:
        for value in to_see:
            if type(value) is dict:
                found += 1
                keys += len(value)
                objects_to_see.append(value)
            elif type(value) is list:
                lists_to_see.append(value)
        if objects_to_see:
            to_see = list(objects_to_see.pop().values())
        elif lists_to_see and found < objects:
            to_see = lists_to_see.pop()
        else:
            return keys


class _Pairs(list[tuple[str, Any]]):
    """An object as it was written, with every pair."""


def _find_repeated_keys(body: bytes) -> list[str]:
    """JSON pointers of all keys that an object has twice."""
    try:
        written = json.loads(body, object_pairs_hook=_Pairs)
    except RecursionError:
        raise Problem("malformed-json", {"line": 1, "column": 1}) from None
    repeated: list[str] = []
    to_see: list[tuple[str, Any]] = [("", written)]
    while to_see:
        path, value = to_see.pop()
        if isinstance(value, _Pairs):
            seen = set()
            for key, inner in value:
                inner_path = path + pointer(key)
                if key in seen:
                    repeated.append(inner_path)
                seen.add(key)
                to_see.append((inner_path, inner))
        elif isinstance(value, list):
            to_see.extend((f"{path}/{index}", item) for index, item in enumerate(value))
    return sorted(set(repeated))
