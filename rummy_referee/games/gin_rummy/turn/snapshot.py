"""The position as the player on turn sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.gin_rummy.core.combinations import GinRummyOptions
from rummy_referee.games.gin_rummy.core.declarations import BIG_GIN, LITTLE_GIN
from rummy_referee.rules import records
from rummy_referee.rules.faults import hand_size_not_of_phase
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

TAKE, DISCARD = "take", "discard"
HAND = {TAKE: LITTLE_GIN, DISCARD: BIG_GIN}
"""The size of the hand in each phase."""


@dataclass(frozen=True, slots=True)
class GinSnapshot:
    """What the player on turn sees. After a tile is taken, there is no open discard until the next one."""

    hand: Meld = records.tiles("The hand of the player on turn: 10 tiles before taking one, 11 after it.")
    discard_top: Tile | None = records.tile_or_none(
        "The last discard, or null. A discard that is not taken is out of the game with two players, and returns to "
        "the stock with more."
    )
    stock: int = records.count("The number of tiles in the stock.")
    players: int = records.count("The number of players.", minimum=2, maximum=4)
    phase: str | None = records.phase()


GinPosition = Position[GinRummyOptions, GinSnapshot, Any]


def check_snapshot(position: GinPosition) -> Iterator[Violation]:
    """A hand has ten tiles before taking one, and eleven after it."""
    phase, size = position.snapshot.phase or TAKE, len(position.snapshot.hand)
    if size and size != HAND[phase]:
        yield position.violation(hand_size_not_of_phase(phase=phase, expected=HAND[phase], actual=size), "/hand")


def clear_discard(snapshot: GinSnapshot) -> GinSnapshot:
    """Remove a discard that nobody took: out of the game with two players, into the stock with three or four."""
    goes_back = snapshot.discard_top is not None and snapshot.players > 2
    return replace(snapshot, discard_top=None, stock=snapshot.stock + goes_back)
