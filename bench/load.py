"""Load on a server: raw requests over a few connections that are kept alive, the next as soon as an answer is there.

It is one thread that waits for all connections at once and looks at no more of an answer than it has to, so that the
server is what is measured. How busy it was is told with every block, as the proof.
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
    """What was asked in some seconds, and how many seconds the asking itself took of a processor."""

    answers: int
    seconds: float
    client_seconds: float


@dataclass
class Connection:
    """A connection, with what has come of an answer, and how much is to come in all once that is known."""

    connected: socket.socket
    received: bytearray = field(default_factory=bytearray)
    expected: int | None = None

    def is_answered(self) -> bool:
        """Read what has come. Whether the answer is whole; any but a 200 is an error."""
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
    """Asks a server the same requests over and over.

    Its connections come one after the other, a little apart: all at once, they would all be let in by the one worker
    that wakes first.
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
        """Ask for so long; then wait until all is answered."""
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
    """A request as it is sent."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body
