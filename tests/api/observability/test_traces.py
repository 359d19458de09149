"""Traces: a span for every request, with nothing a caller sent."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from service.app import create_app
from service.http.observability import traces
from service.settings import Settings, SettingsError
from tests.api.observability.asking import ask, wait_until
from tests.api.observability.samples import BODY, CHECK
from tests.running import running

COLLECTOR = "http://127.0.0.1:9"
"""Nothing listens there."""


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """The spans recorded in this test."""
    exporter = InMemorySpanExporter()
    recorded = traces.Traces(lambda: SimpleSpanProcessor(exporter))
    monkeypatch.setattr(traces, "export_traces", lambda _address: recorded)
    yield exporter
    exporter.shutdown()


def only(spans: InMemorySpanExporter) -> ReadableSpan:
    (span,) = spans.get_finished_spans()
    return span


def test_a_span_has_the_same_data_as_the_log(logged, spans):
    app = create_app(Settings(log_level="info", traces_to=COLLECTOR))
    app.test_client().post(CHECK, json=BODY, headers={"User-Agent": "Zq7"})
    span, (line,) = only(spans), logged.lines()
    assert (span.name, span.kind, span.status.status_code) == ("checkMelds", SpanKind.SERVER, StatusCode.UNSET)
    assert dict(span.attributes or {}) == {
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "rummy_referee.operation": "checkMelds",
        "rummy_referee.variant": "rummy",
        "rummy_referee.steps": 0,
    }
    assert span.resource.attributes["service.name"] == "rummy-referee"
    assert line["trace_id"] == f"{span.context.trace_id:032x}"
    assert span.parent is None
    assert span.start_time
    assert span.end_time
    assert (span.end_time - span.start_time) / 1e9 == pytest.approx(line["seconds"], abs=1e-5)


def test_a_span_is_part_of_the_trace_of_the_caller(spans):
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    app = create_app(Settings(log_level="critical", traces_to=COLLECTOR))
    app.test_client().get("/v1/variants", headers={"traceparent": parent})
    span = only(spans)
    assert f"{span.context.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"
    assert span.parent
    assert f"{span.parent.span_id:016x}" == "b7ad6b7169203331"


@pytest.mark.parametrize("junk", ["", "Zq7", "00-0-0-01", "00-" + "0" * 32 + "-" + "0" * 16 + "-01", "é" * 500])
def test_an_invalid_traceparent_is_ignored(spans, junk):
    app = create_app(Settings(log_level="critical", traces_to=COLLECTOR))
    response = app.test_client().get("/v1/variants", headers={"traceparent": junk, "tracestate": junk})
    assert response.status_code == 200
    assert only(spans).parent is None


def test_an_unexpected_error_is_an_error_span_without_its_message(spans):
    app = create_app(Settings(log_level="critical", traces_to=COLLECTOR))

    @app.get("/broken")
    def fail():
        raise RuntimeError("swordfish")

    app.test_client().get("/broken")
    span = only(spans)
    assert (span.name, span.status.status_code) == ("request", StatusCode.ERROR)
    assert span.attributes
    assert span.attributes["error.type"] == "internal-error"
    assert "swordfish" not in span.to_json()


def test_without_the_extra_the_service_does_not_start_and_names_the_missing_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    monkeypatch.delitem(sys.modules, "service.http.observability.traces")
    with pytest.raises(
        SettingsError, match=r"opentelemetry\S* is not installed: pip install 'rummy-referee\[tracing\]'"
    ):
        create_app(Settings(traces_to=COLLECTOR))


@contextmanager
def collector(received: list[str]) -> Iterator[str]:
    """A collector that appends the names of the spans it receives."""

    class Collect(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                received.extend(span.name for scope in resource.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Collect) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_workers_send_their_spans_after_they_were_forked():
    received: list[str] = []
    with (
        collector(received) as address,
        running(WORKERS="2", OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_BSP_SCHEDULE_DELAY="50") as server,
    ):
        for _ in range(10):
            assert ask(server, "POST", CHECK, BODY)[0] == 200
        wait_until(lambda: received.count("checkMelds") == 10)
        with closing(HTTPConnection(server.address, timeout=20)) as connection:
            connection.request("GET", "/v1/variants")
            assert connection.getresponse().status == 200
        server.process.terminate()
        server.process.wait(timeout=60)
        assert "listVariants" in received, "queued spans are sent when a worker exits"
