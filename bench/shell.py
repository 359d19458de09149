"""Benchmark of requests through a real server: against an echo, and in batches. ``python -m bench.shell``.

Two servers alternate in short blocks with the same bodies, so that other load on the machine affects both equally.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from bench.figures import format_number, format_table, median
from bench.load import Block, Load, write_request
from bench.page import describe_machine, write_part
from bench.quiet import send_log_away
from bench.servers import Server, running
from bench.stages import format_stages, measure_stages
from service.operations.post_operations import BATCH, POST_OPERATIONS

CONNECTIONS = 8
BLOCK_SECONDS = 0.4
MICROSECONDS = 1e6
PATHS = {operation.id: operation.path for operation in POST_OPERATIONS}

CHECKED = {
    "variant": "rummy",
    "melds": [
        ["R4", "R5", "R6", "R7"],
        ["B1", "B2", "B3", "B4"],
        ["K9", "K10", "K11", "K12"],
        ["Y6", "Y7", "Y8", "Y9"],
        ["R3", "B3", "K3", "Y3"],
        ["R12", "B12", "K12", "Y12"],
        ["R13", "B13", "K13", "Y13"],
        ["R7", "J", "R9"],
        ["B11", "B12", "B13", "J"],
        ["K1", "K2", "K3", "K4", "K5"],
    ],
}
SCORED = {
    "variant": "rummy",
    "players": [
        {"player": "Ada", "hand": []},
        {"player": "Bo", "hand": ["R1", "R5", "R9", "R13", "B2", "B6", "B10", "K3", "K7", "K11", "Y4", "Y8", "Y12"]},
        {"player": "Cleo", "hand": ["R2", "R6", "R10", "B3", "B7", "B11", "K4", "K8", "K12", "Y1", "Y5", "Y9", "J"]},
        {"player": "Dan", "hand": ["R3", "R7", "R11", "B4", "B8", "B12", "K1", "K5", "K9", "K13", "Y2", "Y6", "Y10"]},
    ],
    "went_out": "Ada",
}
ALONE: Mapping[str, Mapping[str, Any]] = {"checkMelds": CHECKED, "scoreRound": SCORED}
"""The requests compared with the echo: a table of 40 tiles, and a round with 39 tiles in the hands."""
BATCHED = {name: [(name, body)] * 100 for name, body in ALONE.items()} | {
    "examples of all operations": [
        (operation.id, body) for operation in POST_OPERATIONS for body in operation.examples.values()
    ]
}
"""The requests sent one by one and in a batch."""


@dataclass
class Side:
    """One of two alternating sides: its blocks, and the CPU time of the server for all of them."""

    name: str
    server: Server
    requests: Sequence[bytes]
    counts: int = 1
    """The number of requests in each of ``requests``."""
    blocks: list[Block] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def rates(self) -> list[float]:
        """Requests per second, for each block."""
        return [self.counts * block.answers / block.seconds for block in self.blocks]

    @property
    def cpu_per_request(self) -> float:
        """CPU seconds of the server for one request."""
        return self.cpu / sum(self.counts * block.answers for block in self.blocks)

    @property
    def client_share(self) -> float:
        """The CPU utilisation of the client."""
        return sum(block.client_seconds for block in self.blocks) / sum(block.seconds for block in self.blocks)

    def measure(self, seconds: float) -> Block:
        """Measure one block."""
        load = Load(self.server.port, self.requests, CONNECTIONS)
        before = self.server.cpu_seconds()
        try:
            block = load.ask_for(seconds)
        finally:
            load.close()
        self.cpu += self.server.cpu_seconds() - before
        self.blocks.append(block)
        return block


@dataclass(frozen=True)
class Pair:
    """Two sides that were measured alternately."""

    name: str
    ours: Side
    other: Side

    @property
    def by_rate(self) -> list[float]:
        """The ratio of the rates, for each block."""
        return [ours / other for ours, other in zip(self.ours.rates, self.other.rates, strict=True)]

    @property
    def by_cpu(self) -> float:
        """The ratio of the CPU times."""
        return self.other.cpu_per_request / self.ours.cpu_per_request


def measure_pair(name: str, ours: Side, other: Side, blocks: int) -> Pair:
    """Warm up both sides, then measure them alternately; each starts every second block."""
    for side in (ours, other):
        side.measure(2 * BLOCK_SECONDS)
        side.blocks.clear()
        side.cpu = 0.0
    for block in range(blocks):
        for side in (ours, other) if block % 2 else (other, ours):
            side.measure(BLOCK_SECONDS)
    pair = Pair(name, ours, other)
    print(
        f"{name}: {median(pair.by_rate):.2f} by rate, {pair.by_cpu:.2f} by CPU time",
        *map(describe, (ours, other)),
    )
    return pair


def describe(side: Side) -> str:
    """A side, for progress output."""
    cpu = side.cpu_per_request * MICROSECONDS
    return f"| {side.name} {median(side.rates):.0f}/s {cpu:.0f} µs, client {side.client_share:.0%}"


def measure_alone(service: Server, echo: Server, blocks: int) -> list[Pair]:
    """Compare each operation with the echo of the same body."""
    pairs = []
    for name, asked in ALONE.items():
        body = orjson.dumps(asked)
        ours = Side("service", service, [write_request(PATHS[name], body)])
        bare = Side("echo", echo, [write_request("/echo", body)])
        pairs.append(measure_pair(f"{name} ({len(body)} bytes)", ours, bare, blocks))
    return pairs


def measure_batches(service: Server, blocks: int) -> list[Pair]:
    """Compare the same requests in one batch and one by one."""
    pairs = []
    for name, asked in BATCHED.items():
        items = [{"operation": operation, "body": body} for operation, body in asked]
        whole = write_request(BATCH.path, orjson.dumps({"requests": items}))
        batch = Side("batch", service, [whole], len(items))
        single = Side("one by one", service, [write_request(PATHS[name], orjson.dumps(body)) for name, body in asked])
        pairs.append(measure_pair(f"{len(items)} × {name}", batch, single, blocks))
    return pairs


PART = """\
## Requests through the server

