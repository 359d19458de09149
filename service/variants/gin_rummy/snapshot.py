"""What the player on turn sees in Gin-Rummy."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from service.rules import records
from service.rules.turns import Meld, Position
from service.rules.violations import Violation
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import GinRummyOptions

TAKE, DISCARD = "take", "discard"
HAND = {TAKE: 10, DISCARD: 11}
"""How many tiles a hand has in each phase."""


@dataclass(frozen=True, slots=True)
class GinSnapshot:
    """A position as the player on turn sees it. Once a tile is taken, no discard lies open until the next one."""

    hand: Meld = records.tiles("The hand of the player on turn: 10 tiles before taking one, 11 after it.")
    discard_top: Tile | None = records.tile_or_none(
        "The last discard, or null. One that is not taken is out of the game with two players, and goes back into the "
        "stock with more."
    )
    stock: int = records.count("How many tiles the stock has.")
    players: int = records.count("How many players there are.", minimum=2, maximum=4)
    phase: str | None = records.phase()


GinPosition = Position[GinSnapshot, GinRummyOptions]


def check_snapshot(position: GinPosition) -> Iterator[Violation]:
    """A hand has ten tiles before taking one, and eleven after it."""
    phase, size = position.snapshot.phase or TAKE, len(position.snapshot.hand)
    if size and size != HAND[phase]:
        yield position.refuse("hand_size_not_of_phase", "/hand", phase=phase, expected=HAND[phase], actual=size)


def clear_discard(snapshot: GinSnapshot) -> GinSnapshot:
    """A discard that nobody took is out of the game with two players, and back in the stock with three or four."""
    goes_back = snapshot.discard_top is not None and snapshot.players > 2
    return replace(snapshot, discard_top=None, stock=snapshot.stock + goes_back)
