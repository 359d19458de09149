"""The melds of a game with a wild colour as an automaton that reads cards number by number, inside one card by card.

After a number the state is the kinds of the runs still open. Inside a number it is the runs that still wait for a card,
those that have got one or are new, and the cards in groups.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from service.engine.arranging.layered_search import narrow
from service.engine.arranging.wild_colour_runs import ENDED, SHORTEST, RunKinds

NEVER = 1 << 20

State = tuple[int, ...]
"""The kinds of the open runs, in rising order."""


class Part(NamedTuple):
    """Inside a number: the runs that wait for a card, those that have got one, and the hues of the cards in groups."""

    waiting: State
    grown: State
    grouped: tuple[str, ...]


LEFT_WEIGHT = 4
"""For a quick search, a card left behind is as bad as so many runs that still must grow."""
STEPS_PER_COMPARISON = 8
"""Looking for better states takes about as long as so many steps."""
PARTS_PER_WIDTH = 8
"""A quick search follows so many parts inside a number for each state after it."""


class WildColourAutomaton:
    """All ways to lay rows of cards, each of one number, into melds."""

    def __init__(self, hues: Sequence[Sequence[str]], wild_colour: str) -> None:
        self.layers = len(hues)
        self.start: State = ()
        self.steps = 0
        self.width: int | None = None
        self.hues = hues
        runs = RunKinds(hues, wild_colour)
        self._starts = runs.starts
        # Indexed by layer, so the kinds here are those of the number before.
        self._after = [[], *([dict(kind.after) for kind in kinds] for kinds in runs.kinds)]
        self._is_meld = [[], *([kind.is_meld for kind in kinds] for kinds in runs.kinds)]
        self._outdoing = [[], *runs.outdoing]
        self._melds = [[kind for kind, is_meld in enumerate(row) if is_meld] for row in self._is_meld]
        self._last_chance = [
            [
                len(row) if is_meld else max(place for place, hue in enumerate(row) if hue in after)
                for is_meld, after in zip(self._is_meld[layer], self._after[layer], strict=True)
            ]
            for layer, row in enumerate(hues)
        ]
        hopeless = [self._count_hopeless(layer) for layer in range(self.layers)]
        self._hopeless_ahead = [sum(hopeless[layer:]) for layer in range(self.layers + 1)]

    def _count_hopeless(self, layer: int) -> int:
        """How many cards of a number can lie in no meld at all."""
        row = self.hues[layer]
        hopeful = set(self._starts[layer])
        hopeful.update(hue for after in self._after[layer] for hue in after)
        distinct = tuple(dict.fromkeys(row))
        for trio in combinations(distinct, SHORTEST):
            if find_groups(trio) is not None:
                hopeful.update(trio)
        return sum(hue not in hopeful for hue in row)

    # --- the search -------------------------------------------------------------------------------------------

    def least_ahead(self, layer: int, _: State) -> int:
        """Cards that can lie in no meld must be left."""
        return self._hopeless_ahead[layer]

    def outlook(self, layer: int, state: State, left: int) -> tuple[int, State]:
        """Few cards left is good, and few runs that still must grow."""
        return LEFT_WEIGHT * left + self._count_short(layer, state), state

    def _count_short(self, layer: int, runs: State) -> int:
        is_meld = self._is_meld[layer]
        return sum(not is_meld[kind] for kind in runs)

    def is_safe(self, layer: int, state: State) -> bool:
        """Every open run is a meld already."""
        return not self._count_short(layer, state)

    def drop_outdone(self, layer: int, states: Mapping[State, int]) -> dict[State, int]:
        """Leave out each state that is like another but for one run, which is worse or, though it could end, missing.

        Between states that differ in more runs there mostly are others that differ in one.
        """
        self.steps += STEPS_PER_COMPARISON * len(states)
        return {
            state: left
            for state, left in states.items()
            if all(states.get(better, NEVER) > left for better in self._better_states(layer, state))
        }

    def _better_states(self, layer: int, state: State) -> Iterator[State]:
        for kind in self._melds[layer]:
            yield _with(state, kind)
        for place, kind in enumerate(state):
            others = state[:place] + state[place + 1 :]
            for better in self._outdoing[layer][kind]:
                yield _with(others, better)

    def successors(self, layer: int, state: State, left: int, bound: int) -> dict[State, int]:
        """Every state after the next number that may keep to the bound, with the cards left behind by then."""
        parts = {Part(state, (), ()): left}
        for place in range(len(self.hues[layer])):
            parts = self.read_card(layer, place, parts, bound)
        found: dict[State, int] = {}
        for part, left_by_then in parts.items():
            if found.get(part.grown, NEVER) > left_by_then:
                found[part.grown] = left_by_then
        return found

    def read_card(self, layer: int, place: int, parts: Mapping[Part, int], bound: int) -> dict[Part, int]:
        """Go on by one card: it is left, grouped, or laid on a run or as the first of one."""
        hue = self.hues[layer][place]
        to_come = tuple(self.hues[layer][place + 1 :])
        start = self._starts[layer].get(hue)
        after = self._after[layer]
        last_chance = self._last_chance[layer]
        room = bound - self._hopeless_ahead[layer + 1]
        found: dict[Part, int] = {}
        for (waiting, grown, grouped), left in parts.items():
            late = [kind for kind in waiting if last_chance[kind] == place]
            ways: list[tuple[State, State, tuple[str, ...]]] = []
            if not late:
                kept = Part(waiting, grown, grouped)
                if left < room and found.get(kept, NEVER) > left + 1:
                    found[kept] = left + 1
                ways.append((waiting, grown, (*grouped, hue)))
                if start is not None:
                    ways.append((waiting, _with(grown, start), grouped))
            if len(late) <= 1:
                for kind in late or dict.fromkeys(waiting):
                    made = after[kind].get(hue)
                    if made is not None:
                        others = _without(waiting, kind)
                        ways.append((others, grown if made == ENDED else _with(grown, made), grouped))
            self.steps += 1 + len(ways)
            for way in ways:
                part = Part(*way)
                if found.get(part, NEVER) > left:
                    found[part] = left
        whole = {part: left for part, left in found.items() if can_be_grouped(part.grouped, to_come)}
        return whole if self.width is None else self._narrow(layer, whole, PARTS_PER_WIDTH * self.width)

    def trace(self, layer: int, before: tuple[State, int], after: tuple[State, int], bound: int) -> list[Part]:
        """The parts between two states of a way: one before each card of the number, and one after the last."""
        parts = {Part(before[0], (), ()): before[1]}
        came_from: list[dict[Part, Part]] = []
        for place in range(len(self.hues[layer])):
            found: dict[Part, int] = {}
            origins: dict[Part, Part] = {}
            for part, left in parts.items():
                for then, left_then in self.read_card(layer, place, {part: left}, bound).items():
                    if found.get(then, NEVER) > left_then:
                        found[then] = left_then
                        origins[then] = part
            parts = found if self.width is None else self._narrow(layer, found, PARTS_PER_WIDTH * self.width)
            came_from.append(origins)
        traced = [next(part for part, left in parts.items() if (part.grown, left) == after)]
        for origins in reversed(came_from):
            traced.append(origins[traced[-1]])
        return traced[::-1]

    def _narrow(self, layer: int, parts: dict[Part, int], width: int) -> dict[Part, int]:
        """The parts with the best outlook."""
        if len(parts) <= width:
            return parts
        short = {
            part: self._count_short(layer, part.waiting) + self._count_short(layer + 1, part.grown) for part in parts
        }
        best_first = sorted(parts, key=lambda part: (LEFT_WEIGHT * parts[part] + short[part], part))
        chosen = narrow(best_first, width, lambda part: not short[part] and find_groups(part.grouped) is not None)
        return {part: parts[part] for part in chosen}


def _with(runs: State, kind: int) -> State:
    return tuple(sorted((*runs, kind)))


def _without(runs: State, kind: int) -> State:
    place = runs.index(kind)
    return runs[:place] + runs[place + 1 :]


# --- groups -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def can_be_grouped(hues: tuple[str, ...], to_come: tuple[str, ...]) -> bool:
    """These cards are whole groups, or can be made so with some that are still to come."""
    if find_groups(hues) is not None:
        return True
    return any(can_be_grouped((*hues, hue), to_come[place + 1 :]) for place, hue in enumerate(to_come))


@lru_cache(maxsize=1 << 14)
def find_groups(hues: tuple[str, ...]) -> tuple[tuple[int, ...], ...] | None:
    """The cards of one number as groups, by their places, the larger groups first; None if they are no whole groups."""
    if not hues:
        return ()
    places = range(1, len(hues))
    for size in range(len(hues), SHORTEST - 1, -1):
        for others in combinations(places, size - 1):
            group = (0, *others)
            # Each hue names the colours it takes up: its own, and what it is pinned to.
            taken = "".join(hues[place] for place in group)
            rest = [place for place in places if place not in others]
            more = find_groups(tuple(hues[place] for place in rest)) if len(set(taken)) == len(taken) else None
            if more is not None:
                return (group, *(tuple(rest[place] for place in group) for group in more))
    return None
