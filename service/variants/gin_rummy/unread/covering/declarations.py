"""Declarations of Gin-Rummy with some melds, where not all tiles were read: what can be left at most."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill, in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, MOST_LEFT
from service.variants.gin_rummy.unread.seats import Seat

MOST_TRIED = 1_500
"""After so many looks it is taken for granted that the most that a declarer may have can be left."""


def bound_declared(hand: UnreadHand, spare: int) -> int:
    """No less than a declarer can be left with at most, who may leave so many tiles, by the numbers; -1 if nothing."""
    sums = 0
    for tiles in range(spare + 1):
        sums |= hand.find_sums_of_few(tiles)
    return max((points for points in range(MOST_LEFT + 1 if spare else 1) if sums >> points & 1), default=-1)


class Declaration:
    """What a declarer can be left with at most, who has some melds: all other tiles but two lie in melds as well."""

    def __init__(
        self,
        seat: Seat,
        hand: UnreadHand,
        melds: Sequence[Meld],
        ends: Collection[Tile],
        look: Callable[[], None],
        *,
        most_tried: int = MOST_TRIED,
    ) -> None:
        """``look`` counts the work. Where one of the ``ends`` comes next to a run, or a group lacks it, that may be
        longer."""
        self._seat = seat
        self._melds = melds
        self._ends = ends
        self._look = look
        self._most_tried = most_tried
        self._hand = hand
        self._demand = self._hand.numbers
        size = len(self._seat.entry.hand)
        self._spare = 0 if size == BIG_GIN else size - FEWEST_MELDED
        self._tried: set[object] = set()
        self._highest = bound_declared(hand, self._spare)
        self._most = -1

    def find_most(self) -> int:
        """The most; -1 if there is no such declaration."""
        if self._seat.entry.melds is not None:
            return MOST_LEFT
        undecided: Fill = tuple(sorted(self._seat.loose, key=lambda tile: (-tile.number, tile.order)))
        fill: Fill = ()
        for meld in self._melds:
            undecided, lacking = part(undecided, meld)
            fill = in_order((*fill, *lacking))
        if self._hand.can_be(fill):
            self._cover(undecided, fill, self._spare, 0)
        return self._most

    def _cover(self, undecided: Fill, fill: Fill, spare: int, points: int) -> None:
        """The highest tile is left, or it lies in a meld."""
        key = (undecided, fill, spare, points)
        if key in self._tried or self._most == self._highest or points > MOST_LEFT or spare < 0:
            return
        self._look()
        self._tried.add(key)
        if len(self._tried) > self._most_tried:
            self._most = self._highest
            return
        if undecided:
            self._cover(undecided[1:], fill, spare - 1, points + undecided[0].number)
            self._meld(undecided[0], undecided, fill, spare, points)
            return
        numbers = [tile.number for tile in fill]
        missing = next((number for number, count in self._demand if numbers.count(number) < count), 0)
        if missing:
            for colour in BOX.colours:
                tile = BOX.tiles[f"{colour}{missing}"]
                if self._hand.can_be(left := in_order((*fill, tile))):
                    self._cover((), left, spare - 1, points + missing)
                self._meld(tile, (), fill, spare, points)
            return
        rest = self._hand.count - len(fill)
        if (rest <= spare or rest >= SHORTEST or self._melds) and self._can_meld_rest(fill, spare):
            self._most = max(self._most, self._highest if rest and spare else points)

    def _can_meld_rest(self, fill: Fill, spare: int) -> bool:
        """Whether the tiles of which just the colour is known may lie in melds, but for a few, by their colours.

        Melds may be made longer at the ends.
        """
        colours = [tile.colour for tile in fill]
        wanted = {colour: max(0, count - colours.count(colour)) for colour, count in self._hand.colours}
        free = self._hand.count - len(fill) - sum(wanted.values())
        longer = {tile.colour for tile in self._ends}
        needed = tuple(sorted(count for colour, count in wanted.items() if colour not in longer))
        none = (0,) * (len(BOX.colours) - len(needed))
        # What may make a meld longer may lie in other melds as well.
        beside = sum(count for colour, count in wanted.items() if colour in longer)
        return free >= 0 and _can_be_melded((*none, *needed), free + beside, spare)

    def _meld(self, tile: Tile, undecided: Fill, fill: Fill, spare: int, points: int) -> None:
        """The tile lies in a further meld, or it makes one of those longer."""
        for tiles in (
            *self._seat.melds_with[tile],
            *(row for meld in self._melds for row in _find_rows(meld, tile, self._ends)),
        ):
            self._look()
            rest, lacking = part(undecided, tiles)
            filled = in_order((*fill, *lacking)) if lacking else fill
            if not lacking or self._hand.can_be(filled):
                self._cover(rest, filled, spare, points)


@lru_cache(1 << 14)
def _can_be_melded(needed: tuple[int, ...], free: int, spare: int) -> bool:
    """Whether so many tiles of each colour, and some of any, may lie in melds, but for a few: whatever their numbers.

    Two red ones and two blue ones cannot, if there are none of any colour.
    """
    colour = next((place for place, count in enumerate(needed) if count), None)
    if colour is None:
        return True

    def can_go_on(taken: Sequence[int], filled: int) -> bool:
        rest = tuple(sorted(count - taken.count(place) for place, count in enumerate(needed)))
        return filled <= free and _can_be_melded(rest, free - filled, spare)

    if spare and _can_be_melded((*needed[:colour], needed[colour] - 1, *needed[colour + 1 :]), free, spare - 1):
        return True
    for count in range(1, needed[colour] + 1):
        if can_go_on([colour] * count, max(0, SHORTEST - count)):
            return True
    others = [place for place in range(len(needed)) if place != colour]
    for size in (SHORTEST - 1, SHORTEST):
        for chosen in combinations(others, size):
            held = [place for place in chosen if needed[place]]
            if can_go_on([colour, *held], size - len(held)):
                return True
    return False


def _find_rows(meld: Meld, tile: Tile, ends: Collection[Tile]) -> Iterator[Meld]:
    """The rows with a tile that make a run longer, at one of these ends; or the tile, if a group lacks just that."""
    numbers = [other.number for other in meld]
    low, high = min(numbers), max(numbers)
    if low == high:
        if tile in ends and tile.number == low and tile.colour not in [other.colour for other in meld]:
            yield (tile,)
        return
    if tile.colour != meld[0].colour:
        return
    rows = [range(first, low) for first in range(1, tile.number + 1)]
    rows += [range(high + 1, last + 1) for last in range(tile.number, BOX.numbers[-1] + 1)]
    for row in rows:
        if tile.number in row:
            tiles = tuple(BOX.tiles[f"{tile.colour}{number}"] for number in row)
            if tiles[-1 if row[0] < low else 0] in ends:
                yield tiles


def part(tiles: Fill, meld: Meld) -> tuple[Fill, Fill]:
    """The tiles without those of a meld, and what the meld lacks."""
    if not tiles:
        return (), meld
    rest, lacking = list(tiles), []
    for tile in meld:
        if tile in rest:
            rest.remove(tile)
        else:
            lacking.append(tile)
    return tuple(rest), tuple(lacking)
