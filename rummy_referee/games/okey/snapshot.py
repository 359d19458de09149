"""The position as the player on turn sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.games.okey.hand import HAND, Nearness, OkeyOptions, find_nearness
from rummy_referee.rules import records
from rummy_referee.rules.faults import hand_size_not_of_phase, round_over
from rummy_referee.rules.indicator import INDICATOR, find_wild
from rummy_referee.rules.positions import Position
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

TAKE, DISCARD = "take", "discard"


@dataclass(frozen=True, slots=True)
class OkeySnapshot:
    """What the player on turn sees."""

    indicator: Tile = records.tile(INDICATOR)
    hand: Meld = records.tiles("The hand of the player on turn: 14 tiles before taking one, 15 after it.")
    discard_top: Tile | None = records.tile_or_none(
        "The last discard of the player before, as long as it lies there; null if there is none."
    )
    stock: int = records.count("The number of tiles face down.")
    phase: str | None = records.phase()


@dataclass(frozen=True, eq=False)
class OkeyPosition(Position[OkeyOptions, OkeySnapshot, Any]):
    """A snapshot with the okey of the round, and how near the hand is."""

    @cached_property
    def wild(self) -> Tile:
        """The okey of the round."""
        return find_wild(self.snapshot.indicator)

    @cached_property
    def nearness(self) -> Nearness:
        """How near the hand is to a finished one."""
        return find_nearness(self.snapshot.hand, self.wild)


def check_snapshot(position: OkeyPosition) -> Iterator[Violation]:
    """The size of the hand fits the phase, and there is a tile to take."""
    snapshot = position.snapshot
    phase, size = snapshot.phase or TAKE, len(snapshot.hand)
    expected = HAND + (phase == DISCARD)
    if size and size != expected:
        yield position.violation(hand_size_not_of_phase(phase=phase, expected=expected, actual=size), "/hand")
    if phase == TAKE and not snapshot.stock:
        yield position.violation(round_over(), "/stock")
