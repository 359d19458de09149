"""What a declaration needs: all tiles melded, or at least 8 of 10 with less than 10 points of deadwood."""

from collections.abc import Collection, Iterator

from rummy_referee.engine.deadwood.minimum import Melding
from rummy_referee.faults import Fault
from rummy_referee.games.gin_rummy.core.combinations import DEADWOOD
from rummy_referee.games.gin_rummy.core.faults import little_gin_after_take, too_few_melded
from rummy_referee.rules.faults import discard_missing, rest_too_high
from rummy_referee.tiles.tile import Tile

BIG_GIN, LITTLE_GIN, FEWEST_MELDED = 11, 10, 8
"""How many tiles are melded: all after taking one, all ten, or at least eight."""
MAX_DEADWOOD = 9
"""The deadwood of a declarer counts less than 10 points."""


def find_declarer_melds(tiles: Collection[Tile], *, is_big_gin: bool, allows_little_gin: bool) -> Melding | None:
    """The melds with the minimum deadwood among those with enough tiles to declare; None if there are none.

    Ten melded tiles that are not allowed as a Little Gin are found only if nothing else can be declared.
    """
    sizes = (BIG_GIN,) if is_big_gin else range(FEWEST_MELDED, LITTLE_GIN + 1)
    found = DEADWOOD.meld_just(tiles, sizes)
    if allows_little_gin or found is None or count_melded(found) != LITTLE_GIN:
        return found
    fewer = DEADWOOD.meld_just(tiles, range(FEWEST_MELDED, LITTLE_GIN))
    return fewer if fewer is not None and fewer.points <= MAX_DEADWOOD else found


def count_melded(melding: Melding) -> int:
    """How many tiles are melded."""
    return sum(map(len, melding.melds))


def find_declaration_faults(melded: int, points: int, *, is_big_gin: bool, allows_little_gin: bool) -> Iterator[Fault]:
    """What is invalid in a declaration with this many melded tiles and points of deadwood."""
    if is_big_gin:
        if melded < BIG_GIN:
            yield discard_missing(minimum=BIG_GIN, actual=melded)
        return
    if melded < FEWEST_MELDED:
        yield too_few_melded(minimum=FEWEST_MELDED, actual=melded)
    if points > MAX_DEADWOOD:
        yield rest_too_high(maximum=MAX_DEADWOOD, actual=points)
    if melded == LITTLE_GIN and not allows_little_gin:
        yield little_gin_after_take()
