"""A client connection: its socket, its request parser and its write buffer."""

import socket
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from .request_parser import Request, RequestParser

RECEIVE_BYTES = 64 * 1024


class Phase(Enum):
    """What a connection waits for."""

    IDLE = auto()
    """the first byte of a request"""
    RECEIVING = auto()
    """the rest of the request"""
    QUEUED = auto()
    """a thread for its request"""
    RUNNING = auto()
    """the thread that handles its request"""
    SENDING = auto()
    """space in the socket for the rest of the response"""
    LINGERING = auto()
    """the client's end of the stream, after a response to a request that was not read completely"""


class WriteBuffer:
    """Takes gunicorn's writes in place of the socket, so that no thread waits for a client."""

    def __init__(self) -> None:
        self.unsent = bytearray()

    def sendall(self, data: bytes) -> None:
        """Buffer data."""
        self.unsent += data

    send = sendall

    def shutdown(self, _how: int) -> None:
        """Nothing: gunicorn calls this when it gives up on a response."""

    def close(self) -> None:
        """Nothing: the worker closes the socket."""


class Connection:
    """A client's non-blocking socket and the state of its request and response."""

    def __init__(self, client_socket: socket.socket, client: Any, server: Any, parser: RequestParser) -> None:
        client_socket.setblocking(False)
        self.socket = client_socket
        self.client = client
        self.server = server
        self.parser = parser
        self.request: Request = None
        """The request that a thread handles."""
        self.sock = WriteBuffer()
        """gunicorn's name for the socket."""
        self.phase: Phase | None = None
        self.events = 0
        """The events of the socket for which the main loop polls."""
        self.keep_alive = False
        """Whether another request may follow the response."""
        self.is_surplus = False
        """Whether it was accepted beyond the limit of connections. Only probes are answered then."""
        self.is_upload = False
        """Whether its request has a large body. Only a few are received and handled at a time."""
        self.has_ended = False
        """Whether the client has closed its side of the connection, as one does that no longer waits."""
        self.is_lost = False
        """Whether nothing can be sent any more."""
        self.discarded = 0

    def receive(self) -> bytes | None:
        """Received bytes; empty at the end of the stream; None if there are none yet."""
        try:
            return self.socket.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def send(self) -> bool:
        """Send as much as possible without blocking; True if nothing is left or the client is gone."""
        unsent = self.sock.unsent
        while unsent and not self.is_lost:
            try:
                del unsent[: self.socket.send(unsent)]
            except BlockingIOError:
                return False
            except OSError:
                self.is_lost = True
        return True

    def shut_down_sending(self) -> None:
        """Close the sending side of the socket."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.is_lost = True


def count_excess(sizes: Sequence[int], limit: int) -> int:
    """How many of the first sizes must go so that the sum of the others is within the limit. The last one stays."""
    total = sum(sizes)
    for number, size in enumerate(sizes[:-1]):
        if total <= limit:
            return number
        total -= size
    return max(0, len(sizes) - 1)
