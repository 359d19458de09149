"""Strict parsing of JSON request bodies: whatever parsers could read differently is rejected."""

import json
import re
from itertools import accumulate, islice
from typing import Any, NamedTuple

import orjson

from rummy_referee.rules.violations import pointer

from .field_errors import FieldError, LocatedError
from .limits import ERROR_PATHS_LENGTH, ERRORS_LISTED, JSON_DEPTH
from .problems import Problem

_ESCAPE = re.compile(rb"\\.", re.DOTALL)
_DEPTH_CHANGES = bytes(1 if character in b"[{" else 255 for character in range(256))
"""An opening bracket adds 1 to the depth, a closing one subtracts 1 (255 is -1 as a signed byte)."""
_NO_BRACKETS = bytes(character for character in range(256) if character not in b"[]{}")


def parse_json(body: bytes) -> Any:
    """JSON by RFC 8259, without NaN, numbers beyond a double, lone surrogates and repeated keys."""
    if not body:
        raise Problem("malformed-json", {"line": 1, "column": 1})
    objects = body.count(b"{")
    # Most bodies have too few brackets to exceed the depth.
    if objects + body.count(b"[") > JSON_DEPTH and measure_depth(body) > JSON_DEPTH:
        raise Problem("json-too-deep", {"maximum": JSON_DEPTH})
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem("malformed-json", _locate_error(body, error)) from None
    # Each key has one colon, so as many colons as keys means no repeated key; colons inside strings only cause the slow
    # check. Counting takes a few microseconds, while a hook on every pair takes longer than parsing.
    if body.count(b":") != _count_keys(parsed, objects):
        repeated = [LocatedError(path, FieldError("key_repeated")) for path in _find_repeated_keys(body)]
        if repeated:
            raise Problem("repeated-keys", errors=repeated)
    return parsed


def _locate_error(body: bytes, error: orjson.JSONDecodeError) -> dict[str, int]:
    """The line and column of the error, from 1. For invalid UTF-8 the parser does not report them."""
    try:
        body.decode()
    except UnicodeDecodeError as bad:
        before = body[: bad.start].decode()
        return {"line": before.count("\n") + 1, "column": len(before) - before.rfind("\n")}
    return {"line": error.lineno, "column": error.colno}


def measure_depth(body: bytes) -> int:
    """The depth of nested brackets outside of strings: ``{"a": [[]]}`` has depth 3."""
    if b"\\" in body:
        body = _ESCAPE.sub(b"", body)
    outside_strings = b"".join(body.split(b'"')[::2])
    changes = memoryview(outside_strings.translate(_DEPTH_CHANGES, _NO_BRACKETS)).cast("b")
    return max(accumulate(changes), default=0)


def _count_keys(parsed: Any, objects: int) -> int:
    """The number of keys of all objects. ``objects`` is an upper bound of their number, and ends the search early."""
    keys, found = 0, 0
    open_objects: list[dict[str, Any]] = []
    open_lists: list[list[Any]] = []
    values: list[Any] = [parsed]
    while True:
        for value in values:
            if type(value) is dict:
                found += 1
                keys += len(value)
                open_objects.append(value)
            elif type(value) is list:
                open_lists.append(value)
        if open_objects:
            values = list(open_objects.pop().values())
        elif open_lists and found < objects:
            values = open_lists.pop()
        else:
            return keys


class _Pairs(list[tuple[str, Any]]):
    """An object with all its pairs, including repeated keys."""


class _Path(NamedTuple):
    """A path as a linked list, so that a long key is not copied for each item below it."""

    parent: "_Path | None"
    key: str | int

    def __str__(self) -> str:
        keys = []
        path: _Path | None = self
        while path:
            keys.append(path.key)
            path = path.parent
        return pointer(*reversed(keys))


def _find_repeated_keys(body: bytes) -> list[str]:
    """JSON pointers of all repeated keys, bounded in number and total length."""
    repeated: dict[_Path, None] = {}
    pending: list[tuple[_Path | None, Any]] = [(None, json.loads(body, object_pairs_hook=_Pairs))]
    while pending and len(repeated) < ERRORS_LISTED:
        parent, value = pending.pop()
        pairs = value if isinstance(value, _Pairs) else enumerate(value)
        keys = set()
        for key, inner in pairs:
            path = _Path(parent, key)
            if key in keys:
                repeated[path] = None
            keys.add(key)
            if isinstance(inner, list) and inner:
                pending.append((path, inner))
    pointers: list[str] = []
    remaining = ERROR_PATHS_LENGTH
    for path in islice(repeated, ERRORS_LISTED):
        pointers.append(str(path))
        remaining -= len(pointers[-1])
        if remaining < 0:
            break
    return sorted(pointers)
