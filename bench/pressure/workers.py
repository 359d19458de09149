"""Comparison of gunicorn workers with different numbers of threads and processes: ``python -m bench.pressure.workers``.

All servers run at once and alternate in short blocks, so that other load on the machine affects all equally.
"""

import argparse
import asyncio
import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field

from bench.figures import format_number, format_table, format_times, median
from bench.page import describe_machine, write_part
from bench.pressure.mix import Mix
from bench.pressure.watching import read_work
from tests.pressure.clients import Crowd, Tally
from tests.pressure.faults import stalled
from tests.running import Running, running

CLIENTS = 16
STALLED = 40
PATIENCE = 10
"""Seconds after which a server counts as stopped."""
SHARES = {"played": 0.9, "heavy": 0.1}
THREADS = (1, 4, 8, 16, 32)
PROCESSES = (1, 3, 4)
"""Measured besides the default of two."""

PART = """\
## Gunicorn workers

Written by `make bench-workers`: {rounds} blocks of {seconds:g} seconds each, alternating; {clients} clients on the
same machine send requests without a pause; two worker processes on {cores} cores unless another number is named;
{machine}. 90% of the requests come from complete rounds, 10% are heavy positions; all sides get the same. **CPU** is
the CPU time of the server for a request, **light** and **heavy** the latency, median / 99th percentile, all in
milliseconds. **with stalled clients** is the throughput while 40 other clients have sent part of a request, relative
to the throughput just before.

{table}

The CPU time of a request is the same in all workers, so what matters is who can block it. As many stalled clients as
threads (sync: processes) stop gunicorn's own workers. gevent is not affected, but a long computation blocks all other
requests of its process: the 99th percentile of light requests is twice that of threads. Our worker has neither
problem. From four threads on their number hardly matters; the default is eight, so that a few expensive requests
leave threads to the others. One process uses one core because of the GIL; the default is two processes, for two
cores. Keep-alive connections are not always distributed evenly over two processes, which explains most of the
difference between these rows. Three or four processes even it out and need more memory. (The last column is one short
block for each row and varies by a factor of several on a busy machine. It only shows which workers stop.)
"""


@dataclass(slots=True)
class Side:
    """One configuration and its results."""

    name: str
    arguments: tuple[str, ...]
    processes: int = 2
    seconds: dict[str, list[float]] = field(default_factory=dict)
    answered: list[int] = field(default_factory=list)
    work: float = 0
    """The CPU time of the server, in seconds."""
    among_stalled: float = 0

    def note(self, tally: Tally, work: float) -> None:
        """Record a block."""
        self.answered.append(tally.answered)
        self.work += work
        for kind, times in tally.seconds.items():
            self.seconds.setdefault(kind, []).extend(times)


def all_sides() -> list[Side]:
    """Every worker with each number of threads; ours also with other numbers of processes."""
    threads = [str(number) for number in THREADS]
    return [
        *(Side(f"ours, {number}", ("--threads", number)) for number in threads),
        *(Side(f"ours, 8, processes: {number}", ("--threads", "8"), number) for number in PROCESSES),
        *(Side(f"gthread, {number}", ("-k", "gthread", "--threads", number)) for number in threads),
        Side("sync", ("-k", "sync")),
        Side("gevent", ("-k", "gevent")),
    ]


async def ask_block(server: Running, mix: Mix, seconds: float) -> Tally:
    """Send requests for some seconds. Late responses do not count."""
    crowd = Crowd(server.port, mix.draw, CLIENTS)
    sending = asyncio.create_task(crowd.ask(seconds))
    done, _ = await asyncio.wait([sending], timeout=seconds + PATIENCE)
    if not done:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    return crowd.tally


def measure(sides: list[Side], rounds: int, seconds: float) -> None:
    """Start all sides and measure them alternately."""
    mix = Mix(shares=SHARES)
    with ExitStack() as opened:
        log = opened.enter_context(tempfile.TemporaryFile())
        servers = [
            opened.enter_context(
                running(*side.arguments, stdout=log, stderr=log, WORKERS=str(side.processes), LOG_LEVEL="error")
            )
            for side in sides
        ]
        for number in range(rounds):
            for side, server in zip(sides, servers, strict=True):
                mix.random.seed(number)
                before = read_work(server)
                tally = asyncio.run(ask_block(server, mix, seconds))
                if number:  # the first block is the warm-up
                    side.note(tally, read_work(server) - before)
        for side, server in zip(sides, servers, strict=True):
            alone = asyncio.run(ask_block(server, mix, seconds))
            with stalled(server, STALLED):
                tally = asyncio.run(ask_block(server, mix, seconds))
            side.among_stalled = tally.answered / alone.answered
            print(" | ".join(format_side(side, seconds)), flush=True)


def format_side(side: Side, seconds: float) -> list[str]:
    """Its row of the table; each block took this many seconds."""

    def times(kind: str) -> str:
        return format_times(side.seconds.get(kind) or [float("nan")], 1000)

    work = side.work / sum(side.answered) * 1000
    rate = f"{median(side.answered) / seconds:.0f}"
    return [side.name, rate, format_number(work), times("played"), times("heavy"), f"{side.among_stalled:.0%}"]


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.pressure.workers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    sides = all_sides()
    measure(sides, given.rounds + 1, given.seconds)
    heads = ["worker, threads", "requests/s", "CPU", "light", "heavy", "with stalled clients"]
    table = format_table(heads, [format_side(side, given.seconds) for side in sides])
    if not given.dry:
        write_part(
            "workers",
            PART.format(
                rounds=given.rounds,
                seconds=given.seconds,
                clients=CLIENTS,
                cores=os.cpu_count(),
                machine=describe_machine(),
                table=table,
            ),
        )


if __name__ == "__main__":
    main()
