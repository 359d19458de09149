"""Inventories: a request must not have more tiles than the box."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rummy_referee.rules.faults import box_exceeded, played_without_jokers
from rummy_referee.rules.records import Single
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

INVENTORY_FAULTS = (box_exceeded.code, played_without_jokers.code)
"""The violations of an inventory; the second where options remove the jokers from the box."""
Piles = Iterable[tuple[str, Sequence[Tile]]]
"""Piles of tiles, each with its path in the request."""


def check_inventory(holds: Mapping[str, int], cite: Cite, piles: Piles) -> Iterator[Violation]:
    """No piece occurs more often than in the box. The path is that of the first tile too many."""
    for piece, (path, actual) in find_excess(holds, piles).items():
        kind = played_without_jokers if piece == JOKER and not holds.get(JOKER) else box_exceeded
        yield make_violation(cite, kind(tile=piece, maximum=holds.get(piece, 0), actual=actual), path)


def find_excess(holds: Mapping[str, int], piles: Piles) -> dict[str, tuple[str, int]]:
    """Every piece that occurs too often: the path of the first tile too many, and how often it occurs."""
    piles = list(piles)
    counts = Counter([tile.piece for _, tiles in piles for tile in tiles])
    too_many = {piece for piece, count in counts.items() if count > holds.get(piece, 0)}
    return _find_paths(holds, piles, counts, too_many) if too_many else {}


def _find_paths(
    holds: Mapping[str, int], piles: Piles, counts: Mapping[str, int], too_many: set[str]
) -> dict[str, tuple[str, int]]:
    met: Counter[str] = Counter()
    found: dict[str, tuple[str, int]] = {}
    for path, tiles in piles:
        for index, tile in enumerate(tiles):
            piece = tile.piece
            met[piece] += 1
            if piece in too_many and piece not in found and met[piece] > holds.get(piece, 0):
                found[piece] = (path if isinstance(tiles, Single) else f"{path}/{index}", counts[piece])
    return found
