"""Whole fillings of a round of Gin-Rummy that come nearer and nearer to an aim, by changes of a few tiles.

What is found so can be. That there is no more is for the search to prove, which is soon done once all that can be is
found.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, repeat
from random import Random
from typing import NamedTuple

from service.rules.scores import FinishedRound
from service.solver.counted_steps import OutOfStepsError, Steps
from service.solver.fillings import Range
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.counting import EIGHT_OR_NINE, Award
from service.variants.gin_rummy.laying_down import lay_one
from service.variants.gin_rummy.unread.hopes import stand
from service.variants.gin_rummy.unread.outcomes import Left, Outcomes, State
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.ways import Way
from service.variants.gin_rummy.unread.witnesses.aims import FAULT, Miss, find_aims
from service.variants.gin_rummy.unread.witnesses.changes import Changes
from service.variants.gin_rummy.unread.witnesses.starts import FAST_LAYING_STEPS, Starts

AIM_STEPS = 8_000, 15_000
"""So many steps are spent on one aim, where there are two players, and where there are more."""
FIRST_WAY_STEPS, WAY_STEPS = 2_000, 8_000
"""So many steps are spent before on ways that may lead there: on the first, and on any of them."""
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
        self._is_order_told = any(not meld.told for melds in prospects.holdings.wanted for meld in melds)
        """Whether others are told to add to melds that come after others."""
        self._open = [place for place, seat in enumerate(seats) if seat.open_count]
        self._nearest: list[tuple[int, list[Fill]]] = []
        """Of fillings found before, and those on ways that may lead to the aim, the ones that miss it the least."""
        self._found: dict[tuple[Award, tuple[int, ...]], list[Fill]] = {}
        """Fillings with which the round can be, by the declarer's bonus and the counts."""
        self._is_in_vain = False
        """Whether it is certain that there is no way to the aim."""
        # The same round is answered alike each time.
        self._random = Random(0)  # noqa: S311 - no secret is made of it
        self._starts = Starts(finished, prospects, start, self._random)
        self._changes = Changes(finished, prospects, self._random)

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
        for (bonus, counts), fills in self._found.items():
            self._note_near(miss(bonus, counts), fills)
        looks: list[tuple[Callable[[], bool], int]] = []
        if place >= max(len(self._start.counts), 1):
            asked = place, wanted, stand(self._seats, self._start)
            first = self._prospects.find_first_way(*asked)
            looks.append((partial(self._follow, place, miss, first), FIRST_WAY_STEPS))
            for are_all in (False, True)[: 1 + self._is_order_told]:
                ways = self._prospects.find_ways(*asked, self._random, are_all=are_all)
                looks.append((partial(self._follow, place, miss, ways), WAY_STEPS))
        looks.append((partial(self._climb_on, place, miss), AIM_STEPS[len(self._seats) > 2]))
        self._is_in_vain = False
        return any(self._look(look, most, steps) for look, most in looks if not self._is_in_vain)

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

    def _follow(self, place: int, miss: Miss, ways: Iterable[Way]) -> bool:
        """Try ways that may lead a player to a low count, one by one. Whether one does."""
        is_any = False
        for way in ways:
            is_any = True
            for fills in self._starts.follow(place, way):
                missed = self._miss(fills, self._lay(fills, self._first_laid)[-1], miss)
                self._note_near(missed, fills)
                if missed <= 0:
                    return True
        # Of two it is asked for the farthest that may be, and one that is not so far may be new, too.
        self._is_in_vain = not is_any and len(self._seats) > 2
        return False

    def _note_near(self, missed: int, fills: list[Fill]) -> None:
        """Remember a filling that misses the aim by so much, if few miss it by less."""
        self._nearest = sorted((*self._nearest, (missed, fills)), key=lambda near: near[0])[:MOST_NEAREST]

    def _climb_on(self, lowest: int, miss: Miss) -> bool:
        """Climb again and again until the aim is reached."""
        starts = chain((fills for _, fills in self._nearest), repeat(None))
        return any(self._climb(lowest, miss, fills) for fills in starts)

    def _climb(self, lowest: int, miss: Miss, fills: list[Fill] | None) -> bool:
        """Go from one filling to others that are no farther from the aim. Whether the aim is reached."""
        fills = fills or self._starts.begin(lowest)
        if fills is None:
            return not self._steps.left
        laid = self._lay(fills, self._first_laid)
        at = nearest = self._miss(fills, laid[-1], miss)
        patience = PATIENCE
        while nearest > 0 and patience:
            patience -= 1
            place = self._random.choice(self._open)
            changed = self._change(place, lowest, fills, laid)
            if changed is None:
                continue
            tried = [*fills[:place], changed, *fills[place + 1 :]]
            after = self._lay(tried, laid[: place + 1])
            missed = self._miss(tried, after[-1], miss)
            # A little farther is accepted at times: else it would soon stick.
            if missed > at + int(self._random.expovariate(HEAT)):
                continue
            fills, laid, at = tried, after, missed
            if at < nearest:
                nearest, patience = at, PATIENCE
        return nearest <= 0

    def _change(self, place: int, lowest: int, fills: Sequence[Fill], laid: Sequence[_Laid]) -> Fill | None:
        """Another fill for one of the hands; None if none is found."""
        self._steps.take(FAST_LAYING_STEPS)
        left = _put_back(laid[-1].state.left, fills[place])
        if not place and self._prospects.holdings.wanted[0] and self._random.random() < 0.1:
            return self._starts.declare_wanted(left, is_lowest=not lowest)
        seat = self._seats[place]
        hand = seat.unread_hand(left)
        changed = None
        if place == lowest and self._random.random() < 0.2:
            changed = self._starts.find_least(hand, seat.left_beside(laid[place].state.lying))
        melds = laid[place + 1].state.lying[seat.entry.player]
        return changed or self._changes.find(place, hand, fills[place], melds, lowest)

    def _miss(self, fills: list[Fill], laid: _Laid, miss: Miss) -> int:
        """How far a filling is from the aim. What it gives is noted, if the round can be."""
        counts = tuple(count.low for count in laid.state.counts)
        bonus = laid.state.bonus or EIGHT_OR_NINE
        if laid.wrong:
            return laid.wrong + max(miss(bonus, counts), 0)
        self._outcomes.add(bonus, counts)
        self._found.setdefault((bonus, counts), fills)
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


def _put_back(left: Left, fill: Fill) -> Left:
    """What is left without a fill."""
    more = Counter(left)
    more.update(fill)
    return more
