"""The rate limit: so many requests of one caller in a window of time, counted in memory or in a shared Redis."""

import logging
import time
from ipaddress import IPv4Address, ip_address
from math import ceil

from flask import Flask, Response, g, request
from limits.errors import StorageError
from limits.storage import RedisStorage, Storage

from service.api.middleware.charges import EXTENSION
from service.api.middleware.counts import WorkerCounts
from service.api.middleware.keys import KeyRing, key_name
from service.api.middleware.places import is_counted, only_asks_what_can_be_asked
from service.api.problems import Problem
from service.settings import IN_MEMORY, Rate

REDIS_SECONDS = 0.25
"""No request waits longer for Redis than this: to connect, and for each answer."""

PAUSE_SECONDS = 5.0
"""When Redis could not be reached it is left alone for so long."""

_log = logging.getLogger(__name__)

Standing = tuple[int, int]
"""What a caller has left, and in how many seconds the count starts anew."""


class RateLimit:
    """Counts requests. Where Redis cannot be reached each worker counts by itself, and nobody is refused for it."""

    def __init__(self, rate: Rate, storage: str = IN_MEMORY) -> None:
        self.rate = rate
        self._here = WorkerCounts()
        self._shared = None if storage == IN_MEMORY else _connect(storage)
        self._paused_until = 0.0

    def count(self, caller: str, cost: int) -> tuple[bool, Standing]:
        """Count a request; whether it is within the limit, and where the caller stands."""
        if self._shared and self._paused_until <= time.monotonic():
            try:
                return self._count_in(self._shared, caller, cost)
            except StorageError as error:
                self._paused_until = time.monotonic() + PAUSE_SECONDS
                # the cause names no more than its type: its words may hold the address of Redis
                cause = type(error.storage_error).__name__
                _log.warning("rate limit: no answer from Redis (%s); each worker counts by itself for a while", cause)
        return self._count_in(self._here, caller, cost)

    def _count_in(self, counts: Storage, caller: str, cost: int) -> tuple[bool, Standing]:
        """The library's fixed window, with one question less to Redis: the count itself says what is left."""
        allowed, seconds = self.rate.requests, self.rate.seconds
        key = f"{allowed}/{seconds}/{caller}"  # with another limit the counts start anew
        count = counts.incr(key, seconds, cost)
        ends = counts.get_expiry(key)
        return count <= allowed, (max(0, allowed - count), max(1, ceil(ends - time.time())))

    def charge(self, cost: int) -> None:
        """Count so many requests more for the caller of this one."""
        within, g.standing = self.count(g.caller, cost)
        if not within:
            _, wait = g.standing
            raise Problem("rate-limited", {"requests": self.rate.requests, "seconds": self.rate.seconds, "wait": wait})


def _connect(storage: str) -> RedisStorage:
    """Nothing is asked yet: the service starts without Redis, too."""
    from redis.backoff import NoBackoff  # noqa: PLC0415 - six megabytes, only where Redis is used
    from redis.retry import Retry  # noqa: PLC0415

    return RedisStorage(
        storage,
        key_prefix="rummy-referee",
        wrap_exceptions=True,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),  # type: ignore[arg-type] # handed on to redis as it is
    )


def register_rate_limit(app: Flask, limit: RateLimit, ring: KeyRing) -> None:
    """Count every request for the referee, and say in its answer where the caller stands."""
    policy = f'"default";q={limit.rate.requests};w={limit.rate.seconds}'
    app.extensions[EXTENSION] = limit

    def count_request() -> None:
        """A caller asks no more often than the limit says: by the name of its key, or by its address."""
        if is_counted(request.path) and not only_asks_what_can_be_asked():
            name = key_name(ring) if ring.keys else None
            g.caller = f"key:{name}" if name else f"address:{find_network(request.remote_addr or '')}"
            limit.charge(1)

    def tell(answer: Response) -> Response:
        standing: Standing | None = g.get("standing")
        if standing:
            left, seconds = standing
            answer.headers.extend((("RateLimit-Policy", policy), ("RateLimit", f'"default";r={left};t={seconds}')))
            if answer.status_code == 429:
                answer.headers["Retry-After"] = str(seconds)
        return answer

    app.before_request(count_request)
    app.after_request(tell)


def find_network(address: str) -> str:
    """Whom an address stands for: with IPv6 a whole /64, because that is what one household or server is given."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ip_address(int(parsed) >> 64 << 64))
