"""Ours: the search of the service, asked what the peers are asked, and what they cannot be asked."""

from collections import Counter
from collections.abc import Sequence

from bench.peers import Answer
from bench.positions import BOX, Position, in_order
from bench.questions import ask
from service.solver.plays.compiled import load_kernel
from service.solver.plays.questions import Face, Play, PlaySearch, sizes_of
from service.solver.plays.search import search_plays
from service.tiles.box import JOKER

PAGE = 100
TILES: dict[str, tuple[Face | None, bool]] = {
    JOKER: (None, True),
    **{f"{colour}{number}": ((colour, number), False) for colour in BOX.colours for number in BOX.numbers},
}
CODES: dict[tuple[Face, bool], str] = {
    (face, wild): JOKER if wild else f"{face[0]}{face[1]}"
    for face, _ in TILES.values()
    if face
    for wild in (False, True)
}
ONE_EACH: dict[Face, int] = {(colour, number): 1 for colour in BOX.colours for number in BOX.numbers}


def best_play(position: Position) -> tuple[Answer, bool]:
    """The play of the most tiles, laid; and whether the search could prove it."""
    search = search_plays(ask(position))
    best = search.best(ONE_EACH, 1)
    return _lay(search, [best.play], position)[0] if best.play else Answer(0, ()), best.proven


def count_plays(position: Position) -> int | None:
    """How many plays there are; None past the search's bound on work."""
    return search_plays(ask(position)).count()


def list_plays(position: Position) -> list[Answer]:
    """Count all plays and lay the first page of them."""
    search = search_plays(ask(position))
    search.count()
    return _lay(search, search.page(None, PAGE), position)


def engine() -> str:
    """What does the searching."""
    return "compiled kernel" if load_kernel() else "plain Python, since the kernel is not built"


def play_best(position: Position) -> Position | None:
    """A player who lays as many tiles as possible: the position after that, or None without a play."""
    answer, _ = best_play(position)
    if not answer.played:
        return None
    lying = Counter(code for meld in answer.table for code in meld)
    lying.subtract(code for meld in position.table for code in meld)
    left = Counter(position.hand) - lying
    return Position(answer.table, in_order(list(left.elements())), position.joker_release)


def _lay(search: PlaySearch, plays: Sequence[Play], position: Position) -> list[Answer]:
    laid = search.lay(plays, [tuple([TILES[code] for code in meld]) for meld in position.table])
    melds = [*position.table, *[tuple([CODES[tile] for tile in meld]) for meld in laid.melds]]
    return list(map(Answer, sizes_of(plays), laid.put_together(melds)))
