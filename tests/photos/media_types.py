"""Tells schemathesis how photographs look, because random bytes are none. ``SCHEMATHESIS_HOOKS`` can load it, too."""

import schemathesis
from hypothesis import strategies as st

from tests.photos.drawing import draw_tiles, encode

KINDS = ("JPEG", "PNG", "WEBP")

for _kind in KINDS:
    _picture = encode(draw_tiles("R7").resize((32, 24)), _kind)
    schemathesis.openapi.media_type(f"image/{_kind.lower()}", st.just(_picture))
