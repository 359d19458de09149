"""What a large hand's melds can be worth at most, searched for number by number.

Between two numbers only the open runs count: of each colour those of one tile, of two, and of three or more. A run of
three or more goes on wherever a tile is free for it, since it can do all that a new run could, and needs nothing. So
there are ten cases for two copies of a colour, and the work is bounded whatever the hand.
"""

from functools import lru_cache

from service.engine.deadwood.counted_tiles import MOST_COLOURS, CountedTiles
from service.engine.work import count_steps
from service.melds.judgement import SHORTEST_MELD

Open = tuple[int, ...]
"""The lengths of a colour's open runs, in order; three stands for all that are longer."""

Layer = dict[tuple[Open, ...], int]
"""The open runs of all colours, and what the melds up to here are worth at most with these open."""

_STEPS_IN_C = 10
"""Going on with a state takes as long as so many steps of the compiled search for plays: see ``work.py``."""
BEAM = 64
"""A first search follows so many states of a number. What it finds cuts the second one."""


class LargeHandSearch:
    """Finds what the melds of a hand are worth at most."""

    def __init__(self, counted: CountedTiles) -> None:
        self._counted = counted

    def find_most(self, counted: int) -> int:
        """What the melds are worth at most."""
        found = self._search(counted, 0, BEAM)
        return max(found, self._search(counted, found + 1, None))

    def can_reach(self, counted: int, worth: int) -> bool:
        """Whether the melds can be worth so much."""
        return self._search(counted, worth, None) >= worth

    def _search(self, counted: int, at_least: int, beam: int | None) -> int:
        """What the melds found are worth at most; less than ``at_least`` says only that none are worth that much."""
        numbers = self._counted.numbers
        columns = [
            *(self._counted.find_column(counted, place) for place in range(len(numbers))),
            *[[0] * MOST_COLOURS] * 2,
        ]
        ahead = sum(self._counted.worth(number, sum(columns[place])) for place, number in enumerate(numbers))
        states: Layer = {((),) * len(self._counted.colours): 0}
        for place, number in enumerate(numbers):
            here, *on = columns[place : place + SHORTEST_MELD]
            one = self._counted.worth(number)
            ahead -= one * sum(here)
            found: Layer = {}
            for groups in self._counted.find_group_choices(counted, place):
                layer = {state: worth + groups.worth for state, worth in states.items()}
                used = self._counted.find_column(groups.tiles, place)
                for colour in self._counted.colours:
                    layer = _advance_colour(layer, here[colour] - used[colour], on[0][colour], on[1][colour], one)
                for state, worth in layer.items():
                    if worth + ahead >= at_least and worth > found.get(state, -1):
                        found[state] = worth
            states = dict(sorted(found.items(), key=lambda item: -item[1])[:beam]) if beam else found
        return max(states.values(), default=-1)


def _advance_colour(layer: Layer, free: int, one_on: int, two_on: int, one: int) -> Layer:
    """Go on with the first colour of all states, which becomes the last. After a turn of each they are in order."""
    after: Layer = {}
    count_steps(_STEPS_IN_C * len(layer))
    for state, worth in layer.items():
        for runs, used in _find_ways(state[0], free, one_on, two_on):
            now = (*state[1:], runs)
            if worth + used * one > after.get(now, -1):
                after[now] = worth + used * one
    return after


@lru_cache(1 << 12)
def _find_ways(runs: Open, free: int, one_on: int, two_on: int) -> tuple[tuple[Open, int], ...]:
    """Every way to go on with the free tiles of a colour: the open runs after that, and how many tiles were used.

    ``one_on`` and ``two_on`` tiles at most lie ahead: short runs that could not go on are no way, and long ones that
    cannot go on are closed.
    """
    short = [length + 1 for length in runs if length < SHORTEST_MELD]
    long = min(len(runs) - len(short), free - len(short))
    if long < 0:
        return ()
    ways = []
    for new in range(free - len(short) - long + 1):
        grown = sorted([*short, *[SHORTEST_MELD] * long, *[1] * new])
        unfinished = [length for length in grown if length < SHORTEST_MELD]
        if len(unfinished) <= one_on and unfinished.count(1) <= two_on:
            useful = len(unfinished) + min(len(grown) - len(unfinished), one_on - len(unfinished))
            ways.append((tuple(grown[:useful]), len(short) + long + new))
    return tuple(ways)
