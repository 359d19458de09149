"""The limits of photographs. Nothing here needs Pillow."""

MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp")
"""The media types that are read."""

JPEG_PIXELS = 25_000_000
"""The pixels of a JPEG, which is decoded at a fraction of its size. One in CMYK has no more than other pictures."""

OTHER_PIXELS = 8_000_000
"""The pixels of a PNG or a WebP, which is decoded as a whole."""

OTHER_SIDE = 16_384
"""The longest side of a PNG, as of a WebP by its format: a decoder keeps some memory for each row."""

JPEG_SCANS = 32
JPEG_SEGMENTS = 300
JPEG_TABLE_BYTES = 128 * 1024
PNG_CHUNKS = 8192
"""The scans of a JPEG, its segments and the bytes of its tables, the chunks of a PNG or WebP. A file with more is
rejected: photographs have a tenth of that."""

LONGEST_SIDE = 1600
"""A larger picture is reduced to this before it is read: the reader would do the same."""

READ_STEPS = 12_000_000
"""What reading a photograph counts in steps of a search: about 0.35 seconds. The worst picture takes 0.8."""

SCANNED_PIXELS_PER_STEP = 32
"""Each scan of a picture counts one step for so many of its pixels."""
