"""The search for plays against its peers, as a part of the page and as a plot."""

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
## The search for plays

Written by `make bench`. Milliseconds of processor time for one position, median / 99th percentile (of fewer than a
hundred positions: the slowest).

- **best**: our search for a play of the most tiles, with the table after it.
- **count**: our search counts all plays, that is, all sets of hand tiles that can leave the hand. No peer can.
- **list**: our search counts all plays and lays the first hundred, each with the table after it. No peer can.
- **list by best**: the median of *list* over the median of *best*, on the positions both were asked about; then the
  same for the 99th percentile.
- **all with up to 14 in hand**: the positions of all kinds above it as one.
- **HiGHS**: the integer program of den Hertog and Hulshof (2006) straight to the HiGHS solver, melds listed beforehand.
- **rummikub-solver**: the package from PyPI, set up beforehand. It knows neither bound jokers nor a limit on a play.
- **times faster**: the peer's median over the median of *best*, on the positions both were asked about; then the same
  for the 99th percentile.

{table}

Each side was asked about {positions} positions of each kind, or as many as it could answer in a few seconds (how many
that was is in brackets): in turn, ten at a time, after one that does not count. `table 60` is 60 tiles of random melds
and 14 in the hand, without jokers unless the name has them (then two). Self-play is two to four players who always lay
as many tiles as they can; only turns with a play count. `bound` jokers stand for what they stood for until a real tile
takes their place. What exactly each kind is: `bench/positions.py`. What ours finds is written in the peers' way only
after the clock has stopped.

![Time by tiles on the table](time-by-tiles.svg)

### Do they agree?

{agreement}

### How it was run

`make bench`, {minutes:.0f} minutes with the parts on hands and on moves, one core; {machine}; ours: {engine};
{versions}. Every position comes from the seed in `bench/run.py`, so that another run measures the same ones.
"""


def format_plays(results: Sequence[Measured], *, peers: Sequence[str], run: Run) -> str:
    """The part on the search for plays."""
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
    heads = ["positions", "best", "count", "list", "list by best", *peers, *faster]
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
            f"**all with up to {DEAL} in hand**",
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
    """How often each found the most tiles; where one did not, the melds of another are the proof."""
    lines = []
    disagreements = [d for measured in results for d in measured.disagreements]
    for side in ("ours", *peers):
        compared = sum(measured.compared.get(side, 0) for measured in results)
        less = [d for d in disagreements if d.less == side]
        shown = sum(d.shown for d in less)
        lines.append(
            f"- **{side}**: the most tiles in {compared - len(less)} of {compared} positions."
            + (
                f" In {shown} of the other {len(less)} a table of valid melds shows that more can be played:"
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
        f"\nEvery table in every answer was judged by the rules: {faulty} were not what they claimed to be. Ours ended"
        f" at its bound on work in {unproven} searches for the best play, and in {uncounted} of {counts} counts."
    )
    return "\n".join(lines)


def _example(disagreement: Disagreement) -> str:
    d = disagreement
    table = " · ".join(" ".join(meld) for meld in d.position.table)
    return f"{d.kind}: {d.less_played} instead of {d.more_played}. Table: {table}. Hand: {' '.join(d.position.hand)}."


def write_plot(path: Path, results: Sequence[Measured], peers: Sequence[str]) -> None:
    """Draw median (line) and 99th percentile (dashes) against tiles on the table, without jokers and with two."""
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
