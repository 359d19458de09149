"""Tells schemathesis how photographs look: random bytes are none. Loaded by ``SCHEMATHESIS_HOOKS`` as well."""

import schemathesis
from hypothesis import strategies as st

from tests.photos.drawing import draw_tiles, encode

_PICTURE = draw_tiles("R7").resize((32, 24))

for _kind in ("JPEG", "PNG", "WEBP"):
    schemathesis.openapi.media_type(f"image/{_kind.lower()}", st.just(encode(_PICTURE, _kind)))
