"""Players at the end of a round in turn order, with the known and the unknown part of their hands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.knock_rummy.laying_down import is_given
from rummy_referee.rules.turns import Meld, in_order


@dataclass(frozen=True)
class Seat:
    """A player in turn order."""

    index: int
    """The index in the request."""
    entry: Any
    is_declarer: bool
    keeps_deadwood: bool
    """Whether at least one tile is deadwood: for a declarer who must not meld all tiles."""
    known: Meld
    unknown: Counter[str]
    """How many tiles are unknown, by code: ``?``, ``?R``, ``?7``."""

    @cached_property
    def given_melds(self) -> Sequence[Meld] | None:
        """The given melds, each in canonical order; None if they are to be found."""
        return None if self.entry.melds is None else [in_order(meld) for meld in self.entry.melds]

    @property
    def lays_off_freely(self) -> bool:
        """Whether the player's lay-offs are to be found: not for a declarer, and not where they are given."""
        return not (self.is_declarer or is_given(self.entry))

    @cached_property
    def given_tiles(self) -> Meld:
        """The tiles that are given as melded or laid off."""
        melds = (*(self.entry.melds or ()), *(given.tiles for given in self.entry.lay_offs or ()))
        return tuple(tile for meld in melds for tile in meld)

    def bound_deadwood(self, points: int) -> int:
        """An upper bound on the tiles of deadwood with at least these points."""
        hand: Meld = self.entry.hand
        candidates = sum(not tile.number or tile.points >= points for tile in hand)
        given = self.given_tiles
        return min(candidates - sum(tile.points >= points for tile in given), len(hand) - len(given))

    def with_hand(self, hand: Meld) -> Any:
        """The player's entry with another hand."""
        return replace(self.entry, hand=hand)


def make_seat(ending: Ending, index: int, entry: Any) -> Seat:
    """The seat of a player."""
    known = tuple(tile for tile in entry.hand if not tile.is_unknown)
    unknown = Counter(tile.code for tile in entry.hand if tile.is_unknown)
    is_declarer = entry.player == ending.declarer
    keeps_deadwood = is_declarer and ending.keeps_deadwood(len(entry.hand))
    return Seat(index, entry, is_declarer, keeps_deadwood, known, unknown)


def find_seats(ending: Ending) -> Sequence[Seat]:
    """The players in turn order."""
    return [make_seat(ending, index, entry) for index, entry in ending.in_turn_order()]


def are_given_melds_valid(ending: Ending, seats: Sequence[Seat]) -> bool:
    """Whether what is given is valid, as far as that does not depend on unknown tiles."""
    melds: dict[str, Sequence[Meld] | None] = {}
    for seat in seats:
        if any(ending.combinations.melds.judge(meld).faults for meld in seat.entry.melds or ()):
            return False
        for given in seat.entry.lay_offs or ():
            targets = melds.get(given.player, ())
            if targets is not None and given.meld >= len(targets):
                return False
        melds[seat.entry.player] = seat.given_melds
    return True
