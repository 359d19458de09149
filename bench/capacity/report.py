"""Computes the tables of ``docs/capacity.md`` from the measured figures."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import ceil
from multiprocessing import Pool
from pathlib import Path

from bench.capacity.autoscaler import (
    DURING,
    POD_SECONDS,
    Autoscaler,
    Outcome,
    read_autoscaler,
    read_rate_limit,
    simulate,
)
from bench.capacity.figures import Figures
from bench.figures import format_number, format_table

PAGE = Path(__file__).parents[2] / "docs" / "capacity.md"

DAY = 86_400
PEAK = 3
"""An assumption: the rate of the busiest minutes, relative to the average of the day."""
SIZES = {"1,000": 1_000, "100,000": 100_000, "10 million": 10_000_000}
"""Games a day."""
SIMULATED = ("100,000", "10 million")
"""At 1,000 games a day, not even ten times the load needs another pod."""
RISES = (2, 3, 5, 10)
UNIT_SECONDS = 0.01
"""The CPU time of a search that the rate limit counts as one more request."""
GAME_SECONDS = 15 * 60
"""An assumption: how long a game takes."""
NODE_SECONDS = 120
"""An assumption: how long a cluster takes to add a node."""
SIMULATED_PODS = 6
"""Larger clusters are simulated at a smaller scale: their pods are independent of one another."""


def write_page(figures: Figures) -> None:
    """Replace the tables of the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(fill(text, make_tables(figures, read_autoscaler())), encoding="utf-8")


def fill(text: str, tables: Mapping[str, str]) -> str:
    """The page with new tables between its marks."""
    for name, table in tables.items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        if not end:
            raise ValueError(f"the page has no table {name}")
        text = f"{before}{mark}{table}\n{end}{after}"
    return text


def make_tables(figures: Figures, scaler: Autoscaler) -> dict[str, str]:
    """All tables by name."""
    return {**make_quick_tables(figures, scaler), "autoscaler": _format_outcomes(figures, scaler)}


def make_quick_tables(figures: Figures, scaler: Autoscaler) -> dict[str, str]:
    """The tables that need no simulation."""
    return {
        "operations": _format_operations(figures),
        "games": _format_games(figures),
        "worker": _format_worker(figures),
        "sizes": _format_sizes(figures, scaler),
        "heavy": _format_heavy(figures),
    }


def _format_operations(figures: Figures) -> str:
    total = sum(measured.requests for measured in figures.operations.values())
    rows = [
        [
            f"`{operation}`",
            format_number(measured.seconds * 1000),
            f"{1 / measured.seconds:,.0f}",
            f"{measured.requests / total:.0%}" if measured.requests else "–",
        ]
        for operation, measured in figures.operations.items()
    ]
    return format_table(["operation", "ms of CPU", "requests per second and core", "share of a game's requests"], rows)


def _format_games(figures: Figures) -> str:
    rows = [
        [f"`{variant}`", *_format_game(game.moves, game.requests, game.cpu_seconds, game.bytes)]
        for variant, game in figures.games.items()
    ]
    moves = sum(game.moves for game in figures.games.values()) / len(figures.games)
    average = _format_game(moves, figures.requests, figures.cpu_seconds, figures.request_bytes * figures.requests)
    heads = ["game", "moves", "requests", "seconds of CPU", "KB of bodies"]
    return format_table(heads, [*rows, ["**average**", *average]])


def _format_game(moves: float, requests: float, cpu_seconds: float, size: float) -> list[str]:
    return [f"{moves:.0f}", f"{requests:.0f}", format_number(cpu_seconds), f"{size / 1e3:.0f}"]


def _format_worker(figures: Figures) -> str:
    redis = figures.redis
    rows = [
        ["memory of a pod with two workers, idle", f"{figures.idle_bytes / 1e6:.0f} MB"],
        ["the same after all requests of this page", f"{figures.loaded_bytes / 1e6:.0f} MB"],
        ["of it, a worker", f"{figures.worker_bytes / 1e6:.0f} MB"],
        ["start-up", f"{figures.start_seconds:.1f} s of CPU"],
        ["a line of the request log", f"{figures.log_bytes:.0f} bytes"],
        ["series of metrics of one pod", f"{figures.series:,}"],
        ["commands to Redis for a rate-limited request", f"{redis.commands:.0f}"],
        ["CPU of Redis for such a request", f"{redis.redis_seconds * 1e6:.0f} µs"],
        ["CPU of the service for these commands", f"{redis.own_seconds * 1e6:.0f} µs"],
    ]
    return format_table(["what", "measured"], rows)


def _format_sizes(figures: Figures, scaler: Autoscaler) -> str:
    columns = [_describe_size(figures, scaler, games) for games in SIZES.values()]
    rows = [[name, *(column[name] for column in columns)] for name in columns[0]]
    return format_table(["games a day", *SIZES], rows)


