"""OpenTelemetry traces: a span for every request, exported by OTLP over HTTP. Needs the ``tracing`` extra."""

import os
from collections.abc import Callable
from threading import Lock
from typing import Any

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from rummy_referee import __version__

from ...operations.request_record import RequestRecord

NAME = "rummy-referee"
"""The service name in traces unless OTEL_SERVICE_NAME is set."""

_PROPAGATOR = TraceContextTextMapPropagator()


class Traces:
    """Records spans. Exporting needs a thread, so each process creates its tracer with its first span."""

    def __init__(self, make_processor: Callable[[], SpanProcessor]) -> None:
        self._make_processor = make_processor
        self._reset()
        os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        self._tracer: Tracer | None = None
        self._lock = Lock()

    def record(self, record: RequestRecord, environ: dict[str, Any]) -> str | None:
        """Record the span of a finished request, as a child of the caller's span if there is one; the trace id."""
        tracer = self._tracer or self._open()
        ended = int(record.ended * 1e9)
        span = tracer.start_span(
            record.operation or "request",
            context=_PROPAGATOR.extract(_trace_headers(environ)),
            kind=SpanKind.SERVER,
            attributes=_attributes(record),
            start_time=ended - int((record.seconds or 0) * 1e9),
        )
        if record.status >= 500:
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)
        context = span.get_span_context()
        return format_trace_id(context.trace_id) if context.is_valid else None

    def _open(self) -> Tracer:
        with self._lock:
            if self._tracer is None:
                provider = TracerProvider(resource=_resource())
                provider.add_span_processor(self._make_processor())
                self._tracer = provider.get_tracer("rummy_referee", __version__)
            return self._tracer


def export_traces(address: str) -> Traces:
    """Traces that are exported to a collector in batches."""
    return Traces(lambda: BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{address}/v1/traces")))


def _attributes(record: RequestRecord) -> dict[str, str | int]:
    attributes: dict[str, str | int | None] = {
        "http.request.method": record.method or "_OTHER",
        "http.response.status_code": record.status,
        "error.type": record.problem if record.status >= 500 else None,
        "rummy_referee.operation": record.operation,
        "rummy_referee.variant": record.variant,
        "rummy_referee.problem": record.problem,
        "rummy_referee.steps": record.steps,
    }
    return {name: value for name, value in attributes.items() if value is not None}


def _resource() -> Resource:
    """The resource of the spans: the environment's, completed with this service's name and version."""
    given = Resource.create()
    named = not str(given.attributes[SERVICE_NAME]).startswith("unknown_service")
    own = {SERVICE_VERSION: __version__, **({} if named else {SERVICE_NAME: NAME})}
    return given.merge(Resource(own))


def _trace_headers(environ: dict[str, Any]) -> dict[str, str]:
    headers = {"traceparent": environ.get("HTTP_TRACEPARENT"), "tracestate": environ.get("HTTP_TRACESTATE")}
    return {name: value for name, value in headers.items() if value}
