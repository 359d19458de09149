"""The fills of a hand that lie in melds or at ends: all with which it can be declared, and all that may be of use."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from typing import NamedTuple

from service.solver.arranging.open_runs import SHORTEST
from service.solver.counted_steps import Steps
from service.solver.leftovers.filled_melds import Shape
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill, in_order
from service.tiles.tile import Tile

LOOK_AGAIN = 8
"""After so many shapes it is asked again whether those that follow are in vain."""

IsHopeless = Callable[[tuple[int, ...], int, Set[int]], bool]
"""Says of shapes by place, and of so many tiles beside, whether they are in vain.

The last are shapes of which it is known already that they are in vain beside the first.
"""


class DeclaredFills:
    """The fills with which so many tiles lie in melds, and little is left."""

    def __init__(
        self, shapes: Sequence[Shape], hand: UnreadHand, most_left: int, is_hopeless: IsHopeless, steps: Steps
    ) -> None:
        """``is_hopeless`` says of some melds (by place), and so many tiles to be melded, whether they are in vain.
        ``shapes`` are all melds there are; the first are tried first."""
        self._shapes = shapes
        self._hand = hand
        self._most_left = most_left
        self._is_hopeless = is_hopeless
        self._steps = steps
        self._with_tile: dict[Tile, list[int]] = {}
        self._with_number: dict[int, list[int]] = {}
        self._with_colour: dict[str, list[int]] = {}
        for place, shape in enumerate(shapes):
            for tile in shape.tiles:
                self._with_tile.setdefault(tile, []).append(place)
            for number in {tile.number for tile in shape.tiles}:
                self._with_number.setdefault(number, []).append(place)
            for colour in {tile.colour for tile in shape.tiles}:
                self._with_colour.setdefault(colour, []).append(place)

    def find(self, melded: int) -> Iterator[Fill]:
        """What is filled in melds of just so many tiles together, each fill once."""
        seen: set[Fill] = set()
        read = Counter(sorted(self._hand.read, key=lambda tile: -tile.number))
        spare = len(self._hand.read) + self._hand.count - melded
        for fill in self._cover(read, _Melds((), (), melded), (spare, self._most_left), frozenset()):
            key = in_order(fill)
            if key not in seen:
                seen.add(key)
                yield key

    def _cover(
        self, undecided: Counter[Tile], melds: "_Melds", to_leave: tuple[int, int], tried: Set[int]
    ) -> Iterator[Fill]:
        """The highest tile lies in a meld, which is filled; or it is left, as far as tiles may be left.

        ``tried`` are melds all that is beside which was found before.
        """
        self._steps.take()
        if self._is_hopeless(melds.chosen, melds.missing, tried):
            return
        tile = next((tile for tile, copies in undecided.items() if copies), None)
        if tile is None:
            yield from self._fill_rest(melds, 0, to_leave, tried)
            return
        for place in self._with_tile.get(tile, ()):
            tiles = self._shapes[place].tiles
            lacking = [other for other in tiles if not undecided[other]]
            more = melds.add(place, len(tiles), lacking)
            if more.missing >= 0 and (not lacking or self._hand.can_be(more.fill)):
                rest = undecided.copy()
                rest.subtract(other for other in tiles if undecided[other])
                yield from self._cover(rest, more, to_leave, tried)
            tried = tried | {place}
        spare, points = to_leave
        if spare and tile.number <= points:
            rest = undecided.copy()
            rest[tile] -= 1
            yield from self._cover(rest, melds, (spare - 1, points - tile.number), tried)

    def _fill_rest(self, melds: "_Melds", first: int, to_leave: tuple[int, int], before: Set[int]) -> Iterator[Fill]:
        """Further melds of nothing but filled tiles, until there are enough.

        A half-read tile that cannot be left must lie in one, so that comes before all others.
        """
        if not melds.missing:
            yield melds.fill
            return
        if len(melds.fill) == self._hand.count:
            return
        tried = set(before)
        forced = self._find_forced(melds.fill, *to_leave)
        for count, place in enumerate(range(first, len(self._shapes)) if forced is None else forced):
            further = place if forced is None else 0
            if not count % LOOK_AGAIN:
                self._steps.take()
                if self._is_hopeless(melds.chosen, melds.missing, tried):
                    return
            tiles = self._shapes[place].tiles
            more = melds.add(place, len(tiles), tiles)
            if (more.missing == 0 or more.missing >= SHORTEST) and self._hand.can_be(more.fill):
                self._steps.take()
                if not self._is_hopeless(more.chosen, more.missing, tried):
                    yield from self._fill_rest(more, further, to_leave, tried)
            tried.add(place)

    def _find_forced(self, fill: Fill, spare: int, points: int) -> Sequence[int] | None:
        """The places of the melds one of which there must be; None if that cannot be said."""
        for number, count in self._hand.numbers:
            if sum(tile.number == number for tile in fill) < count and (not spare or number > points):
                return self._with_number.get(number, ())
        for colour, count in self._hand.colours if not spare else ():
            if sum(tile.colour == colour for tile in fill) < count:
                return self._with_colour.get(colour, ())
        return None


class _Melds(NamedTuple):
    """Melds by place, what is filled in them, and how many tiles are to be melded still."""

    chosen: tuple[int, ...]
    fill: Fill
    missing: int

    def add(self, place: int, size: int, lacking: Sequence[Tile]) -> "_Melds":
        return _Melds((*self.chosen, place), (*self.fill, *lacking), self.missing - size)


class UsefulFills:
    """The fills of which every tile may lie in a meld or at an end, when the hand is laid down."""

    def __init__(self, shapes: Sequence[Shape], hand: UnreadHand, is_hopeless: IsHopeless, steps: Steps) -> None:
        """``is_hopeless`` says of some shapes (by place), and so many tiles beside, whether they are in vain."""
        self._shapes = shapes
        self._hand = hand
        self._is_hopeless = is_hopeless
        self._steps = steps
        self._read = Counter(hand.read)

    def find(self) -> Iterator[Fill]:
        """What lacks in some melds and at some ends, each fill once."""
        seen: set[Fill] = set()
        for fill in self._go_on(_Melds((), (), len(self._hand.read) + self._hand.count), self._read, 0, frozenset()):
            key = in_order(fill)
            if key not in seen:
                seen.add(key)
                yield key

    def _go_on(self, melds: _Melds, read: Counter[Tile], first: int, before: Set[int]) -> Iterator[Fill]:
        """No more melds; or one more, which comes no earlier than those before."""
        yield melds.fill
        tried = set(before)
        ends = {self._shapes[place].end for place in melds.chosen}
        for place in range(first, len(self._shapes)):
            shape = self._shapes[place]
            if len(shape.tiles) > melds.missing or (shape.end and shape.end in ends):
                continue
            lacking = [tile for tile in shape.tiles if not read[tile]]
            if len(melds.fill) + len(lacking) > self._hand.count:
                continue
            self._steps.take()
            more = melds.add(place, len(shape.tiles), lacking)
            if (not lacking or self._hand.can_be(more.fill)) and not self._is_hopeless(
                more.chosen, more.missing, tried
            ):
                rest = read.copy()
                rest.subtract(tile for tile in shape.tiles if read[tile])
                yield from self._go_on(more, rest, place, tried)
            tried.add(place)
