"""Overload before and after: ``python -m bench.pressure.overload --before 7c0962d``.

Each scenario runs against this checkout and, with ``--before``, against an earlier commit on the same machine.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml import safe_load

from bench.figures import format_table
from bench.page import describe_machine, write_part
from bench.pressure.open_loop import PATIENCE, Answers, at_rate, crowd, hang_up, hold, repeat, send
from bench.pressure.watching import read_work
from rummy_referee.games import GAMES
from tests.gunicorn_worker.hard_positions import MANY_NODES, read_position
from tests.pressure.asks import Ask, dump, write_ask
from tests.running import ROOT, Running, running

LIGHT = write_ask("light", "POST", "/v1/melds/check", b'{"variant":"rummy","melds":[["R7","J","R9"]]}')
HEAVY = write_ask("heavy", "POST", "/v1/moves/best", dump(read_position(MANY_NODES)))
EASY = write_ask(
    "easy",
    "POST",
    "/v1/moves/best",
    dump({"variant": "rummy", "table": [], "hand": ["R1", "R2", "R3"], "opened": True, "stock": 40}),
)
HEALTH, METRICS = write_ask("health", "GET", "/healthz"), write_ask("metrics", "GET", "/metrics")
LIGHT_RATE = 40
"""Light requests per second."""
SECONDS = 12
LIGHT_SECONDS = 1
"""What the 99th percentile of light requests must not exceed."""

PART = """\
## Overload

Written by `make chaos`: {workers} workers with default settings unless said; {machine}. *light* is
`/v1/melds/check`, {rate} requests per second over new connections, answered if the response arrives within {patience}
seconds; *easy* is a best move that takes a millisecond; *H* is one that takes a second alone; *B* is a batch of 60
piles of 60 cards of `rummu`; *ordinary* is a batch of 100 `checkMelds`, each a table of 40 tiles. Each scenario lasts
{seconds} seconds. *before* is commit {before}, in the same run. A 503 `overloaded` to H or B is wanted: it comes at
once, or within a second if there may be a place by then.

