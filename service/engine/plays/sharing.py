"""Sharing out the tiles of a table: which of them lie in groups, and where the free jokers lie. The rest lies in runs.

Cells are read in listing order, and each is first tried as it was on the table before. What was tried in vain is not
tried again. So of all ways there are it is the first that is found.
"""

from operator import itemgetter

from service.engine.plays.automaton import (
    CASE_SHIFT,
    HOW_BITS,
    LEFT_SHIFT,
    RUN_SHIFT,
    WORTH_BITS,
    Automaton,
    State,
    Step,
)
from service.engine.plays.dive import OutOfStepsError
from service.engine.plays.engine import Found
from service.engine.plays.lanes import BITS, FIELD, PUT_OFF_REALS, PUT_OFF_WILDS, Node, pair
from service.engine.plays.piles import Shares
from service.engine.plays.problem import Case, Problem

_HOW = (1 << HOW_BITS) - 1
_WORTH = (1 << WORTH_BITS) - 1


class Sharing:
    """The search for shares, of one play after the other. ``steps`` bounds the work for each."""

    def __init__(self, problem: Problem, steps: int) -> None:
        self._problem = problem
        self._steps = steps
        self._automaton = Automaton(
            problem, (0,) * problem.faces, tally=problem.jokers_count, leaves_jokers_in_groups=True
        )
        self._starts = {state[0] >> CASE_SHIFT: state for state in self._automaton.starts()}
        self._limit = 0
        self._play = Found(b"", 0)
        self._before = self._found = Shares.none_of(problem)
        self._dead: set[tuple[int, State]] = set()
        self._lanes: dict[tuple[int, int], bool] = {}

    @property
    def work(self) -> int:
        """All steps so far."""
        return self._automaton.work

    def share_out(self, play: Found, before: Shares) -> Shares | None:
        """How the tiles of a play can be shared out, if they can and the steps are enough."""
        self._limit = self.work + self._steps
        self._play, self._before, self._found = play, before, Shares.none_of(self._problem)
        self._dead, self._lanes = set(), {}
        case = self._problem.cases[play.case]
        unused = case.hand_jokers + case.played_jokers - play.letters[-1]
        start = self._starts.get(play.case)
        if start is None or not 0 <= unused <= min(case.hand_jokers, start[0] >> LEFT_SHIFT & 15):
            return None
        try:
            if not self._descend(0, (start[0] - (unused << LEFT_SHIFT), *start[1:])):
                return None
        except OutOfStepsError:
            return None
        if not self._problem.strict:
            self._tell_bound_from_real(case)
        return self._found

    def _tell_bound_from_real(self, case: Case) -> None:
        """Where bound jokers counted as real: put as many real tiles of a face into groups as there were."""
        found, before = self._found, self._before
        for cell, bound in enumerate(case.roles):
            if bound:
                grouped = found.group_reals[cell]
                there = case.must[cell] - bound + self._play.letters[cell] - case.played[cell]
                reals = min(max(before.group_reals[cell], grouped - bound), there, grouped)
                found.group_reals[cell], found.group_bound[cell] = reals, grouped - reals

    def _descend(self, cell: int, state: State) -> bool:
        """Go on from a state to the end, if that is possible, and note the shares."""
        problem = self._problem
        if cell == problem.cells:
            left = self._found.jokers_left = state[0] >> LEFT_SHIFT & 15
            is_worth_enough = not problem.jokers_count or state[0] & _WORTH >= problem.minimum
            return is_worth_enough and (not left or bool(state[0] >> RUN_SHIFT & 1))
        if (cell, state) in self._dead:
            return False
        if self.work > self._limit:
            raise OutOfStepsError
        for _, after, how in self._in_order(cell, state):
            if self._descend(cell + 1, after):
                self._note(cell, how)
                return True
        self._dead.add((cell, state))
        return False

    def _note(self, cell: int, how: int) -> None:
        """Write down what was done at a cell."""
        problem, found = self._problem, self._found
        reals, wilds, run_jokers, group_jokers = (how >> HOW_BITS * kind & _HOW for kind in range(4))
        number, colour = divmod(cell, problem.colours)
        if cell >= problem.faces:
            found.run_jokers[cell - problem.faces][len(problem.numbers)] = run_jokers
            return
        found.group_reals[cell], found.group_bound[cell] = reals, wilds
        if colour == problem.colours - 1:
            found.group_jokers[number] = group_jokers
        if not problem.mixed or colour == problem.colours - 1:
            found.run_jokers[0 if problem.mixed else colour][number] = run_jokers

    # --- what is tried first ----------------------------------------------------------------------------------------

    def _in_order(self, cell: int, state: State) -> list[Step]:
        """The steps over a cell with the letter of the play, those nearest to what was first."""
        problem = self._problem
        lane = cell - problem.faces if cell >= problem.faces else 0 if problem.mixed else cell % problem.colours
        letter = self._play.letters[cell] if cell < problem.faces else 0
        seen: dict[int, int] = {}
        keyed: list[tuple[tuple[int, ...], Step]] = []
        for step in self._automaton.expand(cell, state, letter):
            place = step[1][1 + lane]
            if problem.mixed or self._can_end(place, step[1][0] >> LEFT_SHIFT & 15):
                target = seen.setdefault(place, len(seen))
                *runs, groups = self._nearness(cell, lane, step)
                # In mixed runs the jokers in groups are chosen before the runs.
                order = (*runs[:2], groups, *runs[2:], target) if problem.mixed else (*runs, target, groups)
                keyed.append((order, step))
        keyed.sort(key=itemgetter(0))
        return [step for _, step in keyed]

    def _can_end(self, place: int, free: int) -> bool:
        """Whether a lane alone can be ended with the letters of the play and so many jokers."""
        key = (place, free)
        if key not in self._lanes:
            self._lanes[key] = self._try_to_end(self._automaton.nodes[place], free)
        return self._lanes[key]

    def _try_to_end(self, node: Node, free: int) -> bool:
        problem, case = self._problem, self._problem.cases[self._play.case]
        if node.need > free or not node.moves:
            return node.need <= free
        if node.cell >= problem.faces:
            keys = list(node.moves)
        else:
            reals = case.must[node.cell] + self._play.letters[node.cell] - case.played[node.cell]
            groups = self._automaton.lanes.most_groups[self._play.case][node.cell // problem.colours]
            keys = [
                pair(reals - grouped, case.bound[node.cell] - wilds)
                for grouped in range(min(reals, groups) + 1)
                for wilds in range(min(case.bound[node.cell], groups - grouped) + 1)
            ]
        return any(
            jokers <= free and self._can_end(target.place, free - jokers)
            for key in keys
            for jokers, target, _ in node.moves.get(key, ())
        )

    def _nearness(self, cell: int, lane: int, step: Step) -> tuple[int, ...]:
        """How far a step is from what was: tiles in groups, aces put off, jokers in runs and in groups."""
        problem, before = self._problem, self._before
        _, after, how = step
        reals, wilds, run_jokers, group_jokers = (how >> HOW_BITS * kind & _HOW for kind in range(4))
        layer = cell // problem.colours if cell < problem.faces else len(problem.numbers)
        jokers = _old_first(before.run_jokers[lane][layer], run_jokers)
        if cell >= problem.faces:
            return 0, 0, 0, 0, *jokers, 0
        was, was_wild = before.group_reals[cell], before.group_bound[cell]
        if not problem.strict:
            was, was_wild = was + was_wild, 0
        waiting = self._automaton.nodes[after[1 + lane]].profile if problem.ace_high and not layer else 0
        off_reals, off_wilds = waiting >> PUT_OFF_REALS & FIELD, waiting >> PUT_OFF_WILDS & FIELD
        return (
            _nearest(was, reals),
            _nearest(was_wild, wilds),
            _nearest(before.aces_put_off[lane], off_reals),
            off_wilds,
            *jokers,
            _old_first(before.group_jokers[layer], group_jokers)[0] << BITS | group_jokers,
        )


def _nearest(was: int, number: int) -> int:
    """Numbers near to what was first; of two as near the higher one."""
    return 2 * abs(number - was) + (number < was)


def _old_first(was: int, number: int) -> tuple[int, int]:
    """Numbers rising, but what was first."""
    return int(number != was), number
