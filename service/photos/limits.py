"""The limits of photographs. Nothing here needs Pillow."""

MEDIA_TYPES = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
"""The media types that are read, with Pillow's names for them."""

JPEG_PIXELS = 25_000_000
"""The pixels of a JPEG, which is decoded at a fraction of its size."""

OTHER_PIXELS = 8_000_000
"""The pixels of a PNG or a WebP, which is decoded as a whole."""

LONGEST_SIDE = 1600
"""A larger picture is reduced to this before it is read: the reader would do the same."""

READ_STEPS = 12_000_000
"""What reading a photograph counts in steps of a search: about 0.35 seconds."""


def most_pixels(media_type: str) -> int:
    """The most pixels of a picture of this type."""
    return JPEG_PIXELS if media_type == "image/jpeg" else OTHER_PIXELS
