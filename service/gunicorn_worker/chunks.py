"""A chunked body (RFC 9112, section 7.1), put together as it comes."""

import re

from service.api.limits import BODY_BYTES, CHUNK_LINE_BYTES, CHUNKS

# the size in hexadecimal digits, then perhaps extensions, which nobody understands and everybody ignores
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t -~\x80-\xff]*)?")
_LINE_END = b"\r\n"


class ChunkError(ValueError):
    """This is not how a chunked body is written."""


class ChunkedBody:
    """What has come so far, without the frames."""

    def __init__(self) -> None:
        self.body = bytearray()
        self._left = 0
        """How much of the current chunk is still to come, with the line end after it."""
        self._chunks = 0
        self._in_trailers = False
        self._trailer_bytes = 0

    @property
    def is_too_large(self) -> bool:
        """More has come than a body may have."""
        return len(self.body) > BODY_BYTES

    def take(self, raw: bytearray) -> bool:
        """Take from the bytes that came what belongs to the body; whether it is whole now."""
        while not self.is_too_large:
            if self._left:
                if not self._take_piece(raw):
                    return False
                continue
            line = _take_line(raw)
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
            raise ChunkError("no size of a chunk" if size is None else "too many chunks")
        length = int(size[1], 16)
        self._in_trailers = length == 0
        self._left = length + len(_LINE_END) if length else 0

    def _skip_trailer(self, line: bytes) -> None:
        """Fields after the body: nobody asked for them."""
        self._trailer_bytes += len(line)
        if self._trailer_bytes > CHUNK_LINE_BYTES or b"\n" in line:
            raise ChunkError("trailers too long, or with a bare line feed")

    def _take_piece(self, raw: bytearray) -> bool:
        """Take what there is of the current chunk, and its line end; whether there was anything."""
        inside = min(self._left - len(_LINE_END), len(raw))
        if inside > 0:
            self.body += raw[:inside]
            del raw[:inside]
            self._left -= inside
            return True
        if len(raw) < len(_LINE_END):
            return False
        if not raw.startswith(_LINE_END):
            raise ChunkError("no line end after a chunk")
        del raw[: len(_LINE_END)]
        self._left = 0
        return True


def _take_line(raw: bytearray) -> bytes | None:
    """The next line without its end, or None if it has not come yet."""
    end = raw.find(_LINE_END, 0, CHUNK_LINE_BYTES)
    if end < 0:
        if len(raw) >= CHUNK_LINE_BYTES:
            raise ChunkError("a line too long")
        return None
    line = bytes(raw[:end])
    del raw[: end + len(_LINE_END)]
    return line
