"""Traces by OpenTelemetry: a span for every request, sent by OTLP over HTTP. An extra that need not be installed."""

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

from service import __version__
from service.api.observability.seen import Seen

NAME = "rummy-referee"
"""What the service is called in traces, unless OTEL_SERVICE_NAME says otherwise."""

_PROPAGATOR = TraceContextTextMapPropagator()


class Traces:
    """Records spans. What sends them has a thread, so each process makes its own, with its first span."""

    def __init__(self, make_processor: Callable[[], SpanProcessor]) -> None:
        self._make_processor = make_processor
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._tracer: Tracer | None = None
        self._lock = Lock()

    def record(self, seen: Seen, environ: dict[str, Any]) -> str | None:
        """Record a request that has been answered, in the caller's trace if it is part of one; the trace's id."""
        tracer = self._tracer or self._open()
        ended = int(seen.ended * 1e9)
        span = tracer.start_span(
            seen.operation or "request",
            context=_PROPAGATOR.extract(_trace_headers(environ)),
            kind=SpanKind.SERVER,
            attributes=_attributes(seen),
            start_time=ended - int((seen.seconds or 0) * 1e9),
        )
        if seen.status >= 500:
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


def send_traces(address: str) -> Traces:
    """Traces that are sent to a collector, many at a time."""
    return Traces(lambda: BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{address}/v1/traces")))


def _attributes(seen: Seen) -> dict[str, str | int]:
    attributes: dict[str, str | int | None] = {
        "http.request.method": seen.method or "_OTHER",
        "http.response.status_code": seen.status,
        "error.type": seen.problem if seen.status >= 500 else None,
        "rummy_referee.operation": seen.operation,
        "rummy_referee.variant": seen.variant,
        "rummy_referee.problem": seen.problem,
        "rummy_referee.steps": seen.steps,
    }
    return {name: value for name, value in attributes.items() if value is not None}


def _resource() -> Resource:
    """Who sends the spans: what the environment says, and else this service."""
    told = Resource.create()
    named = not str(told.attributes[SERVICE_NAME]).startswith("unknown_service")
    ours = {SERVICE_VERSION: __version__, **({} if named else {SERVICE_NAME: NAME})}
    return told.merge(Resource(ours))


def _trace_headers(environ: dict[str, Any]) -> dict[str, str]:
    headers = {"traceparent": environ.get("HTTP_TRACEPARENT"), "tracestate": environ.get("HTTP_TRACESTATE")}
    return {name: value for name, value in headers.items() if value}
