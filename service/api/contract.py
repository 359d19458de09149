"""All operations of the service, and the contract made from them. ``python -m service.api.contract`` prints it."""

import sys
from contextvars import Context
from functools import cache
from typing import Any

import orjson
import yaml

from service.api import deals, health, melds, moves, reference, rounds, variants, verdicts
from service.api.batch import batch_of
from service.api.cached import CachedAnswer
from service.api.document import build_document
from service.api.operations import JSON, AskOperation, Operation

ASKED: tuple[AskOperation, ...] = (
    *melds.OPERATIONS,
    *moves.OPERATIONS,
    *rounds.OPERATIONS,
    *verdicts.OPERATIONS,
    *deals.OPERATIONS,
)
"""Every operation that is asked about a game."""

BATCH = batch_of(ASKED)

READINESS = health.Readiness((*ASKED, BATCH))


@cache
def contract() -> dict[str, Any]:
    """The OpenAPI document. It is made outside of any request, even when one asks for it: examples show no real id."""
    return Context().run(build_document, OPERATIONS)


@cache
def contract_as_yaml() -> CachedAnswer:
    """The document as it is kept in ``openapi.yaml``. No anchors: not every reader of OpenAPI follows them."""
    text = yaml.dump(contract(), Dumper=_PlainDumper, sort_keys=False, allow_unicode=True, width=120)
    return CachedAnswer(text.encode(), reference.YAML)


@cache
def contract_as_json() -> CachedAnswer:
    """The document as JSON."""
    return CachedAnswer(orjson.dumps(contract()), JSON)


class _PlainDumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - yaml's own signature
        return True


OPERATIONS: tuple[Operation, ...] = (
    *variants.OPERATIONS,
    *ASKED,
    BATCH,
    *health.operations(READINESS),
    *reference.operations(contract_as_yaml, contract_as_json),
)


def warm_up() -> None:
    """Make what is made once and remembered, before the first request asks for it."""
    READINESS.prove()
    contract_as_json()
    contract_as_yaml()


if __name__ == "__main__":
    sys.stdout.write(contract_as_yaml().body.decode())
