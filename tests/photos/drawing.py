"""Draws pictures of tiles, so that tests need no photographs."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, GAP = 78, 104, 14
MARGIN = 60
CLOTH, SHADOW, FACE, EDGE = (70, 95, 80), (45, 60, 50), (242, 234, 212), (200, 190, 165)
INKS = {
    "K": (25, 25, 28),
    "R": (200, 30, 35),
    "B": (25, 70, 170),
    "O": (225, 125, 20),
    "Y": (225, 160, 20),
    "G": (20, 130, 60),
}


def draw_tiles(*rows: str) -> Image.Image:
    """A picture of rows of tiles on a cloth: ``draw_tiles("R7 B12", "K3")``."""
    columns = max(len(row.split()) for row in rows)
    size = (2 * MARGIN + columns * (WIDTH + GAP), 2 * MARGIN + len(rows) * (HEIGHT + 3 * GAP))
    picture = Image.new("RGB", size, CLOTH)
    for row, codes in enumerate(rows):
        for place, code in enumerate(codes.split()):
            _draw_tile(picture, code, MARGIN + place * (WIDTH + GAP), MARGIN + row * (HEIGHT + 3 * GAP))
    return picture


def _draw_tile(picture: Image.Image, code: str, x: int, y: int) -> None:
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((x + 4, y + 5, x + WIDTH + 4, y + HEIGHT + 5), 10, fill=SHADOW)
    draw.rounded_rectangle((x, y, x + WIDTH, y + HEIGHT), 10, fill=FACE, outline=EDGE, width=2)
    ink, number = INKS[code[0]], code[1:]
    font = ImageFont.load_default(58)
    left, top, right, _ = draw.textbbox((0, 0), number, font=font, stroke_width=1)
    place = (x + (WIDTH - left - right) / 2, y + 16 - top)
    draw.text(place, number, font=font, fill=ink, stroke_width=1, stroke_fill=ink)


def encode(picture: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    """The bytes of a picture."""
    file = BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()
