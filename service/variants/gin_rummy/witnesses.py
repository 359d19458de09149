"""Whole fillings of a round of Gin-Rummy that come nearer and nearer to an aim, by changes of a few tiles.

What is found so can be. That there is no more is for the search to prove, which is soon done once all that can be is
found.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice, repeat
from random import Random
from typing import NamedTuple

from service.rules.scores import FinishedRound
from service.rules.turns import Meld, pieces_on, without
from service.solver.fillings import Range
from service.solver.leftovers.counted_steps import OutOfStepsError, Steps
from service.solver.leftovers.filled_melds import DeclaredFills, Shape
from service.solver.leftovers.hosting import Hosting
from service.solver.leftovers.left_beside import AllLeft, LeftBeside
from service.solver.leftovers.most_left import MostSearch
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.aims import FAULT, Miss, find_aims
from service.variants.gin_rummy.counting import EIGHT_OR_NINE, Award
from service.variants.gin_rummy.declaring import MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING, lay_one
from service.variants.gin_rummy.outcomes import Left, Outcomes, State
from service.variants.gin_rummy.prospects import Prospects
from service.variants.gin_rummy.seats import ALONE, find_least, find_sizes
from service.variants.gin_rummy.ways import Melds, Standing, Way, sorted_melds

AIM_STEPS = 8_000, 15_000
"""So many steps are spent on one aim, where there are two players, and where there are more."""
FAST_LAYING_STEPS = 5
"""Laying a hand down takes as long as so many steps, where most of it was laid before."""
WAY_STEPS = 8_000
"""So many steps are spent before on ways that may lead there."""
LEAST_STEPS = 1_000
"""So many of them are spent on the fill that leaves the least of a hand."""
FIRST_DECLARATIONS = 20
"""So many declarations are tried until one can be."""
HEAT = 0.5
"""The smaller, the farther from the aim a change may lead now and then."""
PATIENCE = 100
"""After so many changes in vain it starts anew."""

MOST_NEAREST = 5
"""So many fillings are climbed from, before others are."""
ANYTHING = 999, -999
"""All may be left of a hand, and the declarer may have less."""


class _Laid(NamedTuple):
    """Where the first players have laid down, and what is wrong with that: how far it is from a round that can be."""

    state: State
    wrong: int


class Witnesses:
    """Looks for fillings with which each player has the lowest count."""

    def __init__(self, finished: FinishedRound, prospects: Prospects, start: State, outcomes: Outcomes) -> None:
        self._finished = finished
        self._prospects = prospects
        self._seats = seats = prospects.seats
        self._start = start
        self._outcomes = outcomes
        self._first_laid = [_Laid(start, 0)] * (len(start.counts) + 1)
        self._open = [place for place, seat in enumerate(seats) if seat.open_count]
        self._likely: dict[tuple[int, int], Sequence[Meld]] = {}
        self._wanted = [
            [meld for wanted in all_wanted for meld in wanted.melds] for all_wanted in prospects.holdings.wanted
        ]
        self._nearest: list[tuple[int, list[Fill]]] = []
        """Of the fillings on ways that may lead to the aim those that miss it the least."""
        # The same round is answered alike each time.
        self._random = Random(0)  # noqa: S311 - no secret is made of it

    def find_any(self, steps: Steps) -> None:
        """Look for a filling with which the round can be."""
        self._aim(len(self._seats) - 1, lambda *_: 0, ANYTHING, steps)

    def find(self, bonuses: Sequence[Award], ahead: Sequence[Range], steps: Steps) -> None:
        """Look for what is not found yet, aim by aim. ``bonuses`` and ``ahead`` are what all can have and count."""
        for place, miss in find_aims(self._outcomes.ranges, bonuses, ahead):
            wanted = min(count.high - (other < place) for other, count in enumerate(ahead) if other != place), 1
            if len(self._seats) == 2:
                wanted = ahead[1].low, ahead[0].high - ahead[1].low
            if ahead[place].low <= wanted[0] or not place:
                self._aim(place, miss, wanted, steps)

    def _aim(self, place: int, miss: Miss, wanted: tuple[int, int], steps: Steps) -> bool:
        """Look for a filling where a player has little left. Whether one is found that misses nothing."""
        self._nearest = []
        looks = [(partial(self._follow_ways, place, miss, wanted, are_all=False), WAY_STEPS)]
        if any(not meld.is_added_to for melds in self._prospects.holdings.wanted for meld in melds):
            looks.append((partial(self._follow_ways, place, miss, wanted, are_all=True), WAY_STEPS))
        looks.append((partial(self._climb_on, place, miss), AIM_STEPS[len(self._seats) > 2]))
        return any(self._look(look, most, steps) for look, most in looks)

    def _look(self, look: Callable[[], bool], most: int, steps: Steps) -> bool:
        """Look in one way, for so many steps at most. Whether the aim is reached."""
        given = min(most, max(steps.left, 0))
        holdings = self._prospects.holdings
        outer, self._steps = holdings.steps, Steps(given)
        holdings.steps = self._steps
        is_reached = False
        with suppress(OutOfStepsError):
            is_reached = look()
        holdings.steps = outer
        steps.take_counted(given - max(self._steps.left, 0))
        return is_reached

    def _follow_ways(self, place: int, miss: Miss, wanted: tuple[int, int], *, are_all: bool) -> bool:
        """Try the ways that may lead a player to a low count, one by one. Whether one does."""
        turn = len(self._start.counts)
        if place < max(turn, 1):
            return False
        lying = tuple(meld for melds in self._start.lying.values() for meld in melds)
        standing = Standing(lying, self._start.left, turn, (), len(self._seats[turn].entry.hand))

        def is_there(way: Way) -> bool:
            fills = self._follow(place, way)
            if fills is None:
                return False
            missed = self._miss(self._lay(fills, self._first_laid)[-1], miss)
            self._nearest = sorted((*self._nearest, (missed, fills)), key=lambda near: near[0])[:MOST_NEAREST]
            return missed <= 0

        return self._prospects.find_way(place, wanted, standing, is_there, are_all=are_all)

    def _climb_on(self, lowest: int, miss: Miss) -> bool:
        """Climb again and again until the aim is reached."""
        starts = chain((fills for _, fills in self._nearest), repeat(None))
        return any(self._climb(lowest, miss, fills) for fills in starts)

    def _climb(self, lowest: int, miss: Miss, fills: list[Fill] | None) -> bool:
        """Go from one filling to others that are no farther from the aim. Whether the aim is reached."""
        fills = fills or self._begin(lowest)
        if fills is None:
            return not self._steps.left
        laid = self._lay(fills, self._first_laid)
        at = nearest = self._miss(laid[-1], miss)
        patience = PATIENCE
        while nearest > 0 and patience:
            patience -= 1
            place = self._random.choice(self._open)
            hand = self._take_back(place, fills[place], laid[-1].state)
            changed = None
            if not place and self._wanted[0] and self._random.random() < 0.1:
                changed = self._declare_wanted(_put_back(laid[-1].state.left, fills[0]), is_lowest=not lowest)
            elif place == lowest and self._random.random() < 0.2:
                changed = self._find_least(hand, self._seats[place].left_beside(laid[place].state.lying))
            changed = changed or self._change(place, hand, fills[place], lowest)
            if changed is None:
                continue
            tried = [*fills[:place], changed, *fills[place + 1 :]]
            after = self._lay(tried, laid[: place + 1])
            missed = self._miss(after[-1], miss)
            # A little farther is accepted at times: else it would soon stick.
            if missed > at + int(self._random.expovariate(HEAT)):
                continue
            fills, laid, at = tried, after, missed
            if at < nearest:
                nearest, patience = at, PATIENCE
        return nearest <= 0

    def _miss(self, laid: _Laid, miss: Miss) -> int:
        """How far a filling is from the aim. What it gives is noted, if the round can be."""
        counts = [count.low for count in laid.state.counts]
        bonus = laid.state.bonus or EIGHT_OR_NINE
        if laid.wrong:
            return laid.wrong + max(miss(bonus, counts), 0)
        self._outcomes.add(bonus, counts)
        return miss(bonus, counts)

    def _lay(self, fills: Sequence[Fill], before: Sequence[_Laid]) -> list[_Laid]:
        """Let the players lay down after those who have."""
        laid, first = list(before), len(before) - 1
        for seat, fill in zip(self._seats[first:], fills[first:], strict=True):
            self._steps.take(FAST_LAYING_STEPS)
            state, wrong = laid[-1]
            down, faults = lay_one(self._finished, seat.index, seat.hold(fill), state.lying)
            if faults:
                wrong += FAULT * len(faults) + (0 if first else down.count)
            laid.append(_Laid(state.after(down, fill), wrong))
        return laid

    # --- where to start -----------------------------------------------------------------------------------------------

    def _begin(self, lowest: int) -> list[Fill] | None:
        """A filling where one is left little even alone, and the others much; None if none is found."""
        self._steps.take(FAST_LAYING_STEPS)
        fills: list[Fill] = [() for _ in self._seats]
        left = Counter(self._start.left)
        for place in sorted(self._open, key=lambda place: (place != (lowest or len(self._seats) - 1), place)):
            seat = self._seats[place]
            waiting = [self._seats[other] for other in self._open if other != place and not fills[other]]
            hand = seat.unread_hand(left, waiting)
            fill = self._fill(hand, place == lowest) if place else self._declare_wanted(left, is_lowest=not lowest)
            if fill is None:
                return None
            fills[place] = fill
            left.subtract(fill)
        return fills

    def _follow(self, lowest: int, way: Way) -> list[Fill] | None:
        """A filling on a way that may lead there; None if none is found."""
        self._steps.take(FAST_LAYING_STEPS)
        first = len(self._start.counts)
        held = [
            self._prospects.holdings.find_lacking(place, melds) or () for place, melds in enumerate(way.held, first)
        ]
        before, after = self._seats[:first], self._seats[lowest + 1 :]
        wanted: list[Fill] = [*(() for _ in before), *held, way.fill, *(() for _ in after)]
        left = Counter(self._start.left)
        for tiles in wanted:
            left.subtract(tiles)
        fills: list[Fill] = []
        for place, (seat, tiles) in enumerate(zip(self._seats, wanted, strict=True)):
            spared = sum((other.demand for other in self._seats[place + 1 :]), start=Counter[int]())
            hand = UnreadHand(LAYING, seat.loose, seat.unread, left, (*seat.told, *tiles), spared=spared)
            rest = hand.complete_sparing((), hand.rising if place == lowest else hand.falling)
            if not place and seat.open_count:
                rest = self._declare(left, way.held[0] if way.held else (), tiles)
            if rest is None:
                return None
            fills.append((*tiles, *rest))
            left.subtract(rest)
        return fills

    def _fill(self, hand: UnreadHand, is_lowest: bool) -> Fill | None:
        """The fill that leaves the least, or any that is high."""
        if is_lowest:
            return self._find_least(hand, ALONE) or hand.complete_sparing((), hand.rising)
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

    def _find_least(self, hand: UnreadHand, left_of: LeftBeside | AllLeft) -> Fill | None:
        """The fill that leaves the least, if it is soon found."""
        steps = Steps(LEAST_STEPS)
        try:
            least = find_least(hand, left_of, steps)
        except OutOfStepsError:
            least = None
        self._steps.take_counted(LEAST_STEPS - max(steps.left, 0))
        return least.fill if least else None

    def _declare_wanted(self, left: Left, *, is_lowest: bool) -> Fill | None:
        """A fill with which the declarer can declare and has melds to which others are told to add."""
        wanted = [self._random.choice(wanted.least) for wanted in self._prospects.holdings.wanted[0] if wanted.least]
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
        if seat.entry.melds is not None:
            fills: Iterator[Fill] = iter([()])
        else:
            melds = list(seat.possible_melds)
            self._random.shuffle(melds)
            sizes = find_sizes(self._finished, seat)
            missing = [size - sum(map(len, laid)) for size in (sizes if is_lowest else sizes[::-1])]
            shapes = [Shape(meld, None) for meld in melds]
            declared = DeclaredFills(shapes, hand, MOST_LEFT, lambda *_: False, self._steps)
            fills = chain.from_iterable(islice(declared.find(melded), FIRST_DECLARATIONS) for melded in missing)
        for fill in fills:
            for order in (hand.falling, hand.rising):
                low = [tile for tile in order if tile.number <= MOST_LEFT]
                whole = hand.complete(fill, low)
                if whole is None:
                    continue
                self._steps.take(FAST_LAYING_STEPS)
                _, faults = lay_one(self._finished, seat.index, seat.hold((*filled, *whole)), {})
                if not faults:
                    return whole
        return None

    # --- changes ------------------------------------------------------------------------------------------------------

    def _take_back(self, place: int, fill: Fill, end: State) -> UnreadHand:
        """A hand that is to be filled anew."""
        self._steps.take(FAST_LAYING_STEPS)
        return self._seats[place].unread_hand(_put_back(end.left, fill))

    def _change(self, place: int, hand: UnreadHand, fill: Fill, lowest: int) -> Fill | None:
        """Fill what a meld lacks, or just other tiles, in place of some tiles of a fill; None if that cannot be."""
        seat, rng = self._seats[place], self._random
        lacking: Fill = ()
        melds = self._find_likely(place, lowest)
        if self._wanted[place] and rng.random() < 0.3:
            melds = self._wanted[place]
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


def _put_back(left: Left, fill: Fill) -> Left:
    """What is left without a fill."""
    more = Counter(left)
    more.update(fill)
    return more
