"""Gap after gap: which ways to fill them keep every stretch within a bound, whatever numbers they take."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from service.engine.unknown_order.gaps import DOWN, UP, Free, Way, ways_to_fill
from service.engine.unknown_order.hands import UnreadHand

NEVER = 1_000_000
"""More than any stretch is worth."""

State = tuple[int, int]
"""What the stretch up to a card is worth, if the last step goes up, and if it goes down."""
START: State = (0, 0)


class Step(NamedTuple):
    """From one read card to the next."""

    direction: int
    left: int
    right: int
    """What the two are worth."""


class Gap(NamedTuple):
    """Unread cards, the worth of the read ones beside them, and the steps that follow. At an edge there is no card."""

    ways: tuple[Way, ...]
    left: int | None
    right: int | None
    steps: tuple[Step, ...]


class Chain(NamedTuple):
    """A hand: what it starts with, and its gaps."""

    first: int
    """What its first card is worth, if that could be read; else 0."""
    steps: tuple[Step, ...]
    """Those before the first gap."""
    gaps: tuple[Gap, ...]
    allowances: tuple[State, ...] = ()
    """For each gap, and the end, what the stretches up to it may be worth so that the rest can stay within a bound."""

    def with_ways(self, place: int, ways: tuple[Way, ...]) -> "Chain":
        """The same with fewer ways to fill a gap."""
        gaps = list(self.gaps)
        gaps[place] = gaps[place]._replace(ways=ways)
        return self._replace(gaps=tuple(gaps))


def make_chain(hand: UnreadHand) -> Chain:
    """The gaps of a hand. Cards are worth the fewest symbols that they may have; an unread number has one."""
    free = Free(hand.free)
    worth = [count.low for count in hand.symbols]
    read = [place for place, number in enumerate(hand.numbers) if number is not None]
    edges = [-1, *read, len(worth)]
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
            ways = tuple(ways_to_fill(right - left - 1, before, after, free))
            gaps.append(Gap(ways, worth[left] if left >= 0 else None, worth[right] if right < len(worth) else None, ()))
        elif before is not None and after is not None:
            steps.append(Step(UP if before < after else DOWN, worth[left], worth[right]))
    gaps[-1] = gaps[-1]._replace(steps=tuple(steps))
    return Chain(worth[0] if hand.numbers[0] is not None else 0, opening, tuple(gaps))


def begin(chain: Chain, bound: int) -> State | None:
    """The state at the first gap; None where a stretch before it is beyond the bound already."""
    return take_steps((chain.first, chain.first), chain.steps, bound)


def take_steps(state: State, steps: Sequence[Step], bound: int) -> State | None:
    """The state after some steps between read cards. A stretch that can have turned at a card has begun there."""
    rise, fall = state
    for direction, left, right in steps:
        if direction == UP:
            rise, fall = (left if fall < NEVER else rise) + right, NEVER
        else:
            rise, fall = NEVER, (left if rise < NEVER else fall) + right
        if min(rise, fall) > bound:
            return None
    return rise, fall


def fill(state: State, gap: Gap, way: Way, bound: int) -> State | None:
    """The state after a gap is filled in a way and the steps behind it are taken; None if that is beyond the bound."""
    worth = 0
    if gap.left is not None:
        goes_on, turns = state if way.first == UP else (state[1], state[0])
        worth = (gap.left if turns < NEVER else goes_on) + way.joins
    if worth > bound or way.least > bound:
        return None
    if gap.right is None:
        return START
    worth = gap.right + (worth if way.through else way.leaves)
    if worth > bound:
        return None
    return take_steps((worth, NEVER) if way.last == UP else (NEVER, worth), gap.steps, bound)


def merge(states: Iterable[State | None]) -> State | None:
    """The best of both directions; None where there is no state at all. What is worth less leaves more room."""
    real = [state for state in states if state]
    return (min(rise for rise, _ in real), min(fall for _, fall in real)) if real else None


def is_allowed(state: State, allowance: State) -> bool:
    """Whether the rest can stay within the bound from here."""
    return state[0] <= allowance[0] or state[1] <= allowance[1]


def narrow_ways(chain: Chain, bound: int) -> Chain | None:
    """The chain with only the ways that some completion within the bound has; None if there is no such completion.

    Whether the numbers can be shared out is not asked.
    """
    allowances = _find_allowances(chain, bound)
    state = begin(chain, bound)
    gaps = []
    for gap, allowed in zip(chain.gaps, allowances[1:], strict=True):
        ends = [(way, fill(state, gap, way, bound)) for way in gap.ways] if state else []
        kept = [(way, end) for way, end in ends if end and is_allowed(end, allowed)]
        gaps.append(gap._replace(ways=tuple(way for way, _ in kept)))
        state = merge(end for _, end in kept)
    return chain._replace(gaps=tuple(gaps), allowances=allowances) if state else None


def _find_allowances(chain: Chain, bound: int) -> tuple[State, ...]:
    """What stretches may be worth, found from the end backwards; -1 where nothing helps."""
    allowances: list[State] = [(bound, bound)]
    for gap in reversed(chain.gaps):
        behind = _allow_before_steps(allowances[-1], gap.steps, bound)
        rise = fall = -1
        for way in gap.ways:
            most = _allow_before_way(behind, gap, way, bound)
            turned = bound if gap.left is None or gap.left <= most else -1
            up, down = (most, turned) if way.first == UP else (turned, most)
            rise, fall = max(rise, up), max(fall, down)
        allowances.append((rise, fall))
    return tuple(reversed(allowances))


def _allow_before_way(behind: State, gap: Gap, way: Way, bound: int) -> int:
    """What the stretch from the left may be worth where it goes on into the gap."""
    if way.least > bound:
        return -1
    if gap.right is None:
        return bound - way.joins
    allowed = behind[0] if way.last == UP else behind[1]
    if way.through:
        return allowed - gap.right - way.joins
    return bound - way.joins if gap.right + way.leaves <= allowed else -1


def _allow_before_steps(allowed: State, steps: Sequence[Step], bound: int) -> State:
    for direction, left, right in reversed(steps):
        ahead = allowed[0] if direction == UP else allowed[1]
        goes_on, turns = ahead - right, bound if left + right <= ahead else -1
        allowed = (goes_on, turns) if direction == UP else (turns, goes_on)
    return allowed
