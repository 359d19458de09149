"""The measured figures, which are kept in a file so that everything else follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import orjson

PATH = Path(__file__).parents[1] / "results" / "capacity.json"


@dataclass(frozen=True)
class OperationFigures:
    """The CPU seconds of a worker for one request, and the number of such requests in all rounds."""

    seconds: float
    requests: int


@dataclass(frozen=True)
class GameFigures:
    """Averages of a game's rounds."""

    rounds: int
    moves: float
    requests: float
    cpu_seconds: float
    bytes: float
    """Of the bodies of requests and responses."""


@dataclass(frozen=True)
class RedisFigures:
    """What a rate-limited request costs: the commands, and CPU seconds of a busy Redis and of the service."""

    commands: int
    redis_seconds: float
    own_seconds: float


@dataclass(frozen=True)
class Figures:
    """All measured figures; times are CPU seconds."""

    machine: str
    operations: Mapping[str, OperationFigures]
    games: Mapping[str, GameFigures]
    microseconds: Sequence[int]
    """Evenly spaced quantiles of the time of a request, if all games are played equally often."""
    idle_bytes: int
    loaded_bytes: int
    """The memory of a pod with two workers, before and after the load."""
    worker_bytes: float
    """The memory of one of them, with its share of what they have in common."""
    start_seconds: float
    log_bytes: float
    """Of a line."""
    series: int
    """Of Prometheus, for one pod that has served every operation of every game."""
    heavy_seconds: float
    """Of the hardest known request."""
    redis: RedisFigures

    @property
    def requests(self) -> float:
        """The requests of an average game."""
        return fmean(game.requests for game in self.games.values())

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of an average game."""
        return fmean(game.cpu_seconds for game in self.games.values())

    @property
    def request_seconds(self) -> float:
        """The CPU time of an average request, with a shared rate limit."""
        return self.cpu_seconds / self.requests + self.redis.own_seconds

    @property
    def service_times(self) -> list[float]:
        """The distribution of the CPU time of a request, with a shared rate limit."""
        return [microseconds / 1e6 + self.redis.own_seconds for microseconds in self.microseconds]

    @property
    def request_bytes(self) -> float:
        """The body of an average request and its response."""
        return fmean(game.bytes for game in self.games.values()) / self.requests


def save(figures: Figures) -> None:
    """Write the figures."""
    written = asdict(figures) | {"microseconds": " ".join(map(str, figures.microseconds))}  # a single line
    PATH.write_bytes(orjson.dumps(_round(written), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def _round(value: Any) -> Any:
    """The value with at most four significant digits in every number that is not whole."""
    if isinstance(value, dict):
        return {name: _round(item) for name, item in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def load() -> Figures:
    """The figures of the last measurement."""
    read: dict[str, Any] = orjson.loads(PATH.read_bytes())
    read["operations"] = {name: OperationFigures(**value) for name, value in read["operations"].items()}
    read["games"] = {name: GameFigures(**value) for name, value in read["games"].items()}
    read["redis"] = RedisFigures(**read["redis"])
    read["microseconds"] = [int(microseconds) for microseconds in read["microseconds"].split()]
    return Figures(**read)
