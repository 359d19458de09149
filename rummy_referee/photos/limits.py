"""The limits of photographs. Nothing here needs Pillow."""

MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp")
"""The media types that are read."""

JPEG_PIXELS = 25_000_000
"""The pixels of a JPEG, which is decoded at a fraction of its size."""

OTHER_PIXELS = 8_000_000
"""The pixels of a PNG or a WebP, which is decoded as a whole."""

JPEG_SEGMENTS = 300
PNG_CHUNKS = 8192
ANCILLARY_CHUNKS = 64
"""The segments of a JPEG, scans included, the chunks of a PNG, and those of them that are not part of the picture.
A file with more is rejected: photographs have a tenth of that."""

LONGEST_SIDE = 1600
"""A larger picture is reduced to this before it is read: the reader would do the same."""

READ_STEPS = 12_000_000
"""What reading a photograph counts in steps of a search: about 0.35 seconds."""
