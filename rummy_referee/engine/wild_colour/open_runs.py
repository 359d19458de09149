"""The runs of a game with a wild colour, as a minimal automaton for one pile of cards.

The automaton reads a card as a symbol: its colour, then the colour it is pinned to, if any. ``R`` is a red card, ``Y``
a wild yellow one, ``YR`` a yellow one that stands for red. Open runs that accept the same continuations in this pile
share one state. For example, in the pile R1 Y1 R2 R3 the runs R1 R2 and Y1 R2 share the state that is no meld yet and
ends with R.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rummy_referee.melds.judgement import SHORTEST_MELD

ENDED = -1
"""The state of a run that is a meld and has no continuation."""


class OpenRun(NamedTuple):
    """What decides how a run can continue: the colours of real cards, how many are real and wild, and the pins."""

    colours: frozenset[str] = frozenset()
    reals: int = 0
    wilds: int = 0
    pins: frozenset[str] = frozenset()

    @property
    def may_be_plain(self) -> bool:
        """All cards have one colour, and wild cards stand for it."""
        return len(self.colours | self.pins) <= 1

    @property
    def may_be_mixed(self) -> bool:
        """All colours differ, and at most one card is wild and stands for a missing colour."""
        return len(self.colours) == self.reals and self.wilds <= 1 and not self.pins & self.colours

    @property
    def is_meld(self) -> bool:
        """The run can end here. In a plain run, real cards outnumber wild ones."""
        if self.reals + self.wilds < SHORTEST_MELD:
            return False
        return self.may_be_mixed or (self.may_be_plain and self.reals > self.wilds)


class RunState(NamedTuple):
    """Whether the run can end here, and the state after each symbol of the next number."""

    is_meld: bool
    transitions: tuple[tuple[str, int], ...]


class RunAutomaton:
    """The states of the open runs of a pile, numbered row by row. Runs that cannot become melds have no state."""

    def __init__(self, rows: Sequence[Sequence[str]], wild_colour: str) -> None:
        self.states: list[list[RunState]] = [[] for _ in rows]
        self._symbols = [tuple(dict.fromkeys(row)) for row in rows]
        self._wild_colour = wild_colour
        self._known: dict[tuple[int, OpenRun], int | None] = {}
        self._numbers: list[dict[RunState, int]] = [{} for _ in rows]
        self.starts = [self._find_transitions(row - 1, OpenRun()) for row in range(len(rows))]
        """For each row, the state after each symbol that can start a run."""
        self.dominators = self._find_dominators()
        """For each state, the states that dominate it."""

    def _find_transitions(self, row: int, run: OpenRun) -> dict[str, int]:
        """The symbols of the next row that can continue a run, with the states they lead to."""
        if row + 1 == len(self._symbols):
            return {}
        longer = ((symbol, self._continue(run, symbol)) for symbol in self._symbols[row + 1])
        states = ((symbol, self._find_state(row + 1, run)) for symbol, run in longer if run)
        return {symbol: state for symbol, state in states if state is not None}

    def _continue(self, run: OpenRun, symbol: str) -> OpenRun | None:
        colours, reals, wilds, pins = run
        if symbol[0] == self._wild_colour:
            longer = OpenRun(colours, reals, wilds + 1, pins.union(symbol[1:]))
        else:
            longer = OpenRun(colours.union(symbol), reals + 1, wilds, pins)
        return longer if longer.may_be_plain or longer.may_be_mixed else None

    def _find_state(self, row: int, run: OpenRun) -> int | None:
        if (row, run) not in self._known:
            transitions = self._find_transitions(row, run)
            if transitions:
                state = RunState(run.is_meld, tuple(transitions.items()))
                number = self._numbers[row].setdefault(state, len(self.states[row]))
                if number == len(self.states[row]):
                    self.states[row].append(state)
                self._known[row, run] = number
            else:
                self._known[row, run] = ENDED if run.is_meld else None
        return self._known[row, run]

    def _find_dominators(self) -> list[list[list[int]]]:
        """The simulation preorder of each row, from the last row back."""
        dominators: list[list[list[int]]] = [[] for _ in self.states]
        for row in reversed(range(len(self.states))):
            for state in self.states[row]:
                found = [
                    number
                    for number, other in enumerate(self.states[row])
                    if other != state and self._dominates(other, state, row, dominators)
                ]
                dominators[row].append(found)
        return dominators

    def _dominates(self, one: RunState, other: RunState, row: int, dominators: list[list[list[int]]]) -> bool:
        """Whether one state has every continuation of another."""
        if other.is_meld and not one.is_meld:
            return False
        transitions = dict(one.transitions)
        for symbol, after_other in other.transitions:
            after = transitions.get(symbol)
            if after is None:
                return False
            if after_other == ENDED:
                if after != ENDED and not self.states[row + 1][after].is_meld:
                    return False
            elif after != after_other and after not in dominators[row + 1][after_other]:
                return False
        return True
