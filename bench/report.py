"""Reports the benchmark of plays: a part of the results page and a plot."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from bench.figures import format_ratio, format_table, format_times, median, p99
from bench.measured import Disagreement, Measured, Run
from bench.page import describe_machine
from bench.positions import DEAL

OURS = ("best", "count", "list")
PACKAGES = ("rummikub-solver", "cvxpy-base", "highspy", "numpy", "rlcard", "open-spiel")
EXAMPLES = 3
COLOURS = ("#0072b2", "#56b4e9", "#009e73", "#d55e00", "#e69f00")

PART = """\
## Plays

Written by `make bench`. Milliseconds of CPU time for one position, median / 99th percentile (the maximum if there are
fewer than 100 positions).

- **best**: the engine finds a play of the most tiles and the table after it.
- **count**: the engine counts all plays, that is, all sets of hand tiles that can leave the hand. No peer can do
  this.
- **list**: the engine counts all plays and returns the first 100, each with the table after it. No peer can do this.
- **list / best**: the ratio of the medians, on the positions that both solved; then the ratio of the 99th
  percentiles.
- **HiGHS**: the integer programme of den Hertog and Hulshof (2006), given directly to the HiGHS solver. The melds are
  enumerated in advance.
- **rummikub-solver**: the package from PyPI, set up in advance. It supports neither bound jokers nor a limit on the
  tiles of a play.
- **times faster**: the median of the peer divided by the median of *best*, on the positions that both solved; then
  the same for the 99th percentile.

{table}

Each side solves {positions} positions of each kind, or as many as it can in a few seconds (then the number is in
parentheses). The sides alternate in blocks of ten, each block after one position that is not measured. `table 60` has
60 tiles in random melds and 14 tiles in the hand, without jokers unless the name says so (then two). In self-play,
two to four players always play as many tiles as possible; turns without a play are left out. `bound` jokers keep
their role until a real tile replaces them. `bench/positions.py` defines all kinds. Converting our results to the
format of the peers is not measured.

![Time by tiles on the table](time-by-tiles.svg)

### Agreement

{agreement}

### Environment

`make bench`, {minutes:.0f} minutes including hands and moves, one core; {machine}; engine: {engine}; {versions}. All
positions come from the seed in `bench/run.py`.
"""


def format_plays(results: Sequence[Measured], *, peers: Sequence[str], run: Run) -> str:
    """The part of the results page on plays."""
    return PART.format(
        table=_table(results, peers),
        positions=run.positions,
        agreement=_agreement(results, peers),
        engine=run.engine,
        minutes=run.minutes,
        machine=describe_machine(),
        versions=", ".join(f"{package} {version(package)}" for package in PACKAGES),
    )


def _table(results: Sequence[Measured], peers: Sequence[str]) -> str:
    faster = [f"times faster than {peer}" for peer in peers]
    heads = ["positions", "best", "count", "list", "list / best", *peers, *faster]
    rows = [
        [
            measured.kind,
            *(_times(measured, side) for side in OURS),
            format_ratio(measured.seconds["list"], measured.seconds["best"]),
            *(_times(measured, peer) for peer in peers),
            *(format_ratio(measured.seconds.get(peer), measured.seconds["best"]) for peer in peers),
        ]
        for measured in results
    ]
    together = {
        side: [seconds for measured in results for seconds in measured.seconds_with_hands_up_to(DEAL, side)]
        for side in OURS
    }
    rows.append(
        [
            f"**all with up to {DEAL} tiles in the hand**",
            *(format_times(seconds, 1000) for seconds in together.values()),
            format_ratio(together["list"], together["best"]),
            *["–"] * 2 * len(peers),
        ]
    )
    return format_table(heads, rows)


def _times(measured: Measured, side: str) -> str:
    seconds = measured.seconds.get(side)
    if not seconds:
        return "–"
    asked = f" ({len(seconds)})" if len(seconds) < len(measured.positions) else ""
    return format_times(seconds, 1000) + asked


def _agreement(results: Sequence[Measured], peers: Sequence[str]) -> str:
    """How often each side is optimal. A valid table with more tiles proves that a result is not."""
    lines = []
    disagreements = [d for measured in results for d in measured.disagreements]
    for side in ("ours", *peers):
        compared = sum(measured.compared.get(side, 0) for measured in results)
        less = [d for d in disagreements if d.less == side]
        shown = sum(d.shown for d in less)
        lines.append(
            f"- **{side}**: optimal in {compared - len(less)} of {compared} positions."
            + (
                f" In {shown} of the other {len(less)}, a valid table proves that more tiles can be played:"
                if less
                else ""
            )
        )
        lines += [f"  - {_example(d)}" for d in less[:EXAMPLES]]
    faulty = sum(len(measured.faulty) for measured in results)
    unproven = sum(measured.unproven for measured in results)
    uncounted = sum(measured.uncounted for measured in results)
    counts = sum(len(measured.seconds["count"]) for measured in results)
    lines.append(
        f"\nAll returned tables were checked with the rules: {faulty} were invalid. The engine reached its limit on"
        f" work in {unproven} searches for the best play and in {uncounted} of {counts} counts."
    )
    return "\n".join(lines)


def _example(disagreement: Disagreement) -> str:
    d = disagreement
    table = " · ".join(" ".join(meld) for meld in d.position.table)
    return f"{d.kind}: {d.less_played} instead of {d.more_played}. Table: {table}. Hand: {' '.join(d.position.hand)}."


def write_plot(path: Path, results: Sequence[Measured], peers: Sequence[str]) -> None:
    """Plot median (solid) and 99th percentile (dashed) against tiles on the table, without jokers and with two."""
    mpl.rcParams.update({"svg.hashsalt": "bench", "svg.fonttype": "none", "font.size": 9})
    figure = Figure(figsize=(9, 4))
    panels = figure.subplots(1, 2, sharey=True)
    titles = {"no jokers": r"table (\d+)", "two jokers in the hand": r"table (\d+), jokers in hand"}
    sides = {
        "best": "ours, best play",
        "count": "ours, count",
        "list": "ours, list 100",
        **{peer: peer for peer in peers},
    }
    for panel, (title, pattern) in zip(panels, titles.items(), strict=True):
        rows = [(int(m[1]), measured) for measured in results if (m := re.fullmatch(pattern, measured.kind))]
        for (side, label), colour in zip(sides.items(), COLOURS, strict=True):
            sizes = [size for size, _ in rows]
            times = [[second * 1000 for second in measured.seconds[side]] for _, measured in rows]
            panel.plot(sizes, [median(t) for t in times], "o-", color=colour, label=label, markersize=4)
            panel.plot(sizes, [p99(t) for t in times], "--", color=colour, linewidth=0.8)
        panel.set(title=title, xlabel="tiles on the table", yscale="log")
        panel.grid(visible=True, which="major", alpha=0.3)
    panels[0].set_ylabel("ms (line: median, dashes: 99th percentile)")
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
