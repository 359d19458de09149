"""The engine of the service as a side of the benchmark."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bench.peers import Answer
from bench.positions import BOX, Position, in_order
from bench.questions import ask
from rummy_referee.engine.library import engine_build
from rummy_referee.engine.plays import FoundPlay, PlaySearch, TableMeld
from rummy_referee.engine.problem import Face
from rummy_referee.tiles.box import JOKER

PAGE = 100
TILES: dict[str, tuple[Face | None, bool]] = {
    JOKER: (None, True),
    **{f"{colour}{number}": ((colour, number), False) for colour in BOX.colours for number in BOX.numbers},
}
CODES: dict[tuple[Face | None, bool], str] = {
    **{tile: code for code, tile in TILES.items()},
    **{(face, True): JOKER for face, _ in TILES.values()},
}
ONE_EACH: dict[Face, int] = {(colour, number): 1 for colour in BOX.colours for number in BOX.numbers}


class Page(NamedTuple):
    """Some plays and the table after each, in the format of the engine."""

    plays: Sequence[FoundPlay]
    tables: Sequence[tuple[TableMeld, ...]]


def best_play(position: Position) -> tuple[Page, bool]:
    """The play of the most tiles with its table, and whether it is proven optimal."""
    search = PlaySearch(ask(position))
    best = search.best(ONE_EACH, 1)
    return _reconstruct(search, [best.play] if best.play else [], position), best.proven


def count_plays(position: Position) -> int | None:
    """The number of plays; None beyond the limit on work."""
    return PlaySearch(ask(position)).count()


def list_plays(position: Position) -> Page:
    """Count all plays and reconstruct the tables of the first page."""
    search = PlaySearch(ask(position))
    search.count()
    return _reconstruct(search, search.page(None, PAGE), position)


def read_page(page: Page) -> list[Answer]:
    """The plays in the format of the peers."""
    tables = [tuple([tuple([CODES[tile] for tile in meld]) for meld in table]) for table in page.tables]
    return list(map(Answer, [play.size for play in page.plays], tables))


def engine() -> str:
    """The build of the engine."""
    return engine_build()


def play_best(position: Position) -> Position | None:
    """The position after playing as many tiles as possible, or None without a play."""
    page, _ = best_play(position)
    if not page.plays:
        return None
    (answer,) = read_page(page)
    lying = Counter(code for meld in answer.table for code in meld)
    lying.subtract(code for meld in position.table for code in meld)
    left = Counter(position.hand) - lying
    return Position(answer.table, in_order(list(left.elements())), position.joker_release)


def _reconstruct(search: PlaySearch, plays: Sequence[FoundPlay], position: Position) -> Page:
    table: list[TableMeld] = [tuple([TILES[code] for code in meld]) for meld in position.table]
    after = search.reconstruct(plays, table)
    return Page(plays, after.assemble([*table, *after.melds]))
