"""Pictures for the reader of photographs: drawn tiles, noise, and both damaged; boxes and weights of every kind."""

import ctypes
from random import Random

from PIL import Image

from rummy_referee.photos.library import WEIGHTS, ReaderBox, ReaderTile, load_reader, load_weights
from tests.photos.drawing import INKS, draw_tiles

SIDES = (1, 40, 40, 150, 150, 500)


def make_picture(random: Random) -> tuple[bytes, int, int]:
    """The pixels of a random picture, its width and its height."""
    width, height = (random.randint(1, random.choice(SIDES)) for _ in range(2))
    if random.random() < 0.3:
        return random.randbytes(3 * width * height), width, height
    picture = draw_tiles(*(_make_row(random) for _ in range(random.randint(1, 3))))
    picture = picture.rotate(random.choice((0, 0, 90, 180, random.uniform(0, 360))))
    pixels = bytearray(picture.resize((width, height), Image.Resampling.BOX).tobytes())
    for _ in range(random.choice((0, 0, 5, 500))):
        start = random.randrange(len(pixels))
        until = min(len(pixels), start + random.choice((1, 3, 30, 3 * width)))
        pixels[start:until] = random.randbytes(until - start)
    return bytes(pixels), width, height


def _make_row(random: Random) -> str:
    return " ".join(f"{random.choice(list(INKS))}{random.randint(1, 13)}" for _ in range(random.randint(1, 6)))


def make_weights(random: Random) -> bytes:
    """The weights of the networks, sometimes cut off or with another header: the reader must reject those."""
    weights = load_weights(random.choice(list(WEIGHTS)))
    if random.random() < 0.8:
        return weights
    if random.random() < 0.5:
        return weights[: random.choice((0, 3, 16, random.randrange(len(weights))))]
    header = bytearray(weights[:2000])
    place = random.randrange(0, 400, 4)
    header[place : place + 4] = random.randbytes(4)
    return bytes(header) + weights[2000:]


def fuzz_reader(random: Random) -> None:
    """Read a random picture, for a random box, into as much memory as the reader asks for, or less."""
    rgb, width, height = make_picture(random)
    box = ReaderBox(random.randrange(32), random.randint(0, 13), random.randint(0, 3), random.randint(0, 4))
    library, weights = load_reader(), make_weights(random)
    size = library.tile_reader_memory(width, height)
    if random.random() < 0.1:
        size = random.randrange(size)
    tiles = (ReaderTile * random.choice((0, 1, 106)))()
    arena = (ctypes.c_char * size)()
    found = library.read_tiles(rgb, width, height, box, weights, len(weights), arena, size, tiles, len(tiles))
    if not -1 <= found <= len(tiles):
        raise AssertionError(f"{found} tiles in a list of {len(tiles)}")
