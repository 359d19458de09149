"""Is the process alive, and can it referee?"""

from collections.abc import Iterable
from contextvars import Context

import orjson
from flask import Response
from marshmallow import Schema
from marshmallow.fields import String

from service.api.answers import said
from service.api.operations import JSON, AskOperation, ReadOperation
from service.api.seeing.metrics import MEDIA_TYPE, show_metrics
from service.messages.catalogue import LANGUAGES

TAG = "Operation"


class HealthAnswer(Schema):
    """The state of the service."""

    status = said(String, "Always `ok`: otherwise there is no such answer.", metadata={"const": "ok"})


def answer_alive() -> Response:
    """Alive: this answer is the proof."""
    answer = Response(orjson.dumps({"status": "ok"}), content_type=JSON)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class Rehearsal:
    """Every operation asked its own examples, in every language, once."""

    def __init__(self, asked: Iterable[AskOperation]) -> None:
        self._asked = asked
        self._went_well = False

    def hold(self) -> None:
        """Ask them all, unless that is done: here, or before this process was forked."""
        if not self._went_well:
            Context().run(self._ask_all)  # outside of the request that asks for it: they are not its own steps
            self._went_well = True

    def _ask_all(self) -> None:
        for operation in self._asked:
            for example in operation.examples.values():
                for language in LANGUAGES:
                    operation.ask(example, language)


def operations(rehearsal: Rehearsal) -> tuple[ReadOperation, ...]:
    """The operations that tell the state of the service."""

    def answer_ready() -> Response:
        """Ready: the rehearsal went well."""
        rehearsal.hold()
        return answer_alive()

    return (
        ReadOperation(
            id="getHealth",
            path="/healthz",
            tag=TAG,
            summary="Is the process alive?",
            description="Answers as long as the process serves requests. Ask this before restarting it.",
            content={JSON: HealthAnswer},
            view=answer_alive,
            example=lambda: {"status": "ok"},
        ),
        ReadOperation(
            id="getReadiness",
            path="/readyz",
            tag=TAG,
            summary="Can it referee?",
            description="Answers after every operation has answered its own examples. Ask this before sending traffic.",
            content={JSON: HealthAnswer},
            view=answer_ready,
            example=lambda: {"status": "ok"},
        ),
        ReadOperation(
            id="getMetrics",
            path="/metrics",
            tag=TAG,
            summary="What has it done?",
            description=(
                "Counts for Prometheus, of all workers together: requests, their durations and the steps of the "
                "searches, by operation and variant."
            ),
            content={MEDIA_TYPE: {"type": "string"}},
            view=show_metrics,
        ),
    )
