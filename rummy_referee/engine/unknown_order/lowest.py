"""The least worth of the best stretch of a hand, over all completions of its unknown cards.

Binary search on a bound: is there a completion in which no stretch is worth more? It needs completions of the gaps that
keep the bound (``chains.py``) and different numbers for all their cards (``matching.py``). Branching decides where both
disagree: a matching is found for the union of the domains in each gap. If the completions that fit it break the bound,
a gap before that place branches into those that fit and the others.
"""

from typing import NamedTuple

from rummy_referee.engine.unknown_order.chains import (
    Chain,
    apply_completion,
    find_first_state,
    is_within,
    make_chain,
    merge,
    prune,
)
from rummy_referee.engine.unknown_order.gaps import GapCompletion
from rummy_referee.engine.unknown_order.hands import PartialHand
from rummy_referee.engine.unknown_order.matching import Matching
from rummy_referee.engine.work import count_steps

MAX_STEPS = 100_000
"""How many gaps are visited for one bound. Enumerating all completions of a hand of 14 cards takes no more. A hill
climb for hard large hands found none that needs a third of it."""

_STEPS_PER_GAP = 300
"""The work of visiting a gap, in steps of ``work.py``."""


class Lowest(NamedTuple):
    """The least worth, and the work that it took."""

    points: int
    proven: bool
    """Whether it is exact. If not, it is a lower bound."""
    steps: int


class _BoundSearch(NamedTuple):
    found: bool
    steps: int


def find_lowest(hand: PartialHand, max_steps: int = MAX_STEPS) -> Lowest:
    """The least worth of the best stretch, by binary search on the bound."""
    if hand.unknown == len(hand.numbers):
        return Lowest(min(2, hand.unknown), True, 0)  # up and down in turn
    chain = make_chain(hand)
    impossible, possible, steps = 0, sum(count.low for count in hand.symbols), 0
    while possible - impossible > 1:
        bound = (impossible + possible) // 2
        search = _search_bound(chain, len(hand.free), bound, max_steps)
        steps += search.steps
        if search.found:
            possible = bound
        elif search.steps > max_steps:
            return Lowest(impossible + 1, False, steps)
        else:
            impossible = bound
    return Lowest(possible, True, steps)


def _search_bound(chain: Chain, numbers: int, bound: int, max_steps: int) -> _BoundSearch:
    """Depth-first search for a completion in which no stretch is worth more than the bound."""
    stack: list[tuple[Chain, Matching | None]] = [(chain, None)]
    steps = 0
    while stack and steps <= max_steps:
        steps += len(chain.gaps)
        count_steps(_STEPS_PER_GAP * len(chain.gaps))
        wider, before = stack.pop()
        pruned = prune(wider, bound)
        if pruned is None:
            continue
        domains = _join_domains(pruned)
        matching = Matching(domains, numbers) if before is None else before.restrict(domains)
        if not matching.complete():
            continue
        fitting = _find_fitting(pruned, matching)
        place = _find_branching_gap(pruned, fitting, bound)
        if place is None:
            return _BoundSearch(True, steps)
        chosen = fitting[place] or pruned.gaps[place].completions[:1]
        others = tuple(one for one in pruned.gaps[place].completions if one not in chosen)
        stack += [(pruned.with_completions(place, branch), matching) for branch in (chosen, others)]
    return _BoundSearch(False, steps)


def _join_domains(chain: Chain) -> list[int]:
    """For each constrained card the union of its domains. All completions of a gap constrain equally many cards."""
    joined: list[int] = []
    for gap in chain.gaps:
        for of_a_card in zip(*(completion.domains for completion in gap.completions), strict=True):
            union = 0
            for domain in of_a_card:
                union |= domain
            joined.append(union)
    return joined


def _find_fitting(chain: Chain, matching: Matching) -> list[tuple[GapCompletion, ...]]:
    """For each gap, the completions that allow the assigned numbers."""
    assigned = iter(matching.assigned)
    fitting = []
    for gap in chain.gaps:
        numbers = [next(assigned) for _ in gap.completions[0].domains]
        fitting.append(tuple(completion for completion in gap.completions if _fits(completion, numbers)))
    return fitting


def _fits(completion: GapCompletion, numbers: list[int]) -> bool:
    return all(domain >> number & 1 for domain, number in zip(completion.domains, numbers, strict=True))


def _find_branching_gap(chain: Chain, fitting: list[tuple[GapCompletion, ...]], bound: int) -> int | None:
    """The last gap that can branch, up to where the fitting completions break the bound; None if they keep it."""
    state = find_first_state(chain, bound)
    for place, gap in enumerate(chain.gaps):
        states = [apply_completion(state, gap, one, bound) for one in fitting[place]] if state else []
        state = merge(states)
        if state is None or not is_within(state, chain.limits[place + 1]):
            return max(at for at in range(place + 1) if len(fitting[at]) < len(chain.gaps[at].completions))
    return None
