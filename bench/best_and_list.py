"""Benchmark of whole requests: all plays counted and the first page, compared with the best play."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import orjson

from bench.figures import format_ratio, format_table, format_times, timed_together
from bench.positions import BOX, DEAL, Position, PositionClass
from bench.stages import caller
from service.app import create_app

MILLISECONDS = 1e3
MAX_IN_STOCK = 20

PART = """\
## Best play and first page as whole requests

Written by `make bench`. Time from the bytes of the request body to the bytes of the response, called through WSGI
without a server. **best** is `POST /v1/moves/best`. **list** is `POST /v1/moves/legal`, which counts all moves and
returns the first 100, each with its table. The positions are those of the table above with up to {most} tiles in the
hand. The sides alternate in blocks of ten. Milliseconds of CPU time, median / 99th percentile.

{table}
"""


@dataclass(frozen=True, slots=True)
class MeasuredRequests:
    """One kind of position: the seconds for each request."""

    kind: str
    best: Sequence[float]
    listing: Sequence[float]


def measure_requests(kinds: Iterable[PositionClass], seed: int, count: int) -> list[MeasuredRequests]:
    """Measure the positions of each kind whose hands are not larger than a deal."""
    app = create_app()
    sides: dict[str, tuple[Callable[[bytes], None], float]] = {
        operation: (_answered(caller(app, f"/v1/moves/{operation}")), float("inf")) for operation in ("best", "legal")
    }
    measured = []
    for kind in kinds:
        positions = [position for position in kind.positions(seed, count) if len(position.hand) <= DEAL]
        if positions:
            _, seconds = timed_together(sides, [_write(position) for position in positions])
            measured.append(MeasuredRequests(kind.name, seconds["best"], seconds["legal"]))
    return measured


def _answered(call: Callable[[bytes], bytes]) -> Callable[[bytes], None]:
    """The same call; raises on a rejected request, which would be fast. The response is not kept, as in a server."""

    def ask(body: bytes) -> None:
        answer = call(body)
        if b'"possible":true' not in answer:
            raise ValueError(answer.decode())

    return ask


def _write(position: Position) -> bytes:
    """The position as a request body, with up to ``MAX_IN_STOCK`` tiles in the stock."""
    left = BOX.size - position.tiles_on_table - len(position.hand)
    return orjson.dumps(
        {
            "variant": "rummy",
            "options": {"joker_release": position.joker_release},
            "table": position.table,
            "hand": position.hand,
            "opened": True,
            "stock": min(left, MAX_IN_STOCK),
        }
    )


def summarise_requests(measured: MeasuredRequests) -> str:
    """A line of progress output."""
    best, listing = (format_times(seconds, MILLISECONDS) for seconds in (measured.best, measured.listing))
    return f"{measured.kind}, whole requests: best {best} ms  list {listing} ms"


def format_requests(results: Sequence[MeasuredRequests]) -> str:
    """This part of the results page."""
    together = MeasuredRequests(
        "**all**",
        [seconds for measured in results for seconds in measured.best],
        [seconds for measured in results for seconds in measured.listing],
    )
    rows = [
        [
            measured.kind,
            format_times(measured.best, MILLISECONDS),
            format_times(measured.listing, MILLISECONDS),
            format_ratio(measured.listing, measured.best),
        ]
        for measured in [*results, together]
    ]
    return PART.format(table=format_table(["positions", "best", "list", "list / best"], rows), most=DEAL)
