"""Unknown tiles: the least and the most that they can weigh, over every completion from what is left in a box.

A completion is a flow in a bipartite network: from each kind of unknown tile (``?``, ``?R``, ``?7``) to the pieces
that it can be, with the copies left of each piece as capacities. A minimum-cost flow by successive shortest paths
(queue-based Bellman-Ford) gives both ends of the range exactly. With R1, B1 and R5 left, ``?R`` and ``?`` weigh at
least 1 + 1 and at most 5 + 1.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from service.engine.work import count_steps
from service.tiles.box import Box
from service.tiles.tile import Tile

_SOURCE, _SINK = 0, 1
_STEPS_PER_EDGE = 3
"""The work of relaxing an edge, in steps of ``work.py``."""


class Range(NamedTuple):
    """The least and the most."""

    low: int
    high: int


class Completions:
    """All completions of the unknown tiles of several players from what is left in a box."""

    def __init__(self, box: Box, left: Mapping[str, int], unknown: Mapping[str, Iterable[Tile]]) -> None:
        self._box = box
        self._left = {piece: count for piece, count in left.items() if count > 0}
        self._unknown = {holder: Counter(tile.code for tile in tiles) for holder, tiles in unknown.items()}

    @property
    def count(self) -> int:
        """How many tiles are unknown."""
        return sum(held.total() for held in self._unknown.values())

    def are_possible(self) -> bool:
        """Whether there is a completion at all."""
        return not self.count or self._find_minimum(lambda _: 0, ()) is not None

    def range_of(self, weight: Callable[[str], int], holders: Iterable[str]) -> Range:
        """The least and the most that the unknown tiles of these players weigh together; a completion must exist."""
        counted = tuple(holders)
        low = self._find_minimum(weight, counted)
        high = self._find_minimum(lambda piece: -weight(piece), counted)
        if low is None or high is None:
            raise ValueError("the box has not enough tiles left")
        return Range(low, -high)

    def _find_minimum(self, weight: Callable[[str], int], counted: tuple[str, ...]) -> int | None:
        """The least weight of the counted players' tiles in a completion; None if there is no completion."""
        inside: Counter[str] = Counter()
        outside: Counter[str] = Counter()
        for holder, held in self._unknown.items():
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
        flow, cost = network.find_minimum_cost_flow()
        return cost if flow == self.count else None


class _Network:
    """A residual network. Edge ``2i`` leads forward, edge ``2i + 1`` is its reverse."""

    def __init__(self) -> None:
        self._edges_from: list[list[int]] = [[], []]
        self._target: list[int] = []
        self._capacity: list[int] = []
        self._cost: list[int] = []

    def add_node(self) -> int:
        self._edges_from.append([])
        return len(self._edges_from) - 1

    def add_edge(self, start: int, end: int, capacity: int, cost: int) -> None:
        for origin, target, free, price in ((start, end, capacity, cost), (end, start, 0, -cost)):
            self._edges_from[origin].append(len(self._target))
            self._target.append(target)
            self._capacity.append(free)
            self._cost.append(price)

    def find_minimum_cost_flow(self) -> tuple[int, int]:
        """The maximum flow and its minimum cost."""
        flow = cost = 0
        while True:
            distance, arrival = self._find_shortest_paths()
            if distance[_SINK] is None:
                return flow, cost
            path, node = [], _SINK
            while node != _SOURCE:
                edge = arrival[node]
                path.append(edge)
                node = self._target[edge ^ 1]
            added = min(self._capacity[edge] for edge in path)
            for edge in path:
                self._capacity[edge] -= added
                self._capacity[edge ^ 1] += added
            flow += added
            cost += added * sum(self._cost[edge] for edge in path)

    def _find_shortest_paths(self) -> tuple[list[int | None], list[int]]:
        """The distance of each node from the source, None where unreachable, and the edge by which its path arrives."""
        distance: list[int | None] = [None] * len(self._edges_from)
        arrival = [0] * len(self._edges_from)
        distance[_SOURCE] = 0
        queue = [_SOURCE]
        for node in queue:
            so_far = distance[node] or 0
            for edge in self._edges_from[node]:
                target = self._target[edge]
                known = distance[target]
                if self._capacity[edge] and (known is None or so_far + self._cost[edge] < known):
                    distance[target] = so_far + self._cost[edge]
                    arrival[target] = edge
                    queue.append(target)
        count_steps(_STEPS_PER_EDGE * sum(len(self._edges_from[node]) for node in queue))
        return distance, arrival
