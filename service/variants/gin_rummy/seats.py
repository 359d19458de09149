"""Players at the end of a round of Gin-Rummy, in turn order, of whose hands some tiles may be unread."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from service.rules.scores import LaidDown
from service.rules.turns import Meld, pieces_of, pieces_on, without
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import LeastSearch, find_melds
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import (
    Fill,
    Filled,
    OutOfStepsError,
    Steps,
    UnreadHand,
    UnreadTiles,
    in_order,
)
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX, MELDS
from service.variants.gin_rummy.laying_down import LAYING, Lying, is_told

ALONE = LeftBeside(LAYING, ())
ALL = AllLeft(LAYING)
LAYING_STEPS = 10
"""Laying a hand down takes as long as so many steps."""
FLOOR_STEPS = 5_000
FEW_UNREAD = 3
"""A floor is looked for again and again, so that must be quick."""
WHOLE_BOX = {BOX.tiles[piece]: copies for piece, copies in BOX.holds.items()}


@dataclass(frozen=True)
class Seat:
    """A player in turn order, with what was read of the hand and what was not."""

    index: int
    """The place in the request."""
    entry: Any
    read: Meld
    unread: UnreadTiles
    told: Fill
    """Unread tiles that are known all the same: the player says to have laid them."""
    steps: Steps
    """What the search may still take."""
    floors: dict[Fill, int] = field(default_factory=dict)
    """Remembered: see ``find_floor``."""

    @property
    def known(self) -> Meld:
        """All tiles that are known."""
        return (*self.read, *self.told)

    @property
    def open_count(self) -> int:
        """How many tiles there are to fill."""
        return self.unread.count - len(self.told)

    @cached_property
    def loose(self) -> Meld:
        """The tiles known that are not told to be laid."""
        laid = pieces_on(self.entry.melds or ()) + pieces_on(tuple(told.tiles for told in self.entry.lay_offs or ()))
        return without(self.known, laid)

    def find_floor(self, free: Fill) -> int:
        """What is left at least of the tiles that are known, if those free count nothing and all else is the best.

        ``free`` is in canonical order.
        """
        if free not in self.floors:
            most = FLOOR_STEPS if self.open_count <= FEW_UNREAD or not free else 0
            steps = Steps(most)
            try:
                floor = LeastSearch(LAYING, self.unread_hand(WHOLE_BOX), ALONE, steps).find_floor(free)
            except OutOfStepsError:
                floor = max(0, self.find_floor(()) - sum(tile.number for tile in free)) if free else 0
            self.steps.take_counted(most - max(steps.left, 0))
            self.floors[free] = floor
        return self.floors[free]

    def find_loose(self, taken: Iterable[Tile]) -> Fill:
        """Which of these tiles are loose in the hand, copy by copy, in canonical order."""
        return in_order((Counter(self.loose) & Counter(taken)).elements())

    @cached_property
    def possible_melds(self) -> Sequence[Meld]:
        """All melds that may be among the player's."""
        if self.entry.melds is not None:
            return tuple(self.entry.melds)
        known = Counter(self.known)
        melds = [shape.tiles for shape in find_melds(LAYING)]
        lacking = {meld: tuple((Counter(meld) - known).elements()) for meld in melds}
        return [meld for meld in melds if self.unread.fits((*self.told, *lacking[meld]))]

    def unread_hand(self, left: Mapping[Tile, int]) -> UnreadHand:
        """The loose tiles and those to fill, from what is left."""
        return UnreadHand(LAYING, self.loose, self.unread, left, self.told)

    def hold(self, fill: Iterable[Tile]) -> Any:
        """The player with the hand filled."""
        return replace(self.entry, hand=(*self.known, *fill))

    def left_beside(self, lying: Lying) -> LeftBeside | AllLeft:
        """How what is left of the loose tiles is counted."""
        if self.entry.melds is not None:
            return ALL
        if is_told(self.entry) or not lying:
            return ALONE
        return LeftBeside(LAYING, [meld for melds in lying.values() for meld in melds])


def read_seat(index: int, entry: Any, steps: Steps) -> Seat:
    """A player, as far as the hand could be read."""
    read = tuple(tile for tile in entry.hand if not tile.unread)
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(told.tiles for told in entry.lay_offs or ()))
    told = tuple(BOX.tiles[piece] for piece in (laid - pieces_of(read)).elements())
    return Seat(index, entry, read, UnreadTiles([tile for tile in entry.hand if tile.unread]), told, steps)


class Filling(NamedTuple):
    """A hand that is filled so far that only what is left of it is to be filled."""

    seat: Seat
    hand: UnreadHand
    fill: Fill
    down: LaidDown
    most: int
    """What can be left at most."""
    ahead: Sequence[Range]
    """The counts of the players who follow."""

    def range_of(self, low: int, high: int) -> Range:
        """What the player counts, if what is filled and left has points in a range."""
        return Range(self.down.count + low, min(self.down.count + high, self.most))


def can_be_told(seats: Sequence[Seat]) -> bool:
    """Whether what is told can be, so far as that does not depend on what was not read."""
    before: dict[str, Seat] = {}
    for seat in seats:
        if any(MELDS.judge(meld).faults for meld in seat.entry.melds or ()):
            return False
        for told in seat.entry.lay_offs or ():
            host = before.get(told.player)
            if host is None or (host.entry.melds is not None and told.meld >= len(host.entry.melds)):
                return False
        before[seat.entry.player] = seat
    return True


def find_least(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps) -> Filled | None:
    """The fill that leaves the least of a hand, if there is any."""
    if isinstance(left_of, LeftBeside):
        return LeastSearch(LAYING, hand, left_of, steps).find()
    fill = hand.complete((), hand.rising)
    return None if fill is None else Filled(left_of(hand.count_with(fill)), fill)


def find_most(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps) -> Filled | None:
    """The fill that leaves the most of a hand, if there is any."""
    if isinstance(left_of, LeftBeside):
        return hand.find_most(left_of, steps)
    fill = hand.complete((), hand.falling)
    return None if fill is None else Filled(left_of(hand.count_with(fill)), fill)
