"""Incremental decoder for chunked bodies (RFC 9112, section 7.1)."""

import re

from ..operations.limits import BODY_BYTES, CHUNK_LINE_BYTES, CHUNKS

# the size in hexadecimal digits, then optional extensions, which are ignored
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t -~\x80-\xff]*)?")
_TRAILER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*")
_LINE_END = b"\r\n"


class ChunkError(ValueError):
    """The chunked encoding is invalid."""


class ChunkedBody:
    """The body decoded so far. More bytes than the limit are not awaited."""

    def __init__(self, limit: int = BODY_BYTES) -> None:
        self.body = bytearray()
        self._limit = limit
        self._left = 0
        """The missing bytes of the current chunk, including its line end."""
        self._chunks = 0
        self._in_trailers = False
        self._trailer_bytes = 0

    @property
    def is_too_large(self) -> bool:
        """Whether the body exceeds the limit."""
        return len(self.body) > self._limit

    def take(self, buffer: bytearray) -> bool:
        """Move the bytes of the body out of the buffer; whether the body is complete or too large."""
        while not self.is_too_large:
            if self._left:
                if not self._take_data(buffer):
                    return False
                continue
            line = _take_line(buffer)
            if line is None:
                return False
            if self._in_trailers:
                if not line:
                    return True
                self._skip_trailer(line)
            else:
                self._start_chunk(line)
        return True

    def _start_chunk(self, line: bytes) -> None:
        size = _SIZE.fullmatch(line)
        self._chunks += 1
        if size is None or self._chunks > CHUNKS:
            raise ChunkError("invalid chunk size" if size is None else "too many chunks")
        length = int(size[1], 16)
        self._in_trailers = length == 0
        self._left = length + len(_LINE_END) if length else 0

    def _skip_trailer(self, line: bytes) -> None:
        """Ignore a valid field after the body."""
        self._trailer_bytes += len(line)
        if self._trailer_bytes > CHUNK_LINE_BYTES or not _TRAILER.fullmatch(line):
            raise ChunkError("trailers invalid or too long")

    def _take_data(self, buffer: bytearray) -> bool:
        """Take available bytes of the current chunk, or its line end; whether there were any."""
        inside = min(self._left - len(_LINE_END), len(buffer))
        if inside > 0:
            self.body += buffer[:inside]
            del buffer[:inside]
            self._left -= inside
            return True
        if len(buffer) < len(_LINE_END):
            return False
        if not buffer.startswith(_LINE_END):
            raise ChunkError("no line end after a chunk")
        del buffer[: len(_LINE_END)]
        self._left = 0
        return True


def _take_line(buffer: bytearray) -> bytes | None:
    """The next line without its end; None if it is not complete."""
    end = buffer.find(_LINE_END, 0, CHUNK_LINE_BYTES)
    if end < 0:
        if len(buffer) >= CHUNK_LINE_BYTES:
            raise ChunkError("line too long")
        return None
    line = bytes(buffer[:end])
    del buffer[: end + len(_LINE_END)]
    return line
