"""Fillings of a round of Gin-Rummy to start from, when it is looked for some that reach an aim."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from random import Random

from service.rules.scores import FinishedRound
from service.rules.turns import pieces_on, without
from service.solver.counted_steps import OutOfStepsError, Steps
from service.solver.leftovers.filled_melds import Shape
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.melded_fills import DeclaredFills
from service.solver.leftovers.most_left import MostSearch
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING, lay_one
from service.variants.gin_rummy.unread.additions import can_be_added, find_told_to
from service.variants.gin_rummy.unread.outcomes import Left, State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import ALONE, find_least, find_sizes
from service.variants.gin_rummy.unread.ways import Melds, Way, sorted_melds

FAST_LAYING_STEPS = 5
"""Laying a hand down takes as long as so many steps, where most of it was laid before."""
LEAST_STEPS = 1_000
"""So many steps are spent on the fill that leaves the least of a hand."""
FOLLOWED_AGAIN = 2
"""So often a way is followed again with longer runs."""
FIRST_DECLARATIONS = 20
"""So many declarations are tried, of which one is taken."""


class Starts:
    """Fills all hands: where one is left with little and the others with much, or on a way that may lead there."""

    def __init__(self, finished: FinishedRound, prospects: Prospects, start: State, random: Random) -> None:
        self._finished = finished
        self._prospects = prospects
        self._seats = seats = prospects.seats
        self._start = start
        self._random = random
        self._open = [place for place, seat in enumerate(seats) if seat.open_count]
        self._told_to_declarer = find_told_to(seats[1:], seats[0])

    @property
    def _steps(self) -> Steps:
        return self._prospects.holdings.steps

    def begin(self, lowest: int) -> list[Fill] | None:
        """A filling where one is left little even alone, and the others much; None if none is found."""
        self._steps.take(FAST_LAYING_STEPS)
        fills: list[Fill] = [() for _ in self._seats]
        left = Counter(self._start.left)
        for place in sorted(self._open, key=lambda place: (place != (lowest or len(self._seats) - 1), place)):
            seat = self._seats[place]
            waiting = [self._seats[other] for other in self._open if other != place and not fills[other]]
            hand = seat.unread_hand(left, waiting)
            fill = self._fill(hand, place == lowest) if place else self.declare_wanted(left, is_lowest=not lowest)
            if fill is None:
                return None
            fills[place] = fill
            left.subtract(fill)
        return fills

    def follow(self, lowest: int, way: Way) -> Iterator[list[Fill]]:
        """Fillings on a way that may lead there: as it is, and with melds of others made longer."""
        yield from self._follow(lowest, way)
        for _ in range(FOLLOWED_AGAIN if any(way.held) else 0):
            held = tuple(self._lengthen(place, melds) for place, melds in enumerate(way.held, len(self._start.counts)))
            yield from self._follow(lowest, way._replace(held=held))

    def _follow(self, lowest: int, way: Way) -> Iterator[list[Fill]]:
        """A filling on a way, if one is found."""
        self._steps.take(FAST_LAYING_STEPS)
        first = len(self._start.counts)
        lacking = [self._prospects.holdings.find_lacking(place, melds) for place, melds in enumerate(way.held, first)]
        held = [tiles for tiles in lacking if tiles is not None]
        before, after = self._seats[:first], self._seats[lowest + 1 :]
        wanted: list[Fill] = [*(() for _ in before), *held, way.fill, *(() for _ in after)]
        left = Counter(self._start.left)
        for tiles in wanted:
            left.subtract(tiles)
        if len(held) < len(lacking) or min(left.values()) < 0:
            return
        fills: list[Fill] = []
        for place, (seat, tiles) in enumerate(zip(self._seats, wanted, strict=True)):
            spared = sum((other.demand for other in self._seats[place + 1 :]), start=Counter[int]())
            hand = UnreadHand(LAYING, seat.loose, seat.unread, left, (*seat.told, *tiles), spared=spared)
            rest = hand.complete_sparing((), hand.rising if place == lowest else hand.falling)
            if not place and seat.open_count:
                rest = self._declare(left, way.held[0] if way.held else (), tiles)
            if rest is None:
                return
            fills.append((*tiles, *rest))
            left.subtract(rest)
        yield fills

    def _lengthen(self, place: int, melds: Melds) -> Melds:
        """The melds of a player, of which some are made longer, if they can be had."""
        seat = self._seats[place]
        if seat.entry.melds is not None:
            return melds
        longer = [
            self._random.choice([meld, *(other for other in seat.possible_melds if set(meld) < set(other))])
            if len(meld) > 1
            else meld
            for meld in melds
        ]
        return sorted_melds(longer)

    def _fill(self, hand: UnreadHand, is_lowest: bool) -> Fill | None:
        """The fill that leaves the least, or any that is high."""
        if is_lowest:
            return self.find_least(hand, ALONE) or hand.complete_sparing((), hand.rising)
        return self._find_most(hand) or hand.complete_sparing((), hand.falling)

    def _find_most(self, hand: UnreadHand) -> Fill | None:
        """The fill that leaves the most, if it is soon found."""
        steps = Steps(LEAST_STEPS)
        try:
            most = MostSearch(hand, ALONE, steps).find()
        except OutOfStepsError:
            most = None
        self._steps.take_counted(LEAST_STEPS - max(steps.left, 0))
        return most.fill if most else None

    def find_least(self, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> Fill | None:
        """The fill that leaves the least, if it is soon found."""
        steps = Steps(LEAST_STEPS)
        try:
            least = find_least(hand, left_of, steps)
        except OutOfStepsError:
            least = None
        self._steps.take_counted(LEAST_STEPS - max(steps.left, 0))
        return least.fill if least else None

    def declare_wanted(self, left: Left, *, is_lowest: bool) -> Fill | None:
        """A fill with which the declarer can declare and has melds to which others are told to add."""
        wanted = [self._random.choice(wanted.near) for wanted in self._prospects.holdings.wanted[0] if wanted.near]
        melds = sorted_melds(wanted)
        lacking = self._prospects.holdings.find_lacking(0, melds)
        if lacking is None or any(lacking.count(tile) > left[tile] for tile in lacking):
            melds = lacking = ()
        rest = Counter(left)
        rest.subtract(lacking)
        fill = self._declare(rest, melds, lacking, is_lowest=is_lowest)
        return None if fill is None else (*lacking, *fill)

    def _declare(self, left: Left, laid: Melds, filled: Fill, *, is_lowest: bool = False) -> Fill | None:
        """What else is filled so that the declarer can declare beside melds that are laid, with little or much left."""
        seat = self._seats[0]
        hand = UnreadHand(LAYING, without(seat.loose, pieces_on(laid)), seat.unread, left, (*seat.told, *filled))
        best: Fill | None = None
        most = -1
        falling = sorted(self._random.sample(hand.falling, len(hand.falling)), key=lambda tile: -tile.number)
        for fill in self._find_declared(hand, laid, is_lowest=is_lowest):
            for highest in range(1, MOST_LEFT + 1) if is_lowest else range(MOST_LEFT, 0, -1):
                whole = hand.complete(fill, [tile for tile in falling if tile.number <= highest])
                if whole is None:
                    continue
                self._steps.take(FAST_LAYING_STEPS)
                down, faults = lay_one(self._finished, seat.index, seat.hold((*filled, *whole)), {})
                if faults:
                    continue
                if is_lowest or down.count == MOST_LEFT:
                    return whole
                if down.count > most:
                    best, most = whole, down.count
                break
        return best

    def _find_declared(self, hand: UnreadHand, laid: Melds, *, is_lowest: bool) -> Iterator[Fill]:
        """What is filled in further melds, for some declarations beside melds that are laid."""
        seat, told = self._seats[0], self._told_to_declarer
        if seat.entry.melds is not None:
            return iter([()])
        melds = list(seat.possible_melds)
        self._random.shuffle(melds)

        def is_hopeless(chosen: Sequence[int], missing: int, _: object) -> bool:
            own = (*(meld for meld in laid if len(meld) > 1), *(melds[place] for place in chosen))
            return bool(told) and not can_be_added(told, own, missing, self._seats[1:])

        sizes = find_sizes(self._finished, seat)
        missing = [size - sum(map(len, laid)) for size in (sizes if is_lowest else sizes[::-1])]
        shapes = [Shape(meld, None) for meld in melds]
        declared = DeclaredFills(shapes, hand, MOST_LEFT, is_hopeless, self._steps)
        return chain.from_iterable(islice(declared.find(melded), FIRST_DECLARATIONS) for melded in missing)
