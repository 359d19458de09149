"""Incremental parser for the requests of a connection. It never reads from a socket and never blocks."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import unquote

from gunicorn.http.errors import InvalidHeader, LimitRequestHeaders

from ..operations.limits import BODY_BYTES, HEAD_BYTES
from .chunked_body import ChunkedBody

HEAD_END = b"\r\n\r\n"

Request = Any
"""gunicorn's request, which has no types."""


class RequestParser:
    """Received bytes that become requests. ``parse_head`` makes gunicorn's request from a complete head.

    ``limit_body`` gives the most bytes of a body by the path of its request.
    """

    def __init__(
        self, parse_head: Callable[[bytes], Request], limit_body: Callable[[str], int] = lambda _: BODY_BYTES
    ) -> None:
        self._parse_head = parse_head
        self._limit_body = limit_body
        self._limit = BODY_BYTES
        self._buffer = bytearray()
        self._searched = 0
        self._request: Request | None = None
        self._chunked: ChunkedBody | None = None
        self._length = 0
        self.is_truncated = False
        """The last request was taken before its body was complete, so the next one cannot be found."""

    def __len__(self) -> int:
        """The number of buffered bytes."""
        return len(self._buffer)

    @property
    def request(self) -> Request | None:
        """The request whose head is complete and whose body is not."""
        return self._request

    @property
    def is_upload(self) -> bool:
        """Whether more has been received of the body of that request than most requests may have."""
        received = len(self._buffer) if self._chunked is None else len(self._chunked.body)
        return self._request is not None and self._limit > BODY_BYTES and received > BODY_BYTES

    def feed(self, data: bytes) -> None:
        """Buffer received bytes."""
        self._buffer += data

    def take(self) -> Request | None:
        """The next request if it is complete, else None. Raises an exception if it is invalid."""
        if self._request is None and not self._parse_buffered_head():
            return None
        body = self._take_body()
        if body is None:
            return None
        request: Request = self._request
        self._request = self._chunked = None
        request.body = BytesIO(body)
        return request

    def _parse_buffered_head(self) -> bool:
        """Parse the head if it is complete; whether it is."""
        end = self._buffer.find(HEAD_END, self._searched)
        if max(end, len(self._buffer) if end < 0 else 0) > HEAD_BYTES:
            raise LimitRequestHeaders("limit of the head")
        if end < 0:
            self._searched = max(0, len(self._buffer) - len(HEAD_END) + 1)
            return False
        end += len(HEAD_END)
        request = self._parse_head(bytes(self._buffer[:end]))
        del self._buffer[:end]
        self._searched = 0
        headers = dict(request.headers)  # gunicorn rejects a repeated or contradictory length
        hosts = [name for name, _ in request.headers].count("HOST")
        if hosts > 1 or (not hosts and request.version >= (1, 1)):
            raise InvalidHeader("HOST")  # RFC 9112, 3.2
        self._limit = self._limit_body(unquote(request.path))
        self._chunked = ChunkedBody(self._limit) if "TRANSFER-ENCODING" in headers else None
        self._length = int(headers.get("CONTENT-LENGTH", 0))
        self._request = request
        return True

    def _take_body(self) -> bytes | None:
        """The body if it is complete. One that is too large is not awaited: the application rejects it."""
        if self._chunked:
            complete = self._chunked.take(self._buffer)
            self.is_truncated = self._chunked.is_too_large
            return bytes(self._chunked.body) if complete else None
        if self._length > self._limit:
            self.is_truncated = True
            return b""
        if len(self._buffer) < self._length:
            return None
        body = bytes(self._buffer[: self._length])
        del self._buffer[: self._length]
        return body
