"""The least that the best stretch of a hand may be worth, over all ways to give its unread cards numbers.

For a bound it is asked whether there is a completion in which no stretch is worth more. Two things hold: the ways to
fill the gaps keep the stretches short (``chains.py``), and the numbers that those ways want can be shared out, each of
them once (``sharing.py``). Numbers are shared out first, so that each gap gets what any of its ways wants. Where the
ways that fit those numbers make a stretch too long, a gap before that place is split: its other ways are tried first.
"""

from typing import NamedTuple

from service.engine.unknown_order.chains import (
    Chain,
    begin,
    fill,
    is_allowed,
    make_chain,
    merge,
    narrow_ways,
)
from service.engine.unknown_order.gaps import Way
from service.engine.unknown_order.hands import UnreadHand
from service.engine.unknown_order.sharing import Sharing
from service.engine.work import count_steps

MOST_STEPS = 100_000
"""How many gaps are looked at for one bound. Trying every way to fill the gaps of a hand of up to 14 takes no more; of
large hands made to be hard, by changing card after card for the worse, none has come to a third of it."""

_STEPS_IN_C = 100
"""Looking at a gap takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class Lowest(NamedTuple):
    """The least, and the work that it took."""

    points: int
    proven: bool
    """Whether it is the least for sure. If not, it may be more, but is not less."""
    steps: int


class _Tried(NamedTuple):
    found: bool
    steps: int


def find_lowest(hand: UnreadHand, most_steps: int = MOST_STEPS) -> Lowest:
    """The least that the best stretch may be worth: the bound is halved in until it is found."""
    if hand.unread == len(hand.numbers):
        return Lowest(min(2, hand.unread), True, 0)  # up and down card by card
    chain = make_chain(hand)
    impossible, possible, steps = 0, sum(count.low for count in hand.symbols), 0
    while possible - impossible > 1:
        bound = (impossible + possible) // 2
        tried = _try_bound(chain, len(hand.free), bound, most_steps)
        steps += tried.steps
        count_steps(_STEPS_IN_C * tried.steps)
        if tried.found:
            possible = bound
        elif tried.steps > most_steps:
            return Lowest(impossible + 1, False, steps)
        else:
            impossible = bound
    return Lowest(possible, True, steps)


def _try_bound(chain: Chain, numbers: int, bound: int, most_steps: int) -> _Tried:
    """Whether the hand can be filled so that no stretch is worth more than the bound."""
    waiting: list[tuple[Chain, Sharing | None]] = [(chain, None)]
    steps = 0
    while waiting and steps <= most_steps:
        steps += len(chain.gaps)
        wider, before = waiting.pop()
        narrowed = narrow_ways(wider, bound)
        if narrowed is None:
            continue
        wants = _want_any(narrowed)
        sharing = Sharing(wants, numbers) if before is None else before.narrow(wants)
        if not sharing.complete():
            continue
        fitting = _find_fitting(narrowed, sharing)
        place = _find_split(narrowed, fitting, bound)
        if place is None:
            return _Tried(True, steps)
        chosen = fitting[place] or narrowed.gaps[place].ways[:1]
        others = tuple(way for way in narrowed.gaps[place].ways if way not in chosen)
        waiting += [(narrowed.with_ways(place, ways), sharing) for ways in (chosen, others)]
    return _Tried(False, steps)


def _want_any(chain: Chain) -> list[int]:
    """For each card that matters, the numbers that it has in any way. All ways of a gap have as many such cards."""
    wants: list[int] = []
    for gap in chain.gaps:
        for of_a_card in zip(*(way.wants for way in gap.ways), strict=True):
            joined = 0
            for want in of_a_card:
                joined |= want
            wants.append(joined)
    return wants


def _find_fitting(chain: Chain, sharing: Sharing) -> list[tuple[Way, ...]]:
    """For each gap, the ways that the numbers fit which it was given."""
    given = iter(sharing.given)
    fitting = []
    for gap in chain.gaps:
        numbers = [next(given) for _ in gap.ways[0].wants]
        fitting.append(tuple(way for way in gap.ways if _fits(way, numbers)))
    return fitting


def _fits(way: Way, numbers: list[int]) -> bool:
    return all(want >> number & 1 for want, number in zip(way.wants, numbers, strict=True))


def _find_split(chain: Chain, fitting: list[tuple[Way, ...]], bound: int) -> int | None:
    """Where the fitting ways fail, the nearest gap that has others too; None where they do not fail."""
    state = begin(chain, bound)
    for place, gap in enumerate(chain.gaps):
        states = [fill(state, gap, way, bound) for way in fitting[place]] if state else []
        state = merge(states)
        if state is None or not is_allowed(state, chain.allowances[place + 1]):
            return max(at for at in range(place + 1) if len(fitting[at]) < len(chain.gaps[at].ways))
    return None
