"""Small files that are made to cost much: hidden and repeated scans, bombs in metadata, extreme sides."""

import struct
import zlib
from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from tests.photos.drawing import draw_tiles, encode

START, END, SCAN = b"\xff\xd8", b"\xff\xd9", b"\xff\xda"

# --- JPEG -----------------------------------------------------------------------------------------------------------


def segment(marker: int, content: bytes) -> bytes:
    """A JPEG segment with its length."""
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def add_segments(data: bytes, *segments: bytes) -> bytes:
    """A JPEG with more segments after its start."""
    return data[:2] + b"".join(segments) + data[2:]


def repeat_last_scan(data: bytes, times: int, before: bytes = b"") -> bytes:
    """A progressive JPEG whose last scan comes again and again, each time after some bytes."""
    last = data.rindex(SCAN)
    return data[:last] + (before + data[last:-2]) * times + END


def progressive(width: int = 500, height: int = 400, mode: str = "RGB", subsampling: int = 2) -> bytes:
    """A progressive JPEG of one colour."""
    return encode(Image.new(mode, (width, height)), "JPEG", progressive=True, subsampling=subsampling)


def with_hidden_scans(marker: int, times: int) -> bytes:
    """A JPEG whose scans follow a marker without a length: what reads a length there skips them."""
    return repeat_last_scan(progressive(), times, bytes((0xFF, marker)) + struct.pack(">H", 0x7FFF))


def with_exif(content: bytes, times: int = 1, marker: bytes = b"") -> bytes:
    """A JPEG with EXIF segments."""
    exif = marker + segment(0xE1, b"Exif\0\0" + content)
    return add_segments(encode(draw_tiles("R7")), *[exif] * times)


def exif_with(entries: Iterable[tuple[int, int, int, bytes]], values: bytes = b"", order: str = "<") -> bytes:
    """EXIF data: entries of tag, type, count and four bytes, and what they point to."""
    listed = [struct.pack(f"{order}HHI", tag, kind, count) + value for tag, kind, count, value in entries]
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, 8)
    return head + struct.pack(f"{order}H", len(listed)) + b"".join(listed) + bytes(4) + values


def orientation_of_fractions(number: int) -> bytes:
    """EXIF data whose orientation is a list of fractions: each is an object for a decoder that reads them."""
    return exif_with([(0x0112, 5, number, struct.pack("<I", 26))], bytes(range(1, 9)) * number)


def exif_bomb(entries: int, size: int) -> bytes:
    """EXIF data with many entries that all point to the same bytes."""
    return exif_with([(0x9000 + tag, 7, size, struct.pack("<I", 0)) for tag in range(entries)], bytes(size))


# --- PNG ------------------------------------------------------------------------------------------------------------


def chunk(name: bytes, content: bytes) -> bytes:
    """A PNG chunk."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int, *others: bytes, depth: int = 8, colour: int = 2, rows: int | None = None) -> bytes:
    """A black PNG with more chunks before its pixels; with fewer rows than it says, it is cut short."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = bytes(1 + (width * channels * depth + 7) // 8)
    packer = zlib.compressobj(9)
    block = row * min(height, max(1, 65536 // len(row)))
    packed, left = [], len(row) * (height if rows is None else rows)
    while left > 0:
        packed.append(packer.compress(block[:left]))
        left -= len(block)
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    pixels = b"".join((*packed, packer.flush()))
    return b"\x89PNG\r\n\x1a\n" + b"".join((chunk(b"IHDR", head), *others, chunk(b"IDAT", pixels), chunk(b"IEND", b"")))


def text_bomb(size: int) -> bytes:
    """A compressed text of so many bytes."""
    return chunk(b"iTXt", b"a\0\1\0\0\0" + zlib.compress(bytes(size), 9))


# --- WebP -----------------------------------------------------------------------------------------------------------


def riff(*chunks: bytes) -> bytes:
    """A WebP of chunks."""
    content = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def riff_chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a WebP."""
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def webp_with_frames(number: int) -> bytes:
    """An animation of many tiny frames."""
    file = BytesIO()
    frames = [Image.new("RGB", (16, 16), colour) for colour in ("red", "blue")]
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:], lossless=True, minimize_size=False)
    data = file.getvalue()
    first = data.index(b"ANMF")
    frame = data[first : first + 8 + struct.unpack("<I", data[first + 4 : first + 8])[0]]
    return riff(data[12:first], frame * number)
