"""Faults of a request body: which field, what was wrong, what would be right."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.api.limits import QUOTED_LENGTH
from service.rules.violations import pointer


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with one field. It travels inside marshmallow's error lists, where others have English words."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacedFault:
    """A fault with its place in the body, as a JSON pointer."""

    path: str
    fault: Fault


def place_faults(errors: Any, path: str = "") -> Iterator[PlacedFault]:
    """Walk marshmallow's nested errors, which are as deep as our schemas, and give each fault its JSON pointer.

    They come by index and by name: marshmallow finds unknown fields in another order in every process.
    """
    if isinstance(errors, Fault):
        yield PlacedFault(path, errors)
    elif isinstance(errors, list):
        for error in errors:
            yield from place_faults(error, path)
    elif isinstance(errors, dict):
        for key, inner in sorted(errors.items(), key=lambda item: (isinstance(item[0], str), item[0])):
            yield from place_faults(inner, path if key == "_schema" else path + pointer(key))
    else:
        raise TypeError(f"a schema gave an error without a code: {errors!r}")


def quote(value: object) -> str:
    """A faulty value as a message repeats it: as JSON writes it, strings as they are unless empty, and short."""
    return _shorten(value) if value and isinstance(value, str) else quote_json(value)


def quote_json(value: object) -> str:
    """The same with strings as JSON writes them, where a message tells ``"1"`` from 1."""
    if isinstance(value, (dict, list)):
        return "{…}" if isinstance(value, dict) else "[…]"
    return f'"{_shorten(value)}"' if isinstance(value, str) else _shorten(json.dumps(value))


def _shorten(text: str) -> str:
    return text if len(text) <= QUOTED_LENGTH else f"{text[:QUOTED_LENGTH]}…"