{table}
"""


def _costly_batch() -> Ask:
    pile = [piece for piece, count in GAMES["rummu"].box.holds.items() for _ in range(count)]
    item = {"operation": "arrangeTiles", "body": {"variant": "rummu", "tiles": pile, "all": False}}
    return write_ask("batch", "POST", "/v1/batch", dump({"requests": [item] * 60}))


def _ordinary_batch() -> Ask:
    table = [[f"{colour}{number}" for number in range(1, 11)] for colour in "RBKY"]
    item = {"operation": "checkMelds", "body": {"variant": "rummy", "melds": table}}
    return write_ask("batch", "POST", "/v1/batch", dump({"requests": [item] * 100}))


BATCH, ORDINARY = _costly_batch(), _ordinary_batch()


@dataclass(slots=True)
class Result:
    """What became of the requests of a scenario, by their name, and what else was seen."""

    answers: dict[str, Answers] = field(default_factory=dict)
    note: str = ""

    def __str__(self) -> str:
        figures = [f"{name}: {answers}" for name, answers in self.answers.items()]
        return "; ".join([*figures, self.note] if self.note else figures)

    def find_faults(self) -> Iterator[str]:
        """What must not happen: lost requests; light requests and probes that get no response, or a late one."""
        if not self.answers:
            yield self.note
        for name, answers in self.answers.items():
            lost = answers.outcomes["reset"]
            if lost:
                yield f"{name}: {lost} reset"
            if name == "ordinary" and answers.outcomes.keys() != {"200"}:
                yield f"ordinary: {answers}"
            if name in ("light", "probes") and answers.outcomes["timed out"]:
                yield f"{name}: {answers.outcomes['timed out']} timed out"
            if name == "light" and answers.seconds[1:] and answers.percentile(99) > LIGHT_SECONDS:
                yield f"light: p99 above {LIGHT_SECONDS} s"


# --- scenarios ------------------------------------------------------------------------------------------------------


async def _settle(server: Running) -> float:
    """Wait until the workers are idle; their CPU time so far."""
    before, now = -1.0, read_work(server)
    while now - before > 0.05:
        await asyncio.sleep(0.5)
        before, now = now, read_work(server)
    return now


async def clients_hang_up(server: Running) -> Result:
    """20 B whose clients hang up after 0.2 seconds."""
    start = read_work(server)
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, SECONDS))
    hanging_up = []
    for _ in range(20):
        hanging_up.append(asyncio.create_task(hang_up(server.port, BATCH, 0.2)))
        await asyncio.sleep(0.05)  # otherwise one worker accepts all of them
    await asyncio.gather(*hanging_up)
    return Result({"light": await light}, f"{await _settle(server) - start:.0f} CPU-s in total")


async def heavy_caller(server: Running) -> Result:
    """10 H per second."""
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, SECONDS))
    heavy = await at_rate(server.port, HEAVY, 10, SECONDS, patience=30)
    return Result({"light": await light, "H": heavy})


async def heavy_and_easy_caller(server: Running) -> Result:
    """10 H per second, and 10 easy ones of the same operation."""
    easy = asyncio.create_task(at_rate(server.port, EASY, 10, SECONDS))
    heavy = await at_rate(server.port, HEAVY, 10, SECONDS, patience=30)
    return Result({"easy": await easy, "H": heavy})


async def ordinary_batches(server: Running) -> Result:
    """16 callers that send ordinary batches without a pause."""
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, SECONDS))
    batches, end = Answers(), time.monotonic() + SECONDS

    async def call() -> None:
        while time.monotonic() < end:
            await send(server.port, ORDINARY, batches, patience=30)

    await asyncio.gather(*(call() for _ in range(16)))
    return Result({"light": await light, "ordinary": batches})


async def limited_caller(server: Running) -> Result:
    """10 H per second from one address, light requests from another, 30 seconds; `RATE_LIMIT=1200/minute`."""
    seconds = 30  # a worker needs half of them for the ten H that a caller may have in a minute
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, seconds, address="127.0.0.2"))
    heavy = await at_rate(server.port, HEAVY, 10, seconds, patience=30)
    return Result({"light": await light, "H": heavy})


async def four_batches(server: Running) -> Result:
    """Four B, with the settings of the Deployment in `deploy/kubernetes`."""
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, SECONDS))
    batch = Answers()
    await asyncio.gather(*(send(server.port, BATCH, batch, patience=60) for _ in range(4)))
    return Result({"light": await light, "B": batch})


async def one_batch(server: Running) -> Result:
    """One B."""
    start, answers = read_work(server), Answers()
    await send(server.port, BATCH, answers, patience=60)
    return Result({"B": answers}, f"{await _settle(server) - start:.1f} CPU-s")


async def saturate(server: Running) -> Result:
    """450 clients that send part of a request and reconnect when closed; `CONNECTIONS=150`, one worker."""
    async with crowd(lambda: hold(server.port), 450):
        health, light = await asyncio.gather(at_rate(server.port, HEALTH, 3, 10), at_rate(server.port, LIGHT, 3, 10))
    return Result({"probes": health, "newcomers": light})


async def scrape(server: Running) -> Result:
    """400 connections that request `/metrics` without a pause, one worker."""
    async with crowd(lambda: repeat(server.port, METRICS), 400):
        return Result({"probes": await at_rate(server.port, HEALTH, 3, 10)})


async def drain(server: Running) -> Result:
    """SIGTERM while one B runs: requests on connections that were open, and over new ones; one worker."""
    batch, old = Answers(), Answers()
    running_batch = asyncio.create_task(send(server.port, BATCH, batch, patience=60))
    streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
    await asyncio.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    connecting = asyncio.create_task(at_rate(server.port, LIGHT, 10, 3.4, patience=30))
    start = time.monotonic()
    for reader, writer in streams:
        writer.write(LIGHT.message)
        outcome = "reset"
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            outcome = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
            old.seconds.append(time.monotonic() - start)
        old.outcomes[outcome] += 1
        writer.close()
    new = await connecting
    await running_batch
    return Result({"open": old, "new": new, "B": batch})


async def recycle(server: Running) -> Result:
    """One worker is replaced while one B runs; `RECYCLE_AFTER=200`."""
    batch = Answers()
    running_batch = asyncio.create_task(send(server.port, BATCH, batch, patience=60))
    light = await at_rate(server.port, LIGHT, LIGHT_RATE, SECONDS, patience=30)
    await running_batch
    return Result({"light": light, "B": batch}, f"workers at the end: {len(server.workers())}")


async def full_memory(server: Running) -> Result:
    """`/dev/shm` fills up (64 KiB, all taken) while light requests are served."""
    light = asyncio.create_task(at_rate(server.port, LIGHT, LIGHT_RATE, 4))
    workers = server.workers()
    spread = await at_rate(server.port, write_ask("read", "GET", "/v1/variants"), 20, 4)
    lost = len(set(workers) - set(server.workers()))
    return Result({"light": await light, "others": spread}, f"workers that died: {lost}")


@dataclass(frozen=True)
class Scenario:
    """A scenario and the settings of its server."""

    play: Callable[[Running], Coroutine[Any, Any, Result]]
    settings: dict[str, str] = field(default_factory=dict)
    is_deployed: bool = False
    """Whether the server has the settings of the Deployment."""
    memory: str = ""
    """The mount options of a /dev/shm of its own, or none."""


SCENARIOS = (
    Scenario(clients_hang_up),
    Scenario(heavy_caller),
    Scenario(heavy_and_easy_caller),
    Scenario(ordinary_batches),
    Scenario(limited_caller, {"RATE_LIMIT": "1200/minute"}),
    Scenario(four_batches, is_deployed=True),
    Scenario(one_batch),
    Scenario(full_memory, memory="size=64k"),
    Scenario(full_memory, memory="size=64k,ro"),
    Scenario(saturate, {"WORKERS": "1", "CONNECTIONS": "150"}),
    Scenario(drain, {"WORKERS": "1"}),
    Scenario(recycle, {"WORKERS": "1", "RECYCLE_AFTER": "200"}),
    Scenario(scrape, {"WORKERS": "1"}),
)


def _read_deployment(root: Path) -> dict[str, str]:
    """The settings of the Deployment of a checkout that concern its capacity."""
    deployment = safe_load((root / "deploy/kubernetes/base/deployment.yaml").read_text(encoding="utf-8"))
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    environment = {variable["name"]: variable.get("value") for variable in container["env"]}
    return {name: environment[name] for name in ("WORKERS", "THREADS", "CONNECTIONS") if name in environment}


def play(scenario: Scenario, root: Path) -> Result:
    """The result of a scenario against the server of a checkout."""
    settings = {"WORKERS": "2", **scenario.settings, **(_read_deployment(root) if scenario.is_deployed else {})}
    prefix: tuple[str, ...] = ()
    if scenario.memory:
        fill = "head -c 60k /dev/zero > /dev/shm/full; " if "ro" not in scenario.memory else ""
        mount = f'mount -t tmpfs -o {scenario.memory} tmpfs /dev/shm; {fill}exec "$@"'
        prefix = ("unshare", "-m", "sh", "-c", mount, "sh")
    with tempfile.TemporaryFile() as log:
        try:
            with running(stdout=log, stderr=log, root=root, prefix=prefix, **settings) as server:
                return asyncio.run(scenario.play(server))
        except AssertionError as error:
            return Result(note=str(error))


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """The files of a commit in a temporary folder, with its engine compiled."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        subprocess.run([sys.executable, "-m", "tools.build_engine"], cwd=folder, check=True)
        yield Path(folder)


def main() -> None:
    """Run all scenarios and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.pressure.overload", description=__doc__)
    parser.add_argument("--before", help="a commit to compare with")
    parser.add_argument("--only", help="scenarios whose name contains this")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    rows, faults = [], []
    with checkout(given.before) if given.before else contextlib.nullcontext() as before:
        for scenario in SCENARIOS:
            if given.only and given.only not in scenario.play.__name__:
                continue
            name = (scenario.play.__doc__ or "") + (f" (`{scenario.memory}`)" if scenario.memory else "")
            row = [name, str(play(scenario, before)) if before else "", str(after := play(scenario, ROOT))]
            print(*row, sep="\n  ", flush=True)
            rows.append(row)
            faults += [f"{name} {fault}" for fault in after.find_faults()]
    table = format_table(["scenario", "before", "after"], rows)
    part = PART.format(
        workers=2,
        machine=describe_machine(),
        rate=LIGHT_RATE,
        patience=PATIENCE,
        seconds=SECONDS,
        before=given.before,
        table=table,
    )
    if not given.dry and not given.only:
        write_part("overload", part)
    print(*faults, sep="\n", flush=True)
    os._exit(bool(faults))


if __name__ == "__main__":
    main()
