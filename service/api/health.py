"""Is the process alive, and can it referee?"""

from collections.abc import Iterable

import orjson
from flask import Response
from marshmallow import Schema
from marshmallow.fields import String

from service.api.answers import said
from service.api.operations import JSON, AskOperation, ReadOperation
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


def rehearse(asked: Iterable[AskOperation]) -> None:
    """Ask every operation its own examples, in every language."""
    for operation in asked:
        for example in operation.examples.values():
            for language in LANGUAGES:
                operation.ask(example, language)


def operations(asked: Iterable[AskOperation]) -> tuple[ReadOperation, ...]:
    """The operations that tell the state of the service, given all that it can be asked."""

    def answer_ready() -> Response:
        """Ready: every operation has just answered its own examples, in every language."""
        rehearse(asked)
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
    )
