"""One play worth so much, as soon as possible: straight down, likely states first, and nothing twice.

Where there is none, every state that was tried has learnt how much it can come to at most. That stays true for later
dives. The kernel's bounds are closer (see its ``automaton/prices.c``): there lanes share the jokers, and there are
prices on tiles.
"""

from service.engine.plays.automaton import CASE_SHIFT, USED_SHIFT, WORTH_BITS, Automaton, State
from service.engine.plays.engine import Found, Word
from service.engine.plays.lanes import BARE_SHIFT, BITS, FIELD

_DEAD = -(1 << 60)
"""What a state can come to from which nothing ends well."""
_WORTH = (1 << WORTH_BITS) - 1
_MOST_OF_A_FACE = 3


class OutOfStepsError(Exception):
    """The bound on work is passed."""


class Diver:
    """Dives into one automaton, for plays whose letters are between ``low`` and ``high``."""

    def __init__(self, automaton: Automaton, joker_weight: int, steps: int) -> None:
        problem = automaton.problem
        self._automaton = automaton
        self._problem = problem
        self._joker_weight = joker_weight
        self._weights = (*automaton.weights, *[0] * (problem.cells - problem.faces))
        self.steps = steps
        self._joker_gain = [(case.hand_jokers + case.played_jokers) * joker_weight for case in problem.cases]
        self._low = [0] * problem.cells
        self._high = [_MOST_OF_A_FACE] * problem.cells
        self._fixed = -1
        self._least_jokers = 0
        self._free: dict[tuple[int, State], int] = {}
        self._bound: dict[tuple[int, State], int] = {}
        self._letters = [0] * (problem.cells + 1)
        self._starts = {state[0] >> CASE_SHIFT: state for state in automaton.starts()}

    @property
    def work(self) -> int:
        """All steps so far."""
        return self._automaton.work

    @property
    def is_out_of_steps(self) -> bool:
        """Whether the bound on work is passed."""
        return self.work > self.steps

    def most_to_come(self) -> int:
        """The most any case may come to."""
        return max(map(self._bound_of, self._starts.values()), default=_DEAD)

    def fix(self, letters: Word, face: int) -> None:
        """Dive only for words that begin with these letters, and have one more of the face after them."""
        self._low[:face] = self._high[:face] = letters[:face]
        if face < self._problem.faces:
            self._low[face], self._high[face] = letters[face] + 1, _MOST_OF_A_FACE
        self._fixed = face

    def fix_jokers(self, least: int) -> None:
        """Dive only for words with so many jokers. What is learnt of these does not hold for words with fewer."""
        self._least_jokers = least
        self._fixed = self._problem.cells

    def dive(self, worth: int, cases: int) -> tuple[Found | None, int]:
        """A play of the first cases that is worth so much; if there is none, what they can come to at most."""
        most = _DEAD
        for case in range(cases):
            if case in self._starts:
                self._bound.clear()
                total = self._descend(0, self._starts[case], worth)
                if total >= worth:
                    return Found(bytes([*self._letters[: self._problem.faces], self._letters[-1]]), case), total
                most = max(most, total)
        return None, most

    def _bound_of(self, state: State) -> int:
        return self._automaton.gain_ahead(state) + self._joker_gain[state[0] >> CASE_SHIFT]

    def _descend(self, cell: int, state: State, need: int) -> int:
        """What a state can come to at most: as much as is needed, or more, if and only if a play is found."""
        if cell == self._problem.cells:
            return self._end(state)
        ceilings = self._free if cell > self._fixed else self._bound
        if ceilings.get((cell, state), need) < need:
            return ceilings[cell, state]
        weight = self._weights[cell]
        most = _DEAD
        hopeful: list[tuple[int, int, State]] = []
        for letter, after, _ in self._automaton.expand(cell, state):
            if self._low[cell] <= letter <= self._high[cell]:
                promise = letter * weight + self._bound_of(after)
                if promise >= need:
                    hopeful.append((-letter, self._count_burden(after), after))
                else:
                    most = max(most, promise)
        for less, _, after in sorted(hopeful):
            total = self._descend(cell + 1, after, need + less * weight) - less * weight
            if total >= need:
                self._letters[cell] = -less
                return total
            if self.is_out_of_steps:
                raise OutOfStepsError
            most = max(most, total)
        ceilings[cell, state] = most
        return most

    def _count_burden(self, state: State) -> int:
        """Runs that must still grow: with fewer of them a state is likelier to end well."""
        burden = 0
        for place in state[1:]:
            profile = self._automaton.nodes[place].profile
            for lengths in (profile, profile >> BARE_SHIFT):
                burden += 2 * (lengths & FIELD) + (lengths >> BITS & FIELD)
        return burden

    def _end(self, state: State) -> int:
        """What the jokers played at the end are worth."""
        problem = self._problem
        case = problem.cases[state[0] >> CASE_SHIFT]
        may_use = [used + case.played_jokers for used in self._automaton.end(state)]
        if problem.most:
            may_use = [jokers for jokers in may_use if jokers <= problem.most - (state[0] >> USED_SHIFT & 255)]
        if not may_use or may_use[-1] < self._least_jokers or problem.minimum > state[0] & _WORTH:
            return _DEAD
        self._letters[-1] = may_use[-1]
        return may_use[-1] * self._joker_weight
