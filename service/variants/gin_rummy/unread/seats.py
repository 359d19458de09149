"""Players at the end of a round of Gin-Rummy, in turn order, of whose hands some tiles may be unread."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

from service.rules.scores import FinishedRound, LaidDown
from service.rules.turns import Meld, pieces_of, pieces_on, without
from service.solver.counted_steps import Steps
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import LeastSearch, find_melds, find_rows
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.most_left import MostSearch
from service.solver.leftovers.unread_hands import Filled, UnreadHand
from service.solver.leftovers.unread_tiles import Fill, UnreadTiles
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX, MELDS
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, LITTLE_GIN
from service.variants.gin_rummy.laying_down import LAYING, Lying, ToldLayOff, is_told

ALONE = LeftBeside(LAYING, ())
ALL = AllLeft(LAYING)
LAYING_STEPS = 10
"""Laying a hand down takes as long as so many steps."""
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

    @cached_property
    def additions(self) -> Sequence[ToldLayOff]:
        """What the player is told to add, all that comes to one meld together."""
        added: dict[tuple[str, int], Meld] = {}
        for told in self.entry.lay_offs or ():
            added[told.player, told.meld] = (*added.get((told.player, told.meld), ()), *told.tiles)
        return [ToldLayOff(player, meld, tiles) for (player, meld), tiles in added.items()]

    @cached_property
    def possible_melds(self) -> Sequence[Meld]:
        """All melds that may be among the player's."""
        if self.entry.melds is not None:
            return tuple(self.entry.melds)
        known = Counter(self.known)
        melds = [shape.tiles for shape in find_melds(LAYING)]
        lacking = {meld: tuple((Counter(meld) - known).elements()) for meld in melds}
        return [meld for meld in melds if self.unread.fits((*self.told, *lacking[meld]))]

    @cached_property
    def melds_with(self) -> Mapping[Tile, Sequence[Meld]]:
        """For each tile the melds with it that may be among the player's."""
        found: dict[Tile, list[Meld]] = {tile: [] for tile in WHOLE_BOX}
        for meld in self.possible_melds:
            for tile in meld:
                found[tile].append(meld)
        return found

    @cached_property
    def numbers(self) -> Collection[int]:
        """The numbers that tiles of the player may have."""
        if self.open_count > self.demand.total():
            return BOX.numbers
        return {*self.demand, *(tile.number for tile in self.known)}

    @cached_property
    def demand(self) -> Counter[int]:
        """How many tiles of each number are to be filled at least."""
        return self.unread.count_numbers() - Counter(tile.number for tile in self.told)

    def unread_hand(self, left: Mapping[Tile, int], others: "Iterable[Seat]" = ()) -> UnreadHand:
        """The loose tiles and those to fill, from what is left and not for others, who are filled later."""
        spared: Counter[int] = Counter()
        for other in others:
            spared.update(other.demand)
        return UnreadHand(LAYING, self.loose, self.unread, left, self.told, spared=spared)

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


def read_seat(index: int, entry: Any) -> Seat:
    """A player, as far as the hand could be read."""
    read = tuple(tile for tile in entry.hand if not tile.unread)
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(told.tiles for told in entry.lay_offs or ()))
    told = tuple(BOX.tiles[piece] for piece in (laid - pieces_of(read)).elements())
    return Seat(index, entry, read, UnreadTiles([tile for tile in entry.hand if tile.unread]), told)


class Filling(NamedTuple):
    """A hand that is filled so far that only what is left of it is to be filled."""

    seat: Seat
    hand: UnreadHand
    fill: Fill
    down: LaidDown
    most: int
    """What can be left at most."""

    def range_of(self, low: int, high: int) -> Range:
        """What the player counts, if what is filled and left has points in a range."""
        return Range(self.down.count + low, min(self.down.count + high, self.most))


def find_sizes(finished: FinishedRound, declarer: Seat) -> Sequence[int]:
    """How many tiles may be melded for a declaration, the most first."""
    if len(declarer.entry.hand) == BIG_GIN:
        return (BIG_GIN,)
    is_little_refused = finished.end.drew and finished.options.little_gin_before_take_only
    return range(LITTLE_GIN - is_little_refused, FEWEST_MELDED - 1, -1)


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


def find_least(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps, below: float = inf) -> Filled | None:
    """The fill that leaves the least of a hand, if there is any that leaves less than is told."""
    if isinstance(left_of, LeftBeside):
        return LeastSearch(LAYING, hand, left_of, steps).find(below)
    fill = hand.complete((), hand.rising)
    least = None if fill is None else Filled(left_of(hand.count_with(fill)), fill)
    return least if least and least.points < below else None


def find_hosted(left_of: LeftBeside) -> Sequence[Tile]:
    """The tiles that lie next to a meld: one copy for each end."""
    return [shape.tiles[0] for shape in find_rows(LAYING, left_of) if len(shape.tiles) == 1]


def find_most(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps, above: int = -1) -> Filled | None:
    """The fill that leaves the most of a hand, if there is any that leaves more than is told."""
    if isinstance(left_of, LeftBeside):
        return MostSearch(hand, left_of, steps, find_hosted(left_of)).find(above)
    fill = hand.complete((), hand.falling)
    most = None if fill is None else Filled(left_of(hand.count_with(fill)), fill)
    return most if most and most.points > above else None


def bound_most(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps) -> int:
    """No less than the most that can be left of a hand, which is soon said."""
    if isinstance(left_of, LeftBeside):
        return MostSearch(hand, left_of, steps, find_hosted(left_of)).bound()
    most = find_most(hand, left_of, steps)
    return most.points if most else 0


def find_more(hand: UnreadHand, left_of: LeftBeside | AllLeft, steps: Steps, above: int) -> Filled | None:
    """A fill that leaves more of a hand than is told, if there is any."""
    if isinstance(left_of, LeftBeside):
        return MostSearch(hand, left_of, steps, find_hosted(left_of)).find_more(above)
    return find_most(hand, left_of, steps, above)
