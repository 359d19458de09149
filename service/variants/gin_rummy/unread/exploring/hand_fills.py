"""The ways to fill one hand of a round of Gin-Rummy with unread tiles, so far as they may bring anything new."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import islice

from service.rules.scores import FinishedRound, LaidDown
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import Shape, find_rows
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.melded_fills import DeclaredFills, IsHopeless, UsefulFills
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.counting import Award, award_declarer
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING, lay_one
from service.variants.gin_rummy.unread.additions import can_be_added, find_helped, find_told_to
from service.variants.gin_rummy.unread.hopes import Hopes, Known
from service.variants.gin_rummy.unread.outcomes import State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import LAYING_STEPS, Filling, Seat
from service.variants.gin_rummy.unread.ways import Standing

FEW_UNREAD, FEW_TILES = 2, 8
"""A hand with so few unread tiles, which may be just these tiles, is filled in every way."""
FIRST_LOOK = 50
"""So many declarations are tried first to which others can add little."""


class HandFills:
    """Finds all fills of a hand, if they are few, or else those of which every tile lies in melds or at ends."""

    def __init__(self, finished: FinishedRound, prospects: Prospects, known: Known, hopes: Hopes) -> None:
        self._finished = finished
        self._seats = prospects.seats
        self._steps = prospects.holdings.steps
        self._names = prospects.names
        self._sizes, self._melds = known.sizes, known.melds
        self._hopes = hopes
        self.has_looked = False
        """Whether declarations to which others can add little were tried already."""

    def lay(self, seat: Seat, state: State, fill: Fill) -> LaidDown | None:
        """What a player lays down whose hand is filled; None if that cannot be."""
        self._steps.take(LAYING_STEPS)
        down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
        return None if faults else down

    def find_few(self, hand: UnreadHand) -> Sequence[Fill] | None:
        """All fills of a hand, if there are just a few."""
        if len(hand.rising) > FEW_TILES or hand.count > FEW_UNREAD:
            return None
        return list(hand.fills((), None, self._steps))

    def find(self, seat: Seat, state: State, hand: UnreadHand, own: Range) -> Iterator[Filling]:
        """The ways to fill what lies in melds and at ends, so far as they may bring anything new."""
        left_of = seat.left_beside(state.lying)
        if isinstance(left_of, AllLeft):
            fills: Iterator[Fill] = iter([()])
        elif not state.counts:
            fills = self._find_declared(state, hand)
        else:
            fills = self._find_useful(state, hand, left_of, own)
        for fill in fills:
            down = self.lay(seat, state, fill)
            if down and set(fill).isdisjoint(down.left):
                yield Filling(seat, hand, fill, down, own.high)

    def _find_declared(self, state: State, hand: UnreadHand) -> Iterator[Fill]:
        """The fills of a declarer: enough must lie in melds. First a few to which others can add little."""
        melds = self._melds[len(state.counts)]
        looks = ((melds[::-1], FIRST_LOOK), (melds, None))
        for melds, most in looks[self.has_looked :]:
            shapes = [Shape(meld, None) for meld in melds]
            for melded, own in self._sizes.items():
                bonus = award_declarer(melded)
                is_hopeless = self._make_hopeless(state, shapes, own, bonus)
                fills = DeclaredFills(shapes, hand, MOST_LEFT, is_hopeless, self._steps).find(melded)
                yield from islice(fills, most)

    def _find_useful(self, state: State, hand: UnreadHand, left_of: LeftBeside, own: Range) -> Iterator[Fill]:
        """The fills of which nothing need be left."""
        shapes = [
            *(Shape(meld, None) for meld in self._melds[len(state.counts)]),
            *find_rows(LAYING, left_of),
        ]
        return UsefulFills(shapes, hand, self._make_hopeless(state, shapes, own), self._steps).find()

    def _make_hopeless(
        self, state: State, shapes: Sequence[Shape], own: Range, bonus: Award | None = None
    ) -> IsHopeless:
        """Says of some shapes, and so many tiles beside, whether nothing new can come of them."""

        lying = tuple(meld for melds in state.lying.values() for meld in melds)
        seats = self._seats[len(state.counts) :]
        helped = find_helped(seats, state.lying)
        hand, told = seats[0].unread_hand(state.left, seats[1:]), find_told_to(seats, seats[0])

        def can_help(chosen: Sequence[int]) -> bool:
            own = Counter(helped)
            for shape in (shapes[place] for place in chosen):
                own.update(tile for tile in shape.tiles if not shape.end or tile not in helped)
            return hand.can_be(tuple((own - Counter(hand.read)).elements()))

        def is_hopeless(chosen: Sequence[int], missing: int, tried: Set[int]) -> bool:
            self._steps.take()
            if helped and not can_help(chosen):
                return True
            melds = tuple(shapes[place].tiles for place in chosen if not shapes[place].end)
            if told and not can_be_added(told, melds, missing, seats[1:]):
                return True
            if not told and len(self._seats) > 2:
                # Melds to which nobody can add are left out: they help nobody, and the same is asked more often. But
                # with two players it counts how much can be left, and such melds use up high tiles.
                melds = self._names.find_open_melds(len(state.counts) + 1, melds)
            # With two players that was found to cost more than it spares.
            own_tried = tried if len(self._seats) > 2 else ()
            refused = frozenset([shapes[place].tiles for place in own_tried if not shapes[place].end])
            standing = Standing(lying, state.left, len(state.counts), melds, missing, refused)
            return self._hopes.is_found(state, own, bonus=bonus, standing=standing)

        return is_hopeless
