"""Errors of a request body: which field, what is wrong, what would be valid."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rummy_referee.rules.violations import pointer

from .limits import QUOTED_LENGTH


@dataclass(frozen=True, slots=True)
class FieldError:
    """One error of one field. It takes the place of marshmallow's English messages in its error lists."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LocatedError:
    """An error with its path in the body, as a JSON pointer."""

    path: str
    error: FieldError


def locate_errors(errors: Any, path: str = "") -> Iterator[LocatedError]:
    """Flatten marshmallow's nested errors; each gets its JSON pointer.

    Sorted by index and name, because marshmallow's order of unknown fields differs between processes.
    """
    if isinstance(errors, FieldError):
        yield LocatedError(path, errors)
    elif isinstance(errors, list):
        for error in errors:
            yield from locate_errors(error, path)
    elif isinstance(errors, dict):
        for key, inner in sorted(errors.items(), key=lambda item: (isinstance(item[0], str), item[0])):
            yield from locate_errors(inner, path if key == "_schema" else path + pointer(key))
    else:
        raise TypeError(f"a schema raised an error without a code: {errors!r}")


def quote(value: object) -> str:
    """An invalid value for a message: strings as they are unless empty, other values as JSON, shortened."""
    return _shorten(value) if value and isinstance(value, str) else quote_json(value)


def quote_json(value: object) -> str:
    """An invalid value as JSON, for messages that must distinguish ``"1"`` from 1."""
    if isinstance(value, (dict, list)):
        return "{…}" if isinstance(value, dict) else "[…]"
    return f'"{_shorten(value)}"' if isinstance(value, str) else _shorten(json.dumps(value))


def _shorten(text: str) -> str:
    return text if len(text) <= QUOTED_LENGTH else f"{text[:QUOTED_LENGTH]}…"
