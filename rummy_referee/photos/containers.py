"""Counts the parts of a picture file before it is decoded: a small file can have a million, and each costs time."""

import re
from collections.abc import Iterator
from itertools import islice

from rummy_referee.photos.limits import ANCILLARY_CHUNKS, JPEG_SEGMENTS, PNG_CHUNKS

JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_SCAN, _END = 0xDA, 0xD9
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What ends the data of a scan: in it, 0xFF is followed by 0, by a restart marker or by a fill byte."""


def has_too_many_parts(data: bytes) -> bool:
    """Whether a file has far more segments or chunks than a photograph."""
    if data.startswith(JPEG):
        return _exceeds(_find_segments(data), JPEG_SEGMENTS)
    if data.startswith(PNG):
        ancillary = (kind for kind in _find_chunks(data) if kind[:1].islower())
        return _exceeds(_find_chunks(data), PNG_CHUNKS) or _exceeds(ancillary, ANCILLARY_CHUNKS)
    return False


def _exceeds(parts: Iterator[object], limit: int) -> bool:
    return next(islice(parts, limit, None), None) is not None


def _find_segments(data: bytes) -> Iterator[int]:
    """The marker of each segment of a JPEG up to its end. A byte that belongs to none counts as one."""
    place = len(JPEG)
    while place + 4 <= len(data):
        marker = data[place + 1]
        yield marker
        if data[place] != 0xFF or marker in (0x00, 0xFF):
            place += 1
        elif marker == _END:
            return
        else:
            place += 2 + max(2, int.from_bytes(data[place + 2 : place + 4]))
            if marker == _SCAN:
                found = _NEXT_MARKER.search(data, place)
                place = found.start() if found else len(data)


def _find_chunks(data: bytes) -> Iterator[bytes]:
    """The type of each chunk of a PNG."""
    place = len(PNG)
    while place + 8 <= len(data):
        yield data[place + 4 : place + 8]
        place += 12 + int.from_bytes(data[place : place + 4])
