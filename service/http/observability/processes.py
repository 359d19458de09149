"""``process_*``, the standard metrics of a process, for the main process and its workers together."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from prometheus_client import ProcessCollector
from prometheus_client.core import Metric

_COMBINED: dict[str, Callable[[Iterable[float]], float]] = {
    "process_open_fds": max,
    "process_max_fds": min,
    "process_start_time_seconds": min,
}
"""How the values of the processes become one, if not by their sum."""


def collect_processes(main: int) -> Iterator[Metric]:
    """The metrics of a main process and its workers. None where there is no /proc."""
    families: dict[str, list[Metric]] = {}
    for process in (main, *_find_workers(main)):
        for family in ProcessCollector(pid=partial(int, process), registry=None).collect():
            families.setdefault(family.name, []).append(family)
    for name, same in families.items():
        value = _COMBINED.get(name, sum)(family.samples[0].value for family in same)
        if name == "process_cpu_seconds":
            value += _seconds_of_exited(main)
        combined = Metric(name, same[0].documentation, same[0].type)
        combined.samples = [same[0].samples[0]._replace(value=value)]
        yield combined


def _find_workers(main: int) -> list[int]:
    with suppress(OSError):
        children = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]
    return []


def _seconds_of_exited(main: int) -> float:
    """The processor time of workers that have exited: without it the sum would fall when a worker is replaced."""
    with suppress(OSError):
        fields = Path(f"/proc/{main}/stat").read_bytes().rpartition(b")")[2].split()
        user, system = fields[13:15]  # cutime and cstime of proc(5)
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0.0
