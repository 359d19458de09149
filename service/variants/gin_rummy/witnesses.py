"""Whole fillings of a round of Gin-Rummy that come nearer and nearer to an aim, by changes of a few tiles.

What is found so can be. That there is no more is for the search to prove, which is soon done once all that can be is
found.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from random import Random

from service.rules.scores import FinishedRound
from service.rules.turns import Meld, pieces_on, without
from service.solver.fillings import Range
from service.solver.leftovers.filled_melds import DeclaredFills, Shape
from service.solver.leftovers.hosting import Hosting
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.unread_hands import Fill, OutOfStepsError, Steps, UnreadHand
from service.variants.gin_rummy.counting import DIFFERENCE, EIGHT_OR_NINE, LOWEST, SECOND_EQUAL
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING, lay_one
from service.variants.gin_rummy.outcomes import Outcomes, State
from service.variants.gin_rummy.prospects import Prospects, Standing, Way
from service.variants.gin_rummy.seats import ALONE, LAYING_STEPS, Seat, find_least, find_sizes

AIM_STEPS = 3_000, 10_000
"""So many steps are spent on one aim, where there are two players, and where there are more."""
WAY_STEPS = 4_000
"""So many steps are spent before on ways that may lead there."""
LEAST_STEPS = 1_000
"""So many of them are spent on the fill that leaves the least of a hand."""
FIRST_DECLARATIONS = 20
"""So many declarations are tried until one can be."""
HEAT = 0.5
"""The smaller, the farther from the aim a change may lead now and then."""
PATIENCE = 100
"""After so many changes in vain it starts anew."""

Miss = Callable[[Sequence[int]], int]
"""Says of the counts how far they are from an aim; 0 or less is there."""


class Witnesses:
    """Looks for fillings with which each player has the lowest count."""

    def __init__(self, finished: FinishedRound, prospects: Prospects, start: State, outcomes: Outcomes) -> None:
        self._finished = finished
        self._prospects = prospects
        self._seats = seats = prospects.seats
        self._start = start
        self._outcomes = outcomes
        self._first_states = [start] * (len(start.counts) + 1)
        self._open = [place for place, seat in enumerate(seats) if seat.open_count]
        self._likely: dict[tuple[int, int], Sequence[Meld]] = {}
        self._nearest: tuple[int, list[Fill]] | None = None
        """Of the fillings on ways that may lead to the aim the one that misses it the least."""
        # The same round is answered alike each time.
        self._random = Random(0)  # noqa: S311 - no secret is made of it

    def find(self, ahead: Sequence[Range], steps: Steps) -> None:
        """Look for what is not found yet, aim by aim; ``ahead`` is what all can count."""
        for place, miss in self._find_aims(ahead):
            self._nearest = None
            follow = partial(self._follow_ways, place, miss, ahead)
            if not self._look(follow, WAY_STEPS, steps):
                self._look(partial(self._climb_on, place, miss), AIM_STEPS[len(self._seats) > 2], steps)

    def _look(self, look: Callable[[], bool], most: int, steps: Steps) -> bool:
        """Look in one way, for so many steps at most. Whether the aim is reached."""
        given = min(most, max(steps.left, 0))
        self._steps = Steps(given)
        is_reached = False
        with suppress(OutOfStepsError):
            is_reached = look()
        steps.take_counted(given - max(self._steps.left, 0))
        return is_reached

    def _find_aims(self, ahead: Sequence[Range]) -> Iterator[tuple[int, Miss]]:
        """Who should have the lowest count, and how far the counts are from it."""
        found = self._outcomes.ranges
        if len(self._seats) == 2:
            for place in (0, 1):
                most = ahead[1 - place].high - ahead[place].low
                if most > 0 and found.get((place, DIFFERENCE), (0, 0))[1] < most:
                    yield place, _miss_difference(place, most)
            if not found.get((1, SECOND_EQUAL), (0, 0))[1]:
                yield 1, lambda counts: abs(counts[0] - counts[1])
            return
        for place in range(len(self._seats)):
            if not found.get((place, LOWEST), (0, 0))[1]:
                yield place, _miss_lowest(place)

    def _follow_ways(self, place: int, miss: Miss, ahead: Sequence[Range]) -> bool:
        """Try the ways that may lead a player to a low count, one by one. Whether one does."""
        turn = len(self._start.counts)
        if place < max(turn, 1):
            return False
        wanted = min(count.high - (other < place) for other, count in enumerate(ahead) if other != place), 1
        if len(self._seats) == 2:
            wanted = ahead[1].low, ahead[0].high - ahead[1].low
        lying = tuple(meld for melds in self._start.lying.values() for meld in melds)
        standing = Standing(lying, self._start.left, turn, (), len(self._seats[turn].entry.hand))

        def is_there(way: Way) -> bool:
            fills = self._follow(place, way)
            states = self._lay(fills, self._first_states) if fills else None
            if fills is None or states is None:
                return False
            missed = self._miss(states, miss)
            if self._nearest is None or missed < self._nearest[0]:
                self._nearest = missed, fills
            return missed <= 0

        return self._prospects.find_way(place, wanted, standing, is_there, self._steps)

    def _climb_on(self, lowest: int, miss: Miss) -> bool:
        """Climb again and again until the aim is reached."""
        fills = self._nearest[1] if self._nearest else None
        while not self._climb(lowest, miss, fills):
            fills = None
        return True

    def _climb(self, lowest: int, miss: Miss, fills: list[Fill] | None) -> bool:
        """Go from one filling to others that are no farther from the aim. Whether the aim is reached."""
        fills = fills or self._begin(lowest)
        states = self._lay(fills, self._first_states) if fills else None
        if fills is None or states is None:
            return not self._steps.left
        at = nearest = self._miss(states, miss)
        patience = PATIENCE
        while nearest > 0 and patience:
            patience -= 1
            place = self._random.choice(self._open)
            hand = self._take_back(place, fills[place], states[-1])
            changed = None
            if place == lowest and self._random.random() < 0.2:
                changed = self._find_least(hand, self._seats[place].left_beside(states[place].lying))
            changed = changed or self._change(place, hand, fills[place], lowest)
            if changed is None:
                continue
            tried = [*fills[:place], changed, *fills[place + 1 :]]
            after = self._lay(tried, states[: place + 1])
            # A little farther is accepted at times: else it would soon stick.
            if after is None or (missed := self._miss(after, miss)) > at + int(self._random.expovariate(HEAT)):
                continue
            fills, states, at = tried, after, missed
            if at < nearest:
                nearest, patience = at, PATIENCE
        return nearest <= 0

    def _miss(self, states: Sequence[State], miss: Miss) -> int:
        """How far a filling is from the aim. What it gives is noted."""
        counts = [count.low for count in states[-1].counts]
        self._outcomes.add(states[-1].bonus or EIGHT_OR_NINE, counts)
        return miss(counts)

    def _lay(self, fills: Sequence[Fill], states: Sequence[State]) -> list[State] | None:
        """Let the players lay down from where the states end; None if that cannot be."""
        laid, first = list(states), len(states) - 1
        for seat, fill in zip(self._seats[first:], fills[first:], strict=True):
            self._steps.take(LAYING_STEPS)
            down, faults = lay_one(self._finished, seat.index, seat.hold(fill), laid[-1].lying)
            if faults:
                return None
            laid.append(laid[-1].after(down, fill))
        return laid

    # --- where to start -----------------------------------------------------------------------------------------------

    def _begin(self, lowest: int) -> list[Fill] | None:
        """A filling where one is left little even alone, and the others much; None if none is found."""
        self._steps.take(LAYING_STEPS)
        fills: list[Fill] = [() for _ in self._seats]
        left = Counter(self._start.left)
        for place in sorted(self._open, key=lambda place: (place != (lowest or len(self._seats) - 1), place)):
            seat = self._seats[place]
            hand = seat.unread_hand(left)
            fill = self._declare(seat, hand) if not place else self._fill(hand, place == lowest)
            if fill is None:
                return None
            fills[place] = fill
            left.subtract(fill)
        return fills

    def _follow(self, lowest: int, way: Way) -> list[Fill] | None:
        """A filling on a way that may lead there; None if none is found."""
        self._steps.take(LAYING_STEPS)
        first = len(self._start.counts)
        held = [self._prospects.find_lacking(place, melds) or () for place, melds in enumerate(way.held, first)]
        before, after = self._seats[:first], self._seats[lowest + 1 :]
        wanted: list[Fill] = [*(() for _ in before), *held, way.fill, *(() for _ in after)]
        left = Counter(self._start.left)
        for tiles in wanted:
            left.subtract(tiles)
        fills: list[Fill] = []
        for place, (seat, tiles) in enumerate(zip(self._seats, wanted, strict=True)):
            melds = way.held[0] if not first and not place and way.held else ()
            read = without(seat.loose, pieces_on(melds))
            hand = UnreadHand(LAYING, read, seat.unread, left, (*seat.told, *tiles))
            rest = hand.complete((), hand.rising if place == lowest else hand.falling)
            if not place and seat.open_count:
                rest = self._declare(seat, hand, melds, tiles)
            if rest is None:
                return None
            fills.append((*tiles, *rest))
            left.subtract(rest)
        return fills

    def _fill(self, hand: UnreadHand, is_lowest: bool) -> Fill | None:
        """The fill that leaves the least, or any that is high."""
        if is_lowest:
            return self._find_least(hand, ALONE) or hand.complete((), hand.rising)
        return self._find_most(hand) or hand.complete((), hand.falling)

    def _find_most(self, hand: UnreadHand) -> Fill | None:
        """The fill that leaves the most, if it is soon found."""
        steps = Steps(LEAST_STEPS)
        try:
            most = hand.find_most(ALONE, steps, ())
        except OutOfStepsError:
            most = None
        self._steps.take_counted(LEAST_STEPS - max(steps.left, 0))
        return most.fill if most else None

    def _find_least(self, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> Fill | None:
        """The fill that leaves the least, if it is soon found."""
        steps = Steps(LEAST_STEPS)
        try:
            least = find_least(hand, left_of, steps)
        except OutOfStepsError:
            least = None
        self._steps.take_counted(LEAST_STEPS - max(steps.left, 0))
        return least.fill if least else None

    def _declare(self, seat: Seat, hand: UnreadHand, laid: Sequence[Meld] = (), filled: Fill = ()) -> Fill | None:
        """A fill with which the declarer can declare, with much left if that can be; beside melds that are laid."""
        if seat.entry.melds is not None:
            fills: Iterator[Fill] = iter([()])
        else:
            melds = list(seat.possible_melds)
            self._random.shuffle(melds)
            missing = [size - sum(map(len, laid)) for size in find_sizes(self._finished, seat)[::-1]]
            shapes = [Shape(meld, None) for meld in melds]
            declared = DeclaredFills(shapes, hand, MOST_LEFT, lambda *_: False, self._steps)
            fills = chain.from_iterable(islice(declared.find(melded), FIRST_DECLARATIONS) for melded in missing)
        for fill in fills:
            for order in (hand.falling, hand.rising):
                low = [tile for tile in order if tile.number <= MOST_LEFT]
                whole = hand.complete(fill, low)
                if whole is None:
                    continue
                self._steps.take(LAYING_STEPS)
                _, faults = lay_one(self._finished, seat.index, seat.hold((*filled, *whole)), {})
                if not faults:
                    return whole
        return None

    # --- changes ------------------------------------------------------------------------------------------------------

    def _take_back(self, place: int, fill: Fill, end: State) -> UnreadHand:
        """A hand that is to be filled anew."""
        self._steps.take(LAYING_STEPS)
        left = Counter(end.left)
        left.update(fill)
        return self._seats[place].unread_hand(left)

    def _change(self, place: int, hand: UnreadHand, fill: Fill, lowest: int) -> Fill | None:
        """Fill what a meld lacks, or just other tiles, in place of some tiles of a fill; None if that cannot be."""
        seat, rng = self._seats[place], self._random
        lacking: Fill = ()
        melds = self._find_likely(place, lowest)
        if melds and rng.random() < 0.6:
            lacking = tuple((Counter(rng.choice(melds)) - Counter(seat.loose)).elements())
        keep = hand.count - len(lacking) - (rng.random() < 0.4 or not lacking)
        if keep < 0:
            return None
        partial = (*lacking, *rng.sample(fill, keep))
        if not hand.can_be(partial):
            return None
        order = list(hand.rising if place == lowest else hand.falling)
        if not place:
            order = [tile for tile in order if tile.number <= MOST_LEFT]
        if rng.random() < 0.4:
            rng.shuffle(order)
        return hand.complete(partial, order)

    def _find_likely(self, place: int, lowest: int) -> Sequence[Meld]:
        """Melds of one that help another to a low count: own ones with tiles that were read, or such as take some."""
        if (place, lowest) not in self._likely:
            seat, known = self._seats[place], self._seats[lowest].loose
            melds: Sequence[Meld] = ()
            if seat.entry.melds is None and place == lowest:
                melds = [meld for meld in seat.possible_melds if not set(known).isdisjoint(meld)]
            elif seat.entry.melds is None and place < lowest:
                hosting = Hosting(LAYING, known, (), 0)
                melds = [meld for meld in seat.possible_melds if hosting.find_taken(meld)]
            self._likely[place, lowest] = melds or (seat.possible_melds if seat.entry.melds is None else ())
        return self._likely[place, lowest]


def _miss_lowest(place: int) -> Miss:
    """How far a player is from the lowest count: of equals the first has it."""

    def miss(counts: Sequence[int]) -> int:
        own = counts[place]
        return sum(max(0, own - count + (other < place)) for other, count in enumerate(counts) if other != place)

    return miss


def _miss_difference(place: int, most: int) -> Miss:
    """How far the count of one of two is from being so much lower."""
    return lambda counts: most - (counts[1 - place] - counts[place])
