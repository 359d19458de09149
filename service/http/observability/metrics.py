"""Prometheus metrics: requests, their duration, the steps of the searches, and how busy the workers are.

The numbers are in anonymous memory that all workers share: the main process allocates it before it forks them. So they
need no folder, no free space in it, and no clean-up. Each worker writes to its own slot, and ``/metrics`` shows the sum
of all slots. All label values are known in advance, so every series has a fixed place in a slot.
"""

import mmap
import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from itertools import accumulate, islice, product
from threading import Lock
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from rummy_referee import __version__
from rummy_referee.engine.library import engine_build
from rummy_referee.games import GAMES

from ...operations.problems import OVERLOADED_BY
from ...operations.request_record import CLIENT_CLOSED_REQUEST, RequestRecord
from ..contract import OPERATIONS
from .processes import collect_processes
from .worker_slots import count_slots, own_slot

SECONDS = (0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10)
STEPS = tuple(10**power for power in range(4, 9))
GAUGES = {
    "threads_busy": "Threads that handle a request, without probes and requests that wait for a place.",
    "threads_max": "Threads for requests.",
    "requests_queued": "Requests that wait for a thread.",
    "connections": "Open connections.",
    "connections_max": "The limit on connections.",
    "heavy_requests": "Heavy requests. One of each worker computes, the others wait.",
    "heavy_requests_max": "Places for heavy requests.",
}
"""What each worker reports about itself, in this order."""

_PREFIX = "rummy_referee_"
_NONE = "none"
_OPERATIONS = (*(operation.id for operation in OPERATIONS), _NONE)
_LABEL_SETS = tuple(product(_OPERATIONS, [*GAMES, _NONE]))
_STATUSES = (*map(int, HTTPStatus), CLIENT_CLOSED_REQUEST)

_WIDTHS = {
    "requests": len(_LABEL_SETS) * len(_STATUSES),
    "batch_items": len(_OPERATIONS) * len(_STATUSES),
    "request_duration_seconds": len(_OPERATIONS) * (len(SECONDS) + 2),
    "solver_steps": len(_OPERATIONS) * (len(STEPS) + 2),
    "overloaded": len(OVERLOADED_BY),
    "gauges": len(GAUGES),
    "log_lines_dropped": 1,
}
"""The parts of a slot, by metric, and their sizes. A histogram has the counts of its buckets, then the sum."""
_PLACES = dict(zip(_WIDTHS, accumulate(_WIDTHS.values(), initial=0), strict=False))
_SLOT_NUMBERS = sum(_WIDTHS.values())
_STATUS_INDEX = {status: index for index, status in enumerate(_STATUSES)}
_OPERATION_INDEX = {operation: index for index, operation in enumerate(_OPERATIONS)}
_LABEL_INDEX = {labels: index for index, labels in enumerate(_LABEL_SETS)}
_NUMBER_BYTES = 8

Numbers = Any
"""A memory view of floating-point numbers, which has no type."""


