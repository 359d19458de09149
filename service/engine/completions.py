"""Tiles that could not be read: the least and the most that they can count, over every way to fill them from a box.

A way to fill them is a flow: from each kind of unread tile to the pieces that it may be, of each no more than are left.
The cheapest and the dearest flow are found by adding one cheapest path after the other (Bellman and Ford), so the work
is bounded by the number of unread tiles times the number of pieces, and every answer is exact.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from service.engine.work import count_steps
from service.tiles.box import Box
from service.tiles.tile import Tile

_SOURCE, _SINK = 0, 1
_STEPS_IN_C = 1
"""Looking at an edge takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class Range(NamedTuple):
    """The least and the most."""

    low: int
    high: int


class Completions:
    """All ways to fill unread tiles, held by different players, from what is left in a box."""

    def __init__(self, box: Box, left: Mapping[str, int], unread: Mapping[str, Iterable[Tile]]) -> None:
        self._box = box
        self._left = {piece: count for piece, count in left.items() if count > 0}
        self._unread = {holder: Counter(tile.code for tile in tiles) for holder, tiles in unread.items()}

    @property
    def count(self) -> int:
        """How many tiles there are to fill."""
        return sum(held.total() for held in self._unread.values())

    def are_possible(self) -> bool:
        """Whether there is a way at all."""
        return not self.count or self._cheapest(lambda _: 0, ()) is not None

    def range_of(self, weight: Callable[[str], int], holders: Iterable[str]) -> Range:
        """The least and the most that the unread tiles of these players weigh together. There must be a way to fill."""
        counted = tuple(holders)
        low = self._cheapest(weight, counted)
        high = self._cheapest(lambda piece: -weight(piece), counted)
        if low is None or high is None:
            raise ValueError("the box has not enough tiles left")
        return Range(low, -high)

    def _cheapest(self, weight: Callable[[str], int], counted: tuple[str, ...]) -> int | None:
        """The least weight of a way to fill; None if there is none. Only the counted players' tiles weigh."""
        inside: Counter[str] = Counter()
        outside: Counter[str] = Counter()
        for holder, held in self._unread.items():
            (inside if holder in counted else outside).update(held)
        network = _Network()
        pieces = {piece: network.add_node() for piece in self._left}
        for piece, node in pieces.items():
            network.add_edge(node, _SINK, self._left[piece], 0)
        for kinds, weighs in ((inside, True), (outside, False)):
            for code, number in kinds.items():
                kind = network.add_node()
                network.add_edge(_SOURCE, kind, number, 0)
                for piece, node in pieces.items():
                    if self._box.can_be(self._box.unknown_tiles[code], piece):
                        network.add_edge(kind, node, number, weight(piece) if weighs else 0)
        flow, cost = network.fill()
        return cost if flow == self.count else None


class _Network:
    """Edges by pairs: the one with an even number leads there, the next one back."""

    def __init__(self) -> None:
        self._edges_from: list[list[int]] = [[], []]
        self._target: list[int] = []
        self._room: list[int] = []
        self._cost: list[int] = []

    def add_node(self) -> int:
        self._edges_from.append([])
        return len(self._edges_from) - 1

    def add_edge(self, start: int, end: int, room: int, cost: int) -> None:
        for origin, target, free, price in ((start, end, room, cost), (end, start, 0, -cost)):
            self._edges_from[origin].append(len(self._target))
            self._target.append(target)
            self._room.append(free)
            self._cost.append(price)

    def fill(self) -> tuple[int, int]:
        """As much flow as there can be, as cheap as it can be: how much, and what it costs."""
        flow = cost = 0
        while True:
            distance, came_by = self._find_paths()
            if distance[_SINK] is None:
                return flow, cost
            path, node = [], _SINK
            while node != _SOURCE:
                edge = came_by[node]
                path.append(edge)
                node = self._target[edge ^ 1]
            added = min(self._room[edge] for edge in path)
            for edge in path:
                self._room[edge] -= added
                self._room[edge ^ 1] += added
            flow += added
            cost += added * sum(self._cost[edge] for edge in path)

    def _find_paths(self) -> tuple[list[int | None], list[int]]:
        """The cheapest way to each node that can be reached, and the edge by which it arrives."""
        distance: list[int | None] = [None] * len(self._edges_from)
        came_by = [0] * len(self._edges_from)
        distance[_SOURCE] = 0
        waiting = [_SOURCE]
        for node in waiting:
            so_far = distance[node] or 0
            for edge in self._edges_from[node]:
                target = self._target[edge]
                known = distance[target]
                if self._room[edge] and (known is None or so_far + self._cost[edge] < known):
                    distance[target] = so_far + self._cost[edge]
                    came_by[target] = edge
                    waiting.append(target)
        count_steps(_STEPS_IN_C * sum(len(self._edges_from[node]) for node in waiting))
        return distance, came_by
