"""A worker stays below 300 MB, whatever the requests and the clients."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest
from PIL import Image

from tests.gunicorn_worker.hard_positions import (
    EXACTLY_A_DEAL,
    HARD_FIRST_PLAY,
    LONG_PAGE,
    MANY_NODES,
    MANY_SCENARIOS,
    read_position,
)
from tests.photos import hostile
from tests.photos.drawing import encode
from tests.running import Running, running

MAX_MB = 300
THREADS = 8
"""The default number of threads of a worker."""


def post(server: Running, path: str, body: object) -> int:
    """Send a request until the worker has capacity for it."""
    while (status := post_once(server, path, body)) == 503:
        time.sleep(0.2)
    return status


def post_once(server: Running, path: str, body: object) -> int:
    return send(server, path, json.dumps(body).encode(), "application/json")


def post_photo(server: Running, picture: bytes) -> int:
    while (status := send(server, "/v1/photos/read?variant=rummikub", picture, "image/jpeg")) == 503:
        time.sleep(0.2)
    return status


def send(server: Running, path: str, body: bytes, media_type: str) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request("POST", path, body, {"Content-Type": media_type})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


def ask(server: Running, position: dict[str, object]) -> int:
    return post(server, "/v1/moves/best" if "objective" in position else "/v1/moves/legal", read_position(position))


def most_memory(worker: int) -> int:
    """The peak memory of a process in MB."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{worker}/status").read_text(encoding="ascii"), re.MULTILINE)
    assert found
    return int(found[1]) // 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux reports the peak memory of a process")
def test_hard_positions_and_large_unread_responses_take_less_than_300_mb() -> None:
    item = {"operation": "listLegalMoves", "body": read_position(LONG_PAGE)}
    batch = json.dumps({"requests": [item] * 40}).encode()
    head = b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n" % len(batch)
    with running() as server, ExitStack() as clients, ThreadPoolExecutor(THREADS) as pool:
        for _ in range(2 * THREADS):
            clients.enter_context(server.connect()).sendall(head + batch)
        positions = (HARD_FIRST_PLAY, MANY_SCENARIOS, *[EXACTLY_A_DEAL, MANY_NODES] * 3)
        assert list(pool.map(lambda position: ask(server, position), positions)) == [200] * THREADS
        (worker,) = server.workers()
        assert most_memory(worker) < MAX_MB


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux reports the peak memory of a process")
def test_the_memory_of_a_search_is_freed_with_the_response() -> None:
    """In a reference cycle it would wait for the garbage collector, which does not see the memory of the engine."""
    item = {"operation": "findBestMove", "body": read_position(MANY_NODES)}
    with running() as server:
        assert post(server, "/v1/batch", {"requests": [item] * 6}) == 200
        (worker,) = server.workers()
        assert most_memory(worker) < MAX_MB / 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux reports the peak memory of a process")
def test_the_largest_photographs_take_less_than_300_mb() -> None:
    pictures = (
        encode(Image.effect_noise((5000, 5000), 8).convert("RGB"), progressive=True, subsampling=0, quality=40),
        encode(Image.new("RGBA", (4000, 2000)), "WEBP", lossless=True),
        hostile.png(4000, 2000, depth=16, colour=6),
        hostile.png(1, 8_000_000, *[hostile.text_bomb(1_000_000)] * 60, depth=16, colour=6),
    )
    with running(PHOTOS="on") as server, ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda picture: post_photo(server, picture), pictures)) == [200, 200, 200, 413]
        (worker,) = server.workers()
        assert most_memory(worker) < MAX_MB
