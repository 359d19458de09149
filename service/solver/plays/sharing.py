"""Sharing out the tiles of a table: which of them lie in groups, and where the free jokers lie. The rest lies in runs.

Cells are read in listing order, and each is first tried as it was on the table before. A way on is left out where
some lane, looked at alone, could not be ended with the jokers there are, and where it was tried in vain before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from service.solver.plays.automaton import groups_fit
from service.solver.plays.lanes import FIELD, JOKERS_HEAD_LATE, MUST_END, PUT_OFF_REALS, PUT_OFF_WILDS, RUNS, grow
from service.solver.plays.needs import JOKER_UNITS, Needs
from service.solver.plays.piles import Pile, Shares
from service.solver.plays.problem import SHORTEST, Problem


class _State(NamedTuple):
    """The profiles of the lanes and the jokers each needs, in units; the jokers left and what they must still count.

    Then what concerns one number only.
    """

    profiles: tuple[int, ...]
    needs: tuple[int, ...]
    jokers: int
    missing_worth: int
    has_run: bool = False
    grouped: int = 0
    grouped_reals: int = 0
    most_alike: int = 0
    """The most tiles of one colour that are in groups."""
    run_reals: int = 0
    """Where runs may be mixed: what waits for the last colour."""
    run_wilds: int = 0


@dataclass(slots=True)
class Sharing:
    """The search for shares. ``steps`` bounds it."""

    problem: Problem
    pile: Pile
    before: Shares
    """How the tiles lie now, as far as they do."""
    steps: int
    _strict: bool = False
    _reals: list[int] = field(default_factory=list)
    _wilds: list[int] = field(default_factory=list)
    """Jokers bound to a face: as good as real, but where there could be melds of jokers alone."""
    _needs: Needs = field(init=False)
    _dead: set[tuple[int, _State]] = field(default_factory=set)
    _found: Shares = field(init=False)

    def share_out(self) -> Shares | None:
        """How the tiles can be shared out, if they can and the steps are enough."""
        problem, pile = self.problem, self.pile
        self._strict = pile.strict
        self._reals = pile.reals if self._strict else list(map(int.__add__, pile.reals, pile.bound))
        self._wilds = pile.bound if self._strict else [0] * problem.faces
        self._needs = Needs(problem, list(map(int.__add__, self._reals, self._wilds)), pile.jokers)
        self._found = Shares.none_of(problem)
        needs = tuple([self._needs.need(lane, 0, 0) for lane in range(problem.lanes)])
        bound_worth = sum(count * problem.numbers[cell // problem.colours] for cell, count in enumerate(pile.bound))
        start = _State((0,) * problem.lanes, needs, pile.jokers, max(pile.joker_worth - bound_worth, 0))
        if not self._is_hopeful(start) or not self._descend(0, start):
            return None
        if not self._strict:
            self._tell_bound_from_real()
        return self._found

    def _tell_bound_from_real(self) -> None:
        """Where bound jokers counted as real: put as many real tiles of a face into groups as there were."""
        found, pile, before = self._found, self.pile, self.before
        for cell, bound in enumerate(pile.bound):
            if bound:
                grouped = found.group_reals[cell]
                reals = min(max(before.group_reals[cell], grouped - bound), pile.reals[cell], grouped)
                found.group_reals[cell], found.group_bound[cell] = reals, grouped - reals

    # --- what can be done at a cell ---------------------------------------------------------------------------------

    def _descend(self, cell: int, state: _State) -> bool:
        """Go on from a state to the end, if that is possible, and note the shares."""
        problem = self.problem
        cell = self._skip_numbers(cell, state)
        if cell == problem.cells:
            return self._is_end(state)
        self.steps -= 1
        starts_number = cell % problem.colours == 0
        if self.steps < 0 or (starts_number and (cell, state) in self._dead):
            return False
        if cell >= problem.faces:
            lane = cell - problem.faces
            waiting = state.profiles[lane]
            reals, wilds = waiting >> PUT_OFF_REALS & FIELD, waiting >> PUT_OFF_WILDS & FIELD
            ways = self._run_into(state, lane, len(problem.numbers), reals, wilds)
        else:
            ways = self._share_cell(cell, state)
        for after in ways:
            if self._descend(cell + 1, after):
                return True
        if starts_number:
            self._dead.add((cell, state))
        return False

    @property
    def _takes_in_jokers(self) -> bool:
        """Whether any run takes in jokers that are left over, one too long being two."""
        return not self._strict and not self.pile.joker_worth and len(self.problem.numbers) >= 2 * SHORTEST - 1

    def _skip_numbers(self, cell: int, state: _State) -> int:
        """The next number at which anything lies, if nothing is open and there is no joker."""
        colours = self.problem.colours
        if cell % colours or state.jokers or any(state.profiles):
            return cell
        while cell < self.problem.faces and not any(self._needs.tiles[cell : cell + colours]):
            for jokers in self._found.run_jokers:
                jokers[cell // colours] = 0
            cell += colours
        return cell

    def _is_end(self, state: _State) -> bool:
        """Whether all is laid."""
        self._found.jokers_left = state.jokers
        takes_in_all = state.has_run and self._takes_in_jokers
        ended = not any(profile & MUST_END for profile in state.profiles)
        return ended and not state.missing_worth and (takes_in_all or not state.jokers)

    def _share_cell(self, cell: int, state: _State) -> Iterator[_State]:
        """Every way to divide the tiles of a cell between groups and runs."""
        problem, found = self.problem, self._found
        number, colour = divmod(cell, problem.colours)
        last = colour == problem.colours - 1
        reals, wilds = self._reals[cell], self._wilds[cell]
        groups = self._needs.most_groups[number]
        room = sum(min(self._needs.tiles[later], groups) for later in range(cell + 1, (number + 1) * problem.colours))
        for in_groups, wild_in_groups in self._splits(cell, groups):
            alike = in_groups + wild_in_groups
            grouped, most = state.grouped + alike, max(state.most_alike, alike)
            if grouped + room + state.jokers < SHORTEST * most:
                continue
            found.group_reals[cell], found.group_bound[cell] = in_groups, wild_in_groups
            joined = state._replace(grouped=grouped, grouped_reals=state.grouped_reals + in_groups, most_alike=most)
            run_reals, run_wilds = reals - in_groups, wilds - wild_in_groups
            if problem.mixed:
                joined = joined._replace(run_reals=state.run_reals + run_reals, run_wilds=state.run_wilds + run_wilds)
                yield from self._close(joined, number) if last else [joined]
            else:
                for after in self._run_into(joined, colour, number, run_reals, run_wilds):
                    yield from self._close(after, number) if last else [after]

    def _splits(self, cell: int, groups: int) -> Iterator[tuple[int, int]]:
        """How many real and wild tiles of a cell lie in groups: as before, or nearly so."""
        before = self.before
        was, was_wild = before.group_reals[cell], before.group_bound[cell]
        if not self._strict:
            was, was_wild = was + was_wild, 0
        for reals in nearest(was, min(self._reals[cell], groups)):
            for wilds in nearest(was_wild, min(self._wilds[cell], groups - reals)):
                yield reals, wilds

    def _close(self, state: _State, number: int) -> Iterator[_State]:
        """Make whole groups of what went into groups, with jokers as before, or with as many as fit."""
        problem = self.problem
        for jokers in old_first(self.before.group_jokers[number], state.jokers if state.grouped else 0):
            if groups_fit(state.grouped, state.grouped_reals, state.most_alike, jokers, problem.colours) < 0:
                continue
            self._found.group_jokers[number] = jokers
            closed = self._use_jokers(state, jokers, number)._replace(
                grouped=0, grouped_reals=0, most_alike=0, run_reals=0, run_wilds=0
            )
            if problem.mixed:
                yield from self._run_into(closed, 0, number, state.run_reals, state.run_wilds)
            elif self._is_hopeful(closed):
                yield closed

    def _run_into(self, state: _State, lane: int, layer: int, reals: int, wilds: int) -> Iterator[_State]:
        """Put tiles, and jokers as before or as many as fit, into the runs of a lane."""
        problem = self.problem
        if not problem.runs:
            if not reals and not wilds:
                yield state
            return
        profile = state.profiles[lane]
        for off_reals, off_wilds in self._put_off(lane, layer, reals, wilds):
            carried = 0 if layer == len(problem.numbers) else profile & ~RUNS
            carried |= off_reals << PUT_OFF_REALS | off_wilds << PUT_OFF_WILDS
            now_reals, now_wilds = reals - off_reals, wilds - off_wilds
            for jokers in old_first(self.before.run_jokers[lane][layer], state.jokers):
                as_real = 0 if self._strict else jokers
                self._found.run_jokers[lane][layer] = jokers
                for grown, new in grow(profile & RUNS, now_reals + as_real, now_wilds + jokers - as_real):
                    if new > now_reals + now_wilds and not self._may_joker_head(layer):
                        continue
                    after = self._needs.cap(lane, layer, grown | carried)
                    profiles = (*state.profiles[:lane], after, *state.profiles[lane + 1 :])
                    needs = (*state.needs[:lane], self._needs.need(lane, layer + 1, after), *state.needs[lane + 1 :])
                    used = self._use_jokers(state, jokers, layer % len(problem.numbers))
                    gone_on = used._replace(profiles=profiles, needs=needs, has_run=state.has_run or new > 0)
                    if self._is_hopeful(gone_on):
                        yield gone_on

    def _may_joker_head(self, layer: int) -> bool:
        """A joker that heads a run may as well be left over, or lie at its end, but where runs end at the top."""
        late = layer + JOKERS_HEAD_LATE >= len(self.problem.numbers) + self.problem.ace_high - 1
        return late or not self._takes_in_jokers

    def _put_off(self, lane: int, layer: int, reals: int, wilds: int) -> Iterator[tuple[int, int]]:
        """How many aces wait for the end."""
        if layer or not self.problem.ace_high:
            yield 0, 0
            return
        for off_reals in nearest(self.before.aces_put_off[lane], reals):
            for off_wilds in range(wilds + 1):
                yield off_reals, off_wilds

    def _use_jokers(self, state: _State, jokers: int, number: int) -> _State:
        if not jokers:
            return state
        missing = max(state.missing_worth - jokers * self.problem.numbers[number], 0)
        return state._replace(jokers=state.jokers - jokers, missing_worth=missing)

    # --- what cannot end well ---------------------------------------------------------------------------------------

    def _is_hopeful(self, state: _State) -> bool:
        """Whether the jokers may be enough for every lane, and for what they must count."""
        return (
            sum(state.needs) <= JOKER_UNITS * state.jokers
            and state.missing_worth <= state.jokers * self.problem.numbers[-1]
        )


def nearest(was: int, most: int) -> list[int]:
    """Numbers up to a most, those near to what was first; of two as near the higher one."""
    return sorted(range(most + 1), key=lambda number: (abs(number - was), number < was))


def old_first(was: int, most: int) -> list[int]:
    """Numbers up to a most, rising, but what was first."""
    return sorted(range(most + 1), key=lambda number: number != was)
