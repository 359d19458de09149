"""All operations, and the contract made from them. ``python -m service.http.contract`` prints the contract."""

import sys
from contextvars import Context
from functools import cache
from typing import Any

import orjson
import yaml

from ..operations import photos, variants
from ..operations.operation import JSON
from ..operations.post_operations import BATCH, POST_OPERATIONS
from . import health, llms_txt
from .cached_responses import CachedResponse
from .docs.operations import YAML, docs_operations
from .openapi import build_document
from .routes import Operation, look_up

READINESS = health.Readiness((*POST_OPERATIONS, BATCH))


@cache
def contract() -> dict[str, Any]:
    """The OpenAPI document. Built in a new context, so that its examples contain no id of a current request."""
    return Context().run(build_document, OPERATIONS)


@cache
def contract_yaml() -> CachedResponse:
    """The document as in ``openapi.yaml``. Without anchors, which not every OpenAPI tool supports."""
    return CachedResponse(dump_yaml(contract()).encode(), YAML)


def dump_yaml(document: dict[str, Any]) -> str:
    """The document with each example in as few lines as possible, without anchors."""
    text: str = yaml.dump(
        _with_compact_examples(document),
        Dumper=_PlainDumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=140,
    )
    return text


class _Compact(dict[str, Any]):
    """An object on as few lines as possible."""


def _with_compact_examples(part: Any) -> Any:
    if isinstance(part, list):
        return [*map(_with_compact_examples, part)]
    if not isinstance(part, dict):
        return part
    return {
        key: _Compact(value)
        if key in ("example", "value") and isinstance(value, dict)
        else _with_compact_examples(value)
        for key, value in part.items()
    }


@cache
def contract_json() -> CachedResponse:
    """The document as JSON."""
    return CachedResponse(orjson.dumps(contract()), JSON)


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
