"""The results page: each benchmark writes its own part, and ``RESULTS.md`` is assembled from them."""

import platform
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "RESULTS.md"
RESULTS = HERE / "results"

PARTS = (
    "plays",
    "requests",
    "hands",
    "turns",
    "whole-rounds",
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
    """The processor, if known, and the version of Python."""
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return f"{found[1] if found else platform.machine()}; Python {platform.python_version()}"


def _path(name: str) -> Path:
    return RESULTS / f"{name}.md"