class Metrics(Collector):
    """The metrics of all workers."""

    def __init__(self, slots: int = 1) -> None:
        self._numbers: Numbers = memoryview(mmap.mmap(-1, slots * _SLOT_NUMBERS * _NUMBER_BYTES)).cast("d")
        self._slots = range(slots)
        self._main_process = os.getpid()
        self._lock = Lock()
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def count(self, record: RequestRecord, lines_dropped: int) -> None:
        """Count a finished request."""
        start = own_slot() * _SLOT_NUMBERS
        numbers = self._numbers
        status = _STATUS_INDEX[record.status]
        name = record.operation if record.operation in _OPERATION_INDEX else _NONE  # the page is no operation
        # a request with a fault counts for no game, so that a scrape stays small
        variant = _NONE if 400 <= record.status < 500 else record.variant or _NONE
        operation, labels = _OPERATION_INDEX[name], _LABEL_INDEX[name, variant]
        with self._lock:  # of this process: no other one adds to this slot
            numbers[start + labels * len(_STATUSES) + status] += 1
            if record.seconds is not None:
                _observe(numbers, start + _PLACES["request_duration_seconds"], operation, SECONDS, record.seconds)
            if record.steps:
                _observe(numbers, start + _PLACES["solver_steps"], operation, STEPS, record.steps)
            for (item, item_status), count in (record.items or {}).items():
                place = _OPERATION_INDEX[item] * len(_STATUSES) + _STATUS_INDEX[item_status]
                numbers[start + _PLACES["batch_items"] + place] += count
            if record.overloaded_by:
                numbers[start + _PLACES["overloaded"] + OVERLOADED_BY.index(record.overloaded_by)] += 1
            numbers[start + _PLACES["log_lines_dropped"]] += lines_dropped

    def set_gauges(self, values: Sequence[float], slot: int | None = None) -> None:
        """Set the gauges of a worker, by default of this one. Only its main loop sets them, and the main process."""
        start = (own_slot() if slot is None else slot) * _SLOT_NUMBERS + _PLACES["gauges"]
        for place, value in enumerate(values, start):
            self._numbers[place] = value

    def clear_gauges(self, slot: int) -> None:
        """A worker has exited."""
        self.set_gauges([0] * len(GAUGES), slot)

    def collect(self) -> Iterator[Metric]:
        """The sums over all slots, for the library."""
        statuses = tuple(map(str, _STATUSES))
        labels = {"operation": _OPERATIONS, "variant": (*GAMES, _NONE), "status": statuses}
        yield self._counter("requests", "Requests served.", labels)
        labels = {"operation": _OPERATIONS, "status": statuses}
        yield self._counter("batch_items", "Batch items served.", labels)
        text = "Requests rejected with a 503, by what there was too little of."
        yield self._counter("overloaded", text, {"reason": OVERLOADED_BY})
        yield self._histogram("request_duration_seconds", "Time spent in the application.", SECONDS)
        text = "Steps of the searches, for requests that needed any."
        yield self._histogram("solver_steps", text, STEPS)
        for (name, text), value in zip(GAUGES.items(), self._add_up("gauges"), strict=True):
            yield GaugeMetricFamily(f"{_PREFIX}{name}", text, value)
        yield self._counter("log_lines_dropped", "Log lines that were not written.", {})
        text = "The version of the service and the build of the engine; always 1."
        build = GaugeMetricFamily(f"{_PREFIX}build_info", text, labels=("version", "engine"))
        build.add_metric((__version__, engine_build()), 1)
        yield build
        yield from collect_processes(self._main_process)

    def _add_up(self, part: str) -> list[float]:
        places = range(_PLACES[part], len(self._slots) * _SLOT_NUMBERS, _SLOT_NUMBERS)
        return [sum(column) for column in zip(*(self._numbers[at : at + _WIDTHS[part]] for at in places), strict=True)]

    def _counter(self, part: str, text: str, labels: Mapping[str, Sequence[str]]) -> CounterMetricFamily:
        """The series of a counter that are not zero; without the label of a game or status, all."""
        counter = CounterMetricFamily(f"{_PREFIX}{part}", text, labels=tuple(labels))
        for values, number in zip(product(*labels.values()), self._add_up(part), strict=True):
            if number or "status" not in labels:
                counter.add_metric(values, number)
        return counter

    def _histogram(self, part: str, text: str, bounds: Sequence[float]) -> HistogramMetricFamily:
        histogram = HistogramMetricFamily(f"{_PREFIX}{part}", text, labels=("operation",))
        limits = (*(str(float(bound)) for bound in bounds), "+Inf")
        numbers = iter(self._add_up(part))
        for operation in _OPERATIONS:
            counts = list(islice(numbers, len(limits)))
            total = next(numbers)
            if any(counts):
                histogram.add_metric([operation], list(zip(limits, accumulate(counts), strict=True)), total)
        return histogram


def _observe(numbers: Numbers, start: int, row: int, bounds: Sequence[float], value: float) -> None:
    """Count a value in a row of histograms: in its bucket, and in the sum."""
    place = start + row * (len(bounds) + 2)
    numbers[place + bisect_left(bounds, value)] += 1
    numbers[place + len(bounds) + 1] += value


@cache
def open_metrics() -> Metrics:
    """The metrics of this process and its workers. Created with the application, before any of them is forked."""
    return Metrics(count_slots())


def render_metrics() -> bytes:
    """The metrics of all workers in Prometheus's text format."""
    return generate_latest(open_metrics().registry)
