"""Decodes photographs. The number of pixels is checked before anything is decoded, and never more is decoded.

Nothing here is kept, and nothing of a picture is logged.
"""

import logging
import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from rummy_referee.engine.work import check_work, count_steps
from rummy_referee.photos.containers import UPRIGHT, UnreadableError, open_container
from rummy_referee.photos.limits import (
    JPEG_PIXELS,
    LONGEST_SIDE,
    OTHER_PIXELS,
    OTHER_SIDE,
    SCANNED_PIXELS_PER_STEP,
)

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


class _CheckedFile(BytesIO):
    """Bytes that a decoder takes block by block. Each time, the guard of the work decides whether it goes on."""

    def read(self, size: int | None = -1) -> bytes:
        check_work()
        return super().read(size)


class Photo:
    """A photograph whose header is read; its pixels are decoded on demand.

    Its type is found in its bytes: generated clients and phones often name another one.
    """

    def __init__(self, data: bytes) -> None:
        picture = open_container(data)
        self._orientation = picture.orientation
        self._file = _CheckedFile(picture.data)
        try:
            self._image: Image.Image = Image.open(self._file, formats=(picture.kind,))
        except Exception as error:
            raise UnreadableError from error
        width, height = self._image.size
        is_reduced = picture.kind == "JPEG" and self._image.mode != "CMYK"
        maximum = JPEG_PIXELS if is_reduced else min(OTHER_PIXELS, OTHER_SIDE * min(width, height))
        if width * height > maximum:
            raise TooManyPixelsError(width * height, maximum)
        count_steps(width * height * picture.scans // SCANNED_PIXELS_PER_STEP)
        is_turned = self._orientation >= 5
        self.width, self.height = (height, width) if is_turned else (width, height)

    def decode(self) -> Pixels:
        """The first picture of the file, upright, reduced to the longest side."""
        scale = min(1.0, LONGEST_SIDE / max(self._image.size))
        size = max(1, round(self._image.width * scale)), max(1, round(self._image.height * scale))
        try:
            self._image.draft("RGB", size)  # a JPEG is decoded at an eighth, a quarter or half of its size
            image = _to_rgb(self._image)
            if image.size != size:
                image = image.resize(size, Image.Resampling.BOX)
            if self._orientation != UPRIGHT:
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
        white.alpha_composite(image if image.mode == "RGBA" else image.convert("RGBA"))
        image = white
    return image.convert("RGB")
