"""Is the process alive, and can it referee?"""

from collections.abc import Iterable
from contextvars import Context

import orjson
from flask import Response
from marshmallow import Schema
from marshmallow.fields import String

from service.api.answers import said
from service.api.observability.metrics import MEDIA_TYPE, show_metrics
from service.api.operations import JSON, AskOperation, ReadOperation
from service.api.problems import Problem
from service.engine.library import engine_build
from service.messages.catalogue import LANGUAGES

TAG = "Operation"


class HealthAnswer(Schema):
    """The state of the service."""

    status = said(String, "Always `ok`: otherwise there is no such answer.", metadata={"const": "ok"})


class ReadinessAnswer(HealthAnswer):
    """The state of the service, and what it runs on."""

    engine = said(String, "The build of the search engine: version, hash of its sources, and compiler.")


def answer_alive() -> Response:
    """Alive: this answer is the proof."""
    return _answer({"status": "ok"})


def _answer(body: dict[str, str]) -> Response:
    answer = Response(orjson.dumps(body), content_type=JSON)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class Readiness:
    """A service is ready once every operation has answered its own examples in every language, until it stops."""

    def __init__(self, asked: Iterable[AskOperation]) -> None:
        self._asked = asked
        self._is_proven = False
        self._has_ended = False

    def prove(self) -> None:
        """Ask for all examples, unless that is done: here, or before this process was forked."""
        if not self._is_proven:
            Context().run(self._ask_all)  # outside of the request that asks for it: they are not its own steps
            self._is_proven = True

    def end(self) -> None:
        """The service stops: it still answers, but nobody should send it more."""
        self._has_ended = True

    def check(self) -> None:
        """Raise the problem there is with it, if there is one."""
        if self._has_ended:
            raise Problem("stopping")
        self.prove()

    def _ask_all(self) -> None:
        for operation in self._asked:
            for example in operation.examples.values():
                for language in LANGUAGES:
                    operation.ask(example, language)


def operations(readiness: Readiness) -> tuple[ReadOperation, ...]:
    """The operations that tell the state of the service."""

    def answer_ready() -> Response:
        """Ready, or the problem there is."""
        readiness.check()
        return _answer({"status": "ok", "engine": engine_build()})

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
            description=(
                "Answers after every operation has answered its own examples, until the service is told to stop. Ask "
                "this before sending traffic."
            ),
            content={JSON: ReadinessAnswer},
            view=answer_ready,
            problems=(503,),
            example=lambda: {"status": "ok", "engine": "0.2.0+3f2a1b9c8d7e gcc 14.2.0"},
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
