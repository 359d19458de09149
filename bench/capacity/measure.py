"""Measures CPU time by operation and game, memory, start-up, log lines, and the commands to Redis."""

import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from time import process_time
from typing import IO, Any

import orjson
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from bench.capacity.figures import Figures, GameFigures, OperationFigures, RedisFigures
from bench.capacity.rounds import Asked, play_rounds
from bench.load import Load, write_request
from bench.page import describe_machine
from bench.pressure.watching import read_cpu_seconds, read_work
from bench.stages import Ask, caller
from service.app import create_app
from service.operations.post_operations import POST_OPERATIONS
from service.settings import Settings, parse_rate
from tests.front import find_port
from tests.gunicorn_worker.hard_positions import MANY_NODES, read_position
from tests.running import Running, running

SEED = 3
WORKERS = 2
"""As in a pod."""
SEEDS = 5
"""The rounds of each style of game."""
SAMPLE = 400
"""The requests of each operation that are sent to a server."""
BLOCK_SECONDS = 1.5
BLOCKS = 2
CONNECTIONS = 8
QUANTILES = 1000
REDIS_REQUESTS = 1000
REDIS_COMMANDS = 100_000
REPEATS = 3
"""The least of so many measurements counts, because other load only adds time."""

Rounds = Mapping[str, Sequence[Sequence[Asked]]]
"""The requests of each round, by game."""


def measure() -> Figures:
    """All figures."""
    rounds = _play()
    asked = [request for played in rounds.values() for requests in played for request in requests]
    samples = _sample(asked)
    with tempfile.TemporaryFile() as log:
        with running(stdout=log, stderr=log, WORKERS=str(WORKERS)) as server:
            started = read_cpu_seconds(server.process.pid) + read_work(server)
            idle = _read_memory(server.process.pid, *server.workers())
            cpu = {operation: _measure_operation(server, requests) for operation, requests in samples.items()}
            loaded = _read_memory(server.process.pid, *server.workers())
            worker = _read_memory(*server.workers()) / WORKERS
            series = _count_series(server)
        log_bytes = _measure_lines(log)
    overhead = fmean(cpu[request.operation] - request.seconds for request in asked)
    return Figures(
        machine=describe_machine(),
        operations={
            operation: OperationFigures(seconds, sum(request.operation == operation for request in asked))
            for operation, seconds in cpu.items()
        },
        games={variant: _summarise(played, overhead) for variant, played in rounds.items()},
        microseconds=_quantiles(rounds, overhead),
        idle_bytes=idle,
        loaded_bytes=loaded,
        worker_bytes=worker,
        start_seconds=started,
        log_bytes=log_bytes,
        series=series,
        heavy_seconds=_measure_heavy(),
        redis=_measure_redis([request for request in asked if request.operation == "playMove"]),
    )


# --- rounds ---------------------------------------------------------------------------------------------------------


def _play() -> Rounds:
    rounds: dict[str, list[Sequence[Asked]]] = {}
    for (variant, players, _), played in play_rounds(SEEDS):
        print(f"{variant}, {players} players: {[len(requests) for requests in played]} requests", flush=True)
        rounds.setdefault(variant, []).extend(played)
    return rounds


def _summarise(played: Sequence[Sequence[Asked]], overhead: float) -> GameFigures:
    """The averages of a game; ``overhead`` is the CPU time of the server for each request."""
    asked = [request for requests in played for request in requests]
    return GameFigures(
        rounds=len(played),
        moves=sum(request.operation == "playMove" for request in asked) / len(played),
        requests=len(asked) / len(played),
        cpu_seconds=sum(request.seconds + overhead for request in asked) / len(played),
        bytes=sum(len(request.body) + request.response_bytes for request in asked) / len(played),
    )


def _quantiles(rounds: Rounds, overhead: float) -> list[int]:
    """Evenly spaced quantiles of the time of a request. A game weighs as much as its rounds have requests."""
    weighted = sorted(
        (request.seconds + overhead, 1 / len(played))
        for played in rounds.values()
        for requests in played
        for request in requests
    )
    total = sum(weight for _, weight in weighted)
    quantiles: list[int] = []
    below = 0.0
    for seconds, weight in weighted:
        below += weight
        while len(quantiles) < QUANTILES and (len(quantiles) + 0.5) / QUANTILES <= below / total:
            quantiles.append(round(seconds * 1e6))
    return quantiles


# --- a server -------------------------------------------------------------------------------------------------------


