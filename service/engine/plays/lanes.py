"""The runs of one lane: which are open after a number, and how the tiles of the next number continue them.

The open runs of a lane are its *profile*: how many there are of each kind, four bits each. A kind is a length (1, 2, or
3 and more) and whether the run has a real tile yet; where jokers alone cannot be a meld, every tile counts as real.
Where the ace may be high, a profile also says how many aces were put off till after the highest number.

A *node* is a profile of one lane before one number of one case. It knows how it goes on for so many tiles, and the most
its hand tiles can be worth from there if every group comes about: that cuts away what cannot end well.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from service.engine.plays.problem import SHORTEST, Problem

BITS = 4
FIELD = (1 << BITS) - 1
LONG_SHIFT = 2 * BITS
BARE_SHIFT = 3 * BITS
PUT_OFF_REALS = 6 * BITS
PUT_OFF_WILDS = 7 * BITS
RUNS = (1 << 6 * BITS) - 1
MUST_END = ~(FIELD << LONG_SHIFT)
"""All that may not be open when the tiles are read: everything but long runs."""

RANK_BITS = 6
_TOP = (1 << RANK_BITS - 1) - 1
GUARDS = sum(1 << RANK_BITS * place + RANK_BITS - 1 for place in range(5))

DEAD = -1
JOKERS_HEAD_LATE = 2
"""A joker at the head of a run may as well lie at its end. It need not lie there at all if the run is long enough
without it. So it heads only runs that end at the top, and they begin no more than so far below."""


@dataclass(slots=True)
class Node:
    """A profile of a lane before a number."""

    profile: int
    rank: int
    gains: list[int]
    """The most the lane's hand tiles can still be worth, by free jokers; or that it is dead."""
    need: int = 0
    """The fewest jokers without which it is dead."""
    moves: dict[int, list[tuple[int, "Node", bool]]] = field(default_factory=dict)
    """By so many real and wild tiles: the jokers added to them, the node after that, and whether a run begins."""
    place: int = 0
    cell: int = 0
    """The cell at which its lane goes on."""


def grow(profile: int, reals: int, wilds: int) -> Iterator[tuple[int, int]]:
    """Every profile worth having that these tiles can make of one, with the number of new runs; none if a run dies.

    Which runs grow is forced: first those that must, then long ones, then new ones. A long run is as good as a new one,
    and better: it may end at any time. Real tiles first go where there is none yet, and only there is a choice.
    """
    ones, twos, longs, bare_ones, bare_twos, bare_longs = (profile >> BITS * kind & FIELD for kind in range(6))
    spare = reals + wilds - ones - twos - bare_ones - bare_twos - bare_longs
    if spare < 0:
        return
    grown = min(longs, spare)
    new = spare - grown
    to_bare = min(reals, bare_ones + bare_twos + bare_longs + new)
    for on_new in range(min(to_bare, new) + 1):
        for on_ones in range(min(to_bare - on_new, bare_ones) + 1):
            for on_twos in range(min(to_bare - on_new - on_ones, bare_twos) + 1):
                on_longs = to_bare - on_new - on_ones - on_twos
                if on_longs <= bare_longs:
                    yield (
                        on_new
                        | ones + on_ones << BITS
                        | twos + grown + on_twos + on_longs << LONG_SHIFT
                        | new - on_new << BARE_SHIFT
                        | bare_ones - on_ones << BARE_SHIFT + BITS
                        | bare_twos + bare_longs - on_twos - on_longs << BARE_SHIFT + 2 * BITS,
                        new,
                    )


def rank_of(profile: int) -> int:
    """Numbers side by side, each at least as high in every profile that can do as much as this one.

    A longer run can do all that a shorter one can, and a long run may also end. So each run of the lesser profile needs
    a partner of its own in the better one, as long or longer; and short runs there, which must grow, must all be
    partners.
    """
    ones, twos, longs = profile & FIELD, profile >> BITS & FIELD, profile >> LONG_SHIFT & FIELD
    rank = 0
    for number in (longs, twos + longs, ones + twos + longs, _TOP - ones, _TOP - ones - twos):
        rank = rank << RANK_BITS | number
    return rank


def outdoes(one: Node, other: Node) -> bool:
    """Whether a node can do as much as another. Runs without a real tile and aces put off must simply be as many."""
    if one.profile >> BARE_SHIFT != other.profile >> BARE_SHIFT:
        return False
    return ((one.rank | GUARDS) - other.rank) & GUARDS == GUARDS


