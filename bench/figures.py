"""Times as figures, and figures in tables."""

import gc
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import process_time
from typing import Any, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


def timed(ask: Callable[[Q], A], questions: Iterable[Q], limit: float = float("inf")) -> tuple[list[A], list[float]]:
    """The answers and the seconds for each, until there are no more questions or the limit has passed."""
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
    """Ask all sides in turn about a few questions each, so that a machine that changes its pace harms all alike.

    Before each turn a side is asked about another question, which does not count: otherwise the first of every turn
    would measure how thoroughly the side before it has emptied the processor's caches. Answers are kept here to be
    compared, which nobody else does: Python is not to look through them for garbage in somebody's time. Each side has a
    limit of seconds, after which it is not asked any more.
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
    """The one in the middle."""
    return float(statistics.median(values))


def p99(values: Sequence[float]) -> float:
    """The 99th percentile; of fewer than a hundred the highest."""
    return sorted(values)[math.ceil(0.99 * (len(values) - 1))]


def format_number(value: float) -> str:
    """With two digits that count, or all before the point."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def format_times(seconds: Sequence[float], units: float) -> str:
    """Median / 99th percentile; so many units are a second."""
    return f"{format_number(median(seconds) * units)} / {format_number(p99(seconds) * units)}"


def format_ratio(theirs: Sequence[float] | None, ours: Sequence[float]) -> str:
    """How many times faster ours is, by median and by 99th percentile, as far as both were asked."""
    if not theirs:
        return "–"
    both = min(len(theirs), len(ours))
    theirs, ours = theirs[:both], ours[:both]
    return f"{format_number(median(theirs) / median(ours))} / {format_number(p99(theirs) / p99(ours))}"


def format_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column is words and whose others are figures."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