def _sample(asked: Sequence[Asked]) -> dict[str, list[bytes]]:
    """Requests of each operation: some of those of the rounds, otherwise the examples of the contract."""
    sent: dict[str, list[bytes]] = {}
    for request in Random(SEED).sample(asked, len(asked)):
        sent.setdefault(request.operation, []).append(write_request(request.path, request.body))
    examples = {
        operation.id: [write_request(operation.path, orjson.dumps(body)) for body in operation.examples.values()]
        for operation in POST_OPERATIONS
    }
    return {name: sent.get(name, listed)[:SAMPLE] for name, listed in examples.items()}


def _measure_operation(server: Running, requests: Sequence[bytes]) -> float:
    """The CPU seconds of a worker for one request: the least of some blocks, because other load only adds time."""
    seconds = []
    for _ in range(1 + BLOCKS):  # the first is warm-up
        load = Load(server.port, requests, CONNECTIONS)
        before = read_work(server)
        answers = load.ask_for(BLOCK_SECONDS).answers
        seconds.append((read_work(server) - before) / answers)
        load.close()
    return min(seconds[1:])


def _read_memory(*processes: int) -> int:
    """The memory of processes in bytes; each has its share of pages that several have in common."""
    pages = [
        re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii"), re.MULTILINE)
        for process in processes
    ]
    return sum(int(found[1]) * 1024 for found in pages if found)


def _count_series(server: Running) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().splitlines()
    connection.close()
    return sum(not line.startswith(b"#") for line in lines)


def _measure_lines(log: IO[bytes]) -> float:
    """The average length of a line of the request log."""
    log.seek(0)
    return fmean(len(line) for line in log if b'"event":"request"' in line)


def _measure_heavy() -> float:
    """The CPU seconds of the hardest known request."""
    ask = caller(create_app(Settings(log_level="error")), "/v1/moves/best")
    body = orjson.dumps(read_position(MANY_NODES))
    return min(_time(ask, body) for _ in range(REPEATS))


def _time(ask: Ask, body: bytes) -> float:
    start = process_time()
    ask(body)
    return process_time() - start


# --- Redis ----------------------------------------------------------------------------------------------------------


def _measure_redis(asked: Sequence[Asked]) -> RedisFigures:
    """What a shared rate limit costs: the service for each request, and a busy Redis for the same commands."""
    with _redis() as redis:
        port = redis.get_connection_kwargs()["port"]
        rate, storage = parse_rate("100000000/day"), f"redis://127.0.0.1:{port}/0"
        plain = caller(create_app(Settings(log_level="error")), asked[0].path)
        limited = caller(
            create_app(Settings(log_level="error", rate_limit=rate, rate_limit_storage=storage)), asked[0].path
        )
        bodies = [request.body for request in asked[:REDIS_REQUESTS]]
        own = min(_compare(limited, plain, bodies) for _ in range(REPEATS))
        commands = _record_commands(redis, lambda: limited(bodies[0]))
        before = redis.info("cpu")
        for command in commands:
            _run("redis-benchmark", "-p", port, "-n", REDIS_COMMANDS, "-q", *shlex.split(command))
        after = redis.info("cpu")
    used = sum(after[name] - before[name] for name in ("used_cpu_sys", "used_cpu_user"))
    return RedisFigures(len(commands), used / REDIS_COMMANDS, own)


def _compare(ask: Ask, other: Ask, bodies: Sequence[bytes]) -> float:
    """How many CPU seconds more a request takes, alternating; lower quartiles, because other load only adds time."""
    seconds = [(_time(ask, body), _time(other, body)) for body in bodies]
    own, others = (float(quantiles(column, n=4)[0]) for column in zip(*seconds, strict=True))
    return own - others


def _record_commands(redis: Any, request: Callable[[], object]) -> list[str]:
    """The commands of a request, without those of a script."""
    with redis.monitor() as monitor:
        redis.echo("start")
        request()
        redis.echo("end")
        while monitor.next_command()["command"] != "ECHO start":
            pass
        commands = []
        while (seen := monitor.next_command())["command"] != "ECHO end":
            if seen["client_type"] != "lua":
                commands.append(seen["command"])
    return commands


@contextmanager
def _redis() -> Iterator[Any]:
    """A client of a Redis that stores nothing on disk."""
    port = find_port()
    with subprocess.Popen(["redis-server", "--port", str(port), "--save", ""], stdout=subprocess.DEVNULL) as process:
        try:
            client = Redis(port=port, retry=Retry(ConstantBackoff(0.05), 100))
            client.ping()
            yield client
        finally:
            process.terminate()


def _run(*command: object) -> None:
    subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, check=True)
