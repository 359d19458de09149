"""The melds of a position as an automaton that reads, cell by cell, how many tiles of a face leave the hand.

A state is a node for each lane, the jokers still free, what went into groups at this number so far, and, where an
opening must be worth something or a turn has a cap, the worth and the number of tiles so far. It is a tuple: all that
is no node packed into one integer, then the nodes' places.
"""

from collections.abc import Iterator

from service.engine.plays.lanes import BITS, Lanes, outdoes, pair
from service.engine.plays.problem import SHORTEST, Problem

State = tuple[int, ...]

WORTH_BITS = 16
USED_SHIFT = WORTH_BITS
LEFT_SHIFT = 24
RUN_SHIFT = 28
"""Where jokers may be left till the end: whether there is a run to take them in."""
WILDS_SHIFT = 29
REALS_SHIFT = 33
GROUP_REALS_SHIFT = 37
MOST_SHIFT = 42
GROUPED_SHIFT = 46
CASE_SHIFT = 51
CLASS_SHIFT = WILDS_SHIFT
"""States can only outdo one another if all from here on is the same."""
QUALITY = (1 << CLASS_SHIFT) - 1
_BETWEEN = ~((1 << CASE_SHIFT) - (1 << WILDS_SHIFT))

Step = tuple[int, State, int]
"""A letter, the state it leads to, and how: tiles in groups, wild ones in groups, jokers in runs, jokers in groups."""
HOW_BITS = 4


