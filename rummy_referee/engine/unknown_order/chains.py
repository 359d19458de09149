"""A hand as a chain of gaps: forward-backward DP over completions of the gaps that keep all stretches within a bound.

The forward pass carries the least worth of the stretch that ends at a card, for each direction of the last step. The
backward pass gives the greatest worth from which the rest can still stay within the bound. Whether the numbers that the
completions need are available together is not considered here (``matching.py``).
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rummy_referee.engine.unknown_order.gaps import DOWN, UP, FreeNumbers, GapCompletion, find_completions
from rummy_referee.engine.unknown_order.hands import PartialHand

INFINITE = 1_000_000
"""More than any stretch is worth: the direction is impossible."""

State = tuple[int, int]
"""The worth of the stretch up to a card if the last step goes up, and if it goes down."""
START: State = (0, 0)


class Step(NamedTuple):
    """From one known card to the next: the direction, and the worth of both."""

    direction: int
    left: int
    right: int


class Gap(NamedTuple):
    """Unknown cards, the worth of the known ones next to them (None at an edge), and the steps that follow."""

    completions: tuple[GapCompletion, ...]
    left: int | None
    right: int | None
    steps: tuple[Step, ...]


class Chain(NamedTuple):
    """A hand as known cards and gaps."""

    first: int
    """The worth of the first card if it is known, else 0."""
    steps: tuple[Step, ...]
    """Those before the first gap."""
    gaps: tuple[Gap, ...]
    limits: tuple[State, ...] = ()
    """At each gap, and at the end: the greatest worth from which the rest can stay within the bound."""

    def with_completions(self, place: int, completions: tuple[GapCompletion, ...]) -> "Chain":
        """The chain with fewer completions of one gap."""
        gaps = list(self.gaps)
        gaps[place] = gaps[place]._replace(completions=completions)
        return self._replace(gaps=tuple(gaps))


def make_chain(hand: PartialHand) -> Chain:
    """The chain of a hand. Cards are worth the fewest symbols that they can have; that is one on an unknown card."""
    free = FreeNumbers(hand.free)
    worth = [count.low for count in hand.symbols]
    known = [place for place, number in enumerate(hand.numbers) if number is not None]
    edges = [-1, *known, len(worth)]
    gaps: list[Gap] = []
    steps: list[Step] = []
    opening: tuple[Step, ...] = ()
    for left, right in pairwise(edges):
        before = hand.numbers[left] if left >= 0 else None
        after = hand.numbers[right] if right < len(worth) else None
        if right - left > 1:
            if gaps:
                gaps[-1] = gaps[-1]._replace(steps=tuple(steps))
            else:
                opening = tuple(steps)
            steps = []
            found = tuple(find_completions(right - left - 1, before, after, free))
            gaps.append(
                Gap(found, worth[left] if left >= 0 else None, worth[right] if right < len(worth) else None, ())
            )
        elif before is not None and after is not None:
            steps.append(Step(UP if before < after else DOWN, worth[left], worth[right]))
    gaps[-1] = gaps[-1]._replace(steps=tuple(steps))
    return Chain(worth[0] if hand.numbers[0] is not None else 0, opening, tuple(gaps))


# --- forward --------------------------------------------------------------------------------------------------------


def find_first_state(chain: Chain, bound: int) -> State | None:
    """The state at the first gap; None if a stretch before it exceeds the bound."""
    return _apply_steps((chain.first, chain.first), chain.steps, bound)


def _apply_steps(state: State, steps: Sequence[Step], bound: int) -> State | None:
    """The state after some steps between known cards. If the direction can have turned at a card, it has."""
    rise, fall = state
    for direction, left, right in steps:
        if direction == UP:
            rise, fall = (left if fall < INFINITE else rise) + right, INFINITE
        else:
            rise, fall = INFINITE, (left if rise < INFINITE else fall) + right
        if min(rise, fall) > bound:
            return None
    return rise, fall


def apply_completion(state: State, gap: Gap, completion: GapCompletion, bound: int) -> State | None:
    """The state after a completed gap and the steps behind it; None if a stretch exceeds the bound."""
    worth = 0
    if gap.left is not None:
        goes_on, turns = state if completion.first == UP else (state[1], state[0])
        worth = (gap.left if turns < INFINITE else goes_on) + completion.prefix
    if worth > bound or completion.longest > bound:
        return None
    if gap.right is None:
        return START
    worth = gap.right + (worth if completion.is_through else completion.suffix)
    if worth > bound:
        return None
    return _apply_steps((worth, INFINITE) if completion.last == UP else (INFINITE, worth), gap.steps, bound)


def merge(states: Iterable[State | None]) -> State | None:
    """The least worth for each direction; None if there is no state."""
    possible = [state for state in states if state]
    return (min(rise for rise, _ in possible), min(fall for _, fall in possible)) if possible else None


def is_within(state: State, limit: State) -> bool:
    """Whether the rest can stay within the bound from a state."""
    return state[0] <= limit[0] or state[1] <= limit[1]


def prune(chain: Chain, bound: int) -> Chain | None:
    """The chain with only those completions that lie on a path within the bound; None if there is no path."""
    limits = _find_limits(chain, bound)
    state = find_first_state(chain, bound)
    gaps = []
    for gap, limit in zip(chain.gaps, limits[1:], strict=True):
        ends = [(one, apply_completion(state, gap, one, bound)) for one in gap.completions] if state else []
        kept = [(one, end) for one, end in ends if end and is_within(end, limit)]
        gaps.append(gap._replace(completions=tuple(one for one, _ in kept)))
        state = merge(end for _, end in kept)
    return chain._replace(gaps=tuple(gaps), limits=limits) if state else None


# --- backward -------------------------------------------------------------------------------------------------------


def _find_limits(chain: Chain, bound: int) -> tuple[State, ...]:
    """The limits at each gap, from the end backwards; -1 where no worth is small enough."""
    limits: list[State] = [(bound, bound)]
    for gap in reversed(chain.gaps):
        behind = _find_limit_before_steps(limits[-1], gap.steps, bound)
        rise = fall = -1
        for completion in gap.completions:
            most = _find_limit_before_completion(behind, gap, completion, bound)
            turned = bound if gap.left is None or gap.left <= most else -1
            up, down = (most, turned) if completion.first == UP else (turned, most)
            rise, fall = max(rise, up), max(fall, down)
        limits.append((rise, fall))
    return tuple(reversed(limits))


def _find_limit_before_completion(behind: State, gap: Gap, completion: GapCompletion, bound: int) -> int:
    """The limit for a stretch from the left that goes on into the gap."""
    if completion.longest > bound:
        return -1
    if gap.right is None:
        return bound - completion.prefix
    limit = behind[0] if completion.last == UP else behind[1]
    if completion.is_through:
        return limit - gap.right - completion.prefix
    return bound - completion.prefix if gap.right + completion.suffix <= limit else -1


def _find_limit_before_steps(limit: State, steps: Sequence[Step], bound: int) -> State:
    for direction, left, right in reversed(steps):
        ahead = limit[0] if direction == UP else limit[1]
        goes_on, turns = ahead - right, bound if left + right <= ahead else -1
        limit = (goes_on, turns) if direction == UP else (turns, goes_on)
    return limit
