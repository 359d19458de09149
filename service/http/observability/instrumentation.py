"""WSGI middleware around the whole application that logs, counts and traces every request."""

import logging
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from time import perf_counter, time
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import Map

from rummy_referee.engine.work import CancelledError, counted_work

from ...operations.problems import Problem
from ...operations.request_record import CLIENT_CLOSED_REQUEST, CURRENT, RequestRecord, current_record
from ...settings import Settings, SettingsError
from ..health import METRICS_RENDERER
from ..request_ids import request_id_of
from .metrics import open_metrics, render_metrics
from .request_log import RequestLog

if TYPE_CHECKING:  # an optional extra
    from .traces import Traces

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"}
"""The methods of RFC 9110 and 5789. Any other is text of the caller and is not logged."""

_UNROUTED = (HTTPStatus.BAD_REQUEST, HTTPStatus.METHOD_NOT_ALLOWED)
"""The statuses with which Flask rejects a request without routing it, although its path may be an operation's."""

_LOGGER = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Instrumentation:
    """The instrumented application."""

    def __init__(self, application: Application, url_map: Map, log: RequestLog, traces: "Traces | None") -> None:
        self._application = application
        self._url_map = url_map
        self._log = log
        self._traces = traces
        self._metrics = open_metrics()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Call the application and report the request."""
        started = perf_counter()
        record = _new_record(environ)
        token = CURRENT.set(record)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            record.status = int(status[:3])
            for name, value in headers:
                if name == "Content-Length":
                    record.bytes = int(value)
            return start_response(status, headers, *more)

        try:
            with counted_work() as work:
                return self._application(environ, start)
        except CancelledError:
            record.status = CLIENT_CLOSED_REQUEST
            raise
        finally:
            CURRENT.reset(token)
            record.steps = work.steps
            record.seconds = perf_counter() - started
            record.ended = time()
            self._report(record, environ)

    def report_rejected(self, problem: Problem, environ: Environ) -> None:
        """Report a request that the server rejected. The environ is empty if its head was not complete."""
        record = _new_record(environ)
        record.status, record.ended = problem.status, time()
        record.set_problem(problem.kind, problem.params)
        self._report(record, environ)

    def _report(self, record: RequestRecord, environ: Environ) -> None:
        try:
            if record.operation is None and (record.seconds is None or record.status in _UNROUTED):
                record.set_route(*self._match(environ))
            trace_id = self._traces.record(record, environ) if self._traces else None
            self._log.write(record, record.request_id, trace_id)
            self._metrics.count(record, self._log.take_dropped())
        except Exception:  # an error of the instrumentation must not fail the request
            _LOGGER.exception("Instrumentation failed")

    def _match(self, environ: Environ) -> tuple[str | None, Mapping[str, Any]]:
        """The operation and parameters of the path of a request that Flask did not route, for whatever method."""
        if "PATH_INFO" not in environ:  # no complete head; werkzeug would take it for "/"
            return None, {}
        paths = self._url_map.bind("localhost", path_info=environ["PATH_INFO"])
        try:
            return paths.match(method=environ.get("REQUEST_METHOD"))
        except MethodNotAllowed as error:
            return paths.match(method=next(iter(error.valid_methods or ())))
        except HTTPException:
            return None, {}


def _new_record(environ: Environ) -> RequestRecord:
    method = environ.get("REQUEST_METHOD")
    return RequestRecord(method if method in METHODS else None, request_id_of(environ))


def instrument(app: Flask, settings: Settings) -> None:
    """Instrument the application. Its routes must be registered: only these are logged as operations."""
    operations = frozenset(app.view_functions)

    def record_route(endpoint: str | None, parameters: Mapping[str, Any] | None) -> None:
        if endpoint in operations:
            current_record().set_route(endpoint, parameters)

    app.url_value_preprocessor(record_route)  # Flask calls it after routing, before the hooks of the middleware
    app.extensions[METRICS_RENDERER] = render_metrics
    log = RequestLog(settings.log_level)
    traces = _open_traces(settings.traces_to) if settings.traces_to else None
    app.wsgi_app = Instrumentation(app.wsgi_app, app.url_map, log, traces)  # type: ignore[method-assign]


def _open_traces(endpoint: str) -> "Traces":
    try:
        from .traces import export_traces  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        missing = f"{error.name} is not installed: pip install 'rummy-referee[tracing]'"
        raise SettingsError([f"OTEL_EXPORTER_OTLP_ENDPOINT is set, but {missing}"]) from None
    return export_traces(endpoint)
