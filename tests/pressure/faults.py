"""Faults to inject while clients send requests. Each returns the tally of the clients."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from tests.pressure.asks import Ask
from tests.pressure.clients import Crowd, Tally
from tests.running import Running

Draw = Callable[[], Ask | None]

PARTS_OF_A_REQUEST = (
    b"",
    b"POST /v1/melds/check HTTP/1.1\r\nHos",
    b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{",
)


@asynccontextmanager
async def _under_load(server: Running, draw: Draw, clients: int) -> AsyncIterator[Tally]:
    """Clients send requests without a pause for the duration of the context."""
    crowd = Crowd(server.port, draw, clients)
    sending = asyncio.create_task(crowd.ask())
    await _answers(crowd.tally, clients)
    try:
        yield crowd.tally
    finally:
        crowd.stop()
        await sending


async def _answers(tally: Tally, more: int) -> None:
    """Wait for this many more responses."""
    wanted = tally.answered + more
    while tally.answered < wanted:
        await asyncio.sleep(0.02)


async def kill_workers(server: Running, draw: Draw, clients: int, times: int) -> Tally:
    """Kill workers with SIGKILL, one after the other, each after the previous one is replaced."""
    async with _under_load(server, draw, clients) as tally:
        for _ in range(times):
            victim = server.workers()[0]
            count = len(server.workers())
            os.kill(victim, signal.SIGKILL)
            while victim in server.workers() or len(server.workers()) < count:
                await asyncio.sleep(0.02)
            await _answers(tally, 10 * clients)
    return tally


async def terminate(server: Running, draw: Draw, clients: int) -> Tally:
    """Stop the server with SIGTERM and wait for its exit."""
    async with _under_load(server, draw, clients) as tally:
        await _answers(tally, 5 * clients)
        server.process.send_signal(signal.SIGTERM)
        while server.process.poll() is None:
            await asyncio.sleep(0.02)
    return tally


async def recycle(server: Running, draw: Draw, clients: int, workers: int) -> tuple[Tally, int]:
    """Send requests until this many workers were replaced; also return the total number of workers."""
    seen = set(server.workers())
    wanted = len(seen) + workers
    async with _under_load(server, draw, clients) as tally:
        while len(seen) < wanted:
            seen |= set(server.workers())
            await asyncio.sleep(0.02)
    return tally, len(seen)


async def ask_only(server: Running, draw: Draw, clients: int, answers: int) -> Tally:
    """Send requests until this many responses arrived, without a fault."""
    async with _under_load(server, draw, clients) as tally:
        await _answers(tally, answers)
    return tally


@contextmanager
def stalled(server: Running, count: int) -> Iterator[None]:
    """This many clients have sent part of a request and stall."""
    with contextlib.ExitStack() as open_ones:
        for number in range(count):
            part = PARTS_OF_A_REQUEST[number % len(PARTS_OF_A_REQUEST)]
            open_ones.enter_context(server.connect()).sendall(part)
            time.sleep(0.01)  # otherwise one worker accepts all of them
        yield


async def among_stalled(server: Running, draw: Draw, clients: int, answers: int, count: int) -> Tally:
    """Send requests while other clients stall."""
    with stalled(server, count):
        return await ask_only(server, draw, clients, answers)


async def among_dripping(server: Running, draw: Draw, clients: int, answers: int, count: int) -> Tally:
    """Send requests while other clients send ten bytes of a body per second and reconnect when rejected."""

    async def drip() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(PARTS_OF_A_REQUEST[-1])
                try:
                    while not reader.at_eof():
                        writer.write(b" ")
                        await asyncio.sleep(0.1)
                finally:
                    writer.close()

    dripping = [asyncio.create_task(drip()) for _ in range(count)]
    try:
        return await ask_only(server, draw, clients, answers)
    finally:
        for task in dripping:
            task.cancel()
        await asyncio.gather(*dripping, return_exceptions=True)
