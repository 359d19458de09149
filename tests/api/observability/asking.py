"""Requests to a running server, and waiting for what follows from them."""

import json
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection

from tests.running import Running


def ask(server: Running, method: str, path: str, body: object = None) -> tuple[int, str]:
    """Send a request over a new connection, which any worker may accept."""
    sent = json.dumps(body) if body else None
    with closing(HTTPConnection(server.address, timeout=30)) as connection:
        connection.request(method, path, sent, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read().decode()


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        with suppress(OSError):
            if holds():
                return
        time.sleep(0.1)
    raise AssertionError("the condition did not hold in time")
