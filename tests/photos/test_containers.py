"""A decoder gets only what the pixels need, and small files do not cost much."""

import re
import struct
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rummy_referee.engine.work import CancelledError, counted_work
from rummy_referee.photos import limits
from rummy_referee.photos.containers import UnreadableError, open_container
from rummy_referee.photos.pictures import Photo, TooManyPixelsError
from tests.photos import hostile
from tests.photos.drawing import draw_tiles, encode
from tests.running import ROOT

SCENES = sorted((ROOT / "tests/photos/scenes").glob("*.jpg"))
STANDALONE = [0x01, *range(0xD0, 0xD8)]
"""The JPEG markers without a length."""


# --- nothing is lost that the pixels need ---------------------------------------------------------------------------


def pixels_of(data: bytes) -> tuple[str, tuple[int, int], bytes]:
    image = Image.open(BytesIO(data))
    return image.mode, image.size, image.tobytes()


PICTURES = {
    **{scene.name: scene.read_bytes for scene in SCENES},
    "progressive": lambda: encode(draw_tiles("R7 B12"), progressive=True),
    "optimised tables": lambda: encode(draw_tiles("R7 B12"), optimize=True, restart_marker_blocks=3),
    "CMYK": lambda: encode(draw_tiles("R7 B12").convert("CMYK")),
    "grey": lambda: encode(draw_tiles("R7 B12").convert("L")),
    "RGB without conversion": lambda: encode(draw_tiles("R7 B12"), keep_rgb=True),
    "palette": lambda: encode(draw_tiles("R7 B12").quantize(16), "PNG", transparency=b"\x40\x80"),
    "transparency": lambda: encode(draw_tiles("R7 B12").convert("RGBA"), "PNG"),
    "16 bits": lambda: encode(Image.new("I;16", (10, 10), 0x8000), "PNG"),
    "WebP": lambda: encode(draw_tiles("R7 B12").convert("RGBA"), "WEBP"),
}


@pytest.mark.parametrize("make", PICTURES.values(), ids=PICTURES)
def test_the_pixels_are_those_of_the_whole_file(make):
    data = make()
    assert pixels_of(open_container(data).data) == pixels_of(data)


@pytest.mark.parametrize("marker", STANDALONE)
def test_what_decoders_skip_between_segments_is_skipped(marker):
    data = encode(draw_tiles("R7 B12"), restart_marker_blocks=3)
    second = 4 + struct.unpack(">H", data[4:6])[0]
    other = data[:second] + b"\xff\xff\xff" + bytes((0xFF, marker)) + b"\x00\xff\x00" + data[second:]
    assert pixels_of(open_container(other).data) == pixels_of(data)


def test_metadata_do_not_reach_the_decoder():
    secret = b"swordfish" * 9
    files = (
        hostile.add_segments(encode(draw_tiles("R7")), *[hostile.segment(0xE0 + n, secret) for n in range(1, 14)]),
        encode(draw_tiles("R7")) + secret,
        hostile.png(9, 9, hostile.chunk(b"tEXt", secret), hostile.chunk(b"iCCP", secret)),
    )
    for data in files:
        assert secret in data
        assert secret not in open_container(data).data


# --- orientation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_orientation_is_found_among_other_entries(order):
    value = struct.pack(f"{order}HH", 6, 0)
    exif = hostile.exif_with([(0x010F, 2, 4, b"ABC\0"), (0x0112, 3, 1, value)], order=order)
    assert open_container(hostile.with_exif(exif)).orientation == 6
    assert open_container(hostile.png(9, 9, hostile.chunk(b"eXIf", exif))).orientation == 6
    webp = encode(draw_tiles("R7"), "WEBP", exif=exif)
    assert open_container(webp).orientation == 6


@pytest.mark.parametrize(
    "exif",
    [
        b"",
        b"II*\0",
        b"MM*\0\0\0\0\x08",
        b"II*\0\xff\xff\xff\xff",
        b"II*\0\x08\0\0\0\xff\xff",
        hostile.exif_with([(0x0112, 3, 1, b"\x09\0\0\0")]),
        hostile.exif_with([(0x0112, 3, 2, b"\x06\0\x06\0")]),
        hostile.exif_with([(0x0112, 7, 1, b"\x06\0\0\0")]),
        hostile.orientation_of_fractions(3),
    ],
)
def test_with_an_invalid_orientation_a_picture_is_upright(exif):
    assert open_container(hostile.with_exif(exif)).orientation == 1


# --- what a file may cost -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", STANDALONE)
def test_scans_behind_markers_without_a_length_are_counted(marker):
    with pytest.raises(UnreadableError):
        open_container(hostile.with_hidden_scans(marker, limits.JPEG_SCANS))


def test_a_jpeg_can_have_some_scans():
    data = hostile.progressive()
    own = open_container(data).scans
    most = hostile.repeat_last_scan(data, limits.JPEG_SCANS - own + 1)
    assert open_container(most).scans == limits.JPEG_SCANS
    assert Photo(most).decode().width
    with pytest.raises(UnreadableError):
        open_container(hostile.repeat_last_scan(data, limits.JPEG_SCANS - own + 2))


