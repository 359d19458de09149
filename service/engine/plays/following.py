"""Plays one after the other in listing order, where there are too many to count.

The automaton is determinised as the words are read: the states that the letters so far lead to, and the next letter is
taken only if one of them leads on to an end. So every step down ends in a word.
"""

from collections.abc import Iterator, Sequence

from service.engine.plays.automaton import CASE_SHIFT, CLASS_SHIFT, QUALITY, USED_SHIFT, WORTH_BITS, Automaton, State
from service.engine.plays.dive import OutOfStepsError
from service.engine.plays.engine import Found, Word
from service.engine.plays.problem import Problem

COMPARISONS_PER_STEP = 8
"""So many comparisons of states take about as long as one step."""
_WORTH = (1 << WORTH_BITS) - 1


def prune(automaton: Automaton, states: Sequence[State]) -> tuple[State, ...]:
    """The states that no other outdoes, in a fixed order: those worth more first."""
    kept: list[State] = []
    first = 0
    compared = 0
    for state in sorted(states, key=lambda state: (state[0] >> CLASS_SHIFT, -(state[0] & QUALITY), state[1:])):
        if kept and state[0] >> CLASS_SHIFT != kept[-1][0] >> CLASS_SHIFT:
            first = len(kept)
        # A state may be outdone by a later one as well, so those already kept are looked at too.
        outdone = False
        for rival in kept[first:]:
            compared += 1
            if automaton.outdoes(rival, state):
                outdone = True
                break
        if not outdone:
            compared += len(kept) - first
            kept[first:] = [rival for rival in kept[first:] if not automaton.outdoes(state, rival)]
            kept.append(state)
    automaton.steps += compared // COMPARISONS_PER_STEP
    return tuple(kept)


class Follower:
    """Lists the words of a problem."""

    def __init__(self, problem: Problem, steps: int) -> None:
        self._problem = problem
        self._steps = steps
        self._automaton = Automaton(problem, (0,) * problem.faces, tally=True)
        self._fates: dict[tuple[int, State], bool] = {}

    @property
    def work(self) -> int:
        """All steps so far."""
        return self._automaton.work

    def list_after(self, after: Word | None, limit: int) -> list[Found]:
        """The words after one; past the bound on work those that were found."""
        found: list[Found] = []
        try:
            for word in self._walk(0, prune(self._automaton, self._automaton.starts()), b"", after):
                if len(found) == limit or not any(word.letters):
                    break
                found.append(word)
        except OutOfStepsError:
            pass
        return found

    def _walk(self, cell: int, states: Sequence[State], before: Word, after: Word | None) -> Iterator[Found]:
        """The words from some states on; ``after`` bounds them as long as the letters so far are its own."""
        problem = self._problem
        if cell == problem.cells:
            yield from self._end(states, before, after)
            return
        by_letter: dict[int, dict[State, None]] = {}
        for state in states:
            for letter, following, _ in self._automaton.expand(cell, state):
                by_letter.setdefault(letter, {})[following] = None
        bound = after[cell] if after is not None and cell < problem.faces else None
        for letter in sorted(by_letter, reverse=True):
            if bound is not None and letter > bound:
                continue
            pruned = prune(self._automaton, list(by_letter[letter]))
            if any(self._leads_on(cell + 1, state) for state in pruned):
                rest = after if bound is None or letter == bound else None
                yield from self._walk(cell + 1, pruned, bytes([*before, letter]), rest)

    def _leads_on(self, cell: int, state: State) -> bool:
        """Whether a state leads on to an end."""
        if cell == self._problem.cells:
            return bool(self._jokers_at(state))
        key = (cell, state)
        if key not in self._fates:
            if self._automaton.work > self._steps:
                raise OutOfStepsError
            followers = [after for _, after, _ in self._automaton.expand(cell, state)]
            self._fates[key] = any(self._leads_on(cell + 1, after) for after in followers)
        return self._fates[key]

    def _jokers_at(self, state: State) -> range:
        """How many jokers a word may have that ends in a state."""
        problem = self._problem
        played = problem.cases[state[0] >> CASE_SHIFT].played_jokers
        used = self._automaton.end(state)
        end = played + used.stop
        if problem.most:
            end = min(end, problem.most - (state[0] >> USED_SHIFT & 255) + 1)
        return range(played + used.start, end) if state[0] & _WORTH >= problem.minimum else range(0)

    def _end(self, states: Sequence[State], before: Word, after: Word | None) -> Iterator[Found]:
        """The words that end here, most jokers first, each with the first case that lets it."""
        first: dict[int, int] = {}
        for state in states:
            index = state[0] >> CASE_SHIFT
            for jokers in self._jokers_at(state):
                first[jokers] = min(index, first.get(jokers, index))
        for jokers, index in sorted(first.items(), reverse=True):
            if after is None or jokers < after[-1]:
                yield Found(bytes([*before[: self._problem.faces], jokers]), index)
