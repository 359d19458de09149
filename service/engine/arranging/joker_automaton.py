"""The melds of a joker game as an automaton that reads tiles number by number, and inside a number lane by lane.

A lane is what shares runs: a colour, or all colours where runs may be mixed. After a number, the state is the profile
of open runs of each lane, and the jokers still free. Inside a number it is also what went into groups so far.

A joker never heads a run here. It may as well lie at the end, and where the run ends with the highest number, at the
end *above* it: what then lies too high is moved below the run when melds are built. Any run takes in any number of
jokers that way: one that would grow too long is two.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from service.engine.arranging import open_runs
from service.engine.arranging.cells import Cell, Offer, find_offers, size_of
from service.engine.arranging.open_runs import PROFILE_BITS, RANK_BITS, SHORTEST, Growth

NEVER = 1 << 20
"""More tiles left behind than any box has: there is no way on from here."""
COMPARISONS_PER_STEP = 8
"""So many comparisons of ranks take about as long as one step."""
STEPS_PER_MOVE = 4
"""Finding a move for the first time takes about as long as so many steps."""

_LANE = (1 << PROFILE_BITS) - 1


@dataclass(frozen=True)
class Shapes:
    """Which melds there are. ``colours`` is the size of a whole group."""

    colours: int
    runs: bool
    groups: bool
    ace_high: bool


class State(NamedTuple):
    """Between two numbers: the profiles of all lanes side by side, the first lowest, and the jokers still free."""

    lanes: int
    jokers: int


Part = tuple[int, int, int]
"""Inside a number: the profiles of all lanes, the next to be read lowest; the free jokers; the tiles in groups."""


class Move(NamedTuple):
    """One way on for a lane at a number. ``ahead`` is the fewest tiles it must leave after that, by free jokers."""

    jokers: int
    left: int
    grouped: int
    profile: int
    ahead: tuple[int, ...]


class Growing(NamedTuple):
    """How a lane's runs grow at a number: by tiles on runs, and by aces (or the promise of aces) below them."""

    growths: tuple[Growth, ...]
    aces_below: int = 0


