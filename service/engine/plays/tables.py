"""Building a table from shares: first the old melds that can stay, then melds of what is left."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.engine.plays.automaton import groups_fit
from service.engine.plays.old_melds import is_group, layers_of
from service.engine.plays.piles import OldMeld, Shares
from service.engine.plays.problem import SHORTEST, Problem
from service.engine.plays.runs import Laid, Lane


@dataclass(slots=True)
class Table:
    """A table in the making: what is still to be laid in groups and runs, and the melds so far."""

    problem: Problem
    jokers_left: int
    group_reals: list[int]
    group_bound: list[int]
    group_jokers: list[int]
    run_reals: list[int]
    run_bound: list[int]
    run_jokers: list[list[int]]
    kept: set[int] = field(default_factory=set)
    """The places of old melds that stay."""
    melds: list[list[Laid]] = field(default_factory=list)
    """The new melds."""

    @classmethod
    def of(cls, problem: Problem, reals: Sequence[int], bound: Sequence[int], shares: Shares) -> "Table":
        """A table with nothing on it, to lay so many real tiles and bound jokers of each face."""
        return cls(
            problem,
            shares.jokers_left,
            shares.group_reals,
            shares.group_bound,
            shares.group_jokers,
            list(map(int.__sub__, reals, shares.group_reals)),
            list(map(int.__sub__, bound, shares.group_bound)),
            shares.run_jokers,
        )

    def keep(self, old: Sequence[OldMeld]) -> None:
        """Take each old meld whose tiles are there, if the others can still be laid."""
        for place, meld in enumerate(old):
            if self._keep_group(meld) if is_group(self.problem, meld) else self._keep_run(meld):
                self.kept.add(place)

    def build(self, old: Sequence[OldMeld]) -> None:
        """Lay what is left."""
        for number in range(len(self.problem.numbers)):
            self._build_groups(number)
        for lane in range(self.problem.lanes):
            self._build_runs(lane)
        for _ in range(self.jokers_left):
            self._take_in_joker(old)

    # --- groups -----------------------------------------------------------------------------------------------------

    def _keep_group(self, meld: OldMeld) -> bool:
        number = meld[0][0] // self.problem.colours
        self._move_group(meld, number, -1)
        if not self._lacks(self.group_reals, self.group_bound, meld) and self.group_jokers[number] >= 0:
            cells = range(number * self.problem.colours, (number + 1) * self.problem.colours)
            reals = sum(self.group_reals[cell] for cell in cells)
            bound = sum(self.group_bound[cell] for cell in cells)
            most = max(self.group_reals[cell] + self.group_bound[cell] for cell in cells)
            count_real = reals if self.problem.strict else reals + bound
            if groups_fit(reals + bound, count_real, most, self.group_jokers[number], self.problem.colours) >= 0:
                return True
        self._move_group(meld, number, +1)
        return False

    def _move_group(self, meld: OldMeld, number: int, step: int) -> None:
        for cell, is_joker, is_bound in meld:
            if is_bound:
                self.group_bound[cell] += step
            elif is_joker:
                self.group_jokers[number] += step
            else:
                self.group_reals[cell] += step

    def _build_groups(self, number: int) -> None:
        """Deal tiles of one number round, colour by colour, and fill up with jokers."""
        colours = self.problem.colours
        tiles: list[Laid] = []
        most = 0
        for cell in range(number * colours, (number + 1) * colours):
            tiles += [(cell, False)] * self.group_reals[cell] + [(cell, True)] * self.group_bound[cell]
            most = max(most, self.group_reals[cell] + self.group_bound[cell])
        if not tiles:
            return
        jokers = self.group_jokers[number]
        reals = sum(not joker for _, joker in tiles) if self.problem.strict else len(tiles)
        groups: list[list[Laid]] = [[] for _ in range(groups_fit(len(tiles), reals, most, jokers, colours))]
        if not deal(tiles, 0, groups, len(tiles) + jokers):
            raise AssertionError("tiles that fit into groups cannot be dealt")
        for _ in range(jokers):
            group = min(groups, key=len)
            taken = {cell for cell, _ in group}
            free = next(cell for cell in range(number * colours, (number + 1) * colours) if cell not in taken)
            group.append((free, True))
        self.melds += [sorted(group) for group in groups]

    # --- runs -------------------------------------------------------------------------------------------------------

    def _keep_run(self, meld: OldMeld) -> bool:
        problem = self.problem
        lane = 0 if problem.mixed else meld[0][0] % problem.colours
        self._move_run(meld, lane, -1)
        if (
            not self._lacks(self.run_reals, self.run_bound, meld)
            and min(self.run_jokers[lane]) >= 0
            and self._lane(lane).follow() is not None
        ):
            return True
        self._move_run(meld, lane, +1)
        return False

    def _move_run(self, meld: OldMeld, lane: int, step: int) -> None:
        for (cell, is_joker, is_bound), layer in zip(meld, layers_of(self.problem, meld), strict=True):
            if is_bound:
                self.run_bound[cell] += step
            elif is_joker:
                self.run_jokers[lane][layer] += step
            else:
                self.run_reals[cell] += step

    def _lacks(self, reals: Sequence[int], bound: Sequence[int], meld: OldMeld) -> bool:
        return any(reals[cell] < 0 or bound[cell] < 0 for cell, _, _ in meld)

    def _lane(self, lane: int) -> Lane:
        problem = self.problem
        width = problem.colours if problem.mixed else 1
        starts = [number * problem.colours + lane for number in range(len(problem.numbers))]
        reals = [[cell for cell in range(at, at + width) for _ in range(self.run_reals[cell])] for at in starts]
        bound = [[cell for cell in range(at, at + width) for _ in range(self.run_bound[cell])] for at in starts]
        if problem.ace_high:
            reals.append([])
            bound.append([])
        return Lane(reals, bound, self.run_jokers[lane][: len(reals)], self.problem.strict, problem.ace_high)

    def _build_runs(self, lane: int) -> None:
        problem = self.problem
        tiles = self._lane(lane)
        way = tiles.follow()
        if way is None:
            raise AssertionError("tiles that fit into runs make none")
        faces = [number * problem.colours + lane for number in (*range(len(problem.numbers)), 0)]
        for run in tiles.build(way, faces, len(problem.numbers)):
            self.melds.append(run)

    # --- jokers that are left over ----------------------------------------------------------------------------------

    def _take_in_joker(self, old: Sequence[OldMeld]) -> None:
        """Lay a joker at the end or the head of the shortest new run, or of an old one where there is none."""
        problem = self.problem
        if all(is_group(problem, meld) for meld in self.melds):
            stay = [place for place in sorted(self.kept) if not is_group(problem, old[place])]
            place = min(stay, key=lambda place: len(old[place]))
            self.kept.remove(place)
            self.melds.append([(cell, is_joker) for cell, is_joker, _ in old[place]])
        runs = [place for place, meld in enumerate(self.melds) if not is_group(problem, meld)]
        place = min(runs, key=lambda place: len(self.melds[place]))
        self.melds[place : place + 1] = lengthen(problem, self.melds[place])


def lengthen(problem: Problem, run: list[Laid]) -> list[list[Laid]]:
    """A run with one more joker; one that has every number becomes two."""
    colours, numbers = problem.colours, len(problem.numbers)
    (first, _), (last, _) = run[0], run[-1]
    if len(run) == numbers:
        return [[*run[:2], (run[1][0] + colours, True)], run[2:]]
    if first // colours + len(run) < numbers:
        return [[*run, (last + colours, True)]]
    return [[(first - colours, True), *run]]


def deal(tiles: Sequence[Laid], done: int, groups: list[list[Laid]], total: int) -> bool:
    """Deal tiles round; go back where a group would be all jokers or have a colour twice."""
    if done == len(tiles):
        missing = sum(max(SHORTEST - len(group), 0) for group in groups)
        return missing <= total - done and not any(all(joker for _, joker in group) for group in groups)
    tile = tiles[done]
    largest = -(-total // len(groups))
    for turn in range(len(groups)):
        group = groups[(done + turn) % len(groups)]
        if len(group) < largest and all(cell != tile[0] for cell, _ in group):
            group.append(tile)
            if deal(tiles, done + 1, groups, total):
                return True
            group.pop()
    return False
