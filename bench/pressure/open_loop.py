"""Open-loop load: clients that send requests at a rate, each over its own connection, whatever the server does."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from statistics import quantiles

from tests.pressure.asks import Ask

PATIENCE = 5
"""Seconds after which a request counts as timed out, unless said."""


@dataclass(slots=True)
class Answers:
    """What became of some requests: their statuses or errors, and the seconds of those answered."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def percentile(self, share: int) -> float:
        """A percentile of the seconds."""
        return quantiles(self.seconds, n=100, method="inclusive")[share - 1]

    def __str__(self) -> str:
        """The share answered with 200, its 99th percentile, and every other outcome."""
        total, good = self.outcomes.total(), self.outcomes["200"]
        others = ", ".join(f"{count} {outcome}" for outcome, count in self.outcomes.items() if outcome != "200")
        figures = f"{good} of {total}"
        if len(self.seconds) > 1:
            figures += f", p50 {self.percentile(50):.2f} s, p99 {self.percentile(99):.2f} s"
        return f"{figures} ({others})" if others else figures


async def send(port: int, ask: Ask, answers: Answers, patience: float = PATIENCE, address: str = "127.0.0.1") -> None:
    """Send one request over a new connection and record its outcome."""
    start = time.monotonic()
    try:
        outcome = await asyncio.wait_for(_exchange(port, ask, address), patience)
        if outcome == "200":
            answers.seconds.append(time.monotonic() - start)
    except TimeoutError:
        outcome = "timed out"
    except (OSError, asyncio.IncompleteReadError) as error:
        outcome = "refused" if isinstance(error, ConnectionRefusedError) else "reset"
    answers.outcomes[outcome] += 1


async def _exchange(port: int, ask: Ask, address: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(ask.message)
        head = await reader.readuntil(b"\r\n\r\n")
        return head.split(b" ", 2)[1].decode()
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def at_rate(port: int, ask: Ask, rate: float, seconds: float, **named: object) -> Answers:
    """Send requests at a fixed rate, each over its own connection."""
    answers = Answers()
    start, sent = time.monotonic(), []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        sent.append(asyncio.create_task(send(port, ask, answers, **named)))  # type: ignore[arg-type]
    await asyncio.gather(*sent)
    return answers


async def hang_up(port: int, ask: Ask, after: float) -> None:
    """Send a request and close the connection without reading."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(ask.message)
    await asyncio.sleep(after)
    writer.close()


async def hold(port: int) -> None:
    """Send part of a request, wait for the server to close, and connect again."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"POST /v1/melds/check HTTP/1.1\r\nHos")
                await reader.read()
            finally:
                writer.close()


async def repeat(port: int, ask: Ask) -> None:
    """Send requests over one connection without a pause."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        writer.write(ask.message)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))


@contextlib.asynccontextmanager
async def crowd(doing: Callable[[], Awaitable[None]], count: int) -> AsyncIterator[None]:
    """This many clients do the same for the duration of the context."""
    tasks = [asyncio.ensure_future(doing()) for _ in range(count)]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
