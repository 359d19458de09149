"""The melds of a game with a wild colour, as an automaton that reads a pile number by number and card by card.

After a number, the state is the open-run profile: the states of the open runs, sorted. Within a number, the state is a
``Partial``. A cost is the number of cards left out of melds so far.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, compress
from typing import NamedTuple, TypeVar

from rummy_referee.engine.wild_colour.open_runs import ENDED, RunAutomaton
from rummy_referee.engine.work import count_steps
from rummy_referee.melds.judgement import SHORTEST_MELD

INFINITE = 1 << 20
"""A cost higher than any pile has."""
COST_WEIGHT = 4
"""In a beam search, a card left out weighs as much as this many runs that are not melds yet."""
STEPS_PER_DOMINANCE_TEST = 8
_ENGINE_STEPS = 80
"""A step here takes as long as this many steps of the compiled engine: see ``work.py``."""
PARTIALS_PER_PROFILE = 8
"""A beam of one profile is a beam of this many partials within a number."""

Profile = tuple[int, ...]
T = TypeVar("T")


class Partial(NamedTuple):
    """The open runs that have no card of this number yet, those that have one, and the symbols of cards in groups."""

    waiting: Profile
    grown: Profile
    grouped: tuple[str, ...]


class WildColourAutomaton:
    """Every way to put the cards of a pile into melds. A row has the symbols of the cards of one number."""

    def __init__(self, rows: Sequence[Sequence[str]], wild_colour: str) -> None:
        self.rows = rows
        self.steps = 0
        """The work done so far."""
        runs = RunAutomaton(rows, wild_colour)
        self._starts = runs.starts
        # A layer is the place between two rows. Its run states are those of the row before it.
        self._transitions = [[], *([dict(state.transitions) for state in states] for states in runs.states)]
        self._is_meld = [[], *([state.is_meld for state in states] for states in runs.states)]
        self._dominators = [[], *runs.dominators]
        self._melds = [[state for state, is_meld in enumerate(row) if is_meld] for row in self._is_meld]
        self._last_chance = [
            [
                len(row) if is_meld else max(place for place, symbol in enumerate(row) if symbol in transitions)
                for is_meld, transitions in zip(self._is_meld[layer], self._transitions[layer], strict=True)
            ]
            for layer, row in enumerate(rows)
        ]
        """For each run state, the last card of the next row that can continue it; past the row if it can end."""
        unusable = [self._count_unusable(layer) for layer in range(len(rows))]
        self.lower_bounds = [sum(unusable[layer:]) for layer in range(len(rows) + 1)]
        """For each layer, a lower bound of the cost of the rows after it."""

    def _count(self, steps: int) -> None:
        self.steps += steps
        count_steps(_ENGINE_STEPS * steps)

    def _count_unusable(self, layer: int) -> int:
        """How many cards of a row lie in no meld at all."""
        row = self.rows[layer]
        usable = set(self._starts[layer])
        usable.update(symbol for transitions in self._transitions[layer] for symbol in transitions)
        for trio in combinations(dict.fromkeys(row), SHORTEST_MELD):
            if find_groups(trio) is not None:
                usable.update(trio)
        return sum(symbol not in usable for symbol in row)

    def beam_key(self, layer: int, profile: Profile, cost: int) -> tuple[int, Profile]:
        """The sort key of a beam search: few cards left out, and few runs that are not melds yet."""
        return COST_WEIGHT * cost + self._count_short(layer, profile), profile

    def _count_short(self, layer: int, profile: Profile) -> int:
        is_meld = self._is_meld[layer]
        return sum(not is_meld[state] for state in profile)

    def can_end(self, layer: int, profile: Profile) -> bool:
        """Whether every open run is a meld."""
        return not self._count_short(layer, profile)

    def drop_dominated(self, layer: int, costs: Mapping[Profile, int]) -> dict[Profile, int]:
        """The profiles without those dominated by another one that differs in one run.

        That run is in a dominating state, or is a meld that the dominated profile lacks. Profiles that differ in more
        runs are mostly connected by others that differ in one.
        """
        self._count(STEPS_PER_DOMINANCE_TEST * len(costs))
        return {
            profile: cost
            for profile, cost in costs.items()
            if all(costs.get(other, INFINITE) > cost for other in self._find_dominating(layer, profile))
        }

    def _find_dominating(self, layer: int, profile: Profile) -> Iterator[Profile]:
        for state in self._melds[layer]:
            yield _with(profile, state)
        for place, state in enumerate(profile):
            others = profile[:place] + profile[place + 1 :]
            for better in self._dominators[layer][state]:
                yield _with(others, better)

    def find_successors(
        self, layer: int, profile: Profile, cost: int, bound: int, width: int | None
    ) -> dict[Profile, int]:
        """The profiles after the next row, with their least costs. ``width`` is that of a beam search."""
        partials = {Partial(profile, (), ()): cost}
        for place in range(len(self.rows[layer])):
            partials = self._read_card(layer, place, partials, bound, width)
        found: dict[Profile, int] = {}
        for partial, total in partials.items():
            _relax(found, partial.grown, total)
        return found

    def _read_card(
        self, layer: int, place: int, partials: Mapping[Partial, int], bound: int, width: int | None
    ) -> dict[Partial, int]:
        """Leave a card out, put it into a group, or let it start or continue a run."""
        symbol = self.rows[layer][place]
        to_come = tuple(self.rows[layer][place + 1 :])
        start = self._starts[layer].get(symbol)
        transitions = self._transitions[layer]
        last_chance = self._last_chance[layer]
        most = bound - self.lower_bounds[layer + 1]
        found: dict[Partial, int] = {}
        steps = 0
        for partial, cost in partials.items():
            waiting, grown, grouped = partial
            successors: list[Partial] = []
            urgent = [state for state in waiting if last_chance[state] == place]
            if not urgent:
                if cost < most:
                    _relax(found, partial, cost + 1)
                successors.append(Partial(waiting, grown, (*grouped, symbol)))
                if start is not None:
                    successors.append(Partial(waiting, _with(grown, start), grouped))
            if len(urgent) <= 1:
                for state in urgent or dict.fromkeys(waiting):
                    after = transitions[state].get(symbol)
                    if after is not None:
                        others = _without(waiting, state)
                        successors.append(Partial(others, grown if after == ENDED else _with(grown, after), grouped))
            steps += 1 + len(successors)
            for successor in successors:
                _relax(found, successor, cost)
        self._count(steps)
        whole = {partial: cost for partial, cost in found.items() if can_be_grouped(partial.grouped, to_come)}
        return whole if width is None else self._select_best(layer, whole, PARTIALS_PER_PROFILE * width)

    def trace(
        self, layer: int, before: tuple[Profile, int], after: tuple[Profile, int], bound: int, width: int | None
    ) -> list[Partial]:
        """The partials between two profiles of a path: one before each card of the row, and one after the last."""
        partials = {Partial(before[0], (), ()): before[1]}
        predecessors: list[dict[Partial, Partial]] = []
        for place in range(len(self.rows[layer])):
            found: dict[Partial, int] = {}
            came_from: dict[Partial, Partial] = {}
            for partial, cost in partials.items():
                for successor, total in self._read_card(layer, place, {partial: cost}, bound, width).items():
                    if found.get(successor, INFINITE) > total:
                        found[successor] = total
                        came_from[successor] = partial
            partials = found if width is None else self._select_best(layer, found, PARTIALS_PER_PROFILE * width)
            predecessors.append(came_from)
        traced = [next(partial for partial, cost in partials.items() if (partial.grown, cost) == after)]
        for came_from in reversed(predecessors):
            traced.append(came_from[traced[-1]])
        return traced[::-1]

    def _select_best(self, layer: int, costs: dict[Partial, int], width: int) -> dict[Partial, int]:
        """The beam within a number."""
        if len(costs) <= width:
            return costs
        short = {
            partial: self._count_short(layer, partial.waiting) + self._count_short(layer + 1, partial.grown)
            for partial in costs
        }
        best_first = sorted(costs, key=lambda partial: (COST_WEIGHT * costs[partial] + short[partial], partial))
        can_end = (not short[partial] and find_groups(partial.grouped) is not None for partial in best_first)
        return {partial: costs[partial] for partial in select_beam(best_first, can_end, width)}


def select_beam(best_first: Sequence[T], can_end: Iterable[bool], width: int) -> list[T]:
    """The first few states, and the first one that can end, so that a beam search finds more than dead ends."""
    beam = list(best_first[:width])
    first_end = next(compress(best_first, can_end), None)
    return beam if first_end is None or first_end in beam else [*beam, first_end]


def _relax(costs: dict[T, int], state: T, cost: int) -> None:
    """Keep the lower cost of a state."""
    if costs.get(state, INFINITE) > cost:
        costs[state] = cost


def _with(profile: Profile, state: int) -> Profile:
    return tuple(sorted((*profile, state)))


def _without(profile: Profile, state: int) -> Profile:
    place = profile.index(state)
    return profile[:place] + profile[place + 1 :]


# --- groups -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def can_be_grouped(symbols: tuple[str, ...], to_come: tuple[str, ...]) -> bool:
    """Whether these cards of one number, with some of those to come, can be split into groups."""
    if find_groups(symbols) is not None:
        return True
    return any(can_be_grouped((*symbols, symbol), to_come[place + 1 :]) for place, symbol in enumerate(to_come))


@lru_cache(maxsize=1 << 14)
def find_groups(symbols: tuple[str, ...]) -> tuple[tuple[int, ...], ...] | None:
    """Cards of one number split into groups, by their places, larger groups first; None where that is impossible."""
    if not symbols:
        return ()
    places = range(1, len(symbols))
    for size in range(len(symbols), SHORTEST_MELD - 1, -1):
        for others in combinations(places, size - 1):
            group = (0, *others)
            # A symbol names all colours that the card excludes: its own, and the one it is pinned to.
            taken = "".join(symbols[place] for place in group)
            rest = [place for place in places if place not in others]
            more = find_groups(tuple(symbols[place] for place in rest)) if len(set(taken)) == len(taken) else None
            if more is not None:
                return (group, *(tuple(rest[place] for place in group) for group in more))
    return None
