"""Takes from a picture file what its pixels need, before a decoder sees it.

A small file can hide a thousand scans, or metadata that take a hundred times its memory. A decoder gets only the parts
that are listed here, and the only metadata that is read is the orientation.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from rummy_referee.photos.limits import JPEG_SCANS, JPEG_SEGMENTS, JPEG_TABLE_BYTES, PNG_CHUNKS

UPRIGHT = 1
_JPEG, _PNG, _WEBP = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"WEBP"

_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd7\xff])", re.DOTALL)
"""The next marker of a JPEG. Whatever is between two segments is skipped, as decoders do: the data of a scan with its
restart markers, fill bytes, and markers that stand alone."""
_START, _SCAN, _END, _APP1 = 0xD8, 0xDA, 0xD9, 0xE1
_FRAMES = range(0xC0, 0xC3)
"""Baseline, extended and progressive; cameras take no others."""
_OTHER_FRAMES = {*range(0xC3, 0xD0)} - {0xC4, 0xC8}
_TABLES = {0xC4, 0xDB, 0xDD, 0xE0, 0xEE}
"""Huffman and quantization tables, the restart interval, and the headers of JFIF and Adobe, which say the colours."""

_PIXEL_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}

_ORIENTATION, _SHORT = 0x0112, 3


class UnreadableError(Exception):
    """The bytes are no complete picture of a type that is read."""


@dataclass(frozen=True)
class Picture:
    """A picture file with only what its pixels need."""

    kind: str
    """Pillow's name for its type."""
    data: bytes
    orientation: int
    """As EXIF numbers it; 1 is upright."""
    scans: int = 1
    """How often the decoder goes over all pixels."""


def open_container(data: bytes) -> Picture:
    """The parts of a file that matter. Raises an ``UnreadableError`` if it has far more parts than a photograph."""
    if data.startswith(_JPEG):
        return _open_jpeg(data)
    if data.startswith(_PNG):
        return _open_png(data)
    if data.startswith(b"RIFF") and data[8:12] == _WEBP:
        return Picture("WEBP", data, next(map(_find_orientation, _find_exif_of_webp(data)), UPRIGHT))
    raise UnreadableError


# --- JPEG -----------------------------------------------------------------------------------------------------------


def _open_jpeg(data: bytes) -> Picture:
    parts, orientation, table_bytes = [data[:2]], UPRIGHT, 0
    markers: list[int] = []
    for marker, content, until in _find_segments(data):
        markers.append(marker)
        if marker in _OTHER_FRAMES or marker == _START or len(markers) > JPEG_SEGMENTS:
            raise UnreadableError
        if marker == _APP1 and data.startswith(b"Exif\0\0", content) and markers.count(_APP1) == 1:
            orientation = _find_orientation(data[content:until])
        if marker in _TABLES:
            table_bytes += until - content
        if marker in _TABLES or marker in _FRAMES or marker in (_SCAN, _END):
            parts.append(data[content - 4 : until] if marker != _END else data[content - 2 : until])
    scans = markers.count(_SCAN)
    if scans > JPEG_SCANS or table_bytes > JPEG_TABLE_BYTES or sum(map(markers.count, _FRAMES)) != 1:
        raise UnreadableError
    return Picture("JPEG", b"".join(parts), orientation, scans)


def _find_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The marker of each segment up to the end of the picture, and from where to where its content goes.

    What follows a scan belongs to it up to the next marker.
    """
    found = _MARKER.search(data, 2)
    while found:
        (marker,) = found[1]
        if marker == _END:
            yield marker, found.end(), found.end()
            return
        start = found.end() + 2
        until = found.end() + max(2, int.from_bytes(data[found.end() : start]))
        found = _MARKER.search(data, until)
        if marker == _SCAN:
            until = found.start() if found else len(data)
        yield marker, start, until


# --- PNG ------------------------------------------------------------------------------------------------------------


def _open_png(data: bytes) -> Picture:
    parts, orientation = [_PNG], UPRIGHT
    seen: set[bytes] = set()
    place = len(_PNG)
    for _ in range(PNG_CHUNKS):
        kind, until = data[place + 4 : place + 8], place + 12 + int.from_bytes(data[place : place + 4])
        if kind in seen and kind != b"IDAT":
            raise UnreadableError
        if kind in _PIXEL_CHUNKS:
            seen.add(kind)
            parts.append(data[place:until])
        elif kind == b"eXIf":
            orientation = _find_orientation(data[place + 8 : until - 4])
        place = until
        if kind == b"IEND" or place >= len(data):
            return Picture("PNG", b"".join(parts), orientation)
    raise UnreadableError


# --- WebP -----------------------------------------------------------------------------------------------------------


def _find_exif_of_webp(data: bytes) -> Iterator[bytes]:
    """The EXIF data behind the first frame, if there are any."""
    place = 12
    for _ in range(PNG_CHUNKS):
        size = int.from_bytes(data[place + 4 : place + 8], "little")
        if data[place : place + 4] == b"EXIF":
            yield data[place + 8 : place + 8 + size]
        place += 8 + size + size % 2


# --- EXIF -----------------------------------------------------------------------------------------------------------


def _find_orientation(exif: bytes) -> int:
    """The orientation that EXIF data note; 1 if they are invalid or note none."""
    exif = exif.removeprefix(b"Exif\0\0")
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    try:
        if order is not None:
            (place,) = struct.unpack_from(f"{order}I", exif, 4)
            (number,) = struct.unpack_from(f"{order}H", exif, place)
            for entry in range(number):
                tag, *described, value = struct.unpack_from(f"{order}HHIH", exif, place + 2 + 12 * entry)
                if tag == _ORIENTATION:
                    return value if described == [_SHORT, 1] and value in range(1, 9) else UPRIGHT
    except struct.error:  # the data end before
        pass
    return UPRIGHT
