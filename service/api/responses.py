"""What responses share: the schemas of rules, violations and problems, and how tiles and violations are dumped.

The class name of a response schema is its name in the contract, without the suffix ``Schema``.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Boolean, Dict, Field, Integer, List, Nested, String

from service.api.limits import ERRORS_LISTED
from service.api.problems import KINDS, TYPE_PREFIX
from service.messages.catalogue import codes_of, text
from service.rules.violations import Citation, Violation
from service.tiles.tile import Tile


def response_field(field: type[Field[Any]], description: str, **others: Any) -> Field[Any]:
    """A field that is always present, with its description."""
    metadata = {"description": description, **others.pop("metadata", {})}
    return field(required=True, metadata=metadata, **others)


def response_list(inner: type[Schema] | Field[Any], description: str, **others: Any) -> List[Any]:
    """A list that is always present."""
    items = inner if isinstance(inner, Field) else Nested(inner)
    return List(items, required=True, metadata={"description": description, **others})


def tile_codes(description: str) -> List[Any]:
    """A list of tile codes that is always present."""
    return response_list(String(), description)


class Rule(Schema):
    """The rule behind a verdict."""

    variant = response_field(String, "The game that has the rule.")
    section = response_field(String, "The name of the rule, in the language of the response.")
    source = response_field(String, "Where the rule is written: the rulebook and its heading, or the id of a ruling.")


class ViolationSchema(Schema):
    """One violation of the rules by a snapshot, a meld or a move."""

    code = response_field(
        String,
        "The kind of violation; the same in every language.",
        metadata={"enum": codes_of("violation")},
    )
    path = response_field(String, "The offending part of the request, as a JSON pointer.")
    message = response_field(String, "The reason, in the language of the response.")
    params = response_field(Dict, "The numbers and tiles in the message.")
    rule = Nested(Rule, required=True)


class FaultSchema(Schema):
    """One error of a request body."""

    path = response_field(String, "The invalid field, as a JSON pointer into the body.")
    code = response_field(String, "The kind of error.", metadata={"enum": codes_of("fault")})
    message = response_field(String, "What is wrong and what would be valid, in the language of the response.")


class ProblemSchema(Schema):
    """Why a request failed (RFC 9457)."""

    type = response_field(String, "The problem type.", metadata={"enum": [f"{TYPE_PREFIX}{kind}" for kind in KINDS]})
    title = response_field(String, "The problem type in a few words, in the language of the response.")
    status = response_field(Integer, "The HTTP status.", metadata={"enum": sorted(set(KINDS.values()))})
    detail = response_field(String, "This problem in a sentence.")
    instance = response_field(String, "The requested path.", metadata={"format": "uri-reference"})
    request_id = response_field(String, "The request id, as in `X-Request-ID`.")
    errors = response_list(FaultSchema, "All errors of the body.", maxItems=ERRORS_LISTED)


class VerdictBase(Schema):
    """The fields of every verdict."""

    variant = response_field(String, "The game.")
    possible = response_field(
        Boolean, "False if the position is impossible, for example with more tiles than the box holds."
    )
    violations = response_list(ViolationSchema, "Why it is impossible; empty if it is possible.")


def dump_integer(number: int) -> int | orjson.Fragment:
    """An integer of any size; orjson itself dumps only 64 bits."""
    return number if number.bit_length() < 64 else orjson.Fragment(str(number))


def dump_tiles(tiles: Iterable[Tile]) -> list[str]:
    """Tiles as their codes."""
    return [tile.code for tile in tiles]


def dump_violations(violations: Iterable[Violation], language: str) -> list[dict[str, Any]]:
    """Violations with their messages."""
    return [
        {
            "code": violation.code,
            "path": violation.path,
            "message": text(f"violation.{violation.code}", language, violation.params, game=violation.rule.variant),
            "params": violation.params,
            "rule": dump_rule(violation.rule, language),
        }
        for violation in violations
    ]


@lru_cache(maxsize=4096)
def dump_rule(rule: Citation, language: str) -> dict[str, str]:
    """A rule with its name in the caller's language."""
    return {
        "variant": rule.variant,
        "section": text(f"section.{rule.section}", language),
        "source": rule.source,
    }
