"""Prometheus metrics: requests, their duration, and the steps of the searches.

The counts are in anonymous memory that all workers share: the main process allocates it before it forks them. So they
need no folder, no free space in it, and no clean-up. Each worker adds to its own slot, and ``/metrics`` shows the sum
of all slots. All label values are known in advance, so a label set has a fixed place in a slot.
"""

import mmap
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from http import HTTPStatus
from itertools import accumulate, product
from threading import Lock
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from rummy_referee import __version__
from rummy_referee.engine.library import engine_build
from rummy_referee.games import GAMES

from ...operations.request_record import CLIENT_CLOSED_REQUEST, RequestRecord
from ..contract import OPERATIONS
from .worker_slots import count_slots, own_slot

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
STEPS = tuple(10**power for power in range(1, 11))

_NONE = "none"
_LABELS = ("operation", "variant")
_LABEL_SETS = tuple(product([*(operation.id for operation in OPERATIONS), _NONE], [*GAMES, _NONE]))
_STATUSES = (*map(int, HTTPStatus), CLIENT_CLOSED_REQUEST)

# The numbers of a label set: requests and batch items by status, then two histograms, each with its sum.
_ITEMS = len(_STATUSES)
_DURATION = _ITEMS + len(_STATUSES)
_WORK = _DURATION + len(SECONDS) + 2
_WIDTH = _WORK + len(STEPS) + 2
_DROPPED = _WIDTH * len(_LABEL_SETS)
_SLOT_NUMBERS = _DROPPED + 1
_NUMBER_BYTES = 8

Numbers = Any
"""A memory view of floating-point numbers, which has no type."""


class Metrics(Collector):
    """The metrics of all workers."""

    def __init__(self, slots: int = 1) -> None:
        self._numbers: Numbers = memoryview(mmap.mmap(-1, slots * _SLOT_NUMBERS * _NUMBER_BYTES)).cast("d")
        self._slots = range(slots)
        self._places = {labels: _WIDTH * index for index, labels in enumerate(_LABEL_SETS)}
        self._status_places = {status: index for index, status in enumerate(_STATUSES)}
        self._lock = Lock()
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def count(self, record: RequestRecord, lines_dropped: int) -> None:
        """Count a finished request."""
        start = own_slot() * _SLOT_NUMBERS
        place = start + self._find_place(record.operation, record.variant)
        numbers = self._numbers
        with self._lock:  # of this process: no other one adds to this slot
            numbers[place + self._status_places[record.status]] += 1
            if record.seconds is not None:
                _observe(numbers, place + _DURATION, SECONDS, record.seconds)
            if record.steps:
                _observe(numbers, place + _WORK, STEPS, record.steps)
            for (operation, variant, status), count in (record.items or {}).items():
                item = start + self._find_place(operation, variant)
                numbers[item + _ITEMS + self._status_places[status]] += count
            numbers[start + _DROPPED] += lines_dropped

    def _find_place(self, operation: str | None, variant: str | None) -> int:
        return self._places.get((operation or _NONE, variant or _NONE), self._places[_NONE, _NONE])

    def collect(self) -> Iterator[Metric]:
        """The sums over all slots, for the library."""
        rows = {labels: row for labels in _LABEL_SETS if any(row := self._add_up(self._places[labels], _WIDTH))}
        yield _counter("rummy_referee_requests", "Requests served.", rows, 0)
        yield _counter("rummy_referee_batch_items", "Batch items served.", rows, _ITEMS)
        name = "rummy_referee_request_duration_seconds"
        yield _histogram(name, "Time spent in the application.", rows, _DURATION, SECONDS)
        name = "rummy_referee_solver_steps"
        yield _histogram(name, "Steps of the searches, for requests that needed any.", rows, _WORK, STEPS)
        (dropped,) = self._add_up(_DROPPED, 1)
        yield CounterMetricFamily("rummy_referee_log_lines_dropped", "Log lines that were not written.", dropped)
        text = "The version of the service and the build of the engine; always 1."
        build = GaugeMetricFamily("rummy_referee_build_info", text, labels=("version", "engine"))
        build.add_metric((__version__, engine_build()), 1)
        yield build

    def _add_up(self, place: int, width: int) -> list[float]:
        starts = [slot * _SLOT_NUMBERS + place for slot in self._slots]
        return [sum(column) for column in zip(*(self._numbers[start : start + width] for start in starts), strict=True)]


Rows = dict[tuple[str, str], list[float]]


def _observe(numbers: Numbers, place: int, bounds: Sequence[float], value: float) -> None:
    numbers[place + bisect_left(bounds, value)] += 1
    numbers[place + len(bounds) + 1] += value


def _counter(name: str, text: str, rows: Rows, place: int) -> CounterMetricFamily:
    counter = CounterMetricFamily(name, text, labels=(*_LABELS, "status"))
    for labels, row in rows.items():
        for index, status in enumerate(_STATUSES):
            if row[place + index]:
                counter.add_metric((*labels, str(status)), row[place + index])
    return counter


def _histogram(name: str, text: str, rows: Rows, place: int, bounds: Sequence[float]) -> HistogramMetricFamily:
    histogram = HistogramMetricFamily(name, text, labels=_LABELS)
    for labels, row in rows.items():
        *counts, total = row[place : place + len(bounds) + 2]
        if any(counts):
            limits = (*(str(float(bound)) for bound in bounds), "+Inf")
            histogram.add_metric(labels, list(zip(limits, accumulate(counts), strict=True)), total)
    return histogram


@cache
def open_metrics() -> Metrics:
    """The metrics of this process and its workers. Created with the application, before any of them is forked."""
    return Metrics(count_slots())


def render_metrics() -> bytes:
    """The metrics of all workers in Prometheus's text format."""
    return generate_latest(open_metrics().registry)