class JokerAutomaton:
    """All ways to lay the tiles of some rows of cells into melds.

    A row is a number, a cell in it a lane. With ``ace_high`` the row of the ace comes last. ``wild_melds`` says that
    there are wild tiles enough for melds of nothing else, which are none, and that stacks tell wild tiles apart.
    """

    def __init__(self, rows: Sequence[Sequence[Cell]], jokers: int, shapes: Shapes, *, wild_melds: bool) -> None:
        self.layers = len(rows)
        self.start = State(open_runs.NO_RUNS, jokers)
        self.steps = 0
        self.width: int | None = None
        self._jokers = jokers
        self._shapes = shapes
        self._wild_melds = wild_melds
        self.lanes = len(rows[0])
        self._offers = [[find_offers(cell, shapes.runs, shapes.groups) for cell in row] for row in rows]
        self._sizes = [[size_of(cell) for cell in row] for row in rows]
        self._most_groups = [self._count_groups(row) for row in rows]
        self._moves: list[list[dict[int, list[Move]]]] = [[{} for _ in row] for row in rows]
        self._ahead: list[list[dict[int, tuple[int, ...]]]] = [[{} for _ in rows[0]] for _ in range(len(rows) + 1)]
        self._guards = _find_guards(self.lanes)

    def _count_groups(self, row: Sequence[Cell]) -> int:
        """The most groups a number can have: each has three tiles, and no colour twice."""
        by_colour: dict[str, int] = {}
        for cell in row:
            for stack in cell:
                by_colour[stack.colour] = by_colour.get(stack.colour, 0) + stack.must + stack.may
        groups = 0
        while sum(min(count, groups + 1) for count in by_colour.values()) + self._jokers >= SHORTEST * (groups + 1):
            groups += 1
        return groups

    # --- one lane ---------------------------------------------------------------------------------------------

    def ahead(self, layer: int, lane: int, profile: int) -> tuple[int, ...]:
        """The fewest tiles this lane must leave from here on, by free jokers, if the others help it with groups."""
        known = self._ahead[layer][lane].get(profile)
        if known is None:
            known = self._look_ahead(layer, lane, profile)
            self._ahead[layer][lane][profile] = known
        return known

    def _look_ahead(self, layer: int, lane: int, profile: int) -> tuple[int, ...]:
        counts = range(self._jokers + 1)
        if layer == self.layers and open_runs.has_bare(profile):
            return (NEVER,) * len(counts)
        if layer == self.layers or self.lanes == 1:
            # A lane that is the only one looks no further. To look ahead would be to do the search beforehand, and one
            # lane has so few states worth following that the search needs no such guide.
            sizes = [row[lane] for row in self._sizes[layer : layer + 2]]
            needed = open_runs.jokers_needed(profile, *sizes)
            return tuple(NEVER if free < needed else 0 for free in counts)
        fewest = [NEVER for _ in counts]
        for used, left, _, _, ahead in self.moves(layer, lane, profile):
            for free in counts[used:]:
                fewest[free] = min(fewest[free], left + ahead[free - used])
        return tuple(fewest)

    def moves(self, layer: int, lane: int, profile: int) -> list[Move]:
        """Every way on for a lane that need not end badly, those with few jokers first."""
        known = self._moves[layer][lane].get(profile)
        if known is None:
            known = self._find_moves(layer, lane, profile)
            self._moves[layer][lane][profile] = known
        return known

    def _find_moves(self, layer: int, lane: int, profile: int) -> list[Move]:
        found: dict[tuple[int, int, int], Move] = {}
        open_count = open_runs.count_open(profile)
        for offer in self._offers[layer][lane]:
            if offer.most > self._most_groups[layer]:
                continue
            grouped = _pack_groups(offer)
            for used in self._usable_jokers(layer, lane, open_count):
                # A tile left behind that a long run could have taken is never better.
                if offer.left and offer.run_reals + offer.run_wilds + used < open_count:
                    continue
                for made in self.grow(layer, lane, profile, offer, used):
                    self.steps += STEPS_PER_MOVE
                    ahead = self.ahead(layer + 1, lane, made)
                    key = (used, grouped, made)
                    if ahead[self._jokers - used] < NEVER and (key not in found or offer.left < found[key].left):
                        found[key] = Move(used, offer.left, grouped, made, ahead)
        return sorted(found.values(), key=lambda move: move[:4])

    def _usable_jokers(self, layer: int, lane: int, open_count: int) -> range:
        """How many jokers may go into this lane's runs: they continue runs, or stand between an ace and the third."""
        if not self._shapes.runs:
            return range(1)
        if self._shapes.ace_high and layer == 0:
            return range(min(self._jokers, self._sizes[-1][lane]) + 1)
        return range(min(self._jokers, open_count) + 1)

    def grow(self, layer: int, lane: int, profile: int, offer: Offer, jokers: int) -> Mapping[int, Growing]:
        """The profiles that an offer and some jokers make of a profile, and how."""
        size_ahead = self._sizes[layer + 1][lane] if layer + 1 < self.layers else 0
        growings: Iterable[tuple[int, Growing]]
        if self._shapes.ace_high and layer == 0:
            growings = self._start_above_ace(lane, offer, jokers)
        elif self._shapes.ace_high and layer == self.layers - 1:
            growings = self._lay_aces(profile, offer.run_reals, jokers)
        else:
            reals, wilds = offer.run_reals, offer.run_wilds
            grown = open_runs.grow(profile, *((reals, wilds + jokers) if self._wild_melds else (reals + jokers, 0)))
            growings = ((made, Growing(growths)) for made, growths in grown.items())
        return {open_runs.cap_long(made, size_ahead + self._jokers): growing for made, growing in growings}

    def _start_above_ace(self, lane: int, offer: Offer, jokers: int) -> Iterator[tuple[int, Growing]]:
        """With the second number, runs begin plainly or on the promise of an ace; with a joker, on a promise only."""
        aces = self._sizes[-1][lane]
        growths = (Growth(open_runs.NEW, offer.run_reals, jokers),)
        for promised in range(jokers, min(offer.run_reals + jokers, aces) + 1):
            plain = offer.run_reals + jokers - promised
            yield open_runs.start_above_ace(plain, promised, aces), Growing(growths, promised)

    def _lay_aces(self, profile: int, aces: int, jokers: int) -> Iterator[tuple[int, Growing]]:
        """Aces go below runs that began with the second number, as promised or more; the others go on top."""
        for below in range(open_runs.promised_aces(profile), min(open_runs.ace_slots(profile), aces) + 1):
            for made, growths in open_runs.grow(profile & open_runs.RUNS, aces - below + jokers, 0).items():
                yield made, Growing(growths, below)

    # --- all lanes --------------------------------------------------------------------------------------------

    def least_ahead(self, layer: int, state: State) -> int:
        """The fewest tiles that must be left from here on, if each lane gets the groups it wants."""
        if layer == 0:
            # Only a search that is begun needs to look ahead at all; all later profiles are found by looking from here.
            for lane in range(self.lanes):
                self.ahead(0, lane, open_runs.NO_RUNS)
        fewest = (0,) * (self._jokers + 1)
        lanes = state.lanes
        for table in self._ahead[layer]:
            fewest = _share_jokers(fewest, table[lanes & _LANE])
            lanes >>= PROFILE_BITS
        if layer == self.layers and not state.lanes:
            return state.jokers
        return fewest[state.jokers]

    def successors(self, layer: int, state: State, left: int, bound: int) -> dict[State, int]:
        """Every state after the next number that may keep to the bound, with the tiles left behind by then."""
        parts: dict[Part, int] = {(state.lanes, state.jokers, 0): left}
        for lane in range(self.lanes):
            parts = self.read_lane(layer, lane, parts, bound)
        return self.close_groups(parts)

    def read_lane(self, layer: int, lane: int, parts: Mapping[Part, int], bound: int) -> dict[Part, int]:
        """Go on by one lane. Its profile moves from the lowest place to the highest."""
        found: dict[Part, int] = {}
        top = PROFILE_BITS * (self.lanes - 1)
        moves_here = self._moves[layer][lane]
        others_ahead = self._ahead[layer][lane + 1 :] + self._ahead[layer + 1][:lane]
        for (lanes, jokers, grouped), left in parts.items():
            others = lanes >> PROFILE_BITS
            room = bound - left
            unseen = others
            for table in others_ahead:
                room -= table[unseen & _LANE][jokers]
                unseen >>= PROFILE_BITS
            moves = moves_here.get(lanes & _LANE) or self.moves(layer, lane, lanes & _LANE)
            self.steps += len(moves)
            for used, more, also_grouped, profile, ahead in moves:
                if used > jokers:
                    break
                if more + ahead[jokers - used] > room:
                    continue
                part = (
                    others | profile << top,
                    jokers - used,
                    _join_groups(grouped, also_grouped) if also_grouped else grouped,
                )
                if found.get(part, NEVER) > left + more:
                    found[part] = left + more
        return found

    def close_groups(self, parts: Mapping[Part, int]) -> dict[State, int]:
        """Lay the tiles that went into groups into groups, with as many jokers as fit."""
        found: dict[State, int] = {}
        for (lanes, jokers, grouped), left in parts.items():
            for used in _fitting_jokers(grouped, jokers, self._shapes.colours):
                state = State(lanes, jokers - used)
                if found.get(state, NEVER) > left:
                    found[state] = left
        return found

    def explain(self, layer: int, lane: int, before: Part, after: Part) -> Iterator[tuple[Offer, Growing]]:
        """What a lane can have done between two parts of a number."""
        profile = after[0] >> PROFILE_BITS * (self.lanes - 1)
        for offer in self._offers[layer][lane]:
            if _join_groups(before[2], _pack_groups(offer)) == after[2]:
                growings = self.grow(layer, lane, before[0] & _LANE, offer, before[1] - after[1])
                if profile in growings:
                    yield offer, growings[profile]

    def outlook(self, layer: int, state: State, left: int) -> tuple[int, int]:
        """Few tiles that must be left at the end is good; then, much that can be done."""
        return left + self.least_ahead(layer, state), -self._rank(state, left)

    def is_safe(self, _: int, state: State) -> bool:
        """Every open run is a meld already."""
        return all(open_runs.can_end(state.lanes >> PROFILE_BITS * lane & _LANE) for lane in range(self.lanes))

    def drop_outdone(self, _: int, states: Mapping[State, int]) -> dict[State, int]:
        """Leave out each state if another has every number of its rank as high: it can do as much."""
        guards = self._guards
        # Whoever is outdone has the lower rank as a whole, so the others come first.
        ranked = sorted(((self._rank(state, left), state) for state, left in states.items()), reverse=True)
        ranks: list[int] = []
        kept = {}
        compared = 0
        for rank, state in ranked:
            for better in ranks:
                # A guard bit survives the subtraction where the number below it is no lower than the other's.
                if (better - rank) & guards == guards:
                    break
            else:
                ranks.append(rank | guards)
                kept[state] = states[state]
            compared += len(ranks)
        self.steps += len(ranked) + compared // COMPARISONS_PER_STEP
        return kept

    def _rank(self, state: State, left: int) -> int:
        """The ranks of the profiles side by side; a joker more is good only if leaving it would not be worse."""
        packed = _MOST_LEFT - left - state.jokers << RANK_BITS | state.jokers
        lanes = state.lanes
        for _ in range(self.lanes):
            packed = packed << _LANE_RANK_BITS | _lane_rank(lanes & _LANE)
            lanes >>= PROFILE_BITS
        return packed


