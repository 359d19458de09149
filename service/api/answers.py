"""What answers share: how a rule, a violation and a problem look, and how a violation is written."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Boolean, Dict, Field, Integer, List, Nested, String

from service.api.limits import FAULTS_LISTED
from service.api.problems import KINDS, TYPE_PREFIX
from service.messages.catalogue import codes_of, text
from service.rules.violations import Citation, Violation
from service.tiles.tile import Tile


def said(field: type[Field[Any]], description: str, **others: Any) -> Field[Any]:
    """A field that every answer has, with what it means."""
    metadata = {"description": description, **others.pop("metadata", {})}
    return field(required=True, metadata=metadata, **others)


def listed(inner: type[Schema] | Field[Any], description: str, **others: Any) -> List[Any]:
    """A list that every answer has."""
    items = inner if isinstance(inner, Field) else Nested(inner)
    return List(items, required=True, metadata={"description": description, **others})


def codes(description: str) -> List[Any]:
    """A list of tile codes."""
    return listed(String(), description)


class Rule(Schema):
    """The rule behind a verdict."""

    variant = said(String, "The game whose rule it is.")
    section = said(String, "The name of the rule, in the answer's language.")
    source = said(String, "Where it is written: the rulebook and its heading, or the id of a ruling.")


class ViolationAnswer(Schema):
    """One fault of a snapshot, a meld or a move."""

    code = said(
        String,
        "What is wrong; codes never change with the language.",
        metadata={"enum": codes_of("violation")},
    )
    path = said(String, "Where it is wrong: a JSON pointer into the request.")
    message = said(String, "The reason, in the answer's language.")
    params = said(Dict, "The numbers and tiles of the message.")
    rule = Nested(Rule, required=True)


class FaultAnswer(Schema):
    """One fault of a request body."""

    path = said(String, "Which field: a JSON pointer into the body.")
    code = said(String, "What is wrong with it.", metadata={"enum": codes_of("fault")})
    message = said(String, "What is wrong and what would be right, in the answer's language.")


class ProblemAnswer(Schema):
    """A request that could not be answered (RFC 9457)."""

    type = said(String, "The type of the problem.", metadata={"enum": [f"{TYPE_PREFIX}{kind}" for kind in KINDS]})
    title = said(String, "The problem in a few words, in the answer's language.")
    status = said(Integer, "The HTTP status.", metadata={"enum": sorted(set(KINDS.values()))})
    detail = said(String, "This problem in a sentence.")
    instance = said(String, "The path that was asked for.", metadata={"format": "uri-reference"})
    request_id = said(String, "The id of the request, as in `X-Request-ID`.")
    errors = listed(FaultAnswer, "All faults of the body at once.", maxItems=FAULTS_LISTED)


class Judged(Schema):
    """What every verdict has."""

    variant = said(String, "The game.")
    possible = said(Boolean, "False where what was sent cannot be: more tiles than the box holds, for example.")
    violations = listed(ViolationAnswer, "Why it is impossible; empty where it is possible.")


def write_number(number: int) -> int | orjson.Fragment:
    """A whole number, however large: orjson itself writes only those of 64 bits."""
    return number if number.bit_length() < 64 else orjson.Fragment(str(number))


def dump_tiles(tiles: Iterable[Tile]) -> list[str]:
    """Tiles as their codes."""
    return [tile.code for tile in tiles]


def dump_violations(violations: Iterable[Violation], language: str) -> list[dict[str, Any]]:
    """Violations with their words."""
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
