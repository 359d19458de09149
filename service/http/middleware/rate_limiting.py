"""Rate limiting: a fixed window per caller, counted in memory or in a shared Redis.

A request counts as one, and one more for every ``STEPS_PER_REQUEST`` steps of its searches, so that a caller with few
hard requests is limited like one with many light ones.
"""

import logging
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Network, ip_address
from math import ceil

from flask import Flask, Response, g, request
from limits.errors import StorageError
from limits.storage import RedisStorage, Storage

from rummy_referee.engine.work import steps_so_far

from ...operations.limits import STEPS_PER_REQUEST
from ...operations.problems import Problem
from ...operations.request_record import current_record
from ...settings import IN_MEMORY, Rate
from ..access_policy import is_rate_limited
from .authentication import KeyStore, key_name
from .memory_storage import BoundedMemoryStorage

REDIS_SECONDS = 0.25
"""The timeout for connecting to Redis and for each of its replies."""

PAUSE_SECONDS = 5.0
"""How long Redis is not used after it could not be reached."""

_log = logging.getLogger(__name__)

WIDER_PREFIX = 56
WIDER_FACTOR = 8
"""An IPv6 network of this prefix, which a provider may give to one customer, has this many times the limit of a /64."""

Quota = tuple[int, int]
"""A caller's remaining requests, and the seconds until the window ends."""


class RateLimiter:
    """Counts requests. While Redis is unreachable each worker counts by itself, and no request fails."""

    def __init__(self, rate: Rate, storage: str = IN_MEMORY) -> None:
        self.rate = rate
        self._local = BoundedMemoryStorage()
        self._shared = None if storage == IN_MEMORY else _connect(storage)
        self._paused_until = 0.0

    def count(self, callers: Sequence[str], requests: int) -> tuple[bool, Quota]:
        """Count requests of a caller and its wider network; whether they are within the limit, and the quota."""
        if self._shared and self._paused_until <= time.monotonic():
            try:
                return self._count_in(self._shared, callers, requests, time.time)
            except StorageError as error:
                self._paused_until = time.monotonic() + PAUSE_SECONDS
                # Only the type of the cause: its message may contain the address of Redis.
                cause = type(error.storage_error).__name__
                _log.warning("rate limit: Redis is unreachable (%s); each worker counts by itself for now", cause)
        return self._count_in(self._local, callers, requests, time.monotonic)

    def _count_in(
        self, storage: Storage, callers: Sequence[str], requests: int, clock: Callable[[], float]
    ) -> tuple[bool, Quota]:
        """The library's fixed window with one Redis call less: the count itself gives the remaining requests."""
        quotas = []
        for caller, factor in zip(callers, (1, WIDER_FACTOR), strict=False):
            allowed, seconds = factor * self.rate.requests, self.rate.seconds
            key = f"{allowed}/{seconds}/{caller}"  # another limit starts new counts
            left = allowed - storage.incr(key, seconds, requests)
            quotas.append((left, max(1, ceil(storage.get_expiry(key) - clock()))))
        left, wait = min(quotas)
        return left >= 0, (max(0, left), wait)

    def consume(self, requests: int) -> None:
        """Count requests for the current caller; raise ``rate-limited`` beyond the limit."""
        within, g.quota = self.count(g.callers, requests)
        if not within:
            _, wait = g.quota
            raise Problem("rate-limited", {"requests": self.rate.requests, "seconds": self.rate.seconds, "wait": wait})

    def charge_steps(self) -> None:
        """Count the steps of the current request, once; they are taken, so nothing is raised."""
        requests = steps_so_far() // STEPS_PER_REQUEST
        if requests and "callers" in g and "steps_charged" not in g:
            g.steps_charged = True
            _, g.quota = self.count(g.callers, requests)


def _connect(storage: str) -> RedisStorage:
    """A Redis storage. It connects with the first request, so the service starts without Redis, too."""
    from redis.backoff import NoBackoff  # noqa: PLC0415 - 6 MB, only where Redis is used
    from redis.retry import Retry  # noqa: PLC0415

    return RedisStorage(
        storage,
        key_prefix="rummy-referee",
        wrap_exceptions=True,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),  # type: ignore[arg-type] # passed on to redis
    )


def register_rate_limiting(app: Flask, limiter: RateLimiter, keys: KeyStore) -> None:
    """Count every API request by key name or address, and report the quota in the response headers."""
    policy = f'"default";q={limiter.rate.requests};w={limiter.rate.seconds}'

    def count_request() -> None:
        if is_rate_limited(request.path) and request.method != "OPTIONS":
            name = key_name(keys) if keys.keys else None
            g.callers = [f"key:{name}"] if name else find_networks(request.remote_addr or "")
            limiter.consume(1)
            current_record().consume = limiter.consume

    def add_quota_headers(response: Response) -> Response:
        limiter.charge_steps()
        quota: Quota | None = g.get("quota")
        if quota:
            left, seconds = quota
            response.headers.extend((("RateLimit-Policy", policy), ("RateLimit", f'"default";r={left};t={seconds}')))
        return response

    app.before_request(count_request)
    app.after_request(add_quota_headers)
    app.teardown_request(lambda _: limiter.charge_steps())  # for a request without a response: its client is gone


def find_networks(address: str) -> list[str]:
    """The networks that count as one caller: an IPv4 address, or the /64 of an IPv6 address, and the /56 around it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return ["address:unknown"]
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    if isinstance(parsed, IPv4Address):
        return [f"address:{parsed}"]
    return [f"address:{IPv6Network((int(parsed), prefix), strict=False)}" for prefix in (64, WIDER_PREFIX)]
