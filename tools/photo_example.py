"""Reads a drawn picture for the contract's example of ``readPhoto``: python -m tools.photo_example

The contract itself must not need Pillow, so the response is stored.
"""

from pathlib import Path

import orjson

from service.app import create_app
from service.operations.photos import EXAMPLE_FILE, PATH
from service.settings import Settings
from tests.photos.drawing import draw_tiles, encode

TILES = "R7 B12 K3 O10"


def read_example() -> bytes:
    """The response to the picture."""
    client = create_app(Settings(photos="on", log_level="critical")).test_client()
    picture = encode(draw_tiles(TILES), "PNG")
    response = client.post(f"{PATH}?variant=rummikub", data=picture, content_type="image/png")
    return orjson.dumps(response.json, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


if __name__ == "__main__":
    Path(str(EXAMPLE_FILE)).write_bytes(read_example())
