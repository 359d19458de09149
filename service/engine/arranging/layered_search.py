"""Search through layers for the way that leaves the fewest tiles behind. Work is bounded by counted steps, not time."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from service.engine.work import OutOfStepsError

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")

WIDTHS = (8, 64)
"""A quick search follows so many states of a layer. It often finds the best way, though it cannot prove it."""
SHARES = (64, 8, 1)
"""Where there are several views, the first search in each may take a 64th of the steps, and so on."""


class Layered(Protocol[S]):
    """A search space in layers, from one start to any state after the last of them."""

    layers: int
    start: S
    steps: int
    """The work done so far."""
    width: int | None
    """How many states of a layer are followed; None for all. A space may cut its own work likewise."""

    def least_ahead(self, layer: int, state: S, /) -> int:
        """No way on from here leaves fewer tiles; after the last layer, exactly so many are left."""

    def successors(self, layer: int, state: S, left: int, bound: int, /) -> Mapping[S, int]:
        """The states of the next layer that may keep to the bound, with the tiles left behind by then."""

    def outlook(self, layer: int, state: S, left: int, /) -> tuple[Any, ...]:
        """How a quick search sorts states, the best first."""

    def is_safe(self, layer: int, state: S, /) -> bool:
        """There is a way on from here, if only one that leaves all that may be left."""

    def drop_outdone(self, layer: int, states: Mapping[S, int], /) -> Mapping[S, int]:
        """The states, with the tiles left behind by then, without those that another can do as much as."""


class Way(NamedTuple, Generic[S]):
    """A state for each layer and one after the last, with the tiles left behind by then; or no way at all.

    ``view``, ``bound`` and ``width`` say how it was found; ``proven``, that no other leaves fewer tiles.
    """

    states: tuple[tuple[S, int], ...]
    left: int
    bound: int
    view: int = 0
    width: int | None = None
    proven: bool = False


def find_best_way(views: Sequence[Layered[S]], most_left: int, limit: int) -> Way[S]:
    """The way that leaves the fewest tiles, if it leaves no more than ``most_left``.

    All views are of one problem; one can be far easier than another. Quick searches come first: what they find needs no
    proof where it leaves no more than must be left. Then every way that leaves fewer is searched for: first with the
    lowest bound that could do, which cuts away most of the work and is often right, then with all that is left.
    """
    bound = views[0].least_ahead(0, views[0].start)
    best: Way[S] = Way((), most_left + 1, most_left)
    for width in WIDTHS:
        for number, view in enumerate(views):
            if bound < best.left:
                found = _search(view, best.left - 1, width)
                best = found._replace(view=number) if found else best
    while bound < best.left:
        try:
            way = _search_in_turn(views, bound, limit)
        except OutOfStepsError:
            return best
        if way:
            return way._replace(proven=True)
        bound = max(bound + 1, best.left - 1)
    return best._replace(proven=True)


def _search_in_turn(views: Sequence[Layered[S]], bound: int, limit: int) -> Way[S] | None:
    """Search one view after the other, with more and more steps, until one search comes to its end."""
    for share in SHARES if len(views) > 1 else SHARES[-1:]:
        for number, view in enumerate(views):
            spent = sum(other.steps for other in views)
            allowed = limit - spent if share == 1 else min(limit // share, limit - spent)
            try:
                way = _search(view, bound, None, view.steps + allowed)
            except OutOfStepsError:
                continue
            return way._replace(view=number) if way else None
    raise OutOfStepsError


def _search(space: Layered[S], bound: int, width: int | None, limit: int = 0) -> Way[S] | None:
    """Go through the layers with the states that may keep to the bound. Only a quick search knows no limit."""
    space.width = width
    came_from: list[dict[S, tuple[int, S]]] = [{space.start: (0, space.start)}]
    for layer in range(space.layers):
        found: dict[S, tuple[int, S]] = {}
        for state, left in _select(space, layer, came_from[layer], bound):
            if width is None and space.steps > limit:
                raise OutOfStepsError
            for after, now in space.successors(layer, state, left, bound).items():
                if after not in found or now < found[after][0]:
                    found[after] = (now, state)
        came_from.append(found)
    ends = [(left + space.least_ahead(space.layers, state), state) for state, (left, _) in came_from[-1].items()]
    least, state = min(ends, key=lambda end: end[0], default=(bound + 1, space.start))
    if least > bound:
        return None
    states = []
    for layer_states in reversed(came_from):
        left, before = layer_states[state]
        states.append((state, left))
        state = before
    return Way(tuple(reversed(states)), least, bound, width=width)


def _select(space: Layered[S], layer: int, states: Mapping[S, tuple[int, S]], bound: int) -> Iterable[tuple[S, int]]:
    """The states that may keep to the bound: the best few, or all that no other outdoes."""
    promising = {state: left for state, (left, _) in states.items() if left + space.least_ahead(layer, state) <= bound}
    if space.width is None:
        return space.drop_outdone(layer, promising).items()
    best_first = sorted(promising.items(), key=lambda item: space.outlook(layer, *item))
    return narrow(best_first, space.width, lambda item: space.is_safe(layer, item[0]))


def narrow(best_first: Sequence[T], width: int, is_safe: Callable[[T], bool]) -> Sequence[T]:
    """The first few; with a safe one among them, so that a quick search does not run into dead ends only."""
    first = best_first[:width]
    if len(best_first) <= width or any(is_safe(item) for item in first):
        return first
    return [*first, *islice((item for item in best_first[width:] if is_safe(item)), 1)]
