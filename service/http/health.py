"""Liveness, readiness and metrics."""

from collections.abc import Callable, Iterable
from contextvars import Context

import orjson
from flask import Response, current_app
from marshmallow import Schema
from marshmallow.fields import String

from rummy_referee.engine.library import engine_build
from rummy_referee.texts.catalogue import LANGUAGES

from ..operations.fields import Choice
from ..operations.operation import JSON, PostOperation
from ..operations.problems import Problem
from ..operations.responses import response_field
from .access_policy import METRICS_PATH
from .routes import GetOperation

TAG = "Operation"
PROBES = {"getHealth": "/healthz", "getReadiness": "/readyz", "getMetrics": METRICS_PATH}
"""The operations that machines request every few seconds, with their paths."""
METRICS_RENDERER = "rummy_referee_metrics"
"""The application's extension that renders the metrics: a function without arguments that returns bytes."""
METRICS_MEDIA_TYPE = "text/plain"
_METRICS_CONTENT_TYPE = f"{METRICS_MEDIA_TYPE}; version=0.0.4; charset=utf-8"


class HealthAnswer(Schema):
    """The state of the service."""

    status = Choice(
        "ok", required=True, metadata={"description": "Always `ok`; any other state is a problem response."}
    )


class ReadinessAnswer(HealthAnswer):
    """The state of the service, and the engine it runs on."""

    engine = response_field(String, "The build of the search engine: version, hash of its sources, and compiler.")


def get_health() -> Response:
    """Liveness: a response proves it."""
    return _uncached(orjson.dumps({"status": "ok"}), JSON)


def get_metrics() -> Response:
    """The metrics of all workers."""
    render: Callable[[], bytes] = current_app.extensions[METRICS_RENDERER]
    return _uncached(render(), _METRICS_CONTENT_TYPE)


def _uncached(body: bytes, content_type: str) -> Response:
    response = Response(body, content_type=content_type)
    response.headers["Cache-Control"] = "no-store"
    return response


class Readiness:
    """Ready once every operation has served its own examples in every language, until the shutdown begins."""

    def __init__(self, operations: Iterable[PostOperation]) -> None:
        self._operations = operations
        self._verified = False
        self._shutting_down = False

    def verify(self) -> None:
        """Run all examples, unless this process or the one it was forked from has done so."""
        if not self._verified:
            Context().run(self._run_examples)  # in a new context: their steps do not count for the current request
            self._verified = True

    def begin_shutdown(self) -> None:
        """Report not ready from now on. Requests are still served."""
        self._shutting_down = True

    def check(self) -> None:
        """Raise the problem that keeps the service from being ready, if there is one."""
        if self._shutting_down:
            raise Problem("stopping")
        self.verify()

    def _run_examples(self) -> None:
        for operation in self._operations:
            for example in operation.examples.values():
                for language in LANGUAGES:
                    operation.run(example, language)


def health_operations(readiness: Readiness) -> tuple[GetOperation, ...]:
    """The operations for operators."""

    def get_readiness() -> Response:
        readiness.check()
        return _uncached(orjson.dumps({"status": "ok", "engine": engine_build()}), JSON)

    return (
        GetOperation(
            id="getHealth",
            path=PROBES["getHealth"],
            tag=TAG,
            summary="Liveness",
            description="Responds as long as the process serves requests. Use it to decide about a restart.",
            content={JSON: HealthAnswer},
            view=get_health,
            example=lambda _: {"status": "ok"},
        ),
        GetOperation(
            id="getReadiness",
            path=PROBES["getReadiness"],
            tag=TAG,
            summary="Readiness",
            description=(
                "Responds with 200 once every operation has served its own examples, and with 503 after the service "
                "has begun to shut down. Use it to decide about traffic."
            ),
            content={JSON: ReadinessAnswer},
            view=get_readiness,
            problem_statuses=(503,),
            example=lambda _: {"status": "ok", "engine": "0.3.0+3f2a1b9c8d7e gcc 14.2.0"},
        ),
        GetOperation(
            id="getMetrics",
            path=PROBES["getMetrics"],
            tag=TAG,
            summary="Metrics",
            description=(
                "Prometheus metrics of all workers: requests, their duration and the steps of the searches by "
                "operation, rejected requests by reason, how busy the workers are, and what their processes use."
            ),
            content={METRICS_MEDIA_TYPE: {"type": "string"}},
            view=get_metrics,
        ),
    )
