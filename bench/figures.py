"""Timing, statistics and table formatting."""

import gc
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import process_time
from typing import Any, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


def timed(ask: Callable[[Q], A], questions: Iterable[Q], limit: float = float("inf")) -> tuple[list[A], list[float]]:
    """The answers and the seconds for each, until the questions end or the time limit is reached."""
    answers, seconds = [], []
    spent = 0.0
    for question in questions:
        start = process_time()
        answers.append(ask(question))
        seconds.append(process_time() - start)
        spent += seconds[-1]
        if spent > limit:
            break
    return answers, seconds


BLOCK = 10


def timed_together(
    sides: Mapping[str, tuple[Callable[[Q], Any], float]], questions: Sequence[Q]
) -> tuple[dict[str, list[Any]], dict[str, list[float]]]:
    """Time all sides alternately in blocks of questions, so that changes in machine speed affect all equally.

    Each block starts with a question that is not measured, because the previous side has evicted the CPU caches. The
    answers are kept for comparison; freezing them keeps the garbage collector from scanning them during a measurement.
    Each side has a limit of seconds, after which it is skipped.
    """
    answers: dict[str, list[Any]] = {name: [] for name in sides}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for start in range(0, len(questions), BLOCK):
        for name, (ask, limit) in sides.items():
            left = limit - sum(seconds[name])
            if left > 0:
                gc.collect()
                gc.freeze()
                ask(questions[start - 1])
                answered, took = timed(ask, questions[start : start + BLOCK], left)
                answers[name] += answered
                seconds[name] += took
    return answers, seconds


def median(values: Sequence[float]) -> float:
    """The median."""
    return float(statistics.median(values))


def p99(values: Sequence[float]) -> float:
    """The 99th percentile; the maximum of fewer than 100 values."""
    return sorted(values)[math.ceil(0.99 * (len(values) - 1))]


def format_number(value: float) -> str:
    """With two significant digits, or all digits before the decimal point."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def format_times(seconds: Sequence[float], units: float) -> str:
    """Median / 99th percentile, in a unit of which ``units`` make a second."""
    return f"{format_number(median(seconds) * units)} / {format_number(p99(seconds) * units)}"


def format_ratio(theirs: Sequence[float] | None, ours: Sequence[float]) -> str:
    """How many times faster ours is, by median and by 99th percentile, on the questions that both answered."""
    if not theirs:
        return "–"
    both = min(len(theirs), len(ours))
    theirs, ours = theirs[:both], ours[:both]
    return f"{format_number(median(theirs) / median(ours))} / {format_number(p99(theirs) / p99(ours))}"


def format_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table with text in the first column and numbers in the others."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
