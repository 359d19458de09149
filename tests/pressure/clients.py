"""Clients with keep-alive connections that record every response and every missing one."""

import asyncio
import contextlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.pressure.asks import Ask

PATIENCE = 60
"""Seconds after which a response counts as lost."""
RETRY = 0.02
OVERLOADED = 503

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(slots=True)
class Tally:
    """The results of a run."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)
    """Requests that were sent and got no complete response."""
    closed_idle: int = 0
    """Connections that the server had closed before a request was sent. The request used another one."""
    refused: int = 0
    """Failed attempts to connect."""
    failures: list[bytes] = field(default_factory=list)
    """Requests with a 5xx response other than 503, which is allowed under overload."""
    hung_up: int = 0
    """Requests after which the client closed the connection at once."""

    @property
    def answered(self) -> int:
        """The number of responses."""
        return self.statuses.total()

    def count_status(self, low: int, high: int) -> int:
        """The number of responses with a status in this range."""
        return sum(count for (_, status), count in self.statuses.items() if low <= status < high)

    def note(self, ask: Ask, status: int, seconds: float) -> None:
        """Record a response."""
        self.statuses[ask.kind, status] += 1
        self.seconds[ask.kind].append(seconds)
        if status >= 500 and status != OVERLOADED:
            self.failures.append(ask.message)


@dataclass(slots=True)
class Crowd:
    """Clients that send requests at a common rate, or each without a pause."""

    port: int
    draw: Callable[[], Ask | None]
    """The next request, or None when there are no more."""
    clients: int = 16
    rate: float | None = None
    hang_ups: float = 0.0
    """The share of requests after which the client closes the connection at once."""
    tally: Tally = field(default_factory=Tally)
    stopping: bool = False

    def stop(self) -> None:
        """Send no more requests."""
        self.stopping = True

    async def ask(self, seconds: float | None = None) -> Tally:
        """Send requests until the time is over, ``stop`` is called, or ``draw`` returns None."""
        end = time.monotonic() + seconds if seconds is not None else float("inf")
        await asyncio.gather(*(self._be_client(Random(number), end) for number in range(self.clients)))
        return self.tally

    async def _be_client(self, random: Random, end: float) -> None:
        stream: Stream | None = None
        while not self.stopping and time.monotonic() < end:
            if self.rate:
                await asyncio.sleep(random.expovariate(self.rate / self.clients))
            ask = self.draw()
            if ask is None:
                break
            stream = await self._ask_once(stream, ask, hangs_up=random.random() < self.hang_ups)
        await _close(stream)

    async def _ask_once(self, stream: Stream | None, ask: Ask, *, hangs_up: bool) -> Stream | None:
        """Send a request over this connection or a new one; return the connection if it is reusable."""
        if stream and stream[0].at_eof():
            self.tally.closed_idle += 1
            await _close(stream)
            stream = None
        while stream is None:
            try:
                stream = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                self.tally.refused += 1
                if self.stopping:
                    return None
                await asyncio.sleep(RETRY)
        start = time.monotonic()
        try:
            stream[1].write(ask.message)
            if hangs_up:
                self.tally.hung_up += 1
                await _close(stream)
                return None
            status, keeps = await asyncio.wait_for(_read_answer(stream[0]), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as fault:
            self.tally.lost.append(f"{ask.kind}: {type(fault).__name__}")
            await _close(stream)
            return None
        self.tally.note(ask, status, time.monotonic() - start)
        if keeps:
            return stream
        await _close(stream)
        return None


async def _read_answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """The status, and whether the connection is reusable."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1]), b"connection: close" not in head


async def _close(stream: Stream | None) -> None:
    if stream:
        stream[1].close()
        with contextlib.suppress(OSError):
            await stream[1].wait_closed()
