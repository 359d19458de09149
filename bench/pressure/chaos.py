"""Fault injection under load: ``python -m bench.pressure.chaos --fuzzed 100000``."""

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.figures import format_table, format_times
from bench.page import describe_machine, write_part
from bench.pressure.mix import SHARES, Mix
from bench.pressure.watching import read_memory
from tests.pressure.asks import Ask
from tests.pressure.clients import Crowd, Tally
from tests.pressure.faults import among_dripping, among_stalled, ask_only, kill_workers, recycle, terminate
from tests.running import Running, running

CLIENTS = 16
WORKERS = 2
FUZZ_SEED = 100_000

PART = """\
## Fault injection

Written by `make chaos`: {clients} clients send requests without a pause, with the mix of the soak test without
hostile bodies, to {workers} workers; {machine}. **lost**: requests that were sent and got no complete response.
Latency of the well-behaved clients in milliseconds, median / 99th percentile.

{table}

A killed worker loses the requests it is working on: at most one for each client. The {fuzzed} fuzzed bodies are
requests of complete rounds and examples of the contract, mutated as JSON and as bytes. Their statuses: {statuses}. A
worker had {memory:.0f} MiB afterwards.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of the clients during a fault, and how many requests it may lose."""

    fault: str
    tally: Tally
    may_lose: int = 0

    @property
    def is_good(self) -> bool:
        """Whether there was no 5xx response, except 503, and no avoidable loss."""
        return not self.tally.failures and len(self.tally.lost) <= self.may_lose


class Chaos:
    """All faults, one after the other."""

    def __init__(self, mix: Mix, answers: int) -> None:
        self.mix = mix
        self.answers = answers
        self.outcomes: list[Outcome] = []

    def note(self, fault: str, tally: Tally, may_lose: int = 0) -> None:
        """Record and print an outcome."""
        self.outcomes.append(Outcome(fault, tally, may_lose))
        print(" | ".join(_row(self.outcomes[-1])), flush=True)

    def run(self) -> None:
        """Inject all faults except fuzzed bodies."""
        draw, clients, answers = self.mix.draw, CLIENTS, self.answers
        with tempfile.TemporaryFile() as log:
            with running(stdout=log, stderr=log, WORKERS=str(WORKERS)) as server:
                self.note("none, for comparison", asyncio.run(ask_only(server, draw, clients, answers)))
                for count in (40, 400):
                    tally = asyncio.run(among_stalled(server, draw, clients, answers, count))
                    self.note(f"{count} stalled clients", tally)
                tally = asyncio.run(among_dripping(server, draw, clients, answers, 100))
                self.note("100 clients that send ten bytes per second", tally)
                tally = asyncio.run(kill_workers(server, draw, clients, times=5))
                self.note("kill -9 of a worker, five times", tally, may_lose=5 * clients)
            with running(stdout=log, stderr=log, WORKERS=str(WORKERS)) as server:
                self.note("SIGTERM", asyncio.run(terminate(server, draw, clients)))
            with running(stdout=log, stderr=log, WORKERS=str(WORKERS), RECYCLE_AFTER="500") as server:
                tally, workers = asyncio.run(recycle(server, draw, clients, workers=6))
                self.note(f"workers replaced after 500 requests ({workers} workers)", tally)
        with Path("/dev/full").open("wb") as full, running(stdout=full, stderr=full, WORKERS=str(WORKERS)) as server:
            self.note("full disk for the log", asyncio.run(ask_only(server, draw, clients, answers)))

    def fuzz(self, count: int) -> tuple[Tally, float]:
        """Send this many fuzzed bodies; also return the memory of a worker afterwards."""
        left = iter(range(count))
        self.mix.random.seed(FUZZ_SEED)

        def draw() -> Ask | None:
            return self.mix.draw_fuzzed() if next(left, None) is not None else None

        with tempfile.TemporaryFile() as log, running(stdout=log, stderr=log, WORKERS=str(WORKERS)) as server:
            before = server.workers()
            tally = asyncio.run(Crowd(server.port, draw, CLIENTS).ask())
            memory = _most_memory(server)
            restarted = len(set(server.workers()) - set(before))
        self.note(f"{count} fuzzed bodies ({restarted} workers restarted)", tally)
        return tally, memory


def _most_memory(server: Running) -> float:
    return max(read_memory(worker) or 0 for worker in server.workers())


def _row(outcome: Outcome) -> list[str]:
    tally = outcome.tally
    seconds = [second for times in tally.seconds.values() for second in times]
    return [
        outcome.fault,
        str(tally.answered),
        str(len(tally.failures)),
        str(tally.count_status(503, 504)),
        str(len(tally.lost)),
        format_times(seconds, 1000),
    ]


def _report(outcomes: list[Outcome], count: int, fuzzed: Tally, memory: float) -> str:
    statuses: dict[int, int] = {}
    for (_, status), times in sorted(fuzzed.statuses.items()):
        statuses[status] = statuses.get(status, 0) + times
    heads = ["fault", "responses", "other 5xx", "503", "lost", "latency, ms"]
    return PART.format(
        clients=CLIENTS,
        workers=WORKERS,
        machine=describe_machine(),
        table=format_table(heads, map(_row, outcomes)),
        fuzzed=count,
        statuses=", ".join(f"{status} ({times})" for status, times in statuses.items()),
        memory=memory,
    )


def main() -> None:
    """Run everything, report, and fail on any bad outcome."""
    parser = argparse.ArgumentParser(prog="python -m bench.pressure.chaos", description=__doc__)
    parser.add_argument("--fuzzed", type=int, default=100_000, help="number of fuzzed bodies")
    parser.add_argument("--answers", type=int, default=2000, help="number of responses to wait for during each fault")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    chaos = Chaos(Mix(shares={kind: share for kind, share in SHARES.items() if kind != "hostile"}), given.answers)
    chaos.run()
    fuzzed, memory = chaos.fuzz(given.fuzzed)
    if not given.dry:
        write_part("chaos", _report(chaos.outcomes, given.fuzzed, fuzzed, memory))
    for outcome in chaos.outcomes:
        for message in outcome.tally.failures[:10]:
            print(outcome.fault, "5xx response to:", message[:2000])
    sys.exit(not all(outcome.is_good for outcome in chaos.outcomes))


if __name__ == "__main__":
    main()