def _describe_size(figures: Figures, scaler: Autoscaler, games: int) -> dict[str, str]:
    requests = games * figures.requests
    peak = PEAK * requests / DAY
    cores = peak * figures.request_seconds
    pods = scaler.pods_for(cores)
    return {
        "requests a day": _format_large(requests),
        "requests per second at the peak": _format_large(peak),
        "cores in use at the peak": format_number(cores),
        "pods that the autoscaler keeps for it": f"{pods:,}",
        "workers": f"{pods * scaler.workers:,}",
        "memory in use": f"{pods * figures.loaded_bytes / 1e9:.1f} GB",
        "commands per second to Redis": _format_large(peak * figures.redis.commands),
        "load of Redis, which uses one core": f"{peak * figures.redis.redis_seconds:.1%}",
        "bodies, in and out": f"{8 * peak * figures.request_bytes / 1e6:,.1f} Mbit/s",
        "request log": f"{requests * figures.log_bytes / 1e9:,.1f} GB a day",
        "series in Prometheus": f"{pods * figures.series:,}",
    }


def _format_large(value: float) -> str:
    """With at most three significant digits from 1,000 on."""
    if value < 1000:
        return format_number(value)
    unit = 10 ** (len(str(int(value))) - 3)
    return f"{round(value / unit) * unit:,.0f}"


def _format_heavy(figures: Figures) -> str:
    limit = read_rate_limit()
    counted = figures.heavy_seconds / UNIT_SECONDS
    allowed = limit.requests / limit.seconds
    games = figures.requests / GAME_SECONDS
    rows = [
        ["CPU of the hardest known request", f"{figures.heavy_seconds:.1f} s"],
        ["average requests in the same time", f"{figures.heavy_seconds / figures.request_seconds:,.0f}"],
        ["requests that the rate limit counts for it", f"{counted:.0f}"],
        ["such requests of one caller per minute, at the limit of the example", f"{60 * allowed / counted:.0f}"],
        ["cores that they take", format_number(allowed * UNIT_SECONDS)],
        ["average games of a quarter of an hour that the same limit allows at a time", f"{allowed / games:.0f}"],
    ]
    return format_table(["what", "cost"], rows)


# --- the simulation -------------------------------------------------------------------------------------------------

Scenario = tuple[str, float, float]
"""Games a day, how many times the load rises, and the seconds until a pod starts."""


def _format_outcomes(figures: Figures, scaler: Autoscaler) -> str:
    scenarios: list[Scenario] = [
        (size, rise, wait) for size in SIMULATED for rise in RISES for wait in (0, NODE_SECONDS)
    ]
    with Pool() as pool:
        outcomes = pool.map(partial(_simulate, figures, scaler), scenarios)
    found = dict(zip(scenarios, outcomes, strict=True))
    rows = []
    for size in SIMULATED:
        for rise in RISES:
            free, full = found[size, rise, 0], found[size, rise, NODE_SECONDS]
            scale = _scale(figures, scaler, size)
            pods = f"{round(free.pods_before * scale):,} → {round(free.pods_after * scale):,}"
            rows.append(
                [size, f"{rise} ×", pods, _format_wait(free.before), *_format_outcome(free), *_format_outcome(full)]
            )
    columns = ["worst p99", "normal after", "rejected"]
    heads = ["games a day", "load", "pods", "p99 before", *columns, *(f"{column}, new nodes" for column in columns)]
    return format_table(heads, rows)


def _format_outcome(outcome: Outcome) -> list[str]:
    never = outcome.recovered_after == DURING
    recovery = "never" if never else f"{outcome.recovered_after} s" if outcome.recovered_after else "at once"
    return [_format_wait(outcome.worst), recovery, f"{outcome.rejected:.1%}" if outcome.rejected else "0"]


def _scale(figures: Figures, scaler: Autoscaler, size: str) -> float:
    """How many times larger the cluster is than the simulated one."""
    return max(1.0, scaler.pods_for(_cores(figures, size)) / SIMULATED_PODS)


def _cores(figures: Figures, size: str) -> float:
    return PEAK * SIZES[size] * figures.requests / DAY * figures.request_seconds


def _simulate(figures: Figures, scaler: Autoscaler, scenario: Scenario) -> Outcome:
    """The maximum number of pods does not matter here: the page says how to set it."""
    size, rise, wait = scenario
    rate = _cores(figures, size) / figures.request_seconds / _scale(figures, scaler, size)
    unlimited = replace(scaler, maximum=ceil(1e6), minimum=min(scaler.minimum, SIMULATED_PODS))
    return simulate(figures.service_times, rate, rise, unlimited, POD_SECONDS + figures.start_seconds + wait)


def _format_wait(seconds: float) -> str:
    return f"{format_number(seconds)} s" if seconds >= 1 else f"{format_number(seconds * 1000)} ms"
