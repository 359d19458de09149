"""Decodes photographs. The number of pixels is checked before anything is decoded, and never more is decoded.

Nothing here is kept, and nothing of a picture is logged.
"""

import logging
import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile

from rummy_referee.cached_property import cached_property
from rummy_referee.photos.containers import has_too_many_parts
from rummy_referee.photos.limits import JPEG_PIXELS, LONGEST_SIDE, OTHER_PIXELS

_FORMATS = ("JPEG", "PNG", "WEBP")
"""Pillow's names for the media types."""

_ORIENTATION = 0x0112
_TRANSPOSITIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What shows a picture upright, by its EXIF orientation."""

# Pixels are checked here. What Pillow would warn about or log is the content of a picture.
Image.MAX_IMAGE_PIXELS = None
logging.getLogger("PIL").setLevel(logging.CRITICAL)
warnings.filterwarnings("ignore", module=r"PIL\.")


class UnreadableError(Exception):
    """The bytes are no complete picture of a type that is read."""


class TooManyPixelsError(Exception):
    """The picture has more pixels than are decoded."""

    def __init__(self, pixels: int, maximum: int) -> None:
        super().__init__(pixels, maximum)
        self.pixels, self.maximum = pixels, maximum


@dataclass(frozen=True)
class Pixels:
    """A decoded picture: three bytes for each pixel, row by row."""

    rgb: bytes
    width: int
    height: int


class Photo:
    """A photograph whose header is read; its pixels are decoded on demand.

    Its type is found in its bytes: generated clients and phones often name another one.
    """

    def __init__(self, data: bytes) -> None:
        if has_too_many_parts(data):
            raise UnreadableError
        try:
            self._image: Image.Image = Image.open(BytesIO(data), formats=_FORMATS)
        except Exception as error:
            raise UnreadableError from error
        width, height = self._image.size
        maximum = JPEG_PIXELS if isinstance(self._image, JpegImageFile) else OTHER_PIXELS
        if width * height > maximum:
            raise TooManyPixelsError(width * height, maximum)
        self.width, self.height = (height, width) if self._is_turned else (width, height)

    @property
    def _is_turned(self) -> bool:
        """Whether the upright picture has the width and height exchanged."""
        return self._orientation >= 5

    @cached_property
    def _orientation(self) -> int:
        """The EXIF orientation; 1 is upright. Taken from the header: ``getexif`` would decode a PNG."""
        exif = Image.Exif()
        try:
            exif.load(self._image.info.get("exif", b""))
            given = exif.get(_ORIENTATION)
        except Exception:  # noqa: BLE001 - a photograph with invalid EXIF is still a photograph
            return 1
        return given if given in _TRANSPOSITIONS else 1

    def decode(self) -> Pixels:
        """The first picture of the file, upright, reduced to the longest side."""
        scale = min(1.0, LONGEST_SIDE / max(self._image.size))
        size = max(1, round(self._image.width * scale)), max(1, round(self._image.height * scale))
        try:
            self._image.draft("RGB", size)  # a JPEG is decoded at an eighth, a quarter or half of its size
            image = _to_rgb(self._image)
            if image.size != size:
                image = image.resize(size, Image.Resampling.BOX)
            if self._orientation != 1:
                image = image.transpose(_TRANSPOSITIONS[self._orientation])
            return Pixels(image.tobytes(), *image.size)
        except Exception as error:
            raise UnreadableError from error


def _to_rgb(image: Image.Image) -> Image.Image:
    """The picture in red, green and blue, on white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits; Pillow's conversion would cut them off at 255
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    if image.has_transparency_data:
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
        image = white
    return image.convert("RGB")
