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

from tests.photos import hostile
from tests.photos.drawing import encode
from tests.running import Running, running

MAX_MB = 300
THREADS = 8
"""The default number of threads of a worker."""
HARD_FIRST_PLAY = {
    "variant": "myrummy-kids-pro",
    "table": ["R6 J Y6", "J R4 G4", "B1 G1 Y1", "J G4 G5", "R2 R3 R4 R5", "B5 J G5", "B4 B5 B6"],
    "hand": "B3 R2 Y3 G3 Y5 R1 Y2 Y3 Y4 Y6 G2 R3 B4 B2",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""Four jokers on the table, each with several roles: hundreds of scenarios, with hard counts."""
MANY_SCENARIOS = {
    "variant": "myrummy-kids-pro",
    "table": ["Y5 B5 J", "R4 B4 J", "R6 J J", "B3 Y3 R3 G3"],
    "hand": "B6 G4 Y3 G6 Y2 R1 Y5 G1 Y1 R5 G2 Y4 G4 R6 Y6",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""The same in thousands of scenarios."""
EXACTLY_A_DEAL = {
    "variant": "rummy",
    "table": [
        *("Y8 B8 R8", "Y1 B1 R1", "K6 K7 K8 K9", "K11 B11 J", "Y4 Y5 Y6", "Y1 Y2 Y3 Y4 Y5", "B5 B6 B7 B8 B9 B10 B11"),
        *("K4 K5 K6 K7 K8", "R3 R4 R5", "K12 Y12 B12", "Y10 Y11 Y12", "Y2 B2 R2 K2", "Y7 Y8 Y9 J", "Y3 B3 R3"),
        *("K2 K3 K4", "K10 K11 K12 K13", "K1 R1 B1", "R6 R7 R8", "Y13 B13 R13"),
    ],
    "hand": "B10 B13 B3 R11 B4 R12 R9 Y11 K13 R13 R6 B12 Y13 K5",
    "opened": True,
    "stock": 3,
    "limit": 1000,
    "options": {"joker_release": "replace", "ace": "low-or-high"},
}
"""Fourteen tiles in hand, forty MB each."""
MANY_NODES = {
    "variant": "rummy",
    "table": ["Y3 Y4 Y5", "Y9 R9 B9", "K8 R8 Y8", "J R8 R9 R10 J", "R1 K1 B1 Y1"],
    "hand": "R13 K8 R7 K5 Y2 Y7 B10 K13 B10 B3 Y4 Y1 K10 Y11 B11 K9 K7 B2 K5 B4 B5 Y9 B12 B2 R10 K11 K13 R6 B6 K6 K3 "
    "R2 K12 R12 B5 Y6 Y11 R4 B8 B3 K2 R5 K3 K11 B8 K10 K9 B9 K7 B6 Y8 K2 Y3 K4 R13 B12 R11 B13 R5 B7 K6 R6 B11 Y13 R4 "
    "K1 Y12 Y7 R12 R2 Y2",
    "opened": True,
    "stock": 3,
    "objective": "points",
    "options": {"joker_release": "replace", "ace": "low-or-high", "mixed_runs": True},
}
"""Two jokers in one run of any colours, and mixed runs of 70 tiles: once 400 MB for one best play."""
LONG_PAGE = {
    "variant": "rummy",
    "table": ["R1 R2 R3 R4 R5 R6", "B1 B2 B3 B4 B5 B6 B7 B8", "K3 K4 K5 K6 K7 K8", "Y5 Y6 Y7 Y8 Y9", "R9 B9 K9"],
    "hand": "R7 R8 R9 B9 B10 B11 K9 K10 K11 Y10 Y11 Y12 R13 J",
    "opened": True,
    "stock": 5,
    "limit": 1000,
    "options": {"joker_release": "free"},
}
"""Thousands of plays, so that a page is long."""


def read_position(position: dict[str, object]) -> dict[str, object]:
    """The position with lists of tile codes."""
    table, hand = position["table"], position["hand"]
    assert isinstance(table, list)
    assert isinstance(hand, str)
    return {**position, "table": [meld.split() for meld in table], "hand": hand.split()}


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
