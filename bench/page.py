"""The results page: each benchmark writes its own part, and ``RESULTS.md`` is assembled from them."""

import os
import platform
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "RESULTS.md"
RESULTS = HERE / "results"

LOAD = os.getloadavg()[0]
"""How many processes were busy before the measurement: with more than a few, only ratios of the same run count."""

PARTS = (
    "plays",
    "requests",
    "hands",
    "turns",
    "kept-melds",
    "whole-rounds",
    "strength",
    "waiting",
    "reviews",
    "shell",
    "workers",
    "soak",
    "chaos",
    "overload",
    "failover",
    "redesign",
)
"""The parts in the order of the page. Missing parts are skipped."""

HEAD = """\
# Benchmark results

Assembled from `bench/results/`, which the benchmark commands write. Do not edit. The machine was shared and noisy: the
ratios are more reliable than the absolute numbers.
"""


def write_part(name: str, text: str) -> None:
    """Write one part, which starts with a second-level heading, and assemble the page."""
    if name not in PARTS:
        raise ValueError(f"{name} is not on the page: add it to PARTS")
    RESULTS.mkdir(exist_ok=True)
    _path(name).write_text(text.strip() + "\n", encoding="utf-8")
    PAGE.write_text(assemble(), encoding="utf-8")


def assemble() -> str:
    """The whole page."""
    written = [_path(name).read_text(encoding="utf-8") for name in PARTS if _path(name).exists()]
    return "\n".join([HEAD, *written])


def describe_machine() -> str:
    """The processor, if known, the version of Python, and how busy the machine was."""
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    processor = found[1] if found else platform.machine()
    return f"{processor}; Python {platform.python_version()}; load {LOAD:.0f} on {os.cpu_count()} cores before"


def _path(name: str) -> Path:
    return RESULTS / f"{name}.md"
