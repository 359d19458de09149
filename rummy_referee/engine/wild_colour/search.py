"""The cheapest path through the layers of an automaton: beam search for an upper bound, then branch and bound."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rummy_referee.engine.wild_colour.automaton import Profile, WildColourAutomaton, select_beam
from rummy_referee.engine.work import OutOfStepsError

WIDTHS = (8, 64)
"""The beam searches, by the number of profiles they keep in a layer."""
SHARES = (64, 8, 1)
"""The first exact search of each automaton gets a 64th of the steps, the second an eighth, the last all that remain."""


class Path(NamedTuple):
    """A profile for each layer with the cost up to there; no profiles if no path was found.

    ``automaton``, ``bound`` and ``width`` say which search found it. ``proven`` is true if no path costs less.
    """

    profiles: tuple[tuple[Profile, int], ...]
    cost: int
    bound: int
    automaton: int = 0
    width: int | None = None
    proven: bool = False


def find_best_path(automata: Sequence[WildColourAutomaton], max_cost: int, steps: int) -> Path:
    """The path of the lowest cost, at most ``max_cost``.

    All automata read the same pile, and one can be much faster than another. An exact search first looks for a path
    that costs as little as the lower bound, which prunes most and often succeeds; then for any that improves on the
    beam searches.
    """
    bound = automata[0].lower_bounds[0]
    best = Path((), max_cost + 1, max_cost)
    for width in WIDTHS:
        for number, automaton in enumerate(automata):
            if bound < best.cost:
                found = _search(automaton, best.cost - 1, width)
                best = found._replace(automaton=number) if found else best
    while bound < best.cost:
        try:
            path = _search_exactly(automata, bound, steps)
        except OutOfStepsError:
            return best
        if path:
            return path._replace(proven=True)
        bound = max(bound + 1, best.cost - 1)
    return best._replace(proven=True)


def _search_exactly(automata: Sequence[WildColourAutomaton], bound: int, steps: int) -> Path | None:
    """Search the automata in turn with more and more steps, until one search is complete."""
    for share in SHARES:
        for number, automaton in enumerate(automata):
            spent = sum(other.steps for other in automata)
            allowed = min(steps // share, steps - spent)
            try:
                path = _search(automaton, bound, None, automaton.steps + allowed)
            except OutOfStepsError:
                continue
            return path._replace(automaton=number) if path else None
    raise OutOfStepsError


def _search(automaton: WildColourAutomaton, bound: int, width: int | None, last_step: int = 0) -> Path | None:
    """The cheapest path within the bound. Only an exact search, which has no width, has a last step."""
    layers: list[dict[Profile, tuple[int, Profile]]] = [{(): (0, ())}]
    """The profiles after each row, with the cost and the predecessor."""
    for layer in range(len(automaton.rows)):
        found: dict[Profile, tuple[int, Profile]] = {}
        costs = {profile: cost for profile, (cost, _) in layers[layer].items()}
        for profile, cost in _prune(automaton, layer, costs, bound, width).items():
            if width is None and automaton.steps > last_step:
                raise OutOfStepsError
            for successor, total in automaton.find_successors(layer, profile, cost, bound, width).items():
                if successor not in found or total < found[successor][0]:
                    found[successor] = (total, profile)
        layers.append(found)
    cost, _ = layers[-1].get((), (bound + 1, ()))
    return Path(_trace(layers), cost, bound, width=width) if cost <= bound else None


def _prune(
    automaton: WildColourAutomaton, layer: int, costs: Mapping[Profile, int], bound: int, width: int | None
) -> Mapping[Profile, int]:
    """The profiles within the bound: the beam, or all that no other dominates."""
    most = bound - automaton.lower_bounds[layer]
    within = {profile: cost for profile, cost in costs.items() if cost <= most}
    if width is None:
        return automaton.drop_dominated(layer, within)
    best_first = sorted(within, key=lambda profile: automaton.beam_key(layer, profile, within[profile]))
    can_end = (automaton.can_end(layer, profile) for profile in best_first)
    return {profile: within[profile] for profile in select_beam(best_first, can_end, width)}


def _trace(layers: Sequence[Mapping[Profile, tuple[int, Profile]]]) -> tuple[tuple[Profile, int], ...]:
    """The path to the end, where no run is open."""
    profile: Profile = ()
    path = []
    for layer in reversed(layers):
        cost, predecessor = layer[profile]
        path.append((profile, cost))
        profile = predecessor
    return tuple(reversed(path))