class Lanes:
    """All nodes of a problem, made when first asked for."""

    def __init__(self, problem: Problem, weights: tuple[int, ...]) -> None:
        self.problem = problem
        self.steps = 0
        self._weights = weights
        self.nodes: list[Node] = []
        self._nodes: dict[tuple[int, int], Node] = {}
        self._class_cases: dict[tuple[object, ...], tuple[int, int]] = {}
        self._numbers = len(problem.numbers)
        self._layers = self._numbers + problem.ace_high
        self.most_groups = [
            [self._count_groups(case, number) for number in range(self._numbers)] for case in range(len(problem.cases))
        ]
        self._classes = [
            [self._classify(case, lane) for lane in range(problem.lanes)] for case in range(len(problem.cases))
        ]

    def _classify(self, case_index: int, lane: int) -> list[tuple[int, int]]:
        """For each layer a class, and the first case that has it: cases with the same tiles to come share nodes."""
        case = self.problem.cases[case_index]
        found: list[tuple[int, int]] = []
        for layer in reversed(range(self._layers + 1)):
            key: tuple[object, ...] = (self.jokers(case_index), lane, layer)
            if layer < self._numbers:
                cells = self._cells(layer, lane)
                tiles = [(case.must[cell], case.may[cell], case.bound[cell], case.played[cell]) for cell in cells]
                key = (*key, self.most_groups[case_index][layer], *tiles)
            key = (*key, found[-1] if found else None)
            found.append(self._class_cases.setdefault(key, (len(self._class_cases), case_index)))
        return found[::-1]

    def jokers(self, case: int) -> int:
        """How many jokers may lie as anything."""
        return self.problem.cases[case].free_jokers + self.problem.cases[case].hand_jokers

    def _cells(self, number: int, lane: int) -> range:
        colours = self.problem.colours
        first = number * colours + lane
        return range(first, first + (colours if self.problem.mixed else 1))

    def _count_groups(self, case_index: int, number: int) -> int:
        """The most groups a number can have: each has three tiles, and no colour twice."""
        if not self.problem.groups:
            return 0
        case = self.problem.cases[case_index]
        colours = self.problem.colours
        counts = [
            case.must[cell] + case.may[cell] + case.bound[cell]
            for cell in range(number * colours, (number + 1) * colours)
        ]
        jokers = self.jokers(case_index)
        groups = 0
        while groups < sum(counts) and (
            sum(min(count, groups + 1) for count in counts) + jokers >= SHORTEST * (groups + 1)
        ):
            groups += 1
        return groups

    def node(self, case: int, lane: int, layer: int, profile: int) -> Node:
        """The node of a profile."""
        number, first_case = self._classes[case][lane][layer]
        key = (number, profile)
        node = self._nodes.get(key)
        if node is None:
            node = self._make(first_case, lane, layer, profile)
            node.place = len(self.nodes)
            node.cell = layer * self.problem.colours + lane if layer < self._numbers else self.problem.faces + lane
            self.nodes.append(node)
            self._nodes[key] = node
        return node

    def _make(self, case: int, lane: int, layer: int, profile: int) -> Node:
        jokers = self.jokers(case)
        node = Node(profile, rank_of(profile), [DEAD] * (jokers + 1))
        self.steps += 1
        if layer == self._layers:
            if not profile & MUST_END:
                node.gains = [0] * (jokers + 1)
        elif layer == self._numbers:
            self._add_moves(node, case, lane, layer, profile >> PUT_OFF_REALS & FIELD, profile >> PUT_OFF_WILDS & FIELD)
            self._look_ahead(node, next(iter(node.moves), 0), 0)
        else:
            self._read_number(node, case, lane, layer)
        node.need = next((jokers for jokers, gain in enumerate(node.gains) if gain != DEAD), jokers + 1)
        return node

    def _read_number(self, node: Node, case_index: int, lane: int, layer: int) -> None:
        case = self.problem.cases[case_index]
        cells = self._cells(layer, lane)
        groups = self.most_groups[case_index][layer]
        must = sum(case.must[cell] for cell in cells)
        reals = must + sum(case.may[cell] for cell in cells)
        wilds = sum(case.bound[cell] for cell in cells)
        real_room = sum(min(case.must[cell], groups) for cell in cells)
        wild_room = sum(min(case.bound[cell], groups) for cell in cells)
        for run_reals in range(must - real_room, reals + 1):
            for run_wilds in range(wilds - wild_room, wilds + 1):
                self._add_moves(node, case_index, lane, layer, run_reals, run_wilds)
        if self.problem.mixed:
            self._look_ahead_mixed(node, case_index, layer, must)
            return
        cell = cells[0]
        for used in range(case.may[cell] + 1):
            gain = (case.played[cell] + used) * self._weights[cell]
            for grouped in range(min(must + used, groups) + 1):
                for grouped_wilds in range(min(wilds, groups - grouped) + 1):
                    self._look_ahead(node, pair(must + used - grouped, wilds - grouped_wilds), gain)

    def _look_ahead_mixed(self, node: Node, case_index: int, layer: int, must: int) -> None:
        """No more hand tiles can be used than there is room for in these runs and in groups."""
        case = self.problem.cases[case_index]
        cells = self._cells(layer, 0)
        groups = self.most_groups[case_index][layer]
        room = sum(min(case.must[cell] + case.may[cell] + case.bound[cell], groups) for cell in cells)
        dearest = max(self._weights[cell] for cell in cells)
        most = sum(case.may[cell] * self._weights[cell] for cell in cells)
        played = sum(case.played[cell] * self._weights[cell] for cell in cells)
        for key in node.moves:
            tiles = (key >> BITS) + room - must
            self._look_ahead(node, key, played + min(most, max(tiles, 0) * dearest))

    def _look_ahead(self, node: Node, key: int, gain: int) -> None:
        gains = node.gains
        for used, target, _ in node.moves.get(key, ()):
            ahead = target.gains
            for free in range(used, len(gains)):
                if ahead[free - used] != DEAD and gains[free] < gain + ahead[free - used]:
                    gains[free] = gain + ahead[free - used]

    def _add_moves(self, node: Node, case: int, lane: int, layer: int, reals: int, wilds: int) -> None:  # noqa: PLR0917
        """Every way on with so many tiles in runs that is not dead at once."""
        problem = self.problem
        if not problem.runs:
            if not reals and not wilds:
                node.moves[pair(0, 0)] = [(0, self.node(case, lane, layer + 1, 0), False)]
            return
        top = self._layers - 1
        heads_allowed = not problem.lazy or layer >= top - JOKERS_HEAD_LATE
        found: list[tuple[int, Node, bool]] = []
        seen: set[tuple[int, int]] = set()
        for off_reals, off_wilds, carried in self._put_off(node.profile, layer, reals, wilds):
            now_reals, now_wilds = reals - off_reals, wilds - off_wilds
            for jokers in range(self.jokers(case) + 1):
                as_real = 0 if problem.strict else jokers
                for grown, new in grow(node.profile & RUNS, now_reals + as_real, now_wilds + jokers - as_real):
                    self.steps += 1
                    if new > now_reals + now_wilds and not heads_allowed:
                        continue
                    after = self._cap(case, lane, layer, grown | carried)
                    if (jokers, after) in seen:
                        continue
                    seen.add((jokers, after))
                    target = self.node(case, lane, layer + 1, after)
                    if target.need + jokers <= self.jokers(case):
                        found.append((jokers, target, new > 0))
        if found:
            node.moves[pair(reals, wilds)] = found

    def _put_off(self, profile: int, layer: int, reals: int, wilds: int) -> Iterator[tuple[int, int, int]]:
        """The aces put off now, and what the profile carries along: they are chosen where the ace is read, and last."""
        if layer or not self.problem.ace_high:
            yield 0, 0, 0 if layer == self._numbers else profile & ~RUNS
            return
        for off_reals in range(reals + 1):
            for off_wilds in range(wilds + 1):
                yield off_reals, off_wilds, off_reals << PUT_OFF_REALS | off_wilds << PUT_OFF_WILDS

    def _cap(self, case_index: int, lane: int, layer: int, profile: int) -> int:
        """Forget long runs that no tile is left to continue: they have ended."""
        if layer + 1 < self._numbers:
            case = self.problem.cases[case_index]
            most = self.jokers(case_index) + sum(
                case.must[cell] + case.may[cell] + case.bound[cell] for cell in self._cells(layer + 1, lane)
            )
        elif layer + 1 < self._layers:
            most = self.jokers(case_index) + (profile >> PUT_OFF_REALS & FIELD) + (profile >> PUT_OFF_WILDS & FIELD)
        else:
            most = 0
        surplus = (profile >> LONG_SHIFT & FIELD) - most
        return profile - (surplus << LONG_SHIFT) if surplus > 0 else profile


def pair(reals: int, wilds: int) -> int:
    """A key for so many real and so many wild tiles."""
    return reals << BITS | wilds