def groups_fit(tiles: int, reals: int, most: int, jokers: int, colours: int) -> int:
    """How many groups these tiles and jokers make, if they make whole ones; or -1.

    There are at least as many groups as tiles of one colour, neither too many for three tiles in each nor too few for
    one of each colour; and each has a real tile. That is enough: deal the tiles round, colour by colour.
    """
    fewest = max(most, -(-(tiles + jokers) // colours))
    return fewest if fewest <= min((tiles + jokers) // SHORTEST, reals) else -1


class Automaton:
    """All ways through the cells. ``tally`` says whether states carry worth and tiles of the letters read."""

    def __init__(
        self, problem: Problem, weights: tuple[int, ...], *, tally: bool, leaves_jokers_in_groups: bool = False
    ) -> None:
        """As a rule a group takes no more jokers than it must where a run could take them in."""
        self.problem = problem
        self.lanes = Lanes(problem, weights)
        self.nodes = self.lanes.nodes
        self.steps = 0
        self.weights = weights
        self._tally = tally
        self._leaves_jokers_in_groups = leaves_jokers_in_groups
        self._lazy = problem.lazy
        self._capped = tally and problem.most > 0
        self._room = self._rooms()

    @property
    def work(self) -> int:
        """All steps so far."""
        return self.steps + self.lanes.steps

    def _rooms(self) -> list[list[int]]:
        """How many tiles of later colours can still join groups, by case and cell."""
        problem = self.problem
        rooms = []
        for index, case in enumerate(problem.cases):
            room = [0] * problem.faces
            for cell in reversed(range(problem.faces)):
                if (cell + 1) % problem.colours:
                    count = case.must[cell + 1] + case.may[cell + 1] + case.bound[cell + 1]
                    room[cell] = room[cell + 1] + min(count, self.lanes.most_groups[index][cell // problem.colours])
            rooms.append(room)
        return rooms

    def starts(self) -> list[State]:
        """A state for each case that is not dead at once."""
        problem = self.problem
        found = []
        for index, case in enumerate(problem.cases):
            nodes = [self.lanes.node(index, lane, 0, 0) for lane in range(problem.lanes)]
            jokers = self.lanes.jokers(index)
            if sum(node.need for node in nodes) <= jokers:
                worth = min(problem.minimum, case.bound_worth) if problem.jokers_count else 0
                common = index << CASE_SHIFT | jokers << LEFT_SHIFT | worth
                found.append((common, *[node.place for node in nodes]))
        return found

    def expand(self, cell: int, state: State, only: int | None = None) -> Iterator[Step]:
        """Every letter and state after a cell, or those of one letter only."""
        problem = self.problem
        if cell >= problem.faces:
            lane = cell - problem.faces
            node = self.nodes[state[1 + lane]]
            for key in node.moves:
                yield from self._run(state, lane, key, 0, 0, 0)
            return
        index = state[0] >> CASE_SHIFT
        case = problem.cases[index]
        number, colour = divmod(cell, problem.colours)
        lane = 0 if problem.mixed else colour
        groups = self.lanes.most_groups[index][number]
        last = colour == problem.colours - 1
        must, wilds = case.must[cell], case.bound[cell]
        for used in range(case.may[cell] + 1):
            letter = case.played[cell] + used
            counted = self._count(state[0], letter, problem.numbers[number])
            if counted < 0 or (only is not None and letter != only):
                continue
            for grouped in range(min(must + used, groups) + 1):
                for grouped_wilds in range(min(wilds, groups - grouped) + 1):
                    self.steps += 1
                    common = self._group(counted, cell, index, grouped, grouped_wilds)
                    if common < 0:
                        continue
                    joined: State = (common, *state[1:])
                    key = pair(must + used - grouped, wilds - grouped_wilds)
                    how = grouped | grouped_wilds << HOW_BITS
                    if problem.mixed:
                        joined = (common + (key >> BITS << REALS_SHIFT) + ((key & 15) << WILDS_SHIFT), *state[1:])
                        if last:
                            yield from self._close(joined, number, letter, how)
                        else:
                            yield letter, joined, how
                    else:
                        for step in self._run(joined, lane, key, letter, number, how):
                            if last:
                                yield from self._close(step[1], number, letter, step[2])
                            else:
                                yield step

    def _count(self, common: int, letter: int, number: int) -> int:
        """Add the tiles of a letter to the tally, if they keep to the cap."""
        if not self._tally:
            return common
        if self._capped:
            if (common >> USED_SHIFT & 255) + letter > self.problem.most:
                return -1
            common += letter << USED_SHIFT
        return self._add_worth(common, letter * number)

    def _add_worth(self, common: int, worth: int) -> int:
        before = common & (1 << WORTH_BITS) - 1
        return common - before + min(self.problem.minimum, before + worth)

    def _group(self, common: int, cell: int, index: int, reals: int, wilds: int) -> int:
        """Put tiles of a colour into groups, unless these can no longer be made whole."""
        tiles = (common >> GROUPED_SHIFT & 31) + reals + wilds
        most = max(common >> MOST_SHIFT & 15, reals + wilds)
        if tiles and tiles + self._room[index][cell] + (common >> LEFT_SHIFT & 15) < SHORTEST * most:
            return -1
        common += reals + wilds << GROUPED_SHIFT
        common += reals << GROUP_REALS_SHIFT
        return common + (most - (common >> MOST_SHIFT & 15) << MOST_SHIFT)

    def _run(self, state: State, lane: int, key: int, letter: int, number: int, how: int) -> Iterator[Step]:  # noqa: PLR0917
        """Put the other tiles of a colour, and jokers, into runs."""
        left = state[0] >> LEFT_SHIFT & 15
        others = sum(self.nodes[place].need for at, place in enumerate(state[1:]) if at != lane)
        for jokers, target, begins in self.nodes[state[1 + lane]].moves.get(key, ()):
            self.steps += 1
            if jokers + target.need + others <= left:
                common = state[0] - (jokers << LEFT_SHIFT)
                if begins and self._lazy:
                    common |= 1 << RUN_SHIFT
                if jokers and self.problem.jokers_count:
                    common = self._add_worth(common, jokers * self.problem.numbers[number])
                after = (common, *state[1 : 1 + lane], target.place, *state[2 + lane :])
                yield letter, after, how | jokers << 2 * HOW_BITS

    def _close(self, state: State, number: int, letter: int, how: int) -> Iterator[Step]:
        """Make whole groups of what went into groups, with as many jokers as fit."""
        problem = self.problem
        common = state[0]
        tiles, reals = common >> GROUPED_SHIFT & 31, common >> GROUP_REALS_SHIFT & 31
        most, left = common >> MOST_SHIFT & 15, common >> LEFT_SHIFT & 15
        need = 0 if problem.mixed else sum(self.nodes[place].need for place in state[1:])
        key = pair(common >> REALS_SHIFT & 15, common >> WILDS_SHIFT & 15)
        for jokers in range(left - need + 1 if tiles else 1):
            self.steps += 1
            if tiles and groups_fit(tiles, reals, most, jokers, problem.colours) < 0:
                continue
            closed = (common & _BETWEEN) - (jokers << LEFT_SHIFT)
            if jokers and problem.jokers_count:
                closed = self._add_worth(closed, jokers * problem.numbers[number])
            how_closed = how | jokers << 3 * HOW_BITS
            if problem.mixed:
                yield from self._run((closed, *state[1:]), 0, key, letter, number, how_closed)
            else:
                yield letter, (closed, *state[1:]), how_closed
            if common >> RUN_SHIFT & 1 and not self._leaves_jokers_in_groups:
                break  # more jokers can join a run

    def end(self, state: State) -> range:
        """How many hand jokers may have been used: none if too many jokers are left over."""
        case = self.problem.cases[state[0] >> CASE_SHIFT]
        used = case.hand_jokers - (state[0] >> LEFT_SHIFT & 15)
        if state[0] >> RUN_SHIFT & 1:
            return range(max(used, 0), case.hand_jokers + 1)
        return range(used, used + 1) if used >= 0 else range(0)

    def gain_ahead(self, state: State) -> int:
        """The most the hand tiles after this can be worth."""
        left = state[0] >> LEFT_SHIFT & 15
        return sum([self.nodes[place].gains[left] for place in state[1:]])

    def outdoes(self, one: State, other: State) -> bool:
        """Whether all that can be done from one state can be done from another of its class, and is worth as much."""
        if (one[0] & 0xFFFF) < (other[0] & 0xFFFF) or (one[0] >> USED_SHIFT & 255) > (other[0] >> USED_SHIFT & 255):
            return False
        left, other_left = one[0] >> LEFT_SHIFT & 15, other[0] >> LEFT_SHIFT & 15
        if left < other_left if one[0] >> RUN_SHIFT & 1 else one[0] >> LEFT_SHIFT & 31 != other[0] >> LEFT_SHIFT & 31:
            return False
        nodes = self.nodes
        return all(outdoes(nodes[mine], nodes[yours]) for mine, yours in zip(one[1:], other[1:], strict=True))
