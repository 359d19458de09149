"""Load generator: raw requests over a few keep-alive connections, each sent right after the previous response.

One thread waits for all connections and parses as little as possible of a response, so that the server is the
bottleneck. Every block records the CPU time of the client as evidence.
"""

import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from selectors import EVENT_READ, DefaultSelector

CHUNK = 1 << 20
FOUND = b"HTTP/1.1 200 "
LENGTH = b"content-length:"
APART = 0.005


@dataclass(frozen=True)
class Block:
    """The responses of a period, and the CPU time of the client."""

    answers: int
    seconds: float
    client_seconds: float


@dataclass
class Connection:
    """A connection, the bytes of a response received so far, and its total length once known."""

    connected: socket.socket
    received: bytearray = field(default_factory=bytearray)
    expected: int | None = None

    def is_answered(self) -> bool:
        """Read available bytes and return whether the response is complete. Any status but 200 is an error."""
        piece = self.connected.recv(CHUNK)
        if not piece:
            raise ConnectionError("the server has closed the connection")
        self.received += piece
        if self.expected is None:
            head, found, _ = self.received.partition(b"\r\n\r\n")
            if not found:
                return False
            if not head.startswith(FOUND):
                raise ConnectionError(f"not answered with 200: {bytes(self.received[:500])!r}")
            length = head.lower().split(LENGTH)[1].split(b"\r\n")[0]
            self.expected = len(head) + len(found) + int(length)
        if len(self.received) < self.expected:
            return False
        self.received.clear()
        self.expected = None
        return True


class Load:
    """Sends the same requests to a server in a cycle.

    It opens its connections with short pauses: otherwise the worker that wakes first would accept all of them.
    """

    def __init__(self, port: int, requests: Sequence[bytes], connections: int) -> None:
        self._requests: Iterator[bytes] = cycle(requests)
        self._connections = []
        for _ in range(connections):
            connected = socket.create_connection(("127.0.0.1", port))
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._connections.append(Connection(connected))
            time.sleep(APART)

    def ask_for(self, seconds: float) -> Block:
        """Send requests for this long, then wait for all responses."""
        answers, waiting = 0, len(self._connections)
        busy, start = time.process_time(), time.perf_counter()
        with DefaultSelector() as selector:
            for connection in self._connections:
                selector.register(connection.connected, EVENT_READ, connection)
                connection.connected.sendall(next(self._requests))
            while waiting:
                for key, _ in selector.select():
                    if not key.data.is_answered():
                        continue
                    answers += 1
                    if time.perf_counter() - start < seconds:
                        key.data.connected.sendall(next(self._requests))
                    else:
                        waiting -= 1
        return Block(answers, time.perf_counter() - start, time.process_time() - busy)

    def close(self) -> None:
        """Close all connections."""
        for connection in self._connections:
            connection.connected.close()


def write_request(path: str, body: bytes) -> bytes:
    """The bytes of a request."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body
