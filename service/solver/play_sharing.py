"""Sharing out the tiles of a table: which of them lie in groups, and where the free jokers lie. The rest lies in runs.

Cells are read in listing order, and each is first tried as it was on the table before. A way on is left out where
some lane, looked at alone, could not be ended with the jokers there are, and where it was tried in vain before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from service.solver.play_automaton import groups_fit
from service.solver.play_lanes import BITS, FIELD, LONG_SHIFT, MUST_END, PUT_OFF_REALS, PUT_OFF_WILDS, RUNS, grow
from service.solver.play_problem import SHORTEST, Problem

JOKER_UNITS = 2
"""Jokers are counted in halves."""
_HOPELESS = 99


@dataclass(slots=True)
class Pile:
    """Tiles to lay, all of them: how many of each face are real and how many are jokers bound to it; free jokers."""

    reals: list[int]
    bound: list[int]
    jokers: int
    joker_worth: int = 0
    """What the jokers must count at least."""

    @property
    def strict(self) -> bool:
        """Whether there are jokers enough for a meld of nothing else."""
        return sum(self.bound) + self.jokers >= SHORTEST


@dataclass(slots=True)
class Shares:
    """What lies in groups, by face; the free jokers in groups, by number, and in runs, by lane and layer; the rest."""

    group_reals: list[int]
    group_bound: list[int]
    group_jokers: list[int]
    run_jokers: list[list[int]]
    aces_put_off: list[int]
    """By lane, the aces that lie after the highest number."""
    jokers_left: int = 0
    """Any run takes them in."""

    @classmethod
    def none_of(cls, problem: Problem) -> "Shares":
        """All tiles in runs, no joker anywhere."""
        numbers = len(problem.numbers)
        return cls(
            [0] * problem.faces,
            [0] * problem.faces,
            [0] * numbers,
            [[0] * (numbers + 1) for _ in range(problem.lanes)],
            [0] * problem.lanes,
        )


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
    _most_groups: list[int] = field(default_factory=list)
    _prices: list[int] = field(default_factory=list)
    _needs: dict[tuple[int, int, int], int] = field(default_factory=dict)
    _dead: set[tuple[int, _State]] = field(default_factory=set)
    _found: Shares = field(init=False)

    def share_out(self) -> Shares | None:
        """How the tiles can be shared out, if they can and the steps are enough."""
        problem, pile = self.problem, self.pile
        self._strict = pile.strict
        self._reals = pile.reals if self._strict else list(map(int.__add__, pile.reals, pile.bound))
        self._wilds = pile.bound if self._strict else [0] * problem.faces
        self._most_groups = [self._count_groups(number) for number in range(len(problem.numbers))]
        self._prices = [self._price_group(number) for number in range(len(problem.numbers))]
        self._found = Shares.none_of(problem)
        needs = tuple([self._need(lane, 0, 0) for lane in range(problem.lanes)])
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

    def _is_end(self, state: _State) -> bool:
        """Whether all is laid: any run takes in jokers that are left over, one too long being two."""
        self._found.jokers_left = state.jokers
        splittable = len(self.problem.numbers) >= 2 * SHORTEST - 1
        takes_in_all = state.has_run and splittable and not self._strict and not self.pile.joker_worth
        ended = not any(profile & MUST_END for profile in state.profiles)
        return ended and not state.missing_worth and (takes_in_all or not state.jokers)

    def _share_cell(self, cell: int, state: _State) -> Iterator[_State]:
        """Every way to divide the tiles of a cell between groups and runs."""
        problem, found = self.problem, self._found
        number, colour = divmod(cell, problem.colours)
        last = colour == problem.colours - 1
        reals, wilds = self._reals[cell], self._wilds[cell]
        groups = self._most_groups[number]
        room = sum(min(self._tiles(later), groups) for later in range(cell + 1, (number + 1) * problem.colours))
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
                    after = self._cap(lane, layer, grown | carried)
                    profiles = (*state.profiles[:lane], after, *state.profiles[lane + 1 :])
                    needs = (*state.needs[:lane], self._need(lane, layer + 1, after), *state.needs[lane + 1 :])
                    used = self._use_jokers(state, jokers, layer % len(problem.numbers))
                    gone_on = used._replace(profiles=profiles, needs=needs, has_run=state.has_run or new > 0)
                    if self._is_hopeful(gone_on):
                        yield gone_on

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

    def _need(self, lane: int, layer: int, profile: int) -> int:
        """The fewest jokers (in units) without which a lane cannot be ended, if every group comes about."""
        ones, twos, longs = (
            (profile >> BITS * kind & FIELD) + (profile >> BITS * (kind + SHORTEST) & FIELD) for kind in range(SHORTEST)
        )
        return self._need_for(lane, layer, ones | twos << BITS | longs << LONG_SHIFT)

    def _need_for(self, lane: int, layer: int, profile: int) -> int:
        """The same where it does not matter which tiles are real, and which aces were put off."""
        key = (lane, layer, profile)
        if key not in self._needs:
            self._needs[key] = self._find_need(lane, layer, profile)
        return self._needs[key]

    def _find_need(self, lane: int, layer: int, profile: int) -> int:
        problem, numbers = self.problem, len(self.problem.numbers)
        if layer == numbers + problem.ace_high:
            return _HOPELESS if profile & MUST_END else 0
        cells = self._cells(lane, layer % numbers)
        most = sum(map(self._tiles, cells))
        fewest = most - sum(min(self._tiles(cell), self._most_groups[layer % numbers]) for cell in cells)
        if not problem.runs:
            return _HOPELESS if fewest else self._need_for(lane, layer + 1, 0)
        if problem.ace_high and layer in {0, numbers}:
            fewest = 0
        price = self._prices[layer] if layer < numbers else 0
        need = _HOPELESS
        for tiles in range(fewest, most + self.pile.jokers + 1):
            cost = (most - tiles) * price if tiles < most else (tiles - most) * JOKER_UNITS
            for grown, _ in grow(profile, tiles, 0):
                need = min(need, cost + self._need_for(lane, layer + 1, self._cap(lane, layer, grown)))
        return need

    def _cap(self, lane: int, layer: int, profile: int) -> int:
        """Forget long runs that no tile is left to continue: they have ended."""
        numbers = len(self.problem.numbers)
        most = 0
        if layer + 1 < numbers + self.problem.ace_high:
            most = self.pile.jokers + sum(map(self._tiles, self._cells(lane, (layer + 1) % numbers)))
        surplus = (profile >> LONG_SHIFT & FIELD) - most
        return profile - (surplus << LONG_SHIFT) if surplus > 0 else profile

    def _cells(self, lane: int, number: int) -> range:
        first = number * self.problem.colours + lane
        return range(first, first + (self.problem.colours if self.problem.mixed else 1))

    def _tiles(self, cell: int) -> int:
        return self._reals[cell] + self._wilds[cell]

    def _price_group(self, number: int) -> int:
        """What a tile in a group costs at least: where there are but two colours, each tile pays half a joker.

        A tile that may be put off need not lie in a group even if it lies in no run yet.
        """
        colours = self.problem.colours
        if self.problem.ace_high and number == 0:
            return 0
        present = sum(self._tiles(cell) > 0 for cell in range(number * colours, (number + 1) * colours))
        return JOKER_UNITS * (SHORTEST - present) // present if 0 < present < SHORTEST else 0

    def _count_groups(self, number: int) -> int:
        """The most groups a number can have: each has three tiles, and no colour twice."""
        colours = self.problem.colours
        counts = [self._tiles(cell) for cell in range(number * colours, (number + 1) * colours)]
        groups = 0
        while (
            self.problem.groups
            and groups < sum(counts)
            and sum(min(count, groups + 1) for count in counts) + self.pile.jokers >= SHORTEST * (groups + 1)
        ):
            groups += 1
        return groups


def nearest(was: int, most: int) -> list[int]:
    """Numbers up to a most, those near to what was first; of two as near the higher one."""
    return sorted(range(most + 1), key=lambda number: (abs(number - was), number < was))


def old_first(was: int, most: int) -> list[int]:
    """Numbers up to a most, rising, but what was first."""
    return sorted(range(most + 1), key=lambda number: number != was)
