"""The next request of a connection, put together as its bytes come. Nothing here reads from a socket or waits."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders

from service.api.limits import BODY_BYTES, HEAD_BYTES
from service.gunicorn_worker.chunks import ChunkedBody

HEAD_END = b"\r\n\r\n"

Request = Any
"""gunicorn's, which has no types."""


class Arrival:
    """Bytes on their way to become requests. ``parse_head`` makes gunicorn's request of a whole head."""

    def __init__(self, parse_head: Callable[[bytes], Request]) -> None:
        self._parse_head = parse_head
        self._raw = bytearray()
        self._searched = 0
        self._request: Request | None = None
        self._chunked: ChunkedBody | None = None
        self._length = 0
        self.is_cut = False
        """The last request was taken before its body was whole, so nobody knows where another would start."""

    def __len__(self) -> int:
        """How many bytes have come and are not taken."""
        return len(self._raw)

    @property
    def request(self) -> Request | None:
        """The request whose head has come, while its body has not."""
        return self._request

    def add(self, piece: bytes) -> None:
        """Note what has come."""
        self._raw += piece

    def take(self) -> Request | None:
        """The next request, once it is whole; None until then. Raises what is wrong with it."""
        if self._request is None and not self._read_head():
            return None
        body = self._read_body()
        if body is None:
            return None
        request: Request = self._request
        self._request = self._chunked = None
        request.body = BytesIO(body)
        return request

    def _read_head(self) -> bool:
        """Read the head if it is there; whether it was."""
        end = self._raw.find(HEAD_END, self._searched)
        if max(end, len(self._raw) if end < 0 else 0) > HEAD_BYTES:
            raise LimitRequestHeaders("limit of the head")
        if end < 0:
            self._searched = max(0, len(self._raw) - len(HEAD_END) + 1)
            return False
        end += len(HEAD_END)
        request = self._parse_head(bytes(self._raw[:end]))
        del self._raw[:end]
        self._searched = 0
        headers = dict(request.headers)  # gunicorn has refused requests that say their length twice, or in two ways
        self._chunked = ChunkedBody() if "TRANSFER-ENCODING" in headers else None
        self._length = int(headers.get("CONTENT-LENGTH", 0))
        self._request = request
        return True

    def _read_body(self) -> bytes | None:
        """The body, if it is there. One that is too large is not waited for: the application refuses it."""
        if self._chunked:
            whole = self._chunked.take(self._raw)
            self.is_cut = self._chunked.is_too_large
            return bytes(self._chunked.body) if whole else None
        if self._length > BODY_BYTES:
            self.is_cut = True
            return b""
        if len(self._raw) < self._length:
            return None
        body = bytes(self._raw[: self._length])
        del self._raw[: self._length]
        return body