Written by `make bench` (`python -m bench.shell`). The service with its default settings, request log and metrics,
against a Flask application that parses a JSON body and returns it, on the same gunicorn with the same worker class
and settings. Both get the same bodies and alternate in {blocks} blocks of {seconds} s each, over {connections}
keep-alive connections. **requests/s** is the median of the blocks, **µs** the CPU time of the workers for one
request. **ratio** is the throughput of the service divided by that of the echo (median and quartiles of the blocks);
**ratio of CPU time** is the echo's CPU time divided by that of the service. **client** is the highest CPU utilisation
of the client: it was not the bottleneck.

{alone}

`checkMelds` checks a table of 40 tiles. `scoreRound` scores a round of four players with 39 tiles in their hands.

### Time by stage

Microseconds of CPU time for one request by stage, called without a server. The share of the server is the difference
to the table above, which includes its threads and sockets. A stage runs faster alone than within a request, so the
last stage is overestimated.

{stages}

Most of the remaining time is spent in Flask (context, routing, request and response objects) and in the server
(parsing the request, handing it to a thread and back). The echo has the same costs. orjson parses the body.
marshmallow schemas load it with a fast path for valid bodies that loads a list of tile codes as one field; loading
nested objects would take longer than everything else.

### Batches

The same requests in one `POST /v1/batch` and one by one, on the same server, alternating as above. **ratio** is the
throughput in a batch divided by the throughput one by one.

{batches}

{machine}; gunicorn with the default number of workers; clients and server on the same machine.
"""


def format_shell(alone: Sequence[Pair], batches: Sequence[Pair], stages: str, blocks: int) -> str:
    """This part of the results page."""
    return PART.format(
        blocks=blocks,
        seconds=BLOCK_SECONDS,
        connections=CONNECTIONS,
        alone=_table(alone),
        batches=_table(batches),
        stages=stages,
        machine=describe_machine(),
    )


def _table(pairs: Sequence[Pair]) -> str:
    first = pairs[0]
    sides = [f"{side.name}, {unit}" for side in (first.ours, first.other) for unit in ("requests/s", "µs")]
    heads = ["requests", *sides, "ratio", "quartiles", "ratio of CPU time", "client"]
    return format_table(heads, [_row(pair) for pair in pairs])


def _row(pair: Pair) -> list[str]:
    ratios = sorted(pair.by_rate)
    figures = [
        format_number(figure)
        for side in (pair.ours, pair.other)
        for figure in (median(side.rates), side.cpu_per_request * MICROSECONDS)
    ]
    quartiles = f"{ratios[len(ratios) // 4]:.2f} to {ratios[-1 - len(ratios) // 4]:.2f}"
    busiest = max(pair.ours.client_share, pair.other.client_share)
    return [pair.name, *figures, f"{median(ratios):.2f}", quartiles, f"{pair.by_cpu:.2f}", f"{busiest:.0%}"]


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.shell", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few blocks only; writes nothing")
    arguments = parser.parse_args()
    send_log_away()
    blocks = 5 if arguments.quick else 40
    with running() as service, running("bench.echo:make_echo()") as echo:
        alone = measure_alone(service, echo, blocks)
        batches = measure_batches(service, blocks)
    stages = format_stages({name: measure_stages(PATHS[name], body) for name, body in ALONE.items()})
    print(stages)
    if not arguments.quick:
        write_part("shell", format_shell(alone, batches, stages, blocks))


if __name__ == "__main__":
    main()
