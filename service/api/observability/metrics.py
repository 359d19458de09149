"""Prometheus metrics: requests, their duration, and the steps of the searches."""

import os
from functools import cache
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from service import __version__
from service.api.observability.worker_slots import FOLDER, own_slot
from service.api.request_record import RequestRecord
from service.engine.library import engine_build

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
STEPS = tuple(10**power for power in range(1, 11))

_LABELS = ("operation", "variant")
_NONE = "none"


class Metrics:
    """The metrics of this process, kept in files where several processes share a folder."""

    def __init__(self) -> None:
        if FOLDER in os.environ:
            values.ValueClass = values.MultiProcessValue(own_slot)  # type: ignore[no-untyped-call]
        own = self.registry = CollectorRegistry()
        self._requests = Counter("rummy_referee_requests", "Requests served.", (*_LABELS, "status"), registry=own)
        self._items = Counter("rummy_referee_batch_items", "Batch items served.", (*_LABELS, "status"), registry=own)
        self._seconds = Histogram(
            "rummy_referee_request_duration_seconds",
            "Time spent in the application.",
            _LABELS,
            buckets=SECONDS,
            registry=own,
        )
        self._steps = Histogram(
            "rummy_referee_solver_steps",
            "Steps of the searches, for requests that needed any.",
            _LABELS,
            buckets=STEPS,
            registry=own,
        )
        self._dropped = Counter("rummy_referee_log_lines_dropped", "Log lines that were not written.", registry=own)
        build = Gauge(
            "rummy_referee_build_info",
            "The version of the service and the build of the engine; always 1.",
            ("version", "engine"),
            registry=own,
            multiprocess_mode="max",
        )
        build.labels(__version__, engine_build()).set(1)
        self._children: dict[tuple[str | None, str | None, int], tuple[Counter, Histogram]] = {}
        """The metrics of each label set, looked up once. Callers cannot add label values."""

    def count(self, record: RequestRecord, lines_dropped: int) -> None:
        """Count a finished request."""
        key = (record.operation, record.variant, record.status)
        children = self._children.get(key)
        if children is None:
            labels = (record.operation or _NONE, record.variant or _NONE)
            children = (self._requests.labels(*labels, record.status), self._seconds.labels(*labels))
            self._children[key] = children
        requests, seconds = children
        requests.inc()
        if record.seconds is not None:
            seconds.observe(record.seconds)
        if record.steps:
            self._steps.labels(record.operation or _NONE, record.variant or _NONE).observe(record.steps)
        if record.items:
            for (operation, variant, status), count in record.items.items():
                self._items.labels(operation, variant or _NONE, status).inc(count)
        if lines_dropped:
            self._dropped.inc(lines_dropped)


@cache
def open_metrics() -> Metrics:
    """The metrics of this process. Created with the application, before any thread needs them."""
    return Metrics()


def render_metrics() -> bytes:
    """The metrics of all workers in Prometheus's text format; of this one alone if the shared folder is gone."""
    registry = open_metrics().registry
    if FOLDER in os.environ and Path(os.environ[FOLDER]).is_dir():
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
