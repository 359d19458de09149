"""However hard the requests and however slow the clients, a worker stays under 300 MB."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.running import Running, running

MOST_MB = 300
THREADS = 8
"""As many requests a worker answers at a time, if nothing else is set."""
HARD_FIRST_PLAY = {
    "variant": "myrummy-kids-pro",
    "table": ["R6 J Y6", "J R4 G4", "B1 G1 Y1", "J G4 G5", "R2 R3 R4 R5", "B5 J G5", "B4 B5 B6"],
    "hand": "B3 R2 Y3 G3 Y5 R1 Y2 Y3 Y4 Y6 G2 R3 B4 B2",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""Four jokers on the table, each with several roles: hundreds of scenarios, with hard counts."""
MANY_WAYS = {
    "variant": "myrummy-kids-pro",
    "table": ["Y5 B5 J", "R4 B4 J", "R6 J J", "B3 Y3 R3 G3"],
    "hand": "B6 G4 Y3 G6 Y2 R1 Y5 G1 Y1 R5 G2 Y4 G4 R6 Y6",
    "opened": False,
    "stock": 5,
    "limit": 1000,
}
"""The same in thousands of scenarios."""
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
    """With its tiles as the service reads them."""
    table, hand = position["table"], position["hand"]
    assert isinstance(table, list)
    assert isinstance(hand, str)
    return {**position, "table": [meld.split() for meld in table], "hand": hand.split()}


def ask(server: Running, body: bytes) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request("POST", "/v1/moves/legal", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def most_memory(worker: int) -> int:
    """The most that a process has ever held, in MB."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{worker}/status").read_text(encoding="ascii"), re.MULTILINE)
    assert found
    return int(found[1]) // 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the most memory of a process")
@pytest.mark.parametrize("first_play", [HARD_FIRST_PLAY, MANY_WAYS], ids=["hundreds of ways", "thousands of ways"])
def test_hard_first_plays_beside_large_answers_that_nobody_reads_take_less_than_300_mb(
    first_play: dict[str, object],
) -> None:
    hard = json.dumps(read_position(first_play)).encode()
    item = {"operation": "listLegalMoves", "body": read_position(LONG_PAGE)}
    batch = json.dumps({"requests": [item] * 40}).encode()
    head = b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n" % len(batch)
    with running() as server, ExitStack() as clients, ThreadPoolExecutor(THREADS) as asking:
        for _ in range(4 * THREADS):
            clients.enter_context(server.connect()).sendall(head + batch)
        assert list(asking.map(lambda _: ask(server, hard), range(THREADS))) == [200] * THREADS
        (worker,) = server.workers()
        assert most_memory(worker) < MOST_MB
