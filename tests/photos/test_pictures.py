"""Photographs are decoded upright, whatever their format, and hostile files get a clear answer."""

import pytest
from PIL import Image

from rummy_referee.photos.containers import UnreadableError
from rummy_referee.photos.limits import JPEG_PIXELS, LONGEST_SIDE, OTHER_PIXELS
from rummy_referee.photos.pictures import Photo, TooManyPixelsError
from tests.photos.drawing import draw_tiles, encode
from tests.photos.hostile import add_segments, png, progressive, repeat_last_scan, segment

ROTATIONS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How a camera stores an upright picture, by the EXIF orientation it notes."""


def decode(data: bytes) -> Image.Image:
    """The decoded picture."""
    pixels = Photo(data).decode()
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)


def corner_colours(picture: Image.Image) -> list[tuple[int, ...]]:
    width, height = picture.size
    return [picture.getpixel(place) for place in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1))]  # type: ignore[misc]


def corners() -> Image.Image:
    """A picture with four different corners."""
    picture = Image.new("RGB", (40, 20), "white")
    for place, colour in (((0, 0), "red"), ((20, 0), "lime"), ((0, 10), "blue"), ((20, 10), "black")):
        picture.paste(colour, (*place, place[0] + 20, place[1] + 10))
    return picture


@pytest.mark.parametrize("orientation", ROTATIONS)
@pytest.mark.parametrize("kind", ["png", "webp"])
def test_the_exif_orientation_is_applied(orientation, kind):
    transposition = ROTATIONS[orientation]
    stored = corners() if transposition is None else corners().transpose(transposition)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encode(stored, kind.upper(), exif=exif, **({"lossless": True} if kind == "webp" else {}))
    photo = Photo(data)
    assert (photo.width, photo.height) == (40, 20)
    assert corner_colours(decode(data)) == corner_colours(corners())


def test_a_large_jpeg_is_reduced_and_keeps_its_own_size():
    photo = Photo(encode(Image.new("RGB", (4000, 3000), "teal")))
    pixels = photo.decode()
    assert (photo.width, photo.height, pixels.width, pixels.height) == (4000, 3000, LONGEST_SIDE, 1200)


def test_several_pictures_in_a_jpeg_as_phones_store_them_give_the_first():
    data = encode(corners().resize((400, 200)), "MPO", save_all=True, append_images=[Image.new("RGB", (8, 8))])
    assert decode(data).size == (400, 200)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("CMYK", "JPEG"), ("L", "JPEG"), ("L", "PNG"), ("1", "PNG"), ("P", "PNG"), ("LA", "PNG"), ("RGBA", "WEBP")],
)
def test_every_colour_mode_is_read(mode, kind):
    picture = Image.new("RGB", (30, 30), "white").convert(mode)
    assert decode(encode(picture, kind)).getpixel((15, 15)) == (255, 255, 255)


def test_sixteen_bits_keep_their_brightness():
    picture = Image.new("I;16", (10, 10), 0x8000)
    assert decode(encode(picture, "PNG")).getpixel((5, 5)) == (128, 128, 128)


def test_what_is_transparent_is_white():
    assert decode(encode(Image.new("RGBA", (9, 9), (0, 0, 0, 0)), "PNG")).getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_an_animation_the_first_picture_is_read(kind):
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    options = {"save_all": True, "append_images": frames[1:], **({"lossless": True} if kind == "WEBP" else {})}
    assert decode(encode(frames[0], kind, **options)).getpixel((9, 9)) == (255, 0, 0)


def test_one_pixel_is_a_picture():
    assert decode(encode(Image.new("RGB", (1, 1)), "PNG")).size == (1, 1)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("kept", [0, 1, 12, 40, 0.5, 0.99])
def test_a_truncated_file_is_unreadable(kind, kept):
    data = encode(draw_tiles("R7 B12 K3"), kind)
    shorter = data[: kept if isinstance(kept, int) else int(len(data) * kept)]
    with pytest.raises(UnreadableError):
        decode(shorter)


@pytest.mark.parametrize("given", [b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\0" * 99, b"GIF89a"])
def test_other_bytes_are_unreadable(given):
    with pytest.raises(UnreadableError):
        decode(given)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_invalid_exif_is_ignored():
    data = encode(corners(), "PNG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff")
    assert decode(data).size == (40, 20)


@pytest.mark.parametrize("size", [(4000, OTHER_PIXELS // 4000 + 1), (13_300, 13_300), (1_000_000, 2**31 - 1)])
def test_too_many_pixels_are_noticed_before_they_are_decoded(monkeypatch, size):
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(TooManyPixelsError) as error:
        Photo(png(*size, rows=1))
    assert error.value.pixels == size[0] * size[1]


def test_a_photograph_with_some_segments_and_scans_is_read():
    data = encode(draw_tiles("R7"), "JPEG", progressive=True)
    assert decode(add_segments(data, *[segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + bytes(60_000))] * 60)).size
    assert decode(repeat_last_scan(progressive(), 20)).size
    assert decode(data + bytes(range(256)) * 4000).size  # a video of some phones


def test_a_png_is_not_decoded_to_find_its_orientation(monkeypatch):
    data = encode(corners(), "PNG")
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("it was decoded"))
    assert Photo(data).width == 40


def test_a_webp_with_too_many_pixels_is_rejected():
    data = encode(Image.new("L", (4000, 2001)), "WEBP", quality=1, method=0)
    with pytest.raises(TooManyPixelsError):
        Photo(data)


def test_a_jpeg_can_have_as_many_pixels_as_a_phone_takes():
    assert JPEG_PIXELS >= 4000 * 6000
