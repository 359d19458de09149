"""What can go wrong around a server while clients ask it. Each fault gives the tally of the clients."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from bench.pressure.clients import Crowd, Tally
from bench.pressure.mix import Ask
from tests.running import Running

Draw = Callable[[], Ask | None]

PARTS_OF_A_REQUEST = (
    b"",
    b"POST /v1/melds/check HTTP/1.1\r\nHos",
    b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{",
)


@asynccontextmanager
async def _under_load(server: Running, draw: Draw, clients: int) -> AsyncIterator[Tally]:
    """Clients ask as fast as they are answered, all the while."""
    crowd = Crowd(server.port, draw, clients)
    asking = asyncio.create_task(crowd.ask())
    await _answers(crowd.tally, clients)
    try:
        yield crowd.tally
    finally:
        crowd.stop()
        await asking


async def _answers(tally: Tally, more: int) -> None:
    """Wait until so many more answers have come."""
    wanted = tally.answered + more
    while tally.answered < wanted:
        await asyncio.sleep(0.02)


async def kill_workers(server: Running, draw: Draw, clients: int, times: int) -> Tally:
    """Kill one worker after the other with SIGKILL; each time another takes its place."""
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
    """Tell the server to stop, and wait until it has."""
    async with _under_load(server, draw, clients) as tally:
        await _answers(tally, 5 * clients)
        server.process.send_signal(signal.SIGTERM)
        while server.process.poll() is None:
            await asyncio.sleep(0.02)
    return tally


async def recycle(server: Running, draw: Draw, clients: int, workers: int) -> tuple[Tally, int]:
    """Ask on until so many workers have made way for new ones; with how many workers there were in all."""
    seen = set(server.workers())
    wanted = len(seen) + workers
    async with _under_load(server, draw, clients) as tally:
        while len(seen) < wanted:
            seen |= set(server.workers())
            await asyncio.sleep(0.02)
    return tally, len(seen)


async def ask_only(server: Running, draw: Draw, clients: int, answers: int) -> Tally:
    """Ask until so many answers have come, and nothing else."""
    async with _under_load(server, draw, clients) as tally:
        await _answers(tally, answers)
    return tally


@contextmanager
def stalled(server: Running, count: int) -> Iterator[None]:
    """So many clients have sent part of a request, and send no more."""
    with contextlib.ExitStack() as open_ones:
        for number in range(count):
            part = PARTS_OF_A_REQUEST[number % len(PARTS_OF_A_REQUEST)]
            open_ones.enter_context(server.connect()).sendall(part)
            time.sleep(0.01)  # so that it is not one worker that gets them all
        yield


async def among_stalled(server: Running, draw: Draw, clients: int, answers: int, count: int) -> Tally:
    """Ask while so many others have stalled."""
    with stalled(server, count):
        return await ask_only(server, draw, clients, answers)


async def among_dripping(server: Running, draw: Draw, clients: int, answers: int, count: int) -> Tally:
    """Ask while so many others send ten bytes of their bodies in a second, and begin again when they are refused."""

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
