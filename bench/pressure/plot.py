"""A line plot as SVG without a library."""

from collections.abc import Mapping, Sequence

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#e69f00")
WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 50, 20, 30, 40
POINTS = 200
"""The approximate maximum of points of a line."""

Line = Sequence[tuple[float, float]]


def draw_lines(title: str, across: str, upward: str, lines: Mapping[str, Line], most: float) -> str:
    """Labelled lines on an axis from zero to ``most``."""
    last = max(x for line in lines.values() for x, _ in line) or 1
    inside_width, inside_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x: float, y: float) -> str:
        return f"{LEFT + x / last * inside_width:.1f},{TOP + (1 - y / most) * inside_height:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<style>text{font-size:11px}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18">{title}</text>',
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 8}" text-anchor="middle">{across}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = TOP + (1 - share) * inside_height
        x = LEFT + share * inside_width
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{most * share:.0f}</text>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{last * share:.1f}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 2}" fill="#555">{upward}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(place(x, y) for x, y in line[:: max(1, len(line) // POINTS)])
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{18 + 13 * number}" text-anchor="end" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
