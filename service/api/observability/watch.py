"""Watches every request from the outside: whatever becomes of it, it is logged, counted and traced."""

import logging
from collections.abc import Callable, Iterable
from time import perf_counter, time
from typing import TYPE_CHECKING, Any

from flask import Flask

from service.api.observability.metrics import open_metrics
from service.api.observability.places import Places
from service.api.observability.request_log import RequestLog
from service.api.observability.seen import CURRENT, Seen
from service.api.operations import Operation
from service.api.problems import Problem
from service.api.request_ids import request_id_of
from service.engine.work import counted_work
from service.settings import Settings, SettingsError

if TYPE_CHECKING:  # an extra that need not be installed
    from service.api.observability.traces import Traces

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"}
"""Those of RFC 9110 and 5789. Another is the caller's own word."""

_LOGGER = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Watch:
    """The application, watched."""

    def __init__(self, application: Application, places: Places, log: RequestLog, traces: "Traces | None") -> None:
        self._application = application
        self._places = places
        self._log = log
        self._traces = traces
        self._metrics = open_metrics()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, and tell of it."""
        started = perf_counter()
        seen = self._look(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        token = CURRENT.set(seen)

        def begin(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seen.status = int(status[:3])
            for name, value in headers:
                if name == "Content-Length":
                    seen.bytes = int(value)
            return start_response(status, headers, *more)

        try:
            with counted_work() as work:
                return self._application(environ, begin)
        finally:
            CURRENT.reset(token)
            seen.steps = work.steps
            seen.seconds = perf_counter() - started
            seen.ended = time()
            self._tell(seen, environ)

    def tell_of_refusal(self, problem: Problem, environ: Environ) -> None:
        """Tell of a request that the server has refused. If its head has come, its environment has what it says."""
        seen = self._look(environ.get("REQUEST_METHOD", ""), environ.get("PATH_INFO", ""))
        seen.status, seen.problem, seen.ended = problem.status, problem.kind, time()
        self._tell(seen, environ)

    def _look(self, method: str, path: str) -> Seen:
        return Seen(*self._places.find(path), method if method in METHODS else None)

    def _tell(self, seen: Seen, environ: Environ) -> None:
        try:
            trace = self._traces.record(seen, environ) if self._traces else None
            self._log.write(seen, request_id_of(environ), trace)
            self._metrics.count(seen, self._log.take_dropped())
        except Exception:  # nobody goes without an answer because it could not be told of
            _LOGGER.exception("A request could not be told of")


def watch(app: Flask, operations: Iterable[Operation], settings: Settings) -> None:
    """Have every request to the application watched."""
    log = RequestLog(settings.log_level)
    traces = _open_traces(settings.traces_to) if settings.traces_to else None
    app.wsgi_app = Watch(app.wsgi_app, Places(operations), log, traces)  # type: ignore[method-assign]


def _open_traces(endpoint: str) -> "Traces":
    try:
        from service.api.observability.traces import send_traces  # noqa: PLC0415 - as above
    except ImportError as error:
        missing = f"{error.name} is not installed: see requirements-tracing.lock"
        raise SettingsError([f"OTEL_EXPORTER_OTLP_ENDPOINT is set, but {missing}"]) from None
    return send_traces(endpoint)
