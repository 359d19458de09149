"""The search for the turn of Rummü with the least deadwood.

The minimum deadwood without taking cards back is computed directly. Only before the first meld, and where all cards can
be laid and some must be taken back, the search goes from state to state.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from rummy_referee.engine.steps.wild_colour_deadwood import TurnDeadwood
from rummy_referee.engine.steps.wild_colour_reach import find_reachable
from rummy_referee.engine.steps.wild_colour_steps import Cards
from rummy_referee.engine.work import Steps
from rummy_referee.games.rummu.combinations import STEPS
from rummy_referee.games.rummu.turn_states import TurnState, generate_next_states
from rummy_referee.rules.turns import Move

STEPS_PER_STATE = 10
"""The steps for one state, besides the computation of its deadwood."""
CARD_WEIGHT = 1 << 10
"""The least weight of a card. Each time that cards are taken back, a turn loses 1 of its gain.

So of turns that leave the same weight, the one that takes cards back least often is the best, and each of its steps
leads closer to its end. Otherwise a card could be taken back, laid again and taken back for ever.
"""


class Start(NamedTuple):
    """The start of a turn: the state before it, the first move, and the state after it.

    The hand of the root contains all cards that can be laid, also a card taken from the pile.
    """

    root: TurnState
    move: Move
    state: TurnState


class FoundTurn(NamedTuple):
    """The start of a turn and its end, before the discard."""

    start: Start
    end: TurnState


class Estimate(NamedTuple):
    """The minimum deadwood of a turn that continues from a state, and whether it can lay all cards.

    The deadwood is None where it is no better than the best turn so far, and where it requires taking cards back.
    """

    left: Cards | None
    lays_all: bool


@dataclass
class TurnSearch:
    """Branch and bound for the turn with the least deadwood. Every state is expanded once, from any start.

    With a tolerance, a turn is accepted that gains this much less than the upper bound: it is found far sooner.
    """

    weights: list[int]
    first_meld: int
    gain: int
    """The gain of the best turn so far: a better turn must exceed it."""
    goes_out: bool
    """Whether the turn must end with one card. All such turns gain the same, but for cards taken back."""
    best: FoundTurn | None = None
    _tolerance: int = field(init=False)
    _steps: Steps = field(init=False)
    _seen: dict[TurnState, int] = field(init=False)
    """How often cards were taken back at least until each state."""
    _deadwood_by_state: dict[TurnState, TurnDeadwood] = field(init=False)

    def begin(self, tolerance: int, steps: Steps) -> None:
        """Start over with this tolerance and these steps; the best turn so far stays."""
        self._tolerance, self._steps = tolerance, steps
        self._seen, self._deadwood_by_state = {}, {}

    def improve(self, start: Start, max_gain: int) -> None:
        """Search for a better turn with this start; no turn gains more than ``max_gain``."""
        root = start.root
        pending = [(start.state, int(not root.hand))]
        while pending and self.gain < max_gain:
            state, taken_back = pending.pop()
            self._steps.take(STEPS_PER_STATE)
            is_seen = self._seen.get(state, taken_back + 1) <= taken_back
            if is_seen or self.bound_gain(root, state) - taken_back <= self.gain:
                continue
            self._seen[state] = taken_back
            estimate = self._estimate(root, state, max_gain, taken_back)
            if estimate.left is not None and state.opened:
                self.gain = self._start_weight(root) - self._weight(estimate.left) - taken_back
                self.best = FoundTurn(start, state._replace(hand=estimate.left))
            if estimate.lays_all or (estimate.left is not None and not state.opened):
                next_states = sorted(generate_next_states(state, self.first_meld), key=lambda after: -len(after.hand))
                self._steps.take(len(next_states))
                pending += [(after, taken_back + (not state.hand)) for after in next_states]

    def find_max_gain(self, root: TurnState) -> int:
        """An upper bound on the gain. Before the first meld, or if cards must be taken back, it may be less.

        Without an own meld at the start, only cards laid in this turn can be taken back: the turn can end without that.
        """
        bound = self.bound_gain(root, root)
        if bound <= self.gain:
            return self.gain
        if self._tolerance:
            return max(bound - self._tolerance, self.gain + 1)
        estimate = self._estimate(root, root, bound)
        if estimate.lays_all and root.own:
            return bound - 1
        return self.gain if estimate.left is None else self._start_weight(root) - self._weight(estimate.left)

    def bound_gain(self, root: TurnState, state: TurnState) -> int:
        """A quick upper bound on the gain: unplayable cards stay, and at least one to discard."""
        reachable = find_reachable(STEPS, state.hand, state.own + state.others)
        unplayable = [card for card in state.hand if card not in reachable]
        if self.goes_out and len(unplayable) + state.unknown > 1:
            return self.gain
        left = self._weight(unplayable) if unplayable or state.unknown else min(self.weights)
        return self._start_weight(root) - left

    def _estimate(self, root: TurnState, state: TurnState, max_gain: int, taken_back: int = 0) -> Estimate:
        """The deadwood of a turn that gains more than the best so far and at most ``max_gain``."""
        melds = state.own + state.others
        deadwood = self._deadwood_of(root)
        choices = deadwood.choose(melds)
        if choices is None:
            deadwood = self._deadwood_of(state)
            choices = deadwood.choose(melds) or ()
        left_at_best = self._start_weight(root) - taken_back
        least, most = left_at_best - max_gain, left_at_best - self.gain - 1
        if self.goes_out:
            most = min(most, self._start_weight(root))
        if state.unknown:
            return Estimate(deadwood.find(choices, least, most), lays_all=False)
        left = deadwood.find_some(choices, least, most)
        is_least = left is not None and self._weight(left) <= least
        return Estimate(left, lays_all=not is_least and deadwood.can_lay_all(choices))

    def _deadwood_of(self, state: TurnState) -> TurnDeadwood:
        if state not in self._deadwood_by_state:
            melds = state.own + state.others
            self._deadwood_by_state[state] = TurnDeadwood(STEPS, state.hand, melds, self.weights, self._steps)
        return self._deadwood_by_state[state]

    def _start_weight(self, root: TurnState) -> int:
        """The weight from which a turn gains: that of the hand, or of the last card if that is all that matters."""
        return (1 - root.unknown) * CARD_WEIGHT if self.goes_out else self._weight(root.hand)

    def _weight(self, cards: Iterable[int]) -> int:
        return sum([self.weights[card] for card in cards])
