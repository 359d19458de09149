"""Players at the end of a round of Gin-Rummy, in turn order, of whose hands some tiles may be unread."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from service.engine.deadwood.minimum import in_order
from service.rules.scores import FinishedRound
from service.rules.turns import Meld
from service.variants.gin_rummy.combinations import BOX, MELDS
from service.variants.gin_rummy.laying_down import in_turn, is_told

WHOLE_BOX = {BOX.tiles[piece]: copies for piece, copies in BOX.holds.items()}


@dataclass(frozen=True)
class Seat:
    """A player in turn order, with what was read of the hand and what was not."""

    index: int
    """The place in the request."""
    entry: Any
    is_declarer: bool
    read: Meld
    unread: Counter[str]
    """How many tiles could not be read, by what could be: a colour, a number or nothing."""

    @cached_property
    def optional_melds(self) -> Sequence[Meld] | None:
        """The melds that are told, each in canonical order; None where they are to be found."""
        return None if self.entry.melds is None else [tuple(in_order(meld)) for meld in self.entry.melds]

    @property
    def may_add(self) -> bool:
        """Whether it is to be found what the player adds to others' melds."""
        return not (self.is_declarer or is_told(self.entry))

    @cached_property
    def told(self) -> Meld:
        """The tiles that are told to be laid."""
        melds = (*(self.entry.melds or ()), *(added.tiles for added in self.entry.lay_offs or ()))
        return tuple(tile for meld in melds for tile in meld)

    def count_left(self, number: int) -> int:
        """How many tiles of a number and higher ones the player may be left with."""
        hand: Meld = self.entry.hand
        may_be = sum(not tile.number or tile.number >= number for tile in hand)
        return min(may_be - sum(tile.number >= number for tile in self.told), len(hand) - len(self.told))

    def hold(self, hand: Meld) -> Any:
        """The player with another hand."""
        return replace(self.entry, hand=hand)


def find_seats(finished: FinishedRound) -> Sequence[Seat]:
    """The players in turn order."""
    return [read_seat(finished, index, entry) for index, entry in in_turn(finished)]


def can_be_told(seats: Sequence[Seat]) -> bool:
    """Whether what is told can be, so far as that does not depend on what was not read."""
    melds: dict[str, Sequence[Meld] | None] = {}
    for seat in seats:
        if any(MELDS.judge(meld).faults for meld in seat.entry.melds or ()):
            return False
        for told in seat.entry.lay_offs or ():
            hosts = melds.get(told.player, ())
            if hosts is not None and told.meld >= len(hosts):
                return False
        melds[seat.entry.player] = seat.optional_melds
    return True


def read_seat(finished: FinishedRound, index: int, entry: Any) -> Seat:
    """A player, as far as the hand could be read."""
    read = tuple(tile for tile in entry.hand if not tile.is_unknown)
    unread = Counter(tile.code for tile in entry.hand if tile.is_unknown)
    return Seat(index, entry, entry.player == finished.end.declarer, read, unread)