@pytest.mark.parametrize("frame", [0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)])
def test_jpegs_that_no_camera_takes_are_unreadable(frame):
    """Lossless, hierarchical and arithmetic coding."""
    with pytest.raises(UnreadableError):
        open_container(encode(draw_tiles("R7")).replace(b"\xff\xc0", bytes((0xFF, frame))))


def test_a_second_frame_is_unreadable():
    data = encode(draw_tiles("R7"))
    frame = re.search(rb"\xff\xc0\0\x11.{15}", data, re.DOTALL)
    assert frame
    with pytest.raises(UnreadableError):
        open_container(hostile.add_segments(data, frame[0]))


def test_work_is_counted_for_every_scan():
    with counted_work() as one:
        Photo(encode(Image.new("RGB", (500, 400)))).decode()
    with counted_work() as many:
        Photo(hostile.progressive(500, 400)).decode()
    scans = open_container(hostile.progressive(500, 400)).scans
    assert (one.steps, many.steps) == (6250, scans * 200_000 // limits.SCANNED_PIXELS_PER_STEP)


@pytest.mark.parametrize(
    "data",
    [
        hostile.repeat_last_scan(hostile.progressive(), 1000),
        hostile.add_segments(encode(draw_tiles("R7")), *[hostile.segment(0xE1, b"x")] * 1000),
        hostile.add_segments(encode(draw_tiles("R7")), *[hostile.segment(0xDB, bytes(60_000))] * 100),
        hostile.png(9, 9, *[hostile.chunk(b"tEXt", b"")] * limits.PNG_CHUNKS),
        hostile.png(9, 9, *[hostile.chunk(b"PLTE", bytes(768))] * 1000),
    ],
    ids=["scans", "segments", "tables", "chunks", "palettes"],
)
def test_a_file_with_thousands_of_parts_is_rejected_before_it_is_decoded(monkeypatch, data):
    monkeypatch.setattr(Image, "open", lambda *_, **__: pytest.fail("it was opened"))
    with pytest.raises(UnreadableError):
        Photo(data)


@pytest.mark.parametrize("size", [(1, 8_000_000), (8_000_000, 1), (limits.OTHER_SIDE + 1, 2)])
def test_a_png_with_a_very_long_side_is_rejected(size):
    with pytest.raises(TooManyPixelsError) as error:
        Photo(hostile.png(*size, rows=1))
    assert error.value.maximum == limits.OTHER_SIDE * min(size)


def test_a_jpeg_in_cmyk_can_have_no_more_pixels_than_other_pictures():
    """Four channels of a progressive JPEG of ``JPEG_PIXELS`` take 200 MB."""
    with pytest.raises(TooManyPixelsError):
        Photo(encode(Image.new("CMYK", (4000, 2001))))


def test_decoding_stops_when_nobody_waits_for_the_result():
    data = encode(Image.effect_noise((2000, 1500), 80), quality=95)
    read: list[int] = []

    def leave(_steps: int, _is_large: bool) -> None:
        read.append(photo._file.tell() if photo else 0)
        if len(read) > 10 and read[-1]:
            raise CancelledError

    photo: Photo | None = None
    with counted_work(leave):
        photo = Photo(data)
        with pytest.raises(CancelledError):
            photo.decode()
    assert 0 < read[-1] < len(data) / 2


# --- memory ---------------------------------------------------------------------------------------------------------

MEMORY = """
import resource, sys
from rummy_referee.photos.pictures import Photo, TooManyPixelsError
from rummy_referee.photos.containers import UnreadableError
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    Photo(data).decode()
except (UnreadableError, TooManyPixelsError):
    pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
LARGE = 200
"""The megabytes that the largest pictures may take: a JPEG in many scans, a WebP with transparency."""
HOSTILE = {
    "texts": (lambda: hostile.png(100, 100, *[hostile.text_bomb(1_000_000)] * 60), 40),
    "rows and texts": (lambda: hostile.png(1, 8_000_000, *[hostile.text_bomb(1_000_000)] * 60, depth=16, colour=6), 40),
    "orientation of fractions": (lambda: hostile.with_exif(hostile.orientation_of_fractions(8000)), 40),
    "orientation of a million fractions": (
        lambda: hostile.png(9, 9, hostile.chunk(b"eXIf", hostile.orientation_of_fractions(1_000_000))),
        60,
    ),
    "EXIF bomb": (lambda: hostile.with_exif(hostile.exif_bomb(2000, 40_000)), 40),
    "EXIF bomb in a WebP": (lambda: encode(draw_tiles("R7"), "WEBP", exif=hostile.exif_bomb(5000, 5000)), 40),
    "more rows than it says": (lambda: hostile.png(2000, 1000, rows=100_000), 60),
    "frames": (lambda: hostile.webp_with_frames(50_000), 60),
    "progressive": (lambda: encode(Image.new("RGB", (5000, 5000)), progressive=True, subsampling=0), LARGE),
    "16 bits and transparent": (lambda: hostile.png(4000, 2000, depth=16, colour=6), LARGE),
    "transparent WebP": (lambda: encode(Image.new("RGBA", (4000, 2000)), "WEBP", lossless=True), LARGE),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="elsewhere the peak memory has another unit")
@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_takes_more_memory_than_large_pictures(name):
    make, limit = HOSTILE[name]
    ran = subprocess.run([sys.executable, "-c", MEMORY], cwd=ROOT, input=make(), capture_output=True, check=True)
    assert int(ran.stdout) < limit
