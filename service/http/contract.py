"""All operations, and the contract made from them. ``python -m service.http.contract`` prints the contract."""

import sys
from contextvars import Context
from functools import lru_cache
from typing import Any

import orjson
import yaml

from rummy_referee.engine.work import count_steps
from rummy_referee.rules.game import AnyGame

from ..operations import photos, variants
from ..operations.operation import JSON
from ..operations.post_operations import BATCH, POST_OPERATIONS
from . import health, llms_txt
from .cached_responses import CachedResponse
from .docs.operations import YAML, docs_operations
from .openapi import ALL_GAMES, build_document
from .routes import Operation, look_up

READINESS = health.Readiness((*POST_OPERATIONS, BATCH))


KEPT = 32
"""The contracts of some games that are kept."""

BUILD_STEPS = 10_000_000
"""What making a contract counts in steps of a search: a quarter of a second."""


@lru_cache(maxsize=KEPT)
def contract(games: tuple[AnyGame, ...] = ALL_GAMES) -> dict[str, Any]:
    """The OpenAPI document. Built in a new context, so that its examples contain no id of a current request."""
    count_steps(BUILD_STEPS)
    return Context().run(build_document, OPERATIONS, games)


@lru_cache(maxsize=KEPT)
def contract_yaml(games: tuple[AnyGame, ...] = ALL_GAMES) -> CachedResponse:
    """The document as in ``openapi.yaml``. Without anchors, which not every OpenAPI tool supports."""
    return CachedResponse(dump_yaml(contract(games)).encode(), YAML)


def dump_yaml(document: dict[str, Any]) -> str:
    """The document as YAML without anchors."""
    text: str = yaml.dump(
        _with_compact_parts(document),
        Dumper=_PlainDumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=140,
    )
    return text


class _Compact(dict[str, Any]):
    """An object on as few lines as possible."""


_COMPACT = frozenset(("example", "value", "discriminator", "headers"))
"""The keys of such objects."""


def _with_compact_parts(part: Any, key: str = "", around: str = "") -> Any:
    """The document with examples, members of objects and lists of headers on as few lines as possible."""
    if isinstance(part, list):
        return [_with_compact_parts(inner, "", key) for inner in part]
    if not isinstance(part, dict):
        return part
    if key in _COMPACT or around == "properties":
        return _Compact(part)
    return {name: _with_compact_parts(value, name, key) for name, value in part.items()}


@lru_cache(maxsize=KEPT)
def contract_json(games: tuple[AnyGame, ...] = ALL_GAMES) -> CachedResponse:
    """The document as JSON."""
    return CachedResponse(orjson.dumps(contract(games)), JSON)


class _PlainDumper(yaml.CSafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - yaml's signature
        return True


_PlainDumper.add_representer(
    _Compact, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)
)


OPERATIONS: tuple[Operation, ...] = (
    *map(look_up, variants.OPERATIONS),
    *POST_OPERATIONS,
    BATCH,
    *photos.OPERATIONS,
    *health.health_operations(READINESS),
    *docs_operations(contract_yaml, contract_json),
    llms_txt.OPERATION,
)


def warm_up() -> None:
    """Fill the caches before the first request."""
    READINESS.verify()
    contract_json()
    contract_yaml()
    llms_txt.llms_txt()


if __name__ == "__main__":
    sys.stdout.write(contract_yaml().body.decode())
