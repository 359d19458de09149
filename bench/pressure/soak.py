"""Soak test with a mixed load that includes hostile bodies: ``python -m bench.pressure.soak --minutes 10``."""

import argparse
import asyncio
import contextlib
import sys
import tempfile

from bench.figures import format_table, format_times
from bench.page import HERE, describe_machine, write_part
from bench.pressure.mix import SHARES, Mix
from bench.pressure.plot import draw_lines
from bench.pressure.watching import Watch
from tests.pressure.clients import Crowd, Tally
from tests.running import Running, running

WARM = 1 / 4
"""The share of the time after which memory should no longer grow: by then all caches are filled."""

HANG_UPS = 0.02
"""The share of requests whose client hangs up at once."""

PART = """\
## Soak test

Written by `make soak`: {minutes:g} minutes, {clients} clients with keep-alive connections, {rate:.0f} requests per
second in total, {workers} workers; {machine}. *played*: requests of complete rounds of every game; *heavy*: positions
with up to 80 tiles on the table; *read*: `GET` requests; *hostile*: bodies mutated as JSON and as bytes, bodies above
the size limit, and positions constructed to be slow. Of all requests, 2% are hostile, and after 2%
the client hung up at once ({hung_up}).
The clients ran on the same machine.

{table}

- responses: {answered}, of which 5xx: {failed}, and 503 `overloaded`: {overloaded}; requests without a response: {lost}
- restarted workers: {restarted}
- resident memory of a worker, including shared pages: {warm:.0f} MiB on average after a quarter of the time,
  {end:.0f} MiB in the last tenth, {most:.0f} MiB at most

![Memory of each worker](soak-memory.svg)
"""


async def soak(server: Running, minutes: float, clients: int, rate: float) -> tuple[Tally, Watch]:
    """Load the server and record its memory."""
    watch = Watch(server)
    watching = asyncio.create_task(watch.look())
    tally = await Crowd(server.port, Mix().draw, clients, rate, HANG_UPS).ask(minutes * 60)
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching
    return tally, watch


def memory_between(watch: Watch, start: float, end: float) -> float:
    """The average memory of a worker between two points, as shares of all samples."""
    samples = sorted(sample for seen in watch.memory.values() for sample in seen)
    first = int(start * len(samples))
    used = [used for _, used in samples[first : max(first + 1, int(end * len(samples)))]]
    return sum(used) / len(used)


def format_tally(tally: Tally) -> str:
    """Each kind of request with its statuses and times."""
    rows = []
    for kind in SHARES:
        statuses = {status: count for (of, status), count in sorted(tally.statuses.items()) if of == kind}
        listed = ", ".join(f"{status}: {count}" for status, count in statuses.items())
        if statuses:
            rows.append([kind, str(sum(statuses.values())), listed, format_times(tally.seconds[kind], 1000)])
    return format_table(["requests", "number", "statuses", "latency in ms, median / p99"], rows)


def main() -> None:
    """Run the test, report, and fail on errors, losses or restarts."""
    parser = argparse.ArgumentParser(prog="python -m bench.pressure.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--rate", type=float, default=60, help="requests per second")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    with tempfile.TemporaryFile() as log, running(stdout=log, stderr=log, WORKERS=str(given.workers)) as server:
        tally, watch = asyncio.run(soak(server, given.minutes, given.clients, given.rate))
        restarted = len(watch.memory) - given.workers
    part = PART.format(
        **vars(given),
        machine=describe_machine(),
        table=format_tally(tally),
        answered=tally.answered,
        failed=len(tally.failures),
        overloaded=tally.count_status(503, 504),
        hung_up=tally.hung_up,
        lost=len(tally.lost),
        restarted=restarted,
        warm=memory_between(watch, WARM, 1 / 3),
        end=memory_between(watch, 0.9, 1),
        most=watch.most,
    )
    print(part)
    if not given.dry:
        lines = {
            f"worker {n}": [(at / 60, used) for at, used in seen] for n, seen in enumerate(watch.memory.values(), 1)
        }
        plot = draw_lines("Memory of each worker", "minutes", "MiB", lines, 300)
        (HERE / "soak-memory.svg").write_text(plot, encoding="utf-8")
        write_part("soak", part)
    for message in tally.failures[:10]:
        print("5xx response to:", message[:2000])
    sys.exit(bool(tally.failures or tally.lost or restarted))


if __name__ == "__main__":
    main()