_MOST_LEFT = (1 << 10) - 1
_LANE_RANK_BITS = RANK_BITS * len(open_runs.ranks(open_runs.NO_RUNS))


@lru_cache(maxsize=1 << 15)
def _lane_rank(profile: int) -> int:
    packed = 0
    for number in open_runs.ranks(profile):
        packed = packed << RANK_BITS | number
    return packed


def _find_guards(lanes: int) -> int:
    """The bit above each number of a rank: those of the lanes, the jokers, and the tiles left behind."""
    guards = 1 << lanes * _LANE_RANK_BITS + RANK_BITS + _MOST_LEFT.bit_length()
    for place in range(RANK_BITS - 1, lanes * _LANE_RANK_BITS + RANK_BITS, RANK_BITS):
        guards |= 1 << place
    return guards


@lru_cache(maxsize=1 << 15)
def _share_jokers(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest tiles two must leave together if they share the free jokers, by their number."""
    return tuple(min(one[mine] + other[free - mine] for mine in range(free + 1)) for free in range(len(one)))


# --- groups -------------------------------------------------------------------------------------------------------
# Tiles in groups are packed as: how many, how many of them wild, and the most of one colour.

_COUNT_BITS = 6
_COUNT = (1 << _COUNT_BITS) - 1
_COUNTS = (1 << 2 * _COUNT_BITS) - 1


def _pack_groups(offer: Offer) -> int:
    tiles = offer.group_reals + offer.group_wilds
    return tiles | offer.group_wilds << _COUNT_BITS | offer.most << 2 * _COUNT_BITS


@lru_cache(maxsize=1 << 12)
def _join_groups(one: int, other: int) -> int:
    """Tiles of two lanes together: they add up, but the most of one colour is that of either."""
    most = max(one >> 2 * _COUNT_BITS, other >> 2 * _COUNT_BITS)
    return (one & _COUNTS) + (other & _COUNTS) | most << 2 * _COUNT_BITS


@lru_cache(maxsize=1 << 12)
def _fitting_jokers(grouped: int, jokers: int, colours: int) -> tuple[int, ...]:
    """With how many jokers these tiles are whole groups."""
    tiles, wilds, most = grouped & _COUNT, grouped >> _COUNT_BITS & _COUNT, grouped >> 2 * _COUNT_BITS
    fitting = (used for used in range(jokers + 1) if count_groups(tiles, wilds, most, used, colours) is not None)
    return tuple(fitting)


def count_groups(tiles: int, wilds: int, most: int, jokers: int, colours: int) -> int | None:
    """How many groups these tiles and jokers make, if they make any number of whole ones.

    There are at least as many groups as tiles of one colour, neither too many for three tiles in each nor too few for
    one of each colour; and each has a real tile. That is enough: deal the tiles round, colour by colour.
    """
    fewest = max(most, -(-(tiles + jokers) // colours))
    most_possible = min((tiles + jokers) // SHORTEST, tiles - wilds)
    return fewest if fewest <= most_possible else None
