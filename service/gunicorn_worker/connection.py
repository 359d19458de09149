"""One client: what comes from it, and what is still to be sent to it."""

import socket
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from service.gunicorn_worker.arrival import Arrival, Request

PIECE = 64 * 1024


class Phase(Enum):
    """What a connection is waiting for. While its request is being answered it waits for nothing."""

    IDLE = auto()
    """the first byte of a request"""
    ARRIVING = auto()
    """the rest of it"""
    SENDING = auto()
    """room for the rest of the answer"""
    LEAVING = auto()
    """the client's end, after an answer to a request that was not read to its end"""


class Outbox:
    """Takes what gunicorn writes, in place of the socket, so that no thread ever waits for a client."""

    def __init__(self) -> None:
        self.written = bytearray()

    def sendall(self, piece: bytes) -> None:
        """Keep it for later."""
        self.written += piece

    send = sendall

    def shutdown(self, _how: int) -> None:
        """gunicorn gives up an answer half way: there is nothing to be done about what has been sent."""

    def close(self) -> None:
        """The connection closes itself."""


class Connection:
    """A client's socket, which never blocks, and the states it goes through."""

    def __init__(self, line: socket.socket, client: Any, server: Any, arrival: Arrival) -> None:
        line.setblocking(False)
        self.line = line
        self.client = client
        self.server = server
        self.arrival = arrival
        self.request: Request = None
        """The request that is being answered."""
        self.sock = Outbox()
        """What gunicorn takes for the socket."""
        self.phase: Phase | None = None
        self.keeps = False
        """Whether another request may follow the answer."""
        self.is_lost = False
        self.discarded = 0

    def receive(self) -> bytes | None:
        """What has come; nothing at the client's end; None if it was nothing after all."""
        try:
            return self.line.recv(PIECE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def send(self) -> bool:
        """Send as much of the answer as goes without waiting; whether that was all, or the client is gone."""
        unsent = self.sock.written
        while unsent and not self.is_lost:
            try:
                del unsent[: self.line.send(unsent)]
            except BlockingIOError:
                return False
            except OSError:
                self.is_lost = True
        return True

    def say_goodbye(self) -> None:
        """Tell the client that nothing more will be sent."""
        try:
            self.line.shutdown(socket.SHUT_WR)
        except OSError:
            self.is_lost = True


def count_excess(sizes: Sequence[int], most: int) -> int:
    """How many of the first have to go so that the others are no more than that together. The last may stay alone."""
    left = sum(sizes)
    for number, size in enumerate(sizes[:-1]):
        if left <= most:
            return number
        left -= size
    return max(0, len(sizes) - 1)
