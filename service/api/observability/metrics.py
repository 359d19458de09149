"""What Prometheus reads: how many requests, how long they took, and how many steps the searches needed."""

import os
from functools import cache
from pathlib import Path

from flask import Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from service import __version__
from service.api.observability.seen import Seen
from service.api.observability.worker_slots import FOLDER, own_slot
from service.engine.library import engine_build

MEDIA_TYPE = "text/plain"
_CONTENT_TYPE = f"{MEDIA_TYPE}; version=0.0.4; charset=utf-8"

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
STEPS = tuple(10**power for power in range(1, 11))

_ABOUT = ("operation", "variant")
_NONE = "none"


class Metrics:
    """The counts of this process. With a folder that several processes share, they are kept in files there."""

    def __init__(self) -> None:
        if FOLDER in os.environ:
            values.ValueClass = values.MultiProcessValue(own_slot)  # type: ignore[no-untyped-call]
        own = self.registry = CollectorRegistry()
        self._requests = Counter("rummy_referee_requests", "Requests answered.", (*_ABOUT, "status"), registry=own)
        self._items = Counter(
            "rummy_referee_batch_items", "Items of batches answered.", (*_ABOUT, "status"), registry=own
        )
        self._seconds = Histogram(
            "rummy_referee_request_duration_seconds",
            "Time from a request to its answer.",
            _ABOUT,
            buckets=SECONDS,
            registry=own,
        )
        self._steps = Histogram(
            "rummy_referee_solver_steps",
            "Steps of the searches, for answers that needed any.",
            _ABOUT,
            buckets=STEPS,
            registry=own,
        )
        self._lines_dropped = Counter(
            "rummy_referee_log_lines_dropped", "Log lines that could not be written.", registry=own
        )
        build = Gauge(
            "rummy_referee_build_info",
            "Which version of the service and which build of the engine runs; always 1.",
            ("version", "engine"),
            registry=own,
            multiprocess_mode="max",
        )
        build.labels(__version__, engine_build()).set(1)
        self._kinds: dict[tuple[str | None, str | None, int], tuple[Counter, Histogram]] = {}
        """Each kind of request with its counts, looked up once. Operations, games and statuses are few and ours."""

    def count(self, seen: Seen, lines_dropped: int) -> None:
        """Count a request that has been answered."""
        kind = (seen.operation, seen.variant, seen.status)
        counts = self._kinds.get(kind)
        if counts is None:
            about = (seen.operation or _NONE, seen.variant or _NONE)
            counts = (self._requests.labels(*about, seen.status), self._seconds.labels(*about))
            self._kinds[kind] = counts
        requests, seconds = counts
        requests.inc()
        if seen.seconds is not None:
            seconds.observe(seen.seconds)
        if seen.steps:
            self._steps.labels(seen.operation or _NONE, seen.variant or _NONE).observe(seen.steps)
        if seen.items:
            for (operation, variant, status), times in seen.items.items():
                self._items.labels(operation, variant or _NONE, status).inc(times)
        if lines_dropped:
            self._lines_dropped.inc(lines_dropped)


@cache
def open_metrics() -> Metrics:
    """The one set of counts in this process. Opened with the application, before any thread could ask for it."""
    return Metrics()


def show_metrics() -> Response:
    """The counts of all workers together; those of this one, if somebody has taken the folder that they share away."""
    registry = open_metrics().registry
    if FOLDER in os.environ and Path(os.environ[FOLDER]).is_dir():
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    answer = Response(generate_latest(registry), content_type=_CONTENT_TYPE)
    answer.headers["Cache-Control"] = "no-store"
    return answer
