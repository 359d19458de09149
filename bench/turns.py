"""Benchmark of listing all moves of a turn, compared with an echo of the same request."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from bench.echo import make_echo
from bench.figures import format_ratio, format_table, format_times, timed
from bench.stages import caller
from rummy_referee.games import GAMES
from service.app import create_app
from tests.games.round import Round
from tests.games.styles import STYLES, seats_of

LISTED = ("myrummy-kids", "rummu", "myrummy-111")
"""The games whose turns consist of steps."""
PATH = "/v1/moves/legal"
MAX_MOVES = 400
MICROSECONDS = 1e6

PART = """\
## All moves of a turn

Written by `make bench`. Time from the bytes of the request body to the bytes of the response, called through WSGI
without a server. **list** is `POST /v1/moves/legal` with all moves of the turn. **echo** is a Flask application that
parses the same body as JSON and returns it. Microseconds of CPU time, median / 99th percentile. The positions come
from complete rounds.

{table}
"""


@dataclass(frozen=True, slots=True)
class MeasuredTurns:
    """One game: the number of moves of each turn, and the seconds for each request."""

    variant: str
    moves: Sequence[int]
    listing: Sequence[float]
    echo: Sequence[float]


def measure_turns(count: int, only: str) -> list[MeasuredTurns]:
    """Measure positions of each game."""
    return [_measure(variant, count) for variant in LISTED if only in variant]


def _measure(variant: str, count: int) -> MeasuredTurns:
    service, echo = caller(create_app(), PATH), caller(make_echo(), "/echo")
    bodies = _find_positions(variant, count)
    for body in bodies[:20]:  # warm-up
        service(body)
        echo(body)
    moves, listing, echoing = [], [], []
    for body in bodies:  # alternating, so that other load on the machine affects both equally
        answers, seconds = timed(service, [body])
        listing += seconds
        echoing += timed(echo, [body])[1]
        moves.append(orjson.loads(answers[0])["total"])
    return MeasuredTurns(variant, moves, listing, echoing)


def _find_positions(variant: str, count: int) -> list[bytes]:
    """The request bodies for the snapshots of complete rounds."""
    client = create_app().test_client()
    asked: list[bytes] = []

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = client.post(path, json=body).get_json()
        if path == "/v1/rounds/view":
            asked.append(orjson.dumps({**answer["snapshot"], "limit": 1000}))
        return answer

    game = client.get(f"/v1/variants/{GAMES[variant].id}").get_json()
    styles = [style for style in STYLES if style[0] == variant]
    seed = 0
    while len(asked) < count:
        _, players, options = styles[seed % len(styles)]
        deal = {"options": options, "seed": seed, **seats_of(variant, players)}
        Round(post, game, deal).play(MAX_MOVES)
        seed += 1
    return asked[:count]


def summarise_turns(measured: MeasuredTurns) -> str:
    """A line of progress output."""
    listing, echo = (format_times(seconds, MICROSECONDS) for seconds in (measured.listing, measured.echo))
    return f"{measured.variant}: list {listing} µs  echo {echo} µs; up to {max(measured.moves)} moves"


def format_turns(results: Iterable[MeasuredTurns]) -> str:
    """This part of the results page."""
    rows = [
        [
            f"{measured.variant} ({len(measured.listing)})",
            format_times([float(moves) for moves in measured.moves], 1),
            format_times(measured.listing, MICROSECONDS),
            format_times(measured.echo, MICROSECONDS),
            format_ratio(measured.listing, measured.echo),
        ]
        for measured in results
    ]
    heads = ["turns", "moves", "list", "echo", "list / echo"]
    return PART.format(table=format_table(heads, rows))
