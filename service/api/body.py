"""From the bytes of a request body to JSON, strictly: what two parsers could read differently is refused."""

import json
import re
from itertools import accumulate, islice
from typing import Any, NamedTuple

import orjson
from flask import request
from werkzeug.http import parse_options_header

from service.api.faults import Fault, PlacedFault
from service.api.limits import BODY_BYTES, FAULTS_LISTED, JSON_DEPTH, PLACES_LISTED
from service.api.problems import Problem
from service.rules.violations import pointer

_ESCAPE = re.compile(rb"\\.", re.DOTALL)
_STEPS = bytes(1 if sign in b"[{" else 255 for sign in range(256))
"""Each opening bracket is a step down, each closing one a step up (255 is -1 as a signed byte)."""
_NO_BRACKETS = bytes(sign for sign in range(256) if sign not in b"[]{}")


def read_json() -> Any:
    """The body of this request as JSON, or the problem with it."""
    _check_media_type()
    return parse_json(_read_bytes())


def parse_json(body: bytes) -> Any:
    """JSON as in RFC 8259 and no more: no NaN, no numbers beyond a double, no lone surrogates, no repeated keys."""
    if not body:
        raise Problem("malformed-json", {"line": 1, "column": 1})
    objects = body.count(b"{")
    # Few brackets cannot lie deep, and most bodies have few.
    if objects + body.count(b"[") > JSON_DEPTH and measure_depth(body) > JSON_DEPTH:
        raise Problem("json-too-deep", {"maximum": JSON_DEPTH})
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem("malformed-json", _find_place(body, error)) from None
    # A key has one colon, so a body with as many colons as keys repeats none; colons inside strings only send us the
    # slow way. This costs a few microseconds, where a parser that looks at every pair costs more than parsing.
    if body.count(b":") != _count_keys(parsed, objects):
        repeated = [PlacedFault(path, Fault("key_repeated")) for path in _find_repeated_keys(body)]
        if repeated:
            raise Problem("repeated-keys", faults=repeated)
    return parsed


def _find_place(body: bytes, error: orjson.JSONDecodeError) -> dict[str, int]:
    """The line and column, from 1, where a body goes wrong. Where it is no UTF-8, the parser does not tell."""
    try:
        body.decode()
    except UnicodeDecodeError as bad:
        before = body[: bad.start].decode()
        return {"line": before.count("\n") + 1, "column": len(before) - before.rfind("\n")}
    return {"line": error.lineno, "column": error.colno}


def measure_depth(body: bytes) -> int:
    """How deep the brackets of a body lie in one another: ``{"a": [[]]}`` has depth 3. In strings they are letters."""
    if b"\\" in body:
        body = _ESCAPE.sub(b"", body)
    outside_strings = b"".join(body.split(b'"')[::2])
    steps = memoryview(outside_strings.translate(_STEPS, _NO_BRACKETS)).cast("b")
    return max(accumulate(steps), default=0)


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
    """The whole body, straight from the server: by way of the request object it takes several times as long.

    A chunked one has no length to trust, so one byte more than allowed is asked for, if the server knows where it ends.
    """
    environ = request.environ
    declared = environ.get("CONTENT_LENGTH") or "0"
    length = int(declared) if declared.isdecimal() else 0
    if length > BODY_BYTES:
        raise Problem("body-too-large", {"maximum": BODY_BYTES})
    body: bytes = environ["wsgi.input"].read(BODY_BYTES + 1 if environ.get("wsgi.input_terminated") else length)
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


class _Place(NamedTuple):
    """Where something stands: its key, and where what holds it stands. So a long key is not written for each item."""

    above: "_Place | None"
    key: str | int

    def __str__(self) -> str:
        keys = []
        place: _Place | None = self
        while place:
            keys.append(place.key)
            place = place.above
        return pointer(*reversed(keys))


def _find_repeated_keys(body: bytes) -> list[str]:
    """JSON pointers of all keys that an object has twice; of very many, or very long ones, the first."""
    repeated: dict[_Place, None] = {}
    to_see: list[tuple[_Place | None, Any]] = [(None, json.loads(body, object_pairs_hook=_Pairs))]
    while to_see and len(repeated) < FAULTS_LISTED:
        above, value = to_see.pop()
        pairs = value if isinstance(value, _Pairs) else enumerate(value)
        seen = set()
        for key, inner in pairs:
            place = _Place(above, key)
            if key in seen:
                repeated[place] = None
            seen.add(key)
            if isinstance(inner, list) and inner:
                to_see.append((place, inner))
    written: list[str] = []
    room = PLACES_LISTED
    for place in islice(repeated, FAULTS_LISTED):
        written.append(str(place))
        room -= len(written[-1])
        if room < 0:
            break
    return sorted(written)
