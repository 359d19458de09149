"""Simulates the autoscaler of ``deploy/kubernetes`` when the load rises.

Requests arrive at random and are spread at random over the workers. A worker is a queue that serves one request after
the other, with service times drawn from the measured ones. Real workers share their core between several requests,
so that a short request waits less than here.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

from bench.figures import p99
from service.operations.limits import QUEUE_SECONDS
from service.settings import Rate, parse_rate
from tools.kustomize import render

EXAMPLE = Path(__file__).parents[2] / "deploy" / "kubernetes" / "overlays" / "example"

SYNC_SECONDS = 15
"""How often Kubernetes computes the number of pods, by default."""
METRIC_SECONDS = 15
"""The period of the metrics server: the autoscaler knows the CPU time of the period before the last."""
TOLERANCE = 0.1
"""The autoscaler ignores smaller deviations from its target, by default."""
POD_SECONDS = 10
"""An assumption: from the decision until a pod starts on a running node, and from ready until all proxies know."""
BEFORE, DURING = 120, 300
"""The seconds before the load rises and after it."""
BUCKET = 5
"""The seconds of one 99th percentile."""
QUICK = 0.1
"""The 99th percentile in seconds that counts as normal."""


@dataclass(frozen=True)
class Autoscaler:
    """The settings of the autoscaler and of a pod."""

    minimum: int
    maximum: int
    target_cores: float
    """The CPU cores of a pod that the autoscaler aims at."""
    workers: int
    growth: float
    growth_seconds: int

    def pods_for(self, cores: float) -> int:
        """The pods that it keeps for a constant load."""
        return max(self.minimum, ceil(cores / self.target_cores))


def read_autoscaler() -> Autoscaler:
    """The autoscaler of the example."""
    applied = _read_example()
    scaler = applied["HorizontalPodAutoscaler"]
    (container,) = applied["Deployment"]["template"]["spec"]["containers"]
    (metric,) = scaler["metrics"]
    (policy,) = scaler["behavior"]["scaleUp"]["policies"]
    utilisation = metric["resource"]["target"]["averageUtilization"] / 100
    return Autoscaler(
        minimum=scaler["minReplicas"],
        maximum=scaler["maxReplicas"],
        target_cores=utilisation * float(container["resources"]["requests"]["cpu"]),
        workers=int(_read_environment(container)["WORKERS"]),
        growth=policy["value"] / 100,
        growth_seconds=policy["periodSeconds"],
    )


def read_rate_limit() -> Rate:
    """The rate limit of the example."""
    (container,) = _read_example()["Deployment"]["template"]["spec"]["containers"]
    return parse_rate(_read_environment(container)["RATE_LIMIT"])


def _read_example() -> dict[str, Any]:
    return {resource["kind"]: resource.get("spec") for resource in render(EXAMPLE)}


def _read_environment(container: dict[str, Any]) -> dict[str, str]:
    return {variable["name"]: variable["value"] for variable in container["env"]}


@dataclass(frozen=True)
class Outcome:
    """What a rise of the load did."""

    pods_before: int
    pods_after: int
    before: float
    """The 99th percentile of the latency before the rise."""
    worst: float
    """The worst 99th percentile of five seconds after it."""
    recovered_after: int
    """The seconds after the rise from which on the 99th percentile is normal; the whole time if it never is."""
    rejected: float
    """The share of the requests after the rise that are rejected."""


@dataclass
class Cluster:
    """The pods at a point in time, and what the autoscaler knows."""

    scaler: Autoscaler
    start_seconds: float
    pods: int
    """All pods, with those that are starting."""
    free_at: list[float] = field(default_factory=list)
    """When each worker that is ready has served all its requests."""
    starting: deque[tuple[float, int]] = field(default_factory=deque)
    """When pods become ready, and how many."""
    used: deque[float] = field(default_factory=lambda: deque(maxlen=2 * METRIC_SECONDS))
    """The cores used in each of the last seconds."""
    sizes: deque[int] = field(default_factory=deque)
    """The number of pods in each of the last seconds of the policy's period."""

    def __post_init__(self) -> None:
        self.free_at = [0.0] * self.pods * self.scaler.workers
        self.sizes = deque([self.pods], maxlen=self.scaler.growth_seconds)

    def serve(self, now: int, rate: float, times: Sequence[float], chance: Random) -> list[float]:
        """The latencies of the requests that arrive within a second; ``QUEUE_SECONDS`` for those that are rejected."""
        while self.starting and self.starting[0][0] <= now:
            self.free_at += [float(now)] * self.starting.popleft()[1] * self.scaler.workers
        each = rate / len(self.free_at)
        latencies: list[float] = []
        used = 0.0
        for worker, free in enumerate(self.free_at):
            work, end = max(0.0, free - now), free
            arrived = now + chance.expovariate(each)
            while arrived < now + 1:
                if end - arrived >= QUEUE_SECONDS:
                    latencies.append(QUEUE_SECONDS)
                else:
                    seconds = times[int(chance.random() * len(times))]
                    work += seconds
                    end = max(end, arrived) + seconds
                    latencies.append(end - arrived)
                arrived += chance.expovariate(each)
            self.free_at[worker] = end
            used += min(1.0, work)
        self.used.append(used)
        self.sizes.append(self.pods)
        return latencies

    def scale(self, now: int) -> None:
        """Add pods as the autoscaler does. It counts those that are starting as idle."""
        known = list(self.used)[:METRIC_SECONDS]
        ratio = sum(known) / len(known) / (self.pods * self.scaler.target_cores)
        if ratio <= 1 + TOLERANCE:
            return
        allowed = min(self.scaler.maximum, ceil(self.sizes[0] * (1 + self.scaler.growth)))
        new = min(ceil(self.pods * ratio), allowed) - self.pods
        if new > 0:
            self.pods += new
            self.starting.append((now + self.start_seconds, new))


def simulate(times: Sequence[float], rate: float, rise: float, scaler: Autoscaler, start_seconds: float) -> Outcome:
    """Let the load rise from a constant rate to a multiple of it, and stay there."""
    chance = Random(1)
    cores = rate * sum(times) / len(times)
    cluster = Cluster(scaler, start_seconds, scaler.pods_for(cores))
    pods_before = cluster.pods
    percentiles = []
    latencies: list[float] = []
    arrived = rejected = 0
    for now in range(BEFORE + DURING):
        new = cluster.serve(now, rate * (rise if now >= BEFORE else 1), times, chance)
        latencies += new
        if now >= BEFORE:
            arrived += len(new)
            rejected += new.count(QUEUE_SECONDS)
        if now % SYNC_SECONDS == 0:
            cluster.scale(now)
        if now % BUCKET == BUCKET - 1:
            percentiles.append(p99(latencies or [0.0]))
            latencies = []
    after = percentiles[BEFORE // BUCKET :]
    slow = [number for number, percentile in enumerate(after, 1) if percentile > QUICK]
    return Outcome(
        pods_before=pods_before,
        pods_after=cluster.pods,
        before=max(percentiles[2 : BEFORE // BUCKET]),
        worst=max(after),
        recovered_after=BUCKET * max(slow, default=0),
        rejected=rejected / max(1, arrived),
    )
